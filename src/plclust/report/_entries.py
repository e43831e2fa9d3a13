"""A table as the entries to be shown, the same for every format."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from plclust.experiments._tables import Cell, ResultTable, mark_rows

OURS, PAPER, DIFFERENCE = "ours", "paper", "difference"


class Entry(NamedTuple):
    """What stands in one place of a table.

    `mean` and `std` are formatted, empty where there is none; `mark` is "best", "second" or
    empty; `note` is the letter of a footnote or empty.
    """

    mean: str = ""
    std: str = ""
    mark: str = ""
    note: str = ""


class Line(NamedTuple):
    """One line of a row: ours, the paper's, or the difference."""

    kind: str
    entries: tuple[Entry, ...]


class Row(NamedTuple):
    """All lines of one row."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class TableEntries:
    """Rows of a table and its footnotes as (letter, text)."""

    rows: tuple[Row, ...]
    footnotes: tuple[tuple[str, str], ...]


def lay_out(table: ResultTable) -> TableEntries:
    """Format, rank and annotate the cells of a table.

    Rows without figures of the paper have one line, all others three.

    Examples
    --------
    >>> from plclust.experiments._tables import Cell, ResultTable
    >>> cells = {("PLC", "x"): Cell(0.5, 0.01, 9, n_failed=1, paper_mean=0.49)}
    >>> laid_out = lay_out(ResultTable("t", "T", "", ("PLC",), ("x",), cells, "ACC", "fixed"))
    >>> [line.entries[0] for line in laid_out.rows[0].lines]
    [Entry(mean='0.500', std='0.010', mark='', note='a'), Entry(mean='0.490', std='', mark='',
    note=''), Entry(mean='+0.010', std='', mark='', note='')]
    >>> laid_out.footnotes
    (('a', 'mean of 9 of 10 runs: 1 failed'),)
    """
    notes: dict[str, str] = {}
    marked = {
        paper: [mark_rows(table, column, paper=paper) for column in table.column_names]
        for paper in (False, True)
    }
    rows = tuple(_row(table, name, marked, notes) for name in table.row_names)
    return TableEntries(rows, tuple((letter, text) for text, letter in notes.items()))


def _row(
    table: ResultTable,
    name: str,
    marked: dict[bool, list[dict[str, str]]],
    notes: dict[str, str],
) -> Row:
    cells = [table.cells.get((name, column), Cell()) for column in table.column_names]
    ours = tuple(
        _ours(cell, marks.get(name, ""), notes, table.decimals)
        for cell, marks in zip(cells, marked[False], strict=True)
    )
    lines = [Line(OURS, ours)]
    if any(cell.paper_mean is not None for cell in cells):
        theirs = tuple(
            _paper(cell, marks.get(name, ""), table.decimals)
            for cell, marks in zip(cells, marked[True], strict=True)
        )
        lines.append(Line(PAPER, theirs))
    if any(known(cell.difference) is not None for cell in cells):
        between = tuple(Entry(_signed(cell.difference, table.decimals)) for cell in cells)
        lines.append(Line(DIFFERENCE, between))
    return Row(name, tuple(lines))


def _ours(cell: Cell, mark: str, notes: dict[str, str], decimals: int) -> Entry:
    text = footnote(cell)
    note = notes.setdefault(text, _letter(len(notes))) if text else ""
    mean = format_number(cell.mean, decimals)
    return Entry(mean or "—" * bool(note), format_number(cell.std, decimals), mark, note)


def _paper(cell: Cell, mark: str, decimals: int) -> Entry:
    mean, std = cell.paper_mean, cell.paper_std
    return Entry(format_number(mean, decimals), format_number(std, decimals), mark)


def footnote(cell: Cell) -> str:
    """Why a figure is not what was planned, empty if it is."""
    planned = cell.n + cell.n_failed + cell.n_missing
    if cell.n == planned:
        return ""
    if cell.n == cell.n_failed == 0:
        return f"not run ({planned} planned)"
    if cell.n_failed == planned:
        return "the run failed" if planned == 1 else f"all {planned} runs failed"
    causes = []
    if cell.n_failed:
        causes.append(f"{cell.n_failed} failed")
    if cell.n_missing:
        causes.append(f"{cell.n_missing} not run yet")
    whole = f"mean of {cell.n} of {planned} runs" if cell.n else f"none of {planned} runs"
    return f"{whole}: {', '.join(causes)}"


def known(value: float | None) -> float | None:
    """The value, None for NaN."""
    return None if value is None or math.isnan(value) else value


def format_number(value: float | None, decimals: int) -> str:
    """A number with so many decimals, empty for None and NaN.

    Examples
    --------
    >>> format_number(0.12345, 3), format_number(float("inf"), 3), format_number(-0.0001, 3)
    ('0.123', '∞', '0.000')
    """
    value = known(value)
    if value is None:
        return ""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _signed(value: float | None, decimals: int) -> str:
    text = format_number(value, decimals)
    positive = value is not None and value > 0 and text and not _is_zero(text)
    return f"+{text}" if positive else text


def _is_zero(text: str) -> bool:
    return not text.strip("0.")


def _letter(number: int) -> str:
    """From a to z, then aa, ab and so on."""
    prefix = _letter(number // 26 - 1) if number >= 26 else ""
    return prefix + chr(ord("a") + number % 26)
