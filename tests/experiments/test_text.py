import math

import pytest

from plclust.experiments import Cell, ExperimentResults, ResultFigure, ResultTable
from plclust.experiments._text import as_json_value, format_results


def marked(*means):
    cells = {(str(row), "x"): Cell(mean, n=1) for row, mean in enumerate(means)}
    names = tuple(row for row, _ in cells)
    table = ResultTable("t", "T", "", names, ("x",), cells, "ACC", "fixed")
    lines = format_results(ExperimentResults("t", "T", "fixed", (table,))).splitlines()
    return [line[-1] for line in lines[3 : 3 + len(means)]]


def test_the_best_of_a_column_are_marked():
    assert marked(0.25, 0.5) == ["+", "*"]
    assert marked(math.nan, 0.25, 0.5) == ["n", "+", "*"]
    assert marked(0.25) == ["0"]  # alone, it is not the best of anything


def test_empty_tables_and_figures_keep_their_kind_in_json():
    table = ResultTable("t", "T", "", (), (), {}, "ACC", "fixed")
    assert as_json_value(table)["cells"] == []
    assert as_json_value({}) == {}


@pytest.mark.parametrize("title, shown", [("Ecoli, ACC", "Ecoli, ACC"), ("Ecoli", "Ecoli (ACC)")])
def test_what_a_figure_measures_is_told_once(title, shown):
    figure = ResultFigure("f", title, "", "rho", "ACC", {}, "fixed")
    lines = format_results(ExperimentResults("f", "F", "fixed", (), (figure,))).splitlines()
    assert shown in lines
