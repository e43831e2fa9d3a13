from dataclasses import replace

import pytest

from plclust.experiments import RunRecord, load_spec
from plclust.experiments._cells import cell_of, details_of, figure_of, rho_name
from plclust.experiments._plan import cells_of

SPEC = load_spec("table2", datasets=["lost"], methods=["PLC"], repeats=4)
CELL = cells_of(SPEC)[0]
RUNS = CELL.runs(CELL.fixed)
RECORDS = {
    RUNS[0]: RunRecord(RUNS[0], {"acc": 0.2, "nmi": 0.1}, details={"objective": [2.0, 1.0]}),
    RUNS[1]: RunRecord(RUNS[1], {"acc": 0.4, "nmi": 0.3}),
    RUNS[2]: RunRecord(RUNS[2], failure="ValueError: no"),
}


def test_runs_are_done_failed_or_missing():
    cell = cell_of([*RUNS, None], RECORDS, "nmi")
    assert (cell.n, cell.n_failed, cell.n_missing) == (2, 1, 2)
    assert cell.mean == pytest.approx(0.2)


def test_a_cell_without_runs_is_empty():
    cell = cell_of([], RECORDS, "acc")
    assert (cell.mean, cell.n, cell.n_missing) == (None, 0, 0)


def test_the_papers_figure_stands_beside_ours():
    cell = figure_of(CELL, "fixed", RECORDS, "acc")
    assert cell.mean == pytest.approx(0.3)
    assert (cell.paper_mean, cell.paper_std) == (0.399, 0.027)


def test_the_paper_prints_no_other_metric_share_or_table():
    for cell, metric in (
        (CELL, "nmi"),
        (replace(CELL, rho=0.5), "acc"),
        (replace(CELL, spec=replace(SPEC, paper="")), "acc"),
    ):
        assert figure_of(cell, "fixed", RECORDS, metric).paper_mean is None


def test_details_are_those_of_the_runs_that_have_them():
    assert details_of(CELL, "fixed", RECORDS, "objective") == [[2.0, 1.0]]
    assert details_of(CELL, "fixed", {}, "objective") == []


def test_shares_are_named_with_two_digits():
    assert [rho_name(rho) for rho in (0.05, 0.1)] == ["rho = 0.05", "rho = 0.10"]
