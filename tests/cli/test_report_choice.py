from cli.commands import csv_of, fill, planned, shown
from cli.commands import run_report as run


def test_experiments_of_which_most_runs_are_there_are_shown(store):
    result = run("--store", store, "--out", "-", "--format", "csv")
    assert ("fig1", "fixed") in shown(result)
    assert ("table2", "fixed") not in shown(result)


def test_policies_are_found_or_asked_for(tmp_path):
    options = {"quick": True, "datasets": ["ecoli"], "methods": ["PLC"]}
    store = fill(tmp_path / "runs.sqlite", planned("fig1", "hindsight", **options))
    more = ["--store", store, "--out", "-", "--format", "csv", "--methods", "PLC", "fig1"]
    assert shown(run(*more)) == {("fig1", "fixed"), ("fig1", "hindsight")}
    assert shown(run(*more, "--policy", "hindsight")) == {("fig1", "hindsight")}


def test_trials_without_the_truth_are_a_policy(tmp_path):
    options = {"quick": True, "datasets": ["ecoli"], "methods": ["PLC"]}
    runs = [*planned("fig1", "no-truth", **options), *planned("fig1", "hindsight", **options)]
    store = fill(tmp_path / "runs.sqlite", runs)
    more = ["--store", store, "--out", "-", "--format", "csv", "--methods", "PLC", "fig1"]
    policies = {"fixed", "hindsight", "no-truth"}
    assert shown(run(*more)) == {("fig1", policy) for policy in policies}


def test_the_form_that_was_run_is_shown(tmp_path):
    options = {"datasets": ["ecoli"], "methods": ["K-means"]}
    full = fill(tmp_path / "full.sqlite", planned("fig1", **options))
    more = ["--out", "-", "--format", "csv", "--methods", "K-means", "fig1"]
    assert "fig1 (full form)" in run("--store", full, *more).stderr
    assert "fig1 (quick form)" in run("--store", full, *more, "--quick").stderr
    quick = fill(tmp_path / "quick.sqlite", planned("fig1", quick=True, **options))
    assert "fig1 (quick form)" in run("--store", quick, *more).stderr
    assert "fig1 (full form)" in run("--store", quick, *more, "--full").stderr


def test_data_sets_of_the_full_form_only(tmp_path):
    path = fill(tmp_path / "runs.sqlite", planned("theorem", datasets=["vehicle"]))
    assert shown(csv_of(path, "theorem", "--datasets", "vehicle")) == {("theorem", "fixed")}


def test_experiments_without_runs_are_not_shown_because_of_their_policy(part):
    assert shown(csv_of(part, "--policy", "fixed")) == {("fig1", "fixed"), ("theorem", "fixed")}
