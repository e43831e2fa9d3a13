import pytest

from plclust.experiments import RunRecord, Store, build_all_results, load_spec
from plclust.experiments._plan import planned_runs
from plclust.experiments._united import unite

NOTHING = {}


def fixed(name="fig1", **choices):
    return load_spec(name, **choices), "fixed"


def test_methods_and_data_sets_that_were_asked_for_apart_stand_together():
    asked = [
        fixed(quick=True, methods=["PLC"], datasets=["ecoli"]),
        fixed(quick=True, methods=["SC"], datasets=["ecoli"]),
        fixed(quick=True, methods=["SC", "PLC"], datasets=["vehicle"]),
    ]
    ((spec, policy),) = unite(asked, NOTHING)
    assert policy == "fixed"
    assert spec.methods == ("PLC", "SC")
    assert [setting.dataset for setting in spec.settings] == ["ecoli", "vehicle"]
    assert asked[0][0].methods == ("PLC",)


@pytest.mark.parametrize(
    "others",
    [fixed(methods=["SC"], datasets=["vehicle"]), fixed(methods=["SC"], repeats=3)],
    ids=["data sets", "splits"],
)
def test_no_table_has_cells_that_nobody_asked_for(others):
    asked = [fixed(methods=["PLC"], datasets=["ecoli", "vehicle"]), others]
    assert unite(asked, NOTHING) == asked


def test_the_most_splits_count():
    asked = [fixed(repeats=n, methods=["PLC"]) for n in (3, 5, 2)]
    assert [spec.repeats for spec, _ in unite(asked, NOTHING)] == [5]


def test_methods_of_the_long_form_are_no_longer_left_out_if_they_were_asked_for():
    asked = [fixed("table2", quick=True), fixed("table2", quick=True, methods=["SSSC"])]
    ((spec, _),) = unite(asked, NOTHING)
    assert spec.methods[-1] == "SSSC"
    assert spec.left_out == ("SSC-TLRR", "DP-GLPCA")


def test_parts_of_what_compares_experiments_stand_together():
    asked = [fixed("significance", quick=True, methods=["PLC", name]) for name in ("SC", "K-means")]
    ((spec, _),) = unite(asked, NOTHING)
    assert {part.methods for part in spec.parts} == {("PLC", "SC", "K-means")}


@pytest.mark.parametrize(
    "others",
    [
        (load_spec("fig1", scaling="global"), "fixed"),
        (load_spec("fig1"), "hindsight"),
        (load_spec("figs1"), "fixed"),
    ],
)
def test_what_is_not_alike_stays_apart(others):
    assert unite([fixed(), others], NOTHING) == [fixed(), others]


def test_grids_are_told_apart_where_a_policy_chooses_from_them():
    specs = [load_spec("fig1", grid=grid) for grid in ("tied", "full")]
    assert len(unite([(spec, "fixed") for spec in specs], NOTHING)) == 1
    assert len(unite([(spec, "hindsight") for spec in specs], NOTHING)) == 2


def test_a_short_form_is_left_out_if_the_long_one_has_all_of_it():
    short, long = fixed(quick=True, methods=["PLC"]), fixed(methods=["PLC"])
    assert unite([short, long], NOTHING) == [long]
    assert unite([fixed(quick=True), long], NOTHING) == [fixed(quick=True), long]


def test_all_results_of_a_store_show_every_run_once(tmp_path):
    with Store(tmp_path / "runs.sqlite") as store:
        for name in ("PLC", "SC"):
            choices = {"quick": True, "datasets": ["ecoli"], "methods": [name]}
            store.remember("fig1", "fixed", **choices)
            for run in planned_runs([load_spec("fig1", **choices)], "fixed", NOTHING):
                store.add(RunRecord(run, {"acc": 0.5, "nmi": 0.5}))
        (results,) = build_all_results(store)
    assert [list(figure.series) for figure in results.figures] == [["PLC", "SC"]] * 2
