"""Results of experiments as text for the terminal, and as values for JSON."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

from plclust.experiments._tables import (
    Cell,
    ExperimentResults,
    ResultFigure,
    ResultTable,
    mark_rows,
)


def format_results(results: ExperimentResults) -> str:
    """All of an experiment as text.

    Examples
    --------
    >>> cells = {("PLC", "x"): Cell(0.5, 0.01, 2, paper_mean=0.6), ("SC", "x"): Cell(0.4, n=1)}
    >>> table = ResultTable("t", "T", "", ("PLC", "SC"), ("x",), cells, "ACC", "fixed")
    >>> print(format_results(ExperimentResults("t", "T", "fixed", (table,))))
    T (ACC; ours, [paper], * best, + second best)
    policy fixed
                             x
    PLC  0.500±0.010 [0.600]*
    SC                 0.400+
    <BLANKLINE>
    T: 0 of 0 runs done, 0 failed
    """
    blocks = [_format_table(table) for table in results.tables]
    blocks += [_format_figure(figure) for figure in results.figures]
    blocks.append(_format_coverage(results))
    if results.notes:
        blocks.append("\n".join(f"- {note}" for note in results.notes))
    return "\n\n".join(blocks)


def _format_table(table: ResultTable) -> str:
    keys = ["ours"]
    if any(cell.paper_mean is not None for cell in table.cells.values()):
        keys.append("[paper]")
    if table.best_is_largest is not None:
        keys += ["* best", "+ second best"]
    head = f"{table.title} ({table.metric}; {', '.join(keys)})"
    marked = {name: mark_rows(table, name) for name in table.column_names}
    body = []
    for row in table.row_names:
        texts = []
        for name in table.column_names:
            cell = table.cells.get((row, name), Cell())
            mark = {"best": "*", "second": "+"}.get(marked[name].get(row, ""), " ")
            texts.append(_format_cell(cell, table.decimals) + mark)
        body.append([row, *texts])
    notes = [f"  {note}" for note in table.notes]
    return "\n".join(
        [head, f"policy {table.policy}", *_align([["", *table.column_names], *body]), *notes]
    )


def _format_cell(cell: Cell, decimals: int) -> str:
    if cell.mean is None:
        ours = "failed" if cell.n_failed else "-"
    else:
        deviation = "" if cell.std is None else f"±{cell.std:.{decimals}f}"
        ours = f"{cell.mean:.{decimals}f}{deviation}"
    if cell.paper_mean is None:
        return ours
    return f"{ours} [{cell.paper_mean:.{decimals}f}]"


def _format_figure(figure: ResultFigure) -> str:
    xs = sorted({point.x for points in figure.series.values() for point in points})
    head = ["", *(f"{figure.x_label} = {x:g}" for x in xs)]
    body = []
    for name, points in figure.series.items():
        means = {point.x: point.mean for point in points}
        body.append([name, *(f"{means[x]:.3f}" if x in means else "-" for x in xs)])
    lines = _align([head, *body]) if body else ["  no results"]
    measured = "" if figure.title.endswith(figure.y_label) else f" ({figure.y_label})"
    return "\n".join([figure.title + measured, f"policy {figure.policy}", *lines])


def _format_coverage(results: ExperimentResults) -> str:
    total = [
        sum(getattr(row, n) for row in results.coverage) for n in ("planned", "done", "failed")
    ]
    lines = [f"{results.title}: {total[1]} of {total[0]} runs done, {total[2]} failed"]
    lines += [
        f"  {row.dataset}, {row.method}: {row.done}/{row.planned}; {row.reason}"
        for row in results.coverage
        if row.reason
    ]
    return "\n".join(lines)


def _align(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([first, *rest]).rstrip()


def as_json_value(value: Any) -> Any:
    """Dataclasses and tuples as what JSON knows; infinite numbers as text.

    Examples
    --------
    >>> as_json_value(Cell(float("inf"), n=1))["mean"]
    'inf'
    """
    if isinstance(value, ResultTable):
        cells = [
            {"row": row, "column": column, **as_json_value(cell)}
            for (row, column), cell in value.cells.items()
        ]
        return as_json_value(vars(value) | {"cells": cells})
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_json_value(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key: as_json_value(item) for key, item in value.items()}
    if hasattr(value, "_asdict"):
        return as_json_value(value._asdict())
    if isinstance(value, (list, tuple)):
        return [as_json_value(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
