"""The report as Markdown, with the tables of GitHub."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from plclust.experiments._tables import ExperimentResults, ResultTable
from plclust.report._entries import DIFFERENCE, OURS, Entry, Line, lay_out
from plclust.report._escape import escape_markdown as escape
from plclust.report._parts import (
    HOW_TO_READ,
    TITLE,
    by_experiment,
    coverage_rows,
    facts_of,
    figure_table,
)

MINUS = "\N{MINUS SIGN}"


def render_markdown(
    results: Iterable[ExperimentResults],
    environment: Mapping[str, str] | None = None,
    *,
    title: str = TITLE,
) -> str:
    r"""Write results as Markdown; figures as tables of their values.

    Parameters
    ----------
    results : iterable of ExperimentResults
        What to show, in this order.
    environment : dict of str to str, default=None
        Machine and versions.
    title : str, default="Partial label clustering: the experiments"
        Heading.

    Examples
    --------
    >>> from plclust.experiments._tables import ExperimentResults
    >>> from plclust.report import render_markdown
    >>> print(render_markdown([ExperimentResults("t", "Table *1*", "fixed")], title="Ours"))
    # Ours
    ...
    ## Table \*1\*
    ...
    """
    results = list(results)
    blocks = [f"# {escape(title)}", HOW_TO_READ]
    for heading, group in by_experiment(results):
        blocks.append(f"## {escape(heading)}")
        for result in group:
            blocks += _experiment(result)
    blocks += _coverage(results)
    if environment:
        blocks += ["## Machine and versions", _table(["", ""], map(_plain, environment.items()))]
    return "\n\n".join(blocks) + "\n"


def _experiment(result: ExperimentResults) -> Iterator[str]:
    yield f"Policy: {escape(result.policy)}"
    if result.notes:
        yield "\n".join(f"- {escape(note)}" for note in result.notes)
    for table in (*result.tables, *map(figure_table, result.figures)):
        yield from _result_table(table)


def _result_table(table: ResultTable) -> Iterator[str]:
    laid_out = lay_out(table)
    yield f"### {escape(table.title)}"
    if table.caption:
        yield escape(table.caption)
    yield f"*{escape(facts_of(table))}*"
    if not laid_out.rows or not table.column_names:
        yield "Nothing to show."
        return
    header = ["", *map(escape, table.column_names)]
    rows = [_line(row.name, line) for row in laid_out.rows for line in row.lines]
    yield _table(header, rows)
    notes = [f"{letter}: {escape(text)}" for letter, text in laid_out.footnotes]
    notes += [escape(note) for note in table.notes]
    if notes:
        yield "\n".join(f"- {note}" for note in notes)


def _line(name: str, line: Line) -> list[str]:
    first = escape(name) if line.kind == OURS else f"&nbsp;&nbsp;*{line.kind}*"
    return [first, *(_entry(entry, line.kind) for entry in line.entries)]


def _entry(entry: Entry, kind: str) -> str:
    text = entry.mean.replace("-", MINUS) + (f" ± {entry.std}" if entry.std else "")
    if entry.mark == "best":
        text = f"**{text}**"
    elif entry.mark == "second":
        text = f"<u>{text}</u>"
    if kind == DIFFERENCE and text:
        text = f"*{text}*"
    return text + (f" <sup>{entry.note}</sup>" if entry.note else "")


def _coverage(results: Sequence[ExperimentResults]) -> Iterator[str]:
    rows = coverage_rows(results)
    if not rows:
        return
    yield "## Coverage"
    header = ["experiment", "policy", "data set", "methods"]
    counts = ["planned", "done", "failed", "not run", "why"]
    yield _table([*header, *counts], map(_plain, rows))


def _plain(values: Iterable[object]) -> list[str]:
    return [escape(value) for value in values]


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = ["---", *["---:" if any(header) else "---"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows))
