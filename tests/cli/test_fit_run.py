import json
import warnings

import numpy as np
import pytest

from cli.commands import NAMES, assert_refused, assert_table_refused, read_rows
from cli.commands import run_fit as run
from plclust import PartialLabelClustering
from plclust.cli._columns import Roles
from plclust.cli._fit_run import PARAMETERS, FitOutcome, _told_at_once, run_fit, summary_page
from plclust.io import write_table
from plclust.io._table import as_objects
from plclust.report._summary import ClusterRow


def test_standardising_matters_and_can_be_left(tmp_path, data):
    X, _, labels = data
    wide = np.column_stack([X, np.random.default_rng(0).normal(size=90) * 1e4])
    columns = {f"x{j}": wide[:, j] for j in range(3)} | {"labels": as_objects(labels)}
    write_table(tmp_path / "t.csv", columns)
    results = {}
    for flag in ("--standardize", "--no-standardize"):
        out = tmp_path / f"r{flag}.csv"
        assert run(tmp_path / "t.csv", "--candidates", "labels", "--out", out, flag).exit_code == 0
        results[flag] = out.read_text()
    assert results["--standardize"] != results["--no-standardize"]


def test_no_candidates_at_all_need_a_number_of_clusters(tmp_path, data):
    X = data[0]
    columns = {"a": X[:, 0], "b": X[:, 1], "y": as_objects([""] * 90)}
    write_table(tmp_path / "t.csv", columns)
    arguments = [tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv"]
    refused = run(*arguments)
    assert_refused(refused, 1, "y names no class")
    assert "Set --n-clusters" in refused.stderr
    assert run(*arguments, "--n-clusters", 3).exit_code == 0
    assert {row["class"] for row in read_rows(tmp_path / "r.csv")} == {""}


def test_the_only_class_is_told(tmp_path):
    columns = {"a": np.arange(40.0) ** 2, "y": as_objects(["red", ""] * 20)}
    write_table(tmp_path / "t.csv", columns)
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv")
    assert_refused(result, 1, "only one class, red")
    assert not (tmp_path / "r.csv").exists()


def test_a_column_of_numbers_but_for_some_entries_is_warned_of_whatever_is_quiet(tmp_path, data):
    X, _, labels = data
    ages = [*map(str, range(88)), "?", "unknown"]
    columns = {"a": X[:, 0], "age": as_objects(ages), "y": as_objects(labels)}
    write_table(tmp_path / "t.csv", columns | {"colour": as_objects(["red", "1"] * 45)})
    result = run(
        tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv", "-q", "--json"
    )
    assert result.stderr.count("is no feature") == 1
    said = "the column 'age' is no feature, because of text such as '?' in 2 of 90 entries"
    assert f"warning: {said}" in result.stderr
    assert said in json.loads(result.stdout)["warnings"][0]
    named = run(
        *(tmp_path / "t.csv", "--candidates", "y", "--features", "a"),
        *("--out", tmp_path / "r.csv", "-q"),
    )
    assert "age" not in named.stderr


def test_a_column_that_counts_rows_is_told_of(tmp_path, data):
    X, _, labels = data
    columns = {"n": np.arange(90), "a": X[:, 0], "y": as_objects(labels)}
    write_table(tmp_path / "t.csv", columns)
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv")
    assert "'n' numbers the rows. If it is an id: --id n" in result.stderr


def test_what_makes_a_fit_slow_is_told_before_it(table, tmp_path, monkeypatch):
    monkeypatch.setattr("plclust.cluster._neighborhood.MANY", 50)
    monkeypatch.setattr("plclust.cluster._neighborhood.has_faiss", lambda: False)
    result = run(table, "--candidates", "labels", "--id", "id", "--out", tmp_path / "r.csv")
    assert result.exit_code == 0, result.output
    lines = result.stderr.splitlines()
    (told,) = [i for i, line in enumerate(lines) if line.startswith("warning: faiss is not")]
    assert told < min(i for i, line in enumerate(lines) if "graph of" in line)


def test_warnings_are_told_before_what_ends_a_fit(tmp_path):
    columns = {"a": np.arange(4.0), "b": np.array([1.0, 5, 2, 9]), "y": as_objects(["a;b"] * 4)}
    write_table(tmp_path / "t.csv", columns)
    arguments = ["--features", "a,b", "--candidates", "y", "--out", tmp_path / "r.csv"]
    assert_refused(run(tmp_path / "t.csv", *arguments), 1, "warning: 4 entries", "only one class")


def test_warnings_are_one_line_on_stderr(tmp_path):
    columns = {"a": np.arange(4.0), "b": np.array([1.0, 5, 2, 9]), "y": as_objects([*"abab"])}
    write_table(tmp_path / "t.csv", columns)
    arguments = ["--features", "a,b", "--out", tmp_path / "r.csv"]
    result = run(tmp_path / "t.csv", "--candidates", "y", *arguments)
    assert result.exit_code == 0, result.output
    assert "warning: --n-neighbors=10 is lowered to 3" in result.stderr


def test_each_warning_is_told_once():
    told = []
    with _told_at_once([], told.append):
        for message in ("few labels", "few labels", "many copies"):
            warnings.warn(message, UserWarning, stacklevel=1)
    assert told == ["warning: few labels", "warning: many copies"]


def test_quiet_still_warns(tmp_path):
    columns = {"": np.arange(40.0), "a": np.random.default_rng(0).standard_normal(40)}
    write_table(tmp_path / "t.csv", {**columns, "y": as_objects(["cat", "dog"] * 20)})
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv", "-q")
    assert result.exit_code == 0, result.output
    assert result.stderr == "warning: the feature '' numbers the rows. If it is an id: --id ''\n"


BAD = {
    "one class": ("a,y\n1,p\n2,p\n", [], ["only one class"]),
    "ragged": ("a,y\n1,p\n2\n", [], ["record 3"]),
    "empty": ("", [], ["is empty"]),
    "too many clusters": ("a,y\n1,p\n2,q\n", ["--n-clusters", "9"], ["--n-clusters=9"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_data(tmp_path, case):
    content, arguments, words = BAD[case]
    assert_table_refused(tmp_path, content, ["--candidates", "y", *arguments], words)


def test_a_summary_page_shows_names_as_text(table):
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    out, page = table.with_name("r.csv"), table.with_name("page.html")
    result = run(table, "--candidates", "labels", "--out", out, "--summary", page)
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert text.count("<svg") == 3


def test_a_class_may_have_letters_that_cannot_be_drawn(tmp_path, data):
    pytest.importorskip("matplotlib")
    X, _, labels = data
    path, page = tmp_path / "table.csv", tmp_path / "page.html"
    names = [label.replace("dog", "do\x01g") for label in labels]
    columns = {"a": list(X[:, 0]), "b": list(X[:, 1]), "y": names}
    write_table(path, {name: as_objects(values) for name, values in columns.items()})
    result = run(path, "--candidates", "y", "--out", tmp_path / "o.csv", "--summary", page)
    assert result.exit_code == 0, result.output
    assert "do g" in page.read_text(encoding="utf-8")


OPTIONS = dict.fromkeys(PARAMETERS) | {
    "standardize": True,
    "published": False,
    "seed": 0,
    "quiet": True,
}


@pytest.fixture
def fit(table):
    """Fit the table, and give back what it comes to, what was told and what was warned of."""

    def call(**options):
        told, warned = [], []
        found = run_fit(
            table, Roles("labels", id="id"), OPTIONS | options, told.append, warned.append
        )
        return found, told, warned

    return call


def test_results_are_by_the_names_of_classes(fit):
    found, _, warned = fit()
    assert list(found.columns) == ["id", "cluster", "cluster_class", "class", "confidence"]
    assert set(found.columns["class"]) == set(NAMES)
    assert [row.name for row in found.clusters] == sorted(NAMES)
    assert sum(row.size for row in found.clusters) == len(found.X) == 90
    assert found.facts["classes_without_cluster"] == []
    assert found.labelled.sum() == found.facts["n_labelled"] == 18
    assert not warned


def test_features_are_standardised_if_asked_for(fit):
    np.testing.assert_allclose(fit()[0].X.std(axis=0), 1)
    assert fit(standardize=False)[0].X.std(axis=0).min() > 2


def test_options_not_given_are_left_to_the_estimator(fit):
    default = PartialLabelClustering()
    assert fit()[0].estimator.n_neighbors == default.n_neighbors
    found = fit(n_neighbors=7, seed=3)[0]
    assert (found.estimator.n_neighbors, found.estimator.random_state) == (7, 3)
    published = fit(published=True, alpha=0.5)[0].estimator
    assert (
        published.get_params()
        == PartialLabelClustering.as_published(
            alpha=0.5, random_state=0, verbose=False
        ).get_params()
    )


def test_classes_that_name_no_cluster_are_told(fit):
    found, _, _ = fit(n_clusters=2)
    named = {cluster["class"] for cluster in found.facts["clusters"]}
    assert len(named) == 2
    assert {*found.facts["classes_without_cluster"]} == {*NAMES} - named


def test_many_features_and_columns_left_out_are_not_all_told(tmp_path):
    texts = {f"t{number}": as_objects(["u", "v"] * 6) for number in range(22)}
    numbers = {f"x{j}": np.random.default_rng(j).normal(size=12) for j in range(9)}
    write_table(tmp_path / "t.csv", numbers | texts | {"y": as_objects(["p", "q"] * 6)})
    told = []
    run_fit(tmp_path / "t.csv", Roles("y"), OPTIONS | {"n_neighbors": 3}, told.append, told.append)
    assert told[0].endswith("9 features: x0, x1, x2, x3, x4, x5, x6, x7, ...")
    assert told[1].startswith("left out, as not numeric: 't0' (text such as 'u'); 't1'")
    assert told[1].endswith("; 't19' (text such as 'u'); and 2 more")


def test_clusters_as_text():
    clusters = [ClusterRow(0, "a\n b", 7, 0.25), ClusterRow(11, "", 1234, None)]
    text = FitOutcome({}, clusters, None, None, None, {}).as_text()
    assert text.splitlines() == [
        "cluster  samples confidence  class",
        "      0        7      0.250  a b",
        "     11     1234             ",
    ]


def test_the_page_has_figures_and_facts_of_the_fit(fit):
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    page = summary_page(fit()[0], "my <table>.csv")
    assert "<h1>Clusters of my &lt;table&gt;.csv</h1>" in page
    assert "<dt>with candidates</dt><dd>18</dd>" in page
    assert "colour (text such as &#39;red&#39;)" in page
    assert "n_neighbors = 10" in page
    assert "n_clusters" not in page


def fit_to_sets(tmp_path, data, sets, *arguments):
    columns = {f"x{j}": data[0][:, j] for j in range(2)} | {"y": as_objects(sets)}
    write_table(tmp_path / "t.csv", columns)
    arguments = ["--candidates", "y", "--out", tmp_path / "r.csv", *arguments]
    return run(tmp_path / "t.csv", *arguments)


@pytest.mark.parametrize(
    "a_set, none", [("['ann', 'bob']", "[]"), ("{'ann', 'bob'}", "set()"), ("('ann', 'bob')", "()")]
)
def test_sets_may_be_as_they_are_printed(tmp_path, data, a_set, none):
    results = []
    for pair, nothing in ((a_set, none), ("ann|bob", "")):
        sets = [pair, nothing, nothing] * 10 + ["eve", nothing, nothing] * 20
        assert fit_to_sets(tmp_path, data, sets).exit_code == 0
        results.append((tmp_path / "r.csv").read_text())
    assert results[0] == results[1]


@pytest.mark.parametrize("separator", [",", ";"])
def test_other_separators_are_warned_of(tmp_path, data, separator):
    sets = [f"ann{separator}bob", "", "eve"] * 30
    result = fit_to_sets(tmp_path, data, sets)
    assert f"30 entries of the column 'y' have '{separator}' in them" in result.stderr
    assert "write 'a|b'" in result.stderr
    sets[0] = "ann|bob"
    assert "entries of the column" not in fit_to_sets(tmp_path, data, sets).stderr


def test_a_common_class_is_told_by_its_name(tmp_path, data):
    result = fit_to_sets(tmp_path, data, ["dog|owl", "dog|cat", ""] * 30)
    assert result.stderr.count("is a candidate of every") == 1
    assert "warning: The class dog is a candidate of every labelled sample" in result.stderr


def test_a_single_class_is_told_by_its_name(tmp_path, data):
    result = fit_to_sets(tmp_path, data, ["dog", "", ""] * 30, "--n-clusters", "3")
    assert result.stderr.count("y names only one class") == 1
    assert "warning: y names only one class, dog" in result.stderr
