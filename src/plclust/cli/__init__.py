"""The ``plclust`` command, one file per subcommand."""

from __future__ import annotations

import sys
from typing import Any

import click

from plclust import __version__
from plclust._exit_codes import INTERRUPTED
from plclust.cli._datasets import datasets
from plclust.cli._demo import demo
from plclust.cli._estimate import estimate
from plclust.cli._fit import fit
from plclust.cli._report import report
from plclust.cli._reproduce import reproduce


class _Commands(click.Group):
    """Subcommands, all of which Ctrl-C, or an output that cannot be written, ends with a word."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except OSError as error:  # but for a reader that has enough, of which click tells nobody
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="plclust")
def main() -> None:
    """Partial label clustering: group data when a few samples carry a set of candidate labels."""


main.add_command(datasets)
main.add_command(demo)
main.add_command(estimate)
main.add_command(fit)
main.add_command(report)
main.add_command(reproduce)

__all__ = ["main"]
