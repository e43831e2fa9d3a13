import math

import pytest

from plclust.experiments import Cell, ResultTable
from plclust.report._entries import Entry, Line, _letter, footnote, format_number, lay_out


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ""),
        (float("nan"), ""),
        (float("-inf"), "-∞"),
        (-0.0004, "0.000"),
        (-0.0006, "-0.001"),
        (12.3456, "12.346"),
    ],
)
def test_numbers(value, expected):
    assert format_number(value, 3) == expected


def test_footnotes_never_run_out_of_letters():
    assert [_letter(i) for i in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0), ""),
        ((10, 0, 0), ""),
        ((0, 0, 10), "not run (10 planned)"),
        ((0, 1, 0), "the run failed"),
        ((0, 10, 0), "all 10 runs failed"),
        ((0, 4, 6), "none of 10 runs: 4 failed, 6 not run yet"),
        ((7, 0, 3), "mean of 7 of 10 runs: 3 not run yet"),
    ],
)
def test_footnotes(counts, expected):
    n, n_failed, n_missing = counts
    assert footnote(Cell(n=n, n_failed=n_failed, n_missing=n_missing)) == expected


def laid_out(*cells, **others):
    names = tuple(f"row {number}" for number in range(len(cells)))
    named = {(name, "x"): cell for name, cell in zip(names, cells, strict=True)}
    return lay_out(ResultTable("t", "T", "", names, ("x",), named, "ACC", "fixed", **others))


def test_cells_with_the_same_note_share_a_letter():
    found = laid_out(Cell(n_missing=3), Cell(n_failed=3), Cell(n_missing=3))
    assert [row.lines[0].entries[0].note for row in found.rows] == ["a", "b", "a"]
    assert found.footnotes == (("a", "not run (3 planned)"), ("b", "all 3 runs failed"))
    assert {row.lines[0].entries[0].mean for row in found.rows} == {"—"}


def test_lines_without_any_figure_are_left_out():
    ours = Cell(0.5, n=1)
    paper = Cell(paper_mean=0.5)
    both = Cell(0.5, n=1, paper_mean=0.5)
    undefined = Cell(math.inf, n=1, paper_mean=math.inf)
    kinds = [
        [line.kind for line in row.lines] for row in laid_out(ours, paper, both, undefined).rows
    ]
    assert kinds == [
        ["ours"],
        ["ours", "paper"],
        ["ours", "paper", "difference"],
        ["ours", "paper"],
    ]


@pytest.mark.parametrize(
    ("mean", "expected"),
    [(0.52, "+0.02"), (0.48, "-0.02"), (0.504, "0.00"), (0.496, "0.00"), (math.inf, "+∞")],
)
def test_differences_have_a_sign_unless_they_are_zero(mean, expected):
    (row,) = laid_out(Cell(mean, n=1, paper_mean=0.5), decimals=2).rows
    assert row.lines[2].entries[0].mean == expected


def test_a_cell_that_is_absent_is_empty():
    table = ResultTable("t", "T", "", ("a",), ("x",), {}, "ACC", "fixed")
    assert lay_out(table).rows[0].lines == (Line("ours", (Entry(),)),)
