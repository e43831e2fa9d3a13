import pytest

from plclust.datasets import list_datasets
from plclust.experiments import find_method, list_methods, list_specs, load_spec, paper_table
from plclust.experiments._plan import cells_of
from plclust.experiments._specs import KINDS

EXPECTED = {
    *("table2", "table2-lyn10", "table4", "table4-lyn10", "table5"),
    *("fig1", "figs1", "figs2", "fig3", "significance", "convergence", "theorem"),
    *("beyond", "beyond-significance"),
}


def test_there_is_a_spec_for_every_table_and_figure():
    assert set(list_specs()) == EXPECTED


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_specs_name_what_exists(name, quick):
    spec = load_spec(name, quick=quick)
    assert spec.kind in KINDS
    assert spec.repeats == (2 if quick else 10)
    cells = cells_of(spec)
    assert cells
    for cell in cells:
        info = list_datasets()[cell.setting.dataset]
        assert (cell.setting.r > 0) == (info.n_candidates is None)
        assert cell.method in list_methods()
        assert len(cell.spec.rho) <= 2 or not quick


@pytest.mark.parametrize("name", ["table2", "table2-lyn10", "table4", "table4-lyn10", "table5"])
def test_every_printed_figure_has_its_cell(name):
    cells = {
        (cell.setting.dataset, find_method(cell.method).paper_name, cell.rho)
        for cell in cells_of(load_spec(name))
    }
    assert cells == set(paper_table(name))


def test_figures_have_as_many_cases_as_the_paper_counts():
    def cases(name):
        spec = load_spec(name)
        return len(spec.settings) * len(spec.rho) * len(spec.metrics)

    assert [cases(name) for name in ("fig1", "figs1", "figs2")] == [72, 24, 32]


def test_a_spec_can_be_cut_down():
    spec = load_spec("fig1", repeats=3, datasets=["ecoli"], methods=["SC"], scaling="global")
    assert [setting.slug for setting in spec.settings] == ["ecoli-r1", "ecoli-r2"]
    assert (spec.repeats, spec.methods, spec.scaling) == (3, ("SC",), "global")
    parts = load_spec("significance", datasets=["ecoli"], repeats=3).parts
    assert {cell.setting.dataset for part in parts for cell in cells_of(part)} == {"ecoli"}


def test_unknown_names_are_refused_with_a_hint():
    with pytest.raises(ValueError, match="'table3' is no experiment"):
        load_spec("table3")
    with pytest.raises(ValueError, match=r"package\.module:Class"):
        find_method("k-means")


def test_splits_are_counted_from_one():
    with pytest.raises(ValueError, match="repeats=0 is no number of splits"):
        load_spec("table2", repeats=0)


@pytest.mark.parametrize(
    "choices, words",
    [
        ({"datasets": ["nosuch"]}, "'nosuch' is no data set, expected one of"),
        (
            {"datasets": ["ecoli"]},
            "table2 has none of the data sets ecoli, only lost, .*Hint",
        ),
        ({"datasets": "lost"}, r"datasets='lost' is a string.*Hint: datasets=\['lost'\]"),
        ({"methods": "PLC"}, "methods='PLC' is a string, expected a list of names"),
        ({"methods": ["magic"]}, "'magic' is no method"),
        ({"scaling": "some"}, "scaling='some', expected one of blocks, global, none"),
        ({"grid": "wide"}, "grid='wide', expected one of full, tied, quick"),
    ],
)
def test_wrong_choices_are_refused(choices, words):
    with pytest.raises(ValueError, match=words):
        load_spec("table2", **choices)


def test_methods_with_which_there_is_nothing_to_show_are_refused():
    with pytest.raises(ValueError, match="significance needs the reference PLC among the methods"):
        load_spec("significance", methods=["K-means"])
    with pytest.raises(ValueError, match=r"significance compares PLC with others, got no other"):
        load_spec("significance", methods=["PLC"])
    for name in ("theorem", "convergence"):
        with pytest.raises(ValueError, match=f"{name} shows .* and K-means is none of them"):
            load_spec(name, methods=["PLC", "K-means"])
    with pytest.raises(ValueError, match=r"fig3 varies alpha.*K-means has none of them"):
        load_spec("fig3", methods=["PLC", "K-means"])


def test_a_method_that_is_named_twice_is_there_once():
    assert load_spec("table2", methods=["PLC", "SC", "PLC"]).methods == ("PLC", "SC")


def test_data_sets_that_only_the_full_form_has_are_told():
    assert load_spec("beyond", datasets=["lost"]).settings
    with pytest.raises(ValueError, match=r"the quick form of beyond has none .* lost.*leave out"):
        load_spec("beyond", quick=True, datasets=["lost"])
    with pytest.raises(ValueError, match=r"ecoli, only .*Hint: leave out the data sets for all"):
        load_spec("table2", quick=True, datasets=["ecoli"])
