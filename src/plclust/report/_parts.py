"""What a report is made of, in order: experiments, their figures as tables, coverage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plclust.experiments._tables import (
    Cell,
    Coverage,
    ExperimentResults,
    Point,
    ResultFigure,
    ResultTable,
)
from plclust.report._escape import in_brief

TITLE = "Partial label clustering: the experiments"
HOW_TO_READ = (
    "Figures are the mean ± standard deviation over repeats; below them what the paper prints, and "
    "ours minus the paper's. In every column the best is bold and the second best underlined, "
    "ours and the paper's apart. A letter refers to a note below the table."
)


class CoverageRow(NamedTuple):
    """Methods of one data set that stand alike."""

    experiment: str
    policy: str
    dataset: str
    methods: str
    planned: int
    done: int
    failed: int
    missing: int
    reason: str


def by_experiment(
    results: Iterable[ExperimentResults],
) -> list[tuple[str, list[ExperimentResults]]]:
    """Title of each experiment with its results, one for each policy, in order of appearance."""
    groups: dict[str, list[ExperimentResults]] = {}
    for result in results:
        groups.setdefault(result.name, []).append(result)
    return [(group[0].title, group) for group in groups.values()]


def facts_of(table: ResultTable) -> str:
    """What the figures are, which of them are good, and how parameters were chosen.

    Examples
    --------
    >>> from plclust.experiments._tables import ResultTable
    >>> facts_of(ResultTable("t", "T", "", (), (), {}, "ACC", "fixed: k = 10"))
    'ACC, larger is better. Policy fixed: k = 10.'
    """
    better = {True: ", larger is better", False: ", smaller is better", None: ""}
    return f"{table.metric}{better[table.best_is_largest]}. Policy {table.policy.rstrip('.')}."


def figure_table(figure: ResultFigure) -> ResultTable:
    """The values of a figure, a row per curve and a column per x.

    Examples
    --------
    >>> from plclust.experiments._tables import Point, ResultFigure
    >>> curve = {"PLC": (Point(0.1, 0.5, 0.01),)}
    >>> table = figure_table(ResultFigure("f", "F", "", "rho", "ACC", curve, "fixed"))
    >>> table.column_names, table.cells["PLC", "rho = 0.1"].mean
    (('rho = 0.1',), 0.5)
    """
    names = tuple(dict.fromkeys([*figure.series, *figure.paper]))
    curves = (*figure.series.values(), *figure.paper.values())
    xs = sorted({point.x for points in curves for point in points})
    columns = {x: f"{figure.x_label} = {x:.12g}" for x in xs}
    cells = {}
    for name in names:
        ours = {point.x: point for point in figure.series.get(name, ())}
        theirs = {point.x: point for point in figure.paper.get(name, ())}
        for x in ours.keys() | theirs.keys():
            cells[name, columns[x]] = _cell(ours.get(x), theirs.get(x))
    return ResultTable(
        name=figure.name,
        title=figure.title,
        caption=figure.caption,
        row_names=names,
        column_names=tuple(columns.values()),
        cells=cells,
        metric=figure.y_label,
        policy=figure.policy,
        notes=figure.notes,
        best_is_largest=None,
    )


def _cell(ours: Point | None, theirs: Point | None) -> Cell:
    mine = {} if ours is None else ours._asdict()
    mine.pop("x", None)
    paper_mean, paper_std = (theirs.mean, theirs.std) if theirs else (None, None)
    return Cell(**mine, paper_mean=paper_mean, paper_std=paper_std)


def coverage_rows(results: Iterable[ExperimentResults]) -> list[CoverageRow]:
    """Coverage, with methods of a data set in one row where their counts and reasons agree."""
    rows = []
    for result in results:
        ordered: dict[tuple[object, ...], list[Coverage]] = {}
        for item in result.coverage:
            ordered.setdefault(_likeness(item), []).append(item)
        rows += [_coverage_row(result, alike) for alike in ordered.values()]
    return rows


def _likeness(item: Coverage) -> tuple[object, ...]:
    counts = (item.planned, item.done, item.failed)
    return (item.experiment, item.dataset, *counts, in_brief(item.reason))


def _coverage_row(result: ExperimentResults, alike: Sequence[Coverage]) -> CoverageRow:
    first = alike[0]
    return CoverageRow(
        first.experiment,
        result.policy,
        first.dataset,
        ", ".join(item.method for item in alike),
        sum(item.planned for item in alike),
        sum(item.done for item in alike),
        sum(item.failed for item in alike),
        sum(item.missing for item in alike),
        in_brief(first.reason),
    )
