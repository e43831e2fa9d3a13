import json
import math

import pytest

from plclust.experiments import (
    Cell,
    ExperimentResults,
    ResultTable,
    RunRecord,
    build_results,
    list_methods,
    load_spec,
)
from plclust.experiments._child import own_source
from plclust.experiments._plan import cells_of, runs_of
from plclust.experiments._significance import compare
from plclust.experiments._text import as_json_value, format_results


def fill(store, spec, figures):
    """Store made-up results of all runs of a spec with fixed parameters."""
    for cell in cells_of(spec):
        for run in runs_of(spec, cell, "fixed", {}):
            store.add(figures(run))


def test_tables_have_our_figures_beside_the_papers(store):
    spec = load_spec("table2", datasets=["lost"], repeats=2)
    accuracy = {"PLC": 0.6, "K-means": 0.2}

    def made_up(run):
        if run.method == "SC":
            return RunRecord(run, failure="ValueError: no\nmore")
        acc = accuracy.get(run.method, 0.1) + 0.02 * run.repeat
        return RunRecord(run, {"acc": acc, "nmi": 0.0})

    fill(store, spec, made_up)
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


def test_what_cannot_be_had_is_covered_with_the_reason(store, monkeypatch, tmp_path):
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    results = build_results(store, load_spec("table2-lyn10"))
    assert all(row.done == 0 for row in results.coverage)
    assert all("not on this machine" in row.reason for row in results.coverage)
    assert sum(row.missing for row in results.coverage) == 8 * 60


def test_sensitivity_has_a_figure_per_parameter(store):
    spec = load_spec("fig3", quick=True)
    fill(store, spec, lambda run: RunRecord(run, {"acc": run.parameters["n_neighbors"] / 100}))
    figures = build_results(store, spec).figures
    assert [figure.name for figure in figures] == ["fig3-alpha", "fig3-beta", "fig3-k"]
    assert [point.x for point in figures[0].series["Lost"]] == [0.01, 0.1, 1.0]
    assert figures[2].series["MSRCv2"][-1].mean == pytest.approx(0.4)


def test_convergence_extends_fits_that_ended_early(store):
    spec = load_spec("convergence", quick=True, datasets=["lost"], methods=["PLC"])
    rounds = ([4.0, 2.0], [10.0, 8.0, 5.0])
    fill(
        store,
        spec,
        lambda run: RunRecord(run, {"acc": 0.0}, details={"objective": rounds[run.repeat]}),
    )
    (figure,) = build_results(store, spec).figures
    assert [point.mean for point in figure.series["PLC"]] == pytest.approx([1.0, 0.65, 0.5])


def test_a_bound_that_divides_by_zero_is_infinite(store):
    spec = load_spec("theorem", quick=True, datasets=["lost"])
    sides = {"theorem": {"distance": 0.1, "bound": None}}
    fill(store, spec, lambda run: RunRecord(run, {"acc": 0.0}, details=sides))
    results = build_results(store, spec)
    assert results.tables[0].cells["Lost, rho = 0.10", "right side"].mean == math.inf
    json.dumps(as_json_value(results), allow_nan=False)
    assert "inf" in format_results(results)


def test_verdicts():
    assert compare([0.5, 0.6, 0.7], [0.4, 0.5, 0.6]) == "win"
    assert compare([0.4, 0.5, 0.61], [0.5, 0.6, 0.7]) == "loss"
    assert compare([0.4, 0.5], [0.4, 0.5]) == "tie"
    assert compare([0.4, 0.6], [0.5, 0.45]) == "tie"


def test_significance_counts_every_case_once(store):
    spec = load_spec("significance", repeats=3)

    def made_up(run):
        noise = 0.001 * ((7 * run.repeat + len(run.method)) % 5)
        return RunRecord(run, {"acc": noise + (0.5 if run.method == "PLC" else 0.3)})

    fill(store, spec, made_up)
    tables = {table.name: table for table in build_results(store, spec).tables}
    for group, clustering, learning in (("real-world", 30, 18), ("uci", 48, 32), ("total", 78, 50)):
        cells = tables[f"significance-{group}"].cells
        assert cells["SSSC", "win"].mean == clustering
        assert cells["IPAL", "win"].mean == learning
        assert cells["IPAL", "loss"].mean == 0
    assert tables["significance-total"].cells["SSSC", "tie"].paper_mean == 13


def test_defaults_are_compared_with_all_methods_by_test_and_by_mean(store):
    spec = load_spec("beyond-significance", datasets=["lost"], repeats=3)

    def made_up(run):
        ours = run.method == "PLC (default)"
        return RunRecord(run, {"acc": 0.1 * run.repeat + (0.001 if ours and run.rho > 0.1 else 0)})

    fill(store, spec, made_up)
    cells = {table.name: table for table in build_results(store, spec).tables}[
        "beyond-significance-real-world"
    ].cells
    assert ("PLC (default)", "win") not in cells
    assert cells["PLC", "win"].mean == 4
    assert cells["PLC", "tie"].mean == 4
    assert cells["PLC", "above"].mean == 4
    assert cells["PLC", "win"].paper_mean is None


def test_without_results_nothing_is_compared(store):
    spec = load_spec("significance", datasets=["ecoli"], repeats=2, methods=["PLC", "SC"])
    assert build_results(store, spec).tables[0].cells["SC", "win"].mean is None


def test_runs_of_several_versions_of_the_code_are_told(store):
    spec = load_spec("table5", datasets=["lost"], repeats=2)

    def made_up(run):
        versions = {"source": "new" if run.repeat else "old"}
        return RunRecord(run, {"acc": 0.5}, versions=versions)

    fill(store, spec, made_up)
    notes = build_results(store, spec).notes
    assert any("2 versions of the code (new, old)" in note for note in notes)


def test_runs_that_could_not_tell_their_version_are_no_other_version(store):
    spec = load_spec("table5", datasets=["lost"], repeats=2)

    def made_up(run):
        if run.repeat:
            return RunRecord(run, failure="TimeLimit: longer than 1 s")
        return RunRecord(run, {"acc": 0.5}, versions={"source": "new"})

    fill(store, spec, made_up)
    assert not any("versions of the code" in note for note in build_results(store, spec).notes)


def test_sides_of_the_theorem_count_failures(store):
    spec = load_spec("theorem", quick=True, datasets=["lost"], methods=["PLC", "K-means"])

    def made_up(run):
        if run.method == "PLC" and run.repeat:
            return RunRecord(run, failure="ValueError: no")
        details = {"theorem": {"distance": 0.1, "bound": 1.0}} if run.method == "PLC" else {}
        return RunRecord(run, {"acc": 0.0}, details=details)

    fill(store, spec, made_up)
    of_plc, of_kmeans = (
        table.cells["Lost, rho = 0.10", "left side"] for table in build_results(store, spec).tables
    )
    assert (of_plc.n, of_plc.n_failed, of_plc.n_missing) == (1, 1, 0)
    assert (of_kmeans.n, of_kmeans.n_failed, of_kmeans.n_missing) == (0, 0, 0)


def test_a_parameter_that_a_method_does_not_have_is_not_varied(store):
    spec = load_spec("fig3", quick=True, datasets=["lost"], methods=["PLC-CW"])
    fill(store, spec, lambda run: RunRecord(run, {"acc": 0.5}))
    results = build_results(store, spec)
    assert [len(figure.series) for figure in results.figures] == [0, 0, 1]
    assert "PLC-CW has no alpha and no beta to be varied." in results.notes
    assert results.coverage[0].planned == 12


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


def test_other_policies_are_refused(store):
    with pytest.raises(ValueError, match="policy is 'foo', expected one of fixed, no-truth"):
        build_results(store, load_spec("table5"), "foo")


def test_how_methods_are_read_is_told():
    notes = {name: method.note for name, method in list_methods().items()}
    assert "(transduction), not by its linear classifier" in notes["PARM"]
    assert "on Lost only; on MSRCv2 it stays" in notes["PLC-SD"]


def test_an_estimator_that_has_changed_since_is_told(store, tmp_path, monkeypatch):
    (tmp_path / "plclust_mine.py").write_text("class Mine: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    name = "plclust_mine:Mine"
    spec = load_spec("table5", datasets=["lost"], repeats=1, methods=[name])
    fill(store, spec, lambda run: RunRecord(run, {"acc": 0.5}, versions=own_source(run.method)))
    changed = f"{name} has changed since it was run. Use a new store to run it again."
    assert changed not in build_results(store, spec).notes
    (tmp_path / "plclust_mine.py").write_text("class Mine: changed = True\n")
    assert changed in build_results(store, spec).notes
