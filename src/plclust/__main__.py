"""``plclust``, and ``python -m plclust``: where the command line begins."""

from __future__ import annotations

import sys

from plclust._exit_codes import INTERRUPTED


def main() -> None:
    """Run the command line, which Ctrl-C ends in one way even while imports are running."""
    try:
        from plclust.cli import main as command  # noqa: PLC0415 it takes a while
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(INTERRUPTED)
    command()


if __name__ == "__main__":
    main()
