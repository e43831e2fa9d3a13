from plclust.experiments import RunRecord, build_results, load_spec
from plclust.experiments._significance import compare


def test_verdicts():
    assert compare([0.5, 0.6, 0.7], [0.4, 0.5, 0.6]) == "win"
    assert compare([0.4, 0.5, 0.61], [0.5, 0.6, 0.7]) == "loss"
    assert compare([0.4, 0.5], [0.4, 0.5]) == "tie"
    assert compare([0.4, 0.6], [0.5, 0.45]) == "tie"


def test_significance_counts_every_case_once(store, fill):
    spec = load_spec("significance", repeats=3)

    def made_up(run):
        noise = 0.001 * ((7 * run.repeat + len(run.method)) % 5)
        return RunRecord(run, {"acc": noise + (0.5 if run.method == "PLC" else 0.3)})

    fill(spec, made_up)
    tables = {table.name: table for table in build_results(store, spec).tables}
    for group, clustering, learning in (("real-world", 30, 18), ("uci", 48, 32), ("total", 78, 50)):
        cells = tables[f"significance-{group}"].cells
        assert cells["SSSC", "win"].mean == clustering
        assert cells["IPAL", "win"].mean == learning
        assert cells["IPAL", "loss"].mean == 0
    assert tables["significance-total"].cells["SSSC", "tie"].paper_mean == 13


def test_defaults_are_compared_with_all_methods_by_test_and_by_mean(store, fill):
    spec = load_spec("beyond-significance", datasets=["lost"], repeats=3)

    def made_up(run):
        ours = run.method == "PLC (default)"
        return RunRecord(run, {"acc": 0.1 * run.repeat + (0.001 if ours and run.rho > 0.1 else 0)})

    fill(spec, made_up)
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
