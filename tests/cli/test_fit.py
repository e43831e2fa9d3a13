import csv
import json
import sys

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.datasets import make_blobs

from plclust.cli import main
from plclust.io import read_table, write_table
from plclust.io._table import as_objects

SCRIPT = "<script>alert(1)</script>"
NAMES = np.array([SCRIPT, "dog", "owl"])


@pytest.fixture(scope="module")
def data():
    X, truth = make_blobs([30, 30, 30], centers=[[9, 0], [0, 9], [-9, 0]], random_state=0)
    labels = [""] * 90
    for cluster in range(3):
        for i in np.flatnonzero(truth == cluster)[:6]:
            labels[i] = f"{NAMES[cluster]}|{NAMES[(cluster + 1 + i % 2) % 3]}"
    return X, NAMES[truth], labels


@pytest.fixture
def table(tmp_path, data):
    X, _, labels = data
    path = tmp_path / "table.csv"
    ids = [f"{i:03d}" for i in range(90)]
    colours = ["red", "blue"] * 45
    columns = {"id": ids, "colour": colours, "a": X[:, 0], "b": X[:, 1], "labels": labels}
    write_table(path, {name: as_objects(list(values)) for name, values in columns.items()})
    return path


def run(*arguments):
    return CliRunner().invoke(main, ["fit", *map(str, arguments)])


def refused(result, code, *words):
    assert result.exit_code == code, result.output
    for word in words:
        assert word in result.stderr
    assert "Traceback" not in result.stderr


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_becomes_clusters(table, data):
    out = table.with_name("result.csv")
    result = run(table, "--candidates", "labels", "--id", "id", "--out", out)
    assert result.exit_code == 0, result.output
    rows = read_rows(out)
    assert list(rows[0]) == ["id", "cluster", "cluster_class", "class", "confidence"]
    assert [row["id"] for row in rows] == [f"{i:03d}" for i in range(90)]
    assert np.mean([row["class"] == name for row, name in zip(rows, data[1], strict=True)]) > 0.9
    assert all(0 <= float(row["confidence"]) <= 1 for row in rows)
    by_cluster = {row["cluster"]: row["cluster_class"] for row in rows}
    assert len(by_cluster) == len(set(by_cluster.values())) == 3
    assert all(row["cluster_class"] == by_cluster[row["cluster"]] for row in rows)
    assert "left out, as not numeric: 'colour' (text such as 'red')" in result.stderr
    assert "18 with candidates of 3 classes; 2 features: a, b" in result.stderr
    assert "[PartialLabelClustering]" in result.stderr
    assert SCRIPT in result.stdout


def test_json_tells_what_was_done(table):
    out = table.with_name("result.csv")
    arguments = ["--candidates", "labels", "--id", "id", "--out", out, "--json", "--quiet"]
    result = run(table, *arguments, "--n-clusters", 4, "--published", "--seed", 3)
    assert result.exit_code == 0, result.output
    assert not result.stderr
    facts = json.loads(result.stdout)
    assert facts["n_samples"] == 90
    assert facts["n_labelled"] == 18
    assert facts["features"] == ["a", "b"]
    assert facts["left_out"] == {"colour": "text such as 'red'"}
    assert facts["classes"] == sorted(NAMES.tolist())
    assert facts["parameters"]["published"] is True
    assert facts["parameters"]["n_neighbors"] == 10
    assert len(facts["clusters"]) == 4
    assert sum(cluster["size"] for cluster in facts["clusters"]) == 90
    assert facts["out"] == str(out)


def test_the_same_from_every_form(tmp_path, table, data):
    X, _, labels = data
    marks = np.array([[name in text.split("|") for name in NAMES] for text in labels])
    arrays = {"X": X, "y": np.array(labels), "marks": marks, "name": np.arange(90)}
    np.savez(tmp_path / "t.npz", **arrays)
    one_hot = {f"is_{name}": marks[:, j] for j, name in enumerate(NAMES)}
    write_table(tmp_path / "hot.csv", {"a": X[:, 0], "b": X[:, 1], **one_hot})
    quoted = ",".join(f'"{name}"' for name in one_hot)
    forms = {
        "csv": [table, "--candidates", "labels", "--id", "id"],
        "npz": [tmp_path / "t.npz", "--candidates", "y", "--id", "name", "--features", "X"],
        "matrix": [tmp_path / "t.npz", "--candidates", "marks", "--features", "X"],
        "prefix": [tmp_path / "hot.csv", "--candidate-prefix", "is_"],
        "columns": [tmp_path / "hot.csv", "--candidate-columns", quoted, "--features", "a,b"],
    }
    found = {}
    for name, arguments in forms.items():
        out = tmp_path / f"{name}.npz"
        result = run(*arguments, "--out", out)
        assert result.exit_code == 0, result.output
        found[name] = read_table(out, ["class"]).columns
    for columns in found.values():
        np.testing.assert_array_equal(columns["confidence"], found["csv"]["confidence"])
    for name in ("npz", "prefix"):
        np.testing.assert_array_equal(found[name]["class"], found["csv"]["class"])
    classes = [f"is_{name}" for name in found["csv"]["class"]]
    np.testing.assert_array_equal(found["columns"]["class"], classes)
    assert found["npz"]["name"].tolist() == list(range(90))


def test_parquet_in_and_out(tmp_path, data):
    pytest.importorskip("pyarrow.parquet")
    X, _, labels = data
    sets = as_objects([text.split("|") if text else None for text in labels])
    columns = {"key": np.arange(90), "a": X[:, 0], "b": X[:, 1], "labels": sets}
    write_table(tmp_path / "t.parquet", columns)
    out = tmp_path / "r.parquet"
    result = run(tmp_path / "t.parquet", "--candidates", "labels", "--id", "key", "--out", out)
    assert result.exit_code == 0, result.output
    table = read_table(out, ["key", "class"])
    assert table.columns["key"].tolist() == list(range(90))
    assert set(table.columns["class"]) == set(NAMES)


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


@pytest.mark.parametrize("word", ["", "NA", "nan", "None", "-1", "-1.0"])
def test_words_for_no_candidates(tmp_path, data, word):
    X, _, labels = data
    texts = as_objects([text or word for text in labels])
    write_table(tmp_path / "t.csv", {"a": X[:, 0], "b": X[:, 1], "y": texts})
    out = tmp_path / "r.csv"
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", out, "--json", "-q")
    assert json.loads(result.stdout)["n_labelled"] == 18
    assert len(json.loads(result.stdout)["classes"]) == 3


def test_no_candidates_at_all_need_a_number_of_clusters(tmp_path, data):
    X = data[0]
    columns = {"a": X[:, 0], "b": X[:, 1], "y": as_objects([""] * 90)}
    write_table(tmp_path / "t.csv", columns)
    arguments = [tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv"]
    refused(run(*arguments), 1, "y names no class")
    assert run(*arguments, "--n-clusters", 3).exit_code == 0
    assert {row["class"] for row in read_rows(tmp_path / "r.csv")} == {""}


def test_a_column_that_counts_rows_is_told_of(tmp_path, data):
    X, _, labels = data
    columns = {"n": np.arange(90), "a": X[:, 0], "y": as_objects(labels)}
    write_table(tmp_path / "t.csv", columns)
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv")
    assert "'n' numbers the rows. If it is an id: --id n" in result.stderr


def test_warnings_are_one_line_on_stderr(tmp_path):
    columns = {"a": np.arange(4.0), "b": np.array([1.0, 5, 2, 9]), "y": as_objects([*"abab"])}
    write_table(tmp_path / "t.csv", columns)
    arguments = ["--features", "a,b", "--out", tmp_path / "r.csv"]
    result = run(tmp_path / "t.csv", "--candidates", "y", *arguments)
    assert result.exit_code == 0, result.output
    assert "warning: n_neighbors=10 is lowered to 3" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["--candidates, --candidate-columns, --candidate-prefix"]),
        (["--candidates", "labels", "--candidate-prefix", "x"], ["by one of"]),
        (["--candidates", "lables"], ["no column is called 'lables'", "Did you mean 'labels'?"]),
        (["--candidate-prefix", "zz"], ["no column starts with 'zz'"]),
        (["--candidates", "labels", "--id", "key"], ["no column is called 'key'"]),
        (["--candidates", "labels", "--features", "a,zz"], ["no column is called 'zz'"]),
        (["--candidates", "labels", "--features", "labels"], ["has another role"]),
        (["--candidates", "labels", "--n-clusters", "0"], ["--n-clusters"]),
        (["--candidates", "labels", "--alpha", "-1"], ["--alpha"]),
        (["--candidates", "labels", "--alpha", "1"], ["with --published only"]),
        (["--candidates", "labels", "--features", "a,b,a"], ["'a' is asked for twice"]),
        (["--candidates", "labels", "--features", ","], ["'--features'", "is no list of names"]),
        (["--candidates", "labels", "--features", ""], ["'--features'", "is no list of names"]),
        (["--candidates", "labels", "--features", "a\nb"], ["is no list of names", "Hint"]),
        (["--candidate-columns", ","], ["'--candidate-columns'", "is no list of names"]),
        (["--candidates", "labels", "--id", "cluster"], ["name of a column of the result"]),
    ],
)
def test_wrong_usage(table, arguments, words):
    refused(run(table, "--out", table.with_name("r.csv"), *arguments), 2, *words)
    assert not table.with_name("r.csv").exists()


@pytest.mark.parametrize(
    ("out", "summary", "words"),
    [
        ("table.csv", None, ["is the input"]),
        ("link.csv", None, ["is the input"]),
        ("r.xlsx", None, ["none of the suffixes"]),
        ("no/r.csv", None, ["There is no folder"]),
        ("r.csv", "r.csv", ["name the same file"]),
        ("r.csv", "table.csv", ["is the input"]),
        ("r.csv", "page.txt", ["should end in .html"]),
        ("r.csv", 300 * "x" + ".html", ["File name too long"]),
    ],
)
def test_places_not_written_to(table, out, summary, words):
    table.with_name("link.csv").hardlink_to(table)
    before = table.read_bytes()
    more = [] if summary is None else ["--summary", table.with_name(summary)]
    result = run(table, "--candidates", "labels", "--out", table.parent / out, *more)
    refused(result, 2, *words)
    assert table.read_bytes() == before


def test_missing_input(tmp_path):
    refused(run(tmp_path / "no.csv", "--candidates", "y", "--out", tmp_path / "r.csv"), 2)
    assert not any(tmp_path.iterdir())


BAD = {
    "text feature": ("a,c,y\n1,red,p\n2,blue,q\n", ["--features", "a,c"], ["'c' is not numeric"]),
    "missing": (
        "a,b,y\n1,,p\n,2,q\n3,,\n",
        [],
        ["'a' has 1, 'b' has 2", "--features", "Nothing is imputed"],
    ),
    "infinite": ("a,b,y\n1,inf,p\n1,2,q\n", [], ["'b' has 1"]),
    "too large": ("a,b,y\n1,1.7e308,p\n3,-1.7e308,q\n", [], ["'b' reaches 1.7e+308", "Hint"]),
    "too large as it is": ("a,y\n-1e160,p\n3,q\n", ["--no-standardize"], ["'a' reaches 1e+160"]),
    "no feature": ("a,y\nx,p\nz,q\n", [], ["no numeric column is left"]),
    "one class": ("a,y\n1,p\n2,p\n", [], ["only one class"]),
    "broken set": ("a,y\n1,p||q\n2,p\n", [], ["column 'y'", "missing label"]),
    "missing in a set": ("a,y\n1,p\n2,q\n3,NA|NA\n", [], ["y[2] is '|'", "missing label"]),
    "ragged": ("a,y\n1,p\n2\n", [], ["record 3"]),
    "empty": ("", [], ["is empty"]),
    "too many clusters": ("a,y\n1,p\n2,q\n", ["--n-clusters", "9"], ["n_clusters=9"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_data(tmp_path, case):
    content, arguments, words = BAD[case]
    path = tmp_path / "t.csv"
    path.write_text(content)
    out = tmp_path / "r.csv"
    refused(run(path, "--candidates", "y", "--out", out, *arguments), 1, *words)
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.parametrize("entry", ["2", "", "x"])
def test_indicators_must_be_0_and_1(tmp_path, entry):
    path = tmp_path / "t.csv"
    path.write_text(f"a,p,q\n1,1,0\n2,0,{entry}\n")
    result = run(path, "--candidate-columns", "p,q", "--out", tmp_path / "r.csv")
    refused(result, 1, "'q'", "Hint")
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_a_failing_write_leaves_nothing(table, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setitem(sys.modules["plclust.io._files"].WRITERS, ".csv", fail)
    out = table.with_name("r.csv")
    out.write_text("old")
    refused(run(table, "--candidates", "labels", "--out", out), 1, "disk full")
    assert out.read_text() == "old"
    assert {file.name for file in table.parent.iterdir()} == {"table.csv", "r.csv"}


def test_a_page_without_matplotlib_is_refused_before_the_fit(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out, page = table.with_name("r.csv"), table.with_name("p.html")
    result = run(table, "--candidates", "labels", "--out", out, "--summary", page)
    refused(result, 1, "plclust[report]")
    assert not out.exists()


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_a_fit_that_is_stopped_writes_nothing(table, monkeypatch, quiet):
    def stopped(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("plclust.cluster._in_memory.guided_features", stopped)
    out = table.with_name("r.csv")
    out.write_text("before")
    result = run(table, "--candidates", "labels", "--out", out, *quiet)
    refused(result, 130, "Stopped; nothing was written")
    assert out.read_text() == "before"


def test_quiet_still_warns(tmp_path):
    columns = {"": np.arange(40.0), "a": np.random.default_rng(0).standard_normal(40)}
    write_table(tmp_path / "t.csv", {**columns, "y": as_objects(["cat", "dog"] * 20)})
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv", "-q")
    assert result.exit_code == 0, result.output
    assert result.stderr == "warning: the feature '' numbers the rows. If it is an id: --id ''\n"


def test_the_only_class_is_told(tmp_path):
    columns = {"a": np.arange(40.0) ** 2, "y": as_objects(["red", ""] * 20)}
    write_table(tmp_path / "t.csv", columns)
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", tmp_path / "r.csv")
    refused(result, 1, "only one class, red")
    assert not (tmp_path / "r.csv").exists()


def test_if_one_file_cannot_be_written_neither_is(table, monkeypatch):
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")

    def fail(*_args):
        raise OSError(28, "No space left on device", "r.csv")

    monkeypatch.setattr("plclust.io.write_table", fail)
    page = table.with_name("page.html")
    result = run(
        table, "--candidates", "labels", "--out", table.with_name("r.csv"), "--summary", page
    )
    refused(result, 1, "No space left on device: 'r.csv'")
    assert not page.exists()


@pytest.mark.parametrize("dtype", [str, bytes])
@pytest.mark.parametrize("missing", ["", "NA", "None", "-1", "-1.0", "nan"])
def test_missing_labels_of_an_npz_file_are_no_class(tmp_path, data, missing, dtype):
    X, _, labels = data
    y = np.array([label or missing for label in labels])
    np.savez(tmp_path / "table.npz", X=X, y=y.astype(dtype))
    out = tmp_path / "out.csv"
    result = run(tmp_path / "table.npz", "--candidates", "y", "--out", out, "--json")
    assert json.loads(result.stdout)["n_labelled"] == 18


def test_arrays_of_another_length_are_refused_before_the_fit(tmp_path, data):
    X, _, labels = data
    np.savez(tmp_path / "t.npz", X=X, y=np.array(labels), id=np.arange(80))
    out = tmp_path / "out.csv"
    result = run(tmp_path / "t.npz", "--candidates", "y", "--id", "id", "--out", out)
    refused(result, 1, "the array 'id'", "shape (80,)")
    assert "[PartialLabelClustering]" not in result.stderr


def test_the_id_is_no_class_whatever_it_starts_with(tmp_path):
    path = tmp_path / "table.csv"
    columns = {"cid": [f"s{i}" for i in range(12)], "c_a": [1, 0] + [0] * 10}
    columns |= {"c_b": [0, 1] + [0] * 10, "x": list(np.linspace(0.0, 1.0, 12) ** 2)}
    write_table(path, {name: as_objects(values) for name, values in columns.items()})
    out = tmp_path / "out.csv"
    result = run(path, "--candidate-prefix", "c", "--id", "cid", "--out", out)
    assert result.exit_code == 0, result.output
    assert read_rows(out)[0]["cid"] == "s0"


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


def test_stopped_before_the_fit_began(table, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("plclust.cli._fit._check_usage", stop)
    result = run(table, "--candidates", "labels", "--out", table.with_name("o.csv"))
    assert result.exit_code == 130
    assert "nothing was written" in result.stderr
