from dataclasses import replace

import pytest

from plclust.experiments import Coverage, ExperimentResults, Point
from plclust.report._parts import by_experiment, coverage_rows, facts_of, figure_table


def test_policies_of_an_experiment_come_together_in_order_of_appearance():
    first, second, third = (
        ExperimentResults(*names)
        for names in [("b", "B", "fixed"), ("a", "A", "fixed"), ("b", "Other", "hindsight")]
    )
    assert by_experiment([first, second, third]) == [("B", [first, third]), ("A", [second])]
    assert by_experiment([]) == []


@pytest.mark.parametrize(
    ("best_is_largest", "expected"),
    [(True, "ACC, larger is better."), (False, "ACC, smaller is better."), (None, "ACC.")],
)
def test_facts_say_which_figures_are_good(table, best_is_largest, expected):
    found = facts_of(replace(table, best_is_largest=best_is_largest, policy="fixed."))
    assert found == f"{expected} Policy fixed."


def test_a_figure_as_a_table(figure):
    curves = {"PLC": (Point(10, 0.5, 0.1), Point(2, 0.4))}
    paper = {"SC": (Point(3, 0.2),), "PLC": (Point(10, 0.6, 0.2),)}
    table = figure_table(replace(figure, series=curves, paper=paper))
    assert table.row_names == ("PLC", "SC")
    assert table.column_names == ("alpha = 2", "alpha = 3", "alpha = 10")
    assert table.cells.keys() == {
        *(("PLC", "alpha = 2"), ("PLC", "alpha = 10"), ("SC", "alpha = 3")),
    }
    both = table.cells["PLC", "alpha = 10"]
    assert (both.mean, both.std, both.n) == (0.5, 0.1, 1)
    assert (both.paper_mean, both.paper_std) == (0.6, 0.2)
    theirs = table.cells["SC", "alpha = 3"]
    assert (theirs.mean, theirs.n, theirs.paper_mean) == (None, 0, 0.2)
    assert table.best_is_largest is None
    assert table.metric == "ACC"


def test_places_that_are_close_have_columns_of_their_own(figure):
    curve = {"PLC": (Point(0.1234567, 0.5), Point(0.1234568, 0.4), Point(0.1 + 0.2, 0.3))}
    table = figure_table(replace(figure, series=curve, paper={}))
    assert table.column_names == ("alpha = 0.1234567", "alpha = 0.1234568", "alpha = 0.3")


def test_methods_that_stand_alike_are_one_row():
    coverage = (
        Coverage("e", "Lost", "A", 20, 15, 2, "slow\nand dear"),
        Coverage("e", "Lost", "B", 20, 15, 2, "slow and dear"),
        Coverage("e", "Lost", "C", 20, 15, 2, "another"),
        Coverage("e", "Lost", "D", 20, 15, 3, "another"),
        Coverage("e", "MSRCv2", "D", 20, 15, 3, "another"),
    )
    results = [
        ExperimentResults("e", "E", policy, coverage=coverage[:n])
        for policy, n in [("p", 5), ("q", 1)]
    ]
    rows = coverage_rows(results)
    assert rows[0] == ("e", "p", "Lost", "A, B", 40, 30, 4, 6, "slow and dear")
    assert [(row.policy, row.dataset, row.methods) for row in rows[1:]] == [
        *(("p", "Lost", "C"), ("p", "Lost", "D"), ("p", "MSRCv2", "D"), ("q", "Lost", "A")),
    ]
