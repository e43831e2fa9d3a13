"""What an experiment comes to: tables, figures and coverage, ready to be shown in any form.

These are plain values. :func:`plclust.experiments.build_results` makes them from a store of runs;
the command line and the report only show them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Cell:
    """One figure of a table: ours, and the paper's where it prints one.

    Parameters
    ----------
    mean, std : float or None, default=None
        Over the `n` runs that ended well; None if there is none. The deviation is that of a sample
        (ddof=1), None for a single run. A mean may be infinite.
    n, n_failed, n_missing : int, default=0
        Runs that ended well, that failed, and that are planned but not in the store.
    paper_mean, paper_std : float or None, default=None
        As printed.

    Examples
    --------
    >>> cell = Cell(0.35, 0.02, n=10, paper_mean=0.359, paper_std=0.02)
    >>> round(cell.difference, 3)
    -0.009
    >>> Cell.of([0.25, 0.75], n_failed=1)
    Cell(mean=0.5, std=0.353..., n=2, n_failed=1, n_missing=0, paper_mean=None, paper_std=None)
    """

    mean: float | None = None
    std: float | None = None
    n: int = 0
    n_failed: int = 0
    n_missing: int = 0
    paper_mean: float | None = None
    paper_std: float | None = None

    @classmethod
    def of(cls, values: list[float], **others: Any) -> Cell:
        """Mean and deviation of the figures of single runs.

        Parameters
        ----------
        values : list of float
            One figure per run that ended well.
        **others
            Further parameters of the cell.

        Returns
        -------
        Cell
            Without a mean if there are no values.
        """
        n = len(values)
        if n == 0:
            return cls(**others)
        mean = sum(values) / n
        if n == 1 or not math.isfinite(mean):
            return cls(mean, None, n, **others)
        std = math.hypot(*(value - mean for value in values)) / math.sqrt(n - 1)
        return cls(mean, std, n, **others)

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's mean; None where one of them is missing."""
        if self.mean is None or self.paper_mean is None:
            return None
        return self.mean - self.paper_mean


@dataclass(frozen=True)
class ResultTable:
    """A table of the paper, or the part of it that is about one data set.

    Parameters
    ----------
    name : str
        Unique among all tables, fit for a file name or an anchor: ``"table2-lost"``.
    title, caption : str
        Heading and explanation, as plain text.
    row_names, column_names : tuple of str
        Names in the order in which they are to be shown.
    cells : dict of (row name, column name) to Cell
        A pair that is absent is an empty cell.
    metric : str
        What the figures are: ``"ACC"``.
    policy : str
        How parameters were chosen, as text to be shown with the table.
    notes : tuple of str, default=()
        Remarks, as plain text.
    best_is_largest : bool or None, default=True
        Whether larger figures are better, or smaller ones; None if neither are.
    decimals : int, default=3
        Digits after the point with which means and deviations are to be shown.

    Examples
    --------
    >>> table = ResultTable(
    ...     name="table2-lost",
    ...     title="Table 2: Lost",
    ...     caption="ACC on the unlabelled samples, mean and deviation over 10 splits.",
    ...     row_names=("PLC", "K-means"),
    ...     column_names=("rho = 0.05", "rho = 0.10"),
    ...     cells={
    ...         ("PLC", "rho = 0.05"): Cell(0.40, 0.02, 10, paper_mean=0.399, paper_std=0.027),
    ...         ("PLC", "rho = 0.10"): Cell(0.49, 0.03, 9, n_failed=1, paper_mean=0.497),
    ...         ("K-means", "rho = 0.05"): Cell(0.21, 0.01, 10, paper_mean=0.205, paper_std=0.013),
    ...     },
    ...     metric="ACC",
    ...     policy="fixed: alpha = beta = 0.1, k = 10",
    ... )
    >>> rank_rows(table, "rho = 0.05")
    Ranking(best='PLC', second='K-means')
    """

    name: str
    title: str
    caption: str
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]
    metric: str
    policy: str
    notes: tuple[str, ...] = ()
    best_is_largest: bool | None = True
    decimals: int = 3


class Point(NamedTuple):
    """A point of a curve; `std` is None where it is unknown.

    Parameters
    ----------
    x, mean : float
        Where it is.
    std : float or None, default=None
        Deviation.
    n : int, default=1
        Number of runs that the mean is of.
    n_failed, n_missing : int, default=0
        Runs that should have been part of it and failed, or have not been run.
    """

    x: float
    mean: float
    std: float | None = None
    n: int = 1
    n_failed: int = 0
    n_missing: int = 0


@dataclass(frozen=True)
class ResultFigure:
    """A figure of the paper: curves by name.

    Parameters
    ----------
    name, title, caption, policy, notes
        As of :class:`ResultTable`.
    x_label, y_label : str
        What the axes are, as plain text.
    series : dict of str to tuple of Point
        Our curves, points in the order of x.
    paper : dict of str to tuple of Point, default={}
        The paper's curves where it prints their values; else empty.
    x_scale : {"linear", "log"}, default="linear"
        How the x axis is to be drawn.

    Examples
    --------
    >>> figure = ResultFigure(
    ...     name="fig1-ecoli-r1-acc",
    ...     title="Fig. 1: Ecoli, r = 1, ACC",
    ...     caption="ACC on the unlabelled samples against the share of labelled ones.",
    ...     x_label="rho",
    ...     y_label="ACC",
    ...     series={"PLC": (Point(0.05, 0.7, 0.02), Point(0.1, 0.8, 0.01))},
    ...     policy="fixed: alpha = beta = 0.1, k = 10",
    ... )
    >>> figure.series["PLC"][1].mean
    0.8
    """

    name: str
    title: str
    caption: str
    x_label: str
    y_label: str
    series: Mapping[str, tuple[Point, ...]]
    policy: str
    paper: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    x_scale: str = "linear"


@dataclass(frozen=True)
class Coverage:
    """What was run of one method on one data set.

    Parameters
    ----------
    experiment, dataset, method : str
        Names to be shown.
    planned, done, failed : int
        Runs that the experiment asks for, that ended well, and that failed.
    reason : str, default=""
        Why runs are missing or failed; empty if none is.

    Examples
    --------
    >>> Coverage("table2", "Mirflickr", "PLC", 60, 0, 0, "the file is not on this machine").missing
    60
    """

    experiment: str
    dataset: str
    method: str
    planned: int
    done: int
    failed: int
    reason: str = ""

    @property
    def missing(self) -> int:
        """Runs that are planned and not in the store."""
        return self.planned - self.done - self.failed


@dataclass(frozen=True)
class ExperimentResults:
    """All that one experiment comes to under one policy.

    Parameters
    ----------
    name, title : str
        Of the experiment.
    policy : str
        Name of the policy: "fixed", "no-truth" or "hindsight".
    tables, figures, coverage : tuple, default=()
        In the order in which they are to be shown.
    notes : tuple of str, default=()
        Remarks about the whole experiment.
    choices : dict of str to object, default={}
        What tells it from other results of the experiment: scaling, grid, repeats, quick.
    """

    name: str
    title: str
    policy: str
    tables: tuple[ResultTable, ...] = ()
    figures: tuple[ResultFigure, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    notes: tuple[str, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict)


class Ranking(NamedTuple):
    """The rows with the best and the second best figure of a column, None if there are none."""

    best: str | None
    second: str | None


def rank_rows(table: ResultTable, column: str, *, paper: bool = False) -> Ranking:
    """Best and second best row of a column, by our means or by the paper's.

    Rows that are equal are ranked in the order of the table; a figure of the paper that stands in
    several rows counts in the first. NaN compares with nothing and is left out. Nothing is ranked
    where neither large nor small figures are better.

    Parameters
    ----------
    table : ResultTable
        The table.
    column : str
        Name of the column.
    paper : bool, default=False
        Whether to rank by the paper's means.

    Returns
    -------
    Ranking
        Names of the ``best`` and the ``second`` row, None if there are none.

    Examples
    --------
    >>> cells = {("a", "x"): Cell(0.1, n=1), ("b", "x"): Cell(0.3, n=1), ("c", "x"): Cell()}
    >>> rank_rows(ResultTable("t", "T", "", ("a", "b", "c"), ("x",), cells, "ACC", "fixed"), "x")
    Ranking(best='b', second='a')
    """
    if table.best_is_largest is None:
        return Ranking(None, None)
    means: dict[str, float] = {}
    printed = set()
    for row in table.row_names:
        cell = table.cells.get((row, column), Cell())
        mean = cell.paper_mean if paper else cell.mean
        figure = cell.paper_mean, cell.paper_std
        if mean is not None and not math.isnan(mean) and not (paper and figure in printed):
            means[row] = mean
        printed.add(figure)
    ranked = sorted(means, key=means.__getitem__, reverse=table.best_is_largest)
    best, second = [*ranked, None, None][:2]
    return Ranking(best, second)


def mark_rows(table: ResultTable, column: str, *, paper: bool = False) -> dict[str, str]:
    """The rows of a column to be marked as "best" and "second".

    Examples
    --------
    >>> cells = {("a", "x"): Cell(0.1, n=1), ("b", "x"): Cell(0.3, n=1)}
    >>> mark_rows(ResultTable("t", "T", "", ("a", "b"), ("x",), cells, "ACC", "fixed"), "x")
    {'b': 'best', 'a': 'second'}
    """
    best, second = rank_rows(table, column, paper=paper)
    if best is None or second is None:  # a row that is alone is not the best of anything
        return {}
    return {best: "best", second: "second"}


__all__ = [
    "Cell",
    "Coverage",
    "ExperimentResults",
    "Point",
    "Ranking",
    "ResultFigure",
    "ResultTable",
    "mark_rows",
    "rank_rows",
]
