import math

import pytest

from plclust.experiments._tables import Cell, Coverage, ResultTable, mark_rows, rank_rows


def column(*cells, **others):
    names = tuple("abcd"[: len(cells)])
    filled = {(name, "x"): cell for name, cell in zip(names, cells, strict=True)}
    return ResultTable("t", "T", "", names, ("x",), filled, "ACC", "fixed", **others)


def test_the_deviation_is_that_of_a_sample():
    cell = Cell.of([0.2, 0.4, 0.9], n_missing=2)
    assert (cell.mean, cell.n, cell.n_missing) == (pytest.approx(0.5), 3, 2)
    assert cell.std == pytest.approx(math.sqrt((0.09 + 0.01 + 0.16) / 2))


def test_figures_without_a_deviation():
    assert Cell.of([], n_failed=3) == Cell(n_failed=3)
    assert Cell.of([0.5]) == Cell(0.5, None, 1)
    assert Cell.of([math.inf, 1.0]) == Cell(math.inf, None, 2)


def test_large_figures_have_a_deviation():
    assert Cell.of([3e200, 1e200]).std == pytest.approx(math.sqrt(2) * 1e200)


def test_nothing_differs_from_what_is_missing():
    assert Cell(0.5, paper_mean=0.75).difference == -0.25
    assert Cell(0.5).difference is None
    assert Cell(paper_mean=0.5).difference is None


def test_what_is_neither_done_nor_failed_is_missing():
    assert Coverage("table2", "Lost", "PLC", planned=10, done=6, failed=1).missing == 3


@pytest.mark.parametrize(
    "best_is_largest, ranking", [(True, ("d", "b")), (False, ("a", "b")), (None, (None, None))]
)
def test_ranking(best_is_largest, ranking):
    table = column(Cell(0.1), Cell(0.2), Cell(math.nan), Cell(0.3), best_is_largest=best_is_largest)
    assert rank_rows(table, "x") == ranking


def test_equal_rows_are_ranked_in_their_order():
    assert rank_rows(column(Cell(0.1), Cell(0.5), Cell(0.5)), "x") == ("b", "c")


def test_empty_cells_are_not_ranked():
    assert rank_rows(column(Cell(0.1), Cell(), Cell(n_failed=2)), "x") == ("a", None)
    assert rank_rows(column(Cell(0.1)), "y") == (None, None)


def test_a_printed_figure_counts_once():
    printed = Cell(0.1, paper_mean=0.9, paper_std=0.1)
    table = column(printed, printed, Cell(0.2, paper_mean=0.9, paper_std=0.2))
    assert rank_rows(table, "x", paper=True) == ("a", "c")
    assert rank_rows(table, "x") == ("c", "a")


def test_a_row_that_is_alone_is_not_marked():
    assert mark_rows(column(Cell(0.1), Cell()), "x") == {}
    assert mark_rows(column(Cell(0.1), Cell(0.2)), "x") == {"b": "best", "a": "second"}
    printed = column(Cell(paper_mean=0.2), Cell(0.5, paper_mean=0.1))
    assert mark_rows(printed, "x", paper=True) == {"a": "best", "b": "second"}
