import json
import math

import pytest

from plclust.experiments import RunRecord, build_results, load_spec
from plclust.experiments._text import as_json_value, format_results


def test_tables_have_our_figures_beside_the_papers(store, fill):
    spec = load_spec("table2", datasets=["lost"], repeats=2)
    accuracy = {"PLC": 0.6, "K-means": 0.2}

    def made_up(run):
        if run.method == "SC":
            return RunRecord(run, failure="ValueError: no\nmore")
        acc = accuracy.get(run.method, 0.1) + 0.02 * run.repeat
        return RunRecord(run, {"acc": acc, "nmi": 0.0})

    fill(spec, made_up)
    results = build_results(store, spec)
    (table,) = results.tables
    cell = table.cells["PLC", "rho = 0.40"]
    assert cell.mean == pytest.approx(0.61)
    assert cell.std == pytest.approx(0.02 / math.sqrt(2))
    assert (cell.n, cell.n_failed, cell.n_missing) == (2, 0, 0)
    assert (cell.paper_mean, cell.paper_std) == (0.641, 0.022)
    assert table.cells["SC", "rho = 0.05"].n_failed == 2
    assert table.cells["K-means (raw)", "rho = 0.05"].paper_mean == 0.205
    coverage = {row.method: row for row in results.coverage}
    assert coverage["SC"].failed == 12
    assert coverage["SC"].reason == "ValueError: no (12)"
    text = format_results(results)
    assert "0.610±0.014 [0.641]*" in text
    assert "policy fixed" in text
    json.dumps(as_json_value(results), allow_nan=False)


def test_a_bound_that_divides_by_zero_is_infinite(store, fill):
    spec = load_spec("theorem", quick=True, datasets=["lost"])
    sides = {"theorem": {"distance": 0.1, "bound": None}}
    fill(spec, lambda run: RunRecord(run, {"acc": 0.0}, details=sides))
    results = build_results(store, spec)
    assert results.tables[0].cells["Lost, rho = 0.10", "right side"].mean == math.inf
    json.dumps(as_json_value(results), allow_nan=False)
    assert "inf" in format_results(results)


def test_sides_of_the_theorem_count_failures(store, fill):
    spec = load_spec("theorem", quick=True, datasets=["lost"], methods=["PLC", "PLC-LD"])

    def made_up(run):
        if run.method == "PLC" and run.repeat:
            return RunRecord(run, failure="ValueError: no")
        details = {"theorem": {"distance": 0.1, "bound": 1.0}} if run.method == "PLC" else {}
        return RunRecord(run, {"acc": 0.0}, details=details)

    fill(spec, made_up)
    of_plc, of_other = (
        table.cells["Lost, rho = 0.10", "left side"] for table in build_results(store, spec).tables
    )
    assert (of_plc.n, of_plc.n_failed, of_plc.n_missing) == (1, 1, 0)
    assert (of_other.n, of_other.n_failed, of_other.n_missing) == (0, 0, 0)


def test_other_policies_are_refused(store):
    with pytest.raises(ValueError, match="policy is 'foo', expected one of fixed, no-truth"):
        build_results(store, load_spec("table5"), "foo")
