import pytest

from cli.commands import csv_of, fill, planned, shown
from cli.commands import run_report as run
from plclust.cli._report_choice import find_choices
from plclust.experiments import list_specs
from plclust.experiments._specs import KINDS


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


FEW = {"datasets": ("ecoli",), "methods": ("K-means",)}


def choices(runs, *names, quick=None, **options):
    return list(find_choices(dict.fromkeys(runs), names, quick, options))


def test_runs_of_data_sets_that_were_begun_are_counted():
    (choice,) = choices(planned("fig1", quick=True, **FEW), "fig1", "fig1")
    assert (choice.spec.name, choice.policy) == ("fig1", "fixed")
    assert (choice.n_ended, choice.n_planned, choice.is_enough) == (4, 20, False)


@pytest.mark.parametrize(("n_ended", "is_enough"), [(0, False), (2, False), (3, True), (4, True)])
def test_more_than_half_of_the_runs_are_enough(n_ended, is_enough):
    runs = planned("fig1", quick=True, **FEW)
    (choice,) = choices(runs[:n_ended], "fig1", quick=True, **FEW)
    assert choice.n_ended == n_ended
    assert choice.is_enough is is_enough


@pytest.mark.parametrize("quick", [False, True])
def test_the_form_is_that_of_most_runs_unless_it_is_chosen(quick):
    runs = planned("fig1", quick=quick, **FEW)
    assert [choice.spec.quick for choice in choices(runs, "fig1", **FEW)] == [quick]
    assert [choice.spec.quick for choice in choices(runs, "fig1", quick=not quick, **FEW)] == [
        not quick
    ]


def test_experiments_that_lack_what_is_chosen_are_passed_over():
    assert choices([], "table2", **FEW) == []
    assert {choice.spec.name for choice in choices([], "table2", "fig1", **FEW)} == {"fig1"}


def test_tables_come_first_then_figures_then_the_rest():
    kinds = [choice.spec.kind for choice in choices([])]
    assert kinds == sorted(kinds, key=KINDS.index)
    assert len(kinds) == len(list_specs())


def test_trials_by_the_truth_are_a_policy_of_their_own():
    few = FEW | {"methods": ("PLC",), "quick": True}
    found = choices(planned("fig1", "hindsight", **few), "fig1", **few)
    assert [choice.policy for choice in found] == ["fixed", "hindsight"]
    assert all(choice.n_ended == choice.n_planned for choice in found)


def test_settings_that_were_not_begun_are_not_counted():
    every = planned("fig1", **FEW)
    begun = [run for run in every if run.r == 1]
    (choice,) = choices(begun, "fig1", quick=False, **FEW)
    assert choice.n_ended == choice.n_planned == len(begun) < len(every)
