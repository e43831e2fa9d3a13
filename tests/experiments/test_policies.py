from dataclasses import replace

import pytest

from plclust.experiments import (
    RunRecord,
    build_results,
    load_spec,
    make_problem,
    missing_runs,
    run_experiments,
)
from plclust.experiments import _execute as execution
from plclust.experiments import _runner as runner
from plclust.experiments._plan import cells_of
from plclust.experiments._policies import chosen_runs, parameter_grid, wanted_runs

SPEC = load_spec("fig1", quick=True, datasets=["ecoli"], methods=["PLC"])
CELL = cells_of(SPEC)[0]


class Forbidden:
    """Stands where the truth would be, and may not be touched in any way."""

    def __getattribute__(self, name):
        raise AssertionError(f"the truth was looked at ({name})")

    __len__ = __iter__ = __getitem__ = __eq__ = __array__ = __bool__ = None
    __hash__ = None


def test_the_policy_without_truth_does_not_see_the_truth(monkeypatch):
    def blind(identity):
        return replace(make_problem(identity), target=Forbidden())

    monkeypatch.setattr(execution, "make_problem", blind)
    trial = wanted_runs(CELL, "no-truth", {})[0]
    assert trial.measure == "consistency"
    assert -1 < execution.execute(trial)["score"] <= 1
    with pytest.raises((AssertionError, TypeError)):
        execution.execute(replace(trial, measure="evaluation"))


def test_fixed_runs_are_part_of_every_grid():
    for grid in ("full", "tied", "quick"):
        assert CELL.fixed in parameter_grid("PLC", grid)
    assert wanted_runs(CELL, "fixed", {}) == CELL.runs(CELL.fixed)


def test_hindsight_takes_the_highest_mean_of_the_complete():
    figures = dict(zip(CELL.grid, ([0.5, 0.6], [0.9, 0.1], [0.3, 0.2], [0.99]), strict=True))
    records = {
        run: RunRecord(run, {"acc": acc})
        for params, accs in figures.items()
        for run, acc in zip(CELL.runs(params), accs, strict=False)
    }
    assert chosen_runs(CELL, "hindsight", records) == CELL.runs(CELL.grid[0])


def test_without_truth_every_split_has_its_own_choice_once_all_is_tried():
    trials = wanted_runs(CELL, "no-truth", {})
    assert len(trials) == 8
    scores = [0.1, 0.5, 0.2, 0.4, 0.3, 0.2, 0.1, 0.0]
    records = {t: RunRecord(t, {"score": s}) for t, s in zip(trials, scores, strict=True)}
    expected = [CELL.run(CELL.grid[1], 0), CELL.run(CELL.grid[0], 1)]
    assert chosen_runs(CELL, "no-truth", records) == expected
    del records[trials[7]]
    assert chosen_runs(CELL, "no-truth", records) == [expected[0], None]


@pytest.mark.parametrize(("policy", "figure"), [("no-truth", "score"), ("hindsight", "acc")])
def test_what_differs_by_rounding_is_a_tie_and_the_first_of_the_grid_wins(policy, figure):
    more = {params: 1e-16 * number for number, params in enumerate(CELL.grid)}
    records = {
        run: RunRecord(run, {figure: 0.5 + more[run.params]})
        for run in wanted_runs(CELL, policy, {})
    }
    assert chosen_runs(CELL, policy, records) == CELL.runs(CELL.grid[0])


def test_policies_end_to_end(store, monkeypatch):
    def run_here(identity, _):
        figures = execution.execute(identity)
        return RunRecord(identity, figures, details=figures["details"])

    monkeypatch.setattr(runner, "run_isolated", run_here)
    spec = replace(SPEC, rho=(0.4,), repeats=1)
    for policy, n_runs in (("hindsight", 4), ("fixed", 0), ("no-truth", 4)):
        assert run_experiments([spec], store, policy=policy, progress=False) == n_runs
        assert missing_runs([spec], policy, store.records()) == []
        results = build_results(store, spec, policy)
        (figure, _) = results.figures
        assert figure.policy.startswith(policy)
        assert len(figure.series["PLC"]) == 1


def test_an_unknown_policy_is_refused(store):
    with pytest.raises(ValueError, match="expected one of fixed"):
        run_experiments([SPEC], store, policy="best")
