"""How the command line ends."""

INTERRUPTED = 130  # what a shell expects of a program that was stopped by Ctrl-C

__all__ = ["INTERRUPTED"]
