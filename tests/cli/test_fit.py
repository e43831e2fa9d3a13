import json
import os
import sys

import numpy as np
import pytest

from cli.commands import NAMES, SCRIPT, assert_refused, read_rows
from cli.commands import run_fit as run
from plclust.io import read_table, write_table
from plclust.io._table import as_objects


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["--candidates, --candidate-columns, --candidate-prefix"]),
        (["--candidates", "labels", "--candidate-prefix", "x"], ["by one of", "--candidates and"]),
        (["--candidates", "labels", "--n-clusters", "0"], ["--n-clusters"]),
        (["--candidates", "labels", "--alpha", "-1"], ["--alpha"]),
        (["--candidates", "labels", "--alpha", "1"], ["with --published only"]),
        (["--candidates", "labels", "--id", "cluster"], ["name of a column of the result"]),
        (["--candidates", "labels", "--published", "--beta", "nan"], ["nan is no finite number"]),
        (["--candidates", "labels", "--n-jobs", "0"], ["-1 for all cores"]),
    ],
)
def test_wrong_usage(table, arguments, words):
    assert_refused(run(table, "--out", table.with_name("r.csv"), *arguments), 2, *words)
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
    assert_refused(result, 2, *words)
    assert table.read_bytes() == before


def test_missing_input(tmp_path):
    assert_refused(run(tmp_path / "no.csv", "--candidates", "y", "--out", tmp_path / "r.csv"), 2)
    assert not any(tmp_path.iterdir())


def test_arrays_of_another_length_are_refused_before_the_fit(tmp_path, data):
    X, _, labels = data
    np.savez(tmp_path / "t.npz", X=X, y=np.array(labels), id=np.arange(80))
    out = tmp_path / "out.csv"
    result = run(tmp_path / "t.npz", "--candidates", "y", "--id", "id", "--out", out)
    assert_refused(result, 1, "the array 'id'", "shape (80,)")
    assert "[PartialLabelClustering]" not in result.stderr


def test_a_failing_write_leaves_nothing(table, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setitem(sys.modules["plclust.io._files"].WRITERS, ".csv", fail)
    out = table.with_name("r.csv")
    out.write_text("old")
    assert_refused(run(table, "--candidates", "labels", "--out", out), 1, "disk full")
    assert out.read_text() == "old"
    assert {file.name for file in table.parent.iterdir()} == {"table.csv", "r.csv"}


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
    assert_refused(result, 1, "No space left on device: 'r.csv'")
    assert not page.exists()


def test_a_page_without_matplotlib_is_refused_before_the_fit(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out, page = table.with_name("r.csv"), table.with_name("p.html")
    result = run(table, "--candidates", "labels", "--out", out, "--summary", page)
    assert_refused(result, 1, "plclust[report]")
    assert not out.exists()


def test_a_result_that_cannot_be_written_is_refused_before_the_fit(table, monkeypatch):
    def fit(*_args):
        raise AssertionError("fitted")

    monkeypatch.setattr("plclust.cli._fit_run.run_fit", fit)
    with monkeypatch.context() as context:
        for library in ("pyarrow.parquet", "polars"):
            context.setitem(sys.modules, library, None)
        result = run(table, "--candidates", "labels", "--out", table.with_name("r.parquet"))
        assert_refused(result, 1, "Parquet files need pyarrow or polars")
    may = os.access
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK and may(path, mode))
    result = run(table, "--candidates", "labels", "--out", table.with_name("r.csv"))
    assert_refused(result, 2, "is write-protected")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("option", ["--out", "--summary"])
def test_a_pipe_is_not_replaced(table, option):
    pipes = {"--out": table.with_name("p.csv"), "--summary": table.with_name("p.html")}
    os.mkfifo(pipes[option])
    others = {"--out": table.with_name("r.csv")} | {option: pipes[option]}
    arguments = [word for pair in others.items() for word in pair]
    assert_refused(run(table, "--candidates", "labels", *arguments), 2, "a device or a pipe")


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_a_fit_that_is_stopped_writes_nothing(table, monkeypatch, quiet):
    def stopped(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("plclust.cluster._in_memory.guided_features", stopped)
    out = table.with_name("r.csv")
    out.write_text("before")
    result = run(table, "--candidates", "labels", "--out", out, *quiet)
    assert_refused(result, 130, "Stopped; nothing was written")
    assert "The estimator can be used" not in result.stderr
    assert out.read_text() == "before"


def test_stopped_before_the_fit_began(table, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("plclust.cli._fit._check_usage", stop)
    result = run(table, "--candidates", "labels", "--out", table.with_name("o.csv"))
    assert result.exit_code == 130
    assert "nothing was written" in result.stderr
