"""What several subcommands share."""

from __future__ import annotations

import click

POLICIES = ("fixed", "no-truth", "hindsight")
SEED = click.IntRange(0, 2**32 - 1)


def split_at_commas(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Let options be repeated or hold several names, with commas between."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


__all__ = ["POLICIES", "SEED", "split_at_commas"]
