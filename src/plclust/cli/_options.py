"""What several subcommands share."""

from __future__ import annotations

import math
import re

import click

POLICIES = ("fixed", "no-truth", "hindsight")
SEED = click.IntRange(0, 2**32 - 1)
PARAMETER = re.compile(r"(?<![\w'])n_(clusters|neighbors|jobs)(?![\w'])")


def split_at_commas(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Let options be repeated or hold several names, with commas between."""
    names = tuple(name.strip() for value in values for name in value.split(",") if name.strip())
    if values and not names:
        raise click.BadParameter(f"{values[-1]!r} names nothing; leave the option out for all.")
    return names


def not_zero(_: click.Context, __: click.Parameter, value: int | None) -> int | None:
    """Refuse 0 where -1 stands for all cores."""
    if value == 0:
        raise click.BadParameter(
            "0 leaves nobody to do the work, expected 1 or more, or -1 for all cores."
        )
    return value


def finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """Refuse NaN, which no range keeps out, and infinity."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(
            f"{value} is no finite number; leave the option out for its default."
        )
    return value


def by_options(text: str) -> str:
    """What the library says of parameters, by the names of the options that set them.

    Examples
    --------
    >>> by_options("Set n_clusters; the column 'n_clusters' is no feature.")
    "Set --n-clusters; the column 'n_clusters' is no feature."
    """
    return PARAMETER.sub(r"--n-\1", text)


__all__ = ["POLICIES", "SEED", "by_options", "finite", "not_zero", "split_at_commas"]
