"""``python -m plclust`` is the command line."""

from plclust.cli import main

if __name__ == "__main__":
    main()
