"""All figures as one long CSV table."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

from plclust.experiments._tables import ExperimentResults, ResultTable
from plclust.report._entries import OURS, lay_out
from plclust.report._escape import guard_formula, one_line
from plclust.report._parts import figure_table

CHOICES = ("scaling", "grid", "repeats", "quick")
COLUMNS = (
    "experiment",
    "policy",
    "kind",
    "name",
    "title",
    "metric",
    "row",
    "column",
    "mean",
    "std",
    "n",
    "n_failed",
    "n_missing",
    "paper_mean",
    "paper_std",
    "difference",
    "mark",
    *CHOICES,
)


def render_csv(
    results: Iterable[ExperimentResults], environment: Mapping[str, str] | None = None
) -> str:
    """One line per figure of a table and per point of a curve, for further computing.

    Text that a spreadsheet would take for a formula starts with an apostrophe.

    Parameters
    ----------
    results : iterable of ExperimentResults
        What to show.
    environment : dict of str to str, default=None
        Not used: there is no place for it in a table.

    Examples
    --------
    >>> from plclust.report import render_csv
    >>> render_csv([]).startswith("experiment,policy,kind,name,title,metric,row,column,mean")
    True
    """
    del environment
    written = StringIO()
    writer = csv.DictWriter(written, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for result in results:
        for table in result.tables:
            writer.writerows(_lines(result, table, "table"))
        for figure in result.figures:
            writer.writerows(_lines(result, figure_table(figure), "figure"))
    return written.getvalue()


def _lines(result: ExperimentResults, table: ResultTable, kind: str) -> Iterator[dict[str, Any]]:
    texts = {
        "experiment": result.name,
        "policy": result.policy,
        "kind": kind,
        "name": table.name,
        "title": table.title,
        "metric": table.metric,
    }
    for row in lay_out(table).rows:
        ours = next(line for line in row.lines if line.kind == OURS)
        for column, entry in zip(table.column_names, ours.entries, strict=True):
            cell = table.cells.get((row.name, column))
            if cell is None:
                continue
            named = texts | {"row": row.name, "column": column}
            yield {key: guard_formula(one_line(text)) for key, text in named.items()} | {
                "mean": cell.mean,
                "std": cell.std,
                "n": cell.n,
                "n_failed": cell.n_failed,
                "n_missing": cell.n_missing,
                "paper_mean": cell.paper_mean,
                "paper_std": cell.paper_std,
                "difference": cell.difference,
                "mark": entry.mark,
                **{name: result.choices.get(name) for name in CHOICES},
            }
