from dataclasses import replace

import pytest

from plclust.experiments import RunRecord, load_spec, missing_runs
from plclust.experiments._plan import (
    cells_of,
    fetch_missing_datasets,
    obstacle,
    planned_runs,
    runs_of,
    varied_runs,
)
from plclust.experiments._specs import Setting

SPEC = load_spec("fig1", quick=True, datasets=["ecoli"], methods=["K-means"])


@pytest.fixture
def nothing_here(monkeypatch, tmp_path):
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))


def test_cells_are_those_of_the_parts_where_there_are_any():
    spec = load_spec("significance", datasets=["ecoli"], methods=["PLC", "SC"])
    assert cells_of(spec) == [cell for part in spec.parts for cell in cells_of(part)]
    assert {cell.spec.name for cell in cells_of(spec)} < {part.name for part in spec.parts}


def test_the_other_parameters_stay_as_they_are():
    spec = load_spec("fig3", quick=True, datasets=["lost"], methods=["PLC"])
    (cell,) = cells_of(spec)
    runs = varied_runs(spec, cell, "alpha", 1.0)
    assert [run.repeat for run in runs] == [0, 1]
    assert all(run.parameters == {"alpha": 1.0, "beta": 0.1, "n_neighbors": 10} for run in runs)
    assert varied_runs(spec, cell, "gamma", 1.0) == []


def test_sensitivity_needs_every_value_of_every_parameter():
    spec = load_spec("fig3", quick=True, datasets=["lost"], methods=["PLC"])
    (cell,) = cells_of(spec)
    n_values = sum(len(values) for values in spec.vary.values())
    assert len(runs_of(spec, cell, "fixed", {})) == spec.repeats * n_values


def test_what_has_ended_well_or_not_is_not_run_again():
    first, second, *others = missing_runs([SPEC], "fixed", {})
    records = {
        first: RunRecord(first, {"acc": 0.5}),
        second: RunRecord(second, failure="ValueError: no"),
    }
    assert missing_runs([SPEC], "fixed", records) == others


def test_runs_that_experiments_share_are_listed_once():
    again = replace(SPEC, name="again")
    assert missing_runs([SPEC, again], "fixed", {}) == missing_runs([SPEC], "fixed", {})
    assert planned_runs([SPEC, again], "fixed", {}) == set(missing_runs([SPEC], "fixed", {}))


def test_small_data_sets_come_first_and_then_the_repeats_in_turn():
    settings = tuple(Setting(name, 1) for name in ("vehicle", "ecoli"))
    runs = missing_runs([replace(SPEC, settings=settings)], "fixed", {})
    assert [(run.dataset, run.repeat) for run in runs] == [
        *(("ecoli", 0), ("ecoli", 0), ("ecoli", 1), ("ecoli", 1)),
        *(("vehicle", 0), ("vehicle", 0), ("vehicle", 1), ("vehicle", 1)),
    ]


@pytest.mark.usefixtures("nothing_here")
def test_what_cannot_be_run_is_planned_all_the_same():
    spec = load_spec("table2", quick=True, datasets=["lost"], methods=["K-means"])
    assert missing_runs([spec], "fixed", {}) == []
    assert len(planned_runs([spec], "fixed", {})) == len(spec.rho) * spec.repeats
    assert planned_runs([spec], "fixed", {}, possible=True) == set()
    assert obstacle(cells_of(spec)[0]).startswith("Lost is not on this machine (lost.mat; http")


def test_obstacles_of_methods():
    assert obstacle(cells_of(SPEC)[0]) == ""
    absent = replace(cells_of(SPEC)[0], method="plclust.cluster:NoSuchThing")
    assert obstacle(absent) == "not available: plclust.cluster has no NoSuchThing"


@pytest.mark.usefixtures("nothing_here")
def test_only_what_is_missing_is_fetched(monkeypatch):
    asked = []

    def load(name, *, download):
        asked.append((name, download))
        if name == "msrcv2":
            raise OSError("no connection")

    monkeypatch.setattr("plclust.experiments._plan.load_dataset", load)
    spec = load_spec("table2", quick=True, datasets=["msrcv2", "lost"])
    assert fetch_missing_datasets([spec, SPEC]) == {"msrcv2": "no connection"}
    assert asked == [("lost", True), ("msrcv2", True)]
