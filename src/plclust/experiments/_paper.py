"""The figures that the paper prints, as data."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

TABLES = ("table2", "table2-lyn10", "table4", "table4-lyn10", "table5")


class Printed(NamedTuple):
    """A mean and a deviation as printed."""

    mean: float
    std: float


class Counts(NamedTuple):
    """Wins, ties and losses of PLC as printed."""

    win: int
    tie: int
    loss: int


@cache
def paper_table(name: str) -> dict[tuple[str, str, float], Printed]:
    """Figures of a table of the paper, by data set, method and rho.

    Parameters
    ----------
    name : str
        One of "table2", "table2-lyn10", "table4", "table4-lyn10" and "table5".

    Returns
    -------
    dict of (str, str, float) to Printed
        Mean and deviation of ACC over ten splits.

    Examples
    --------
    >>> from plclust.experiments import paper_table
    >>> paper_table("table2")["lost", "PLC", 0.05]
    Printed(mean=0.399, std=0.027)
    """
    if name not in TABLES:
        raise ValueError(f"{name!r} is no table of the paper, expected one of {', '.join(TABLES)}.")
    return {
        (row["dataset"], row["method"], float(row["rho"])): Printed(
            float(row["mean"]), float(row["std"])
        )
        for row in _read(name)
    }


@cache
def paper_significance() -> dict[tuple[str, str], Counts]:
    """Counts of the paper's significance table, by method and group of data sets.

    Groups are "real-world", "uci" and "total".

    Examples
    --------
    >>> from plclust.experiments import paper_significance
    >>> paper_significance()["IPAL", "total"]
    Counts(win=43, tie=7, loss=0)
    """
    return {
        (row["method"], row["group"]): Counts(int(row["win"]), int(row["tie"]), int(row["loss"]))
        for row in _read("significance")
    }


def _read(name: str) -> list[dict[str, str]]:
    path = files("plclust.experiments").joinpath("paper", f"{name}.csv")
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


__all__ = ["Counts", "Printed", "paper_significance", "paper_table"]
