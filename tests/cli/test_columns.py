import json

import numpy as np
import pytest

from cli.commands import read_rows, refused, refused_table
from cli.commands import run_fit as run
from plclust.io import write_table
from plclust.io._table import as_objects


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--candidates", "lables"], ["no column is called 'lables'", "Did you mean 'labels'?"]),
        (["--candidate-prefix", "zz"], ["no column starts with 'zz'"]),
        (["--candidates", "labels", "--id", "key"], ["no column is called 'key'"]),
        (["--candidates", "labels", "--features", "a,zz"], ["no column is called 'zz'"]),
        (["--candidates", "labels", "--features", "labels"], ["has another role"]),
        (["--candidates", "labels", "--features", "a,b,a"], ["'a' is asked for twice"]),
        (["--candidates", "labels", "--features", ","], ["'--features'", "is no list of names"]),
        (["--candidates", "labels", "--features", ""], ["'--features'", "is no list of names"]),
        (["--candidates", "labels", "--features", "a\nb"], ["is no list of names", "Hint"]),
        (["--candidate-columns", ","], ["'--candidate-columns'", "is no list of names"]),
    ],
)
def test_wrong_names_of_columns(table, arguments, words):
    refused(run(table, "--out", table.with_name("r.csv"), *arguments), 2, *words)
    assert not table.with_name("r.csv").exists()


@pytest.mark.parametrize("word", ["", "NA", "nan", "None", "-1", "-1.0"])
def test_words_for_no_candidates(tmp_path, data, word):
    X, _, labels = data
    texts = as_objects([text or word for text in labels])
    write_table(tmp_path / "t.csv", {"a": X[:, 0], "b": X[:, 1], "y": texts})
    out = tmp_path / "r.csv"
    result = run(tmp_path / "t.csv", "--candidates", "y", "--out", out, "--json", "-q")
    assert json.loads(result.stdout)["n_labelled"] == 18
    assert len(json.loads(result.stdout)["classes"]) == 3


@pytest.mark.parametrize("dtype", [str, bytes])
@pytest.mark.parametrize("missing", ["", "NA", "None", "-1", "-1.0", "nan"])
def test_missing_labels_of_an_npz_file_are_no_class(tmp_path, data, missing, dtype):
    X, _, labels = data
    y = np.array([label or missing for label in labels])
    np.savez(tmp_path / "table.npz", X=X, y=y.astype(dtype))
    out = tmp_path / "out.csv"
    result = run(tmp_path / "table.npz", "--candidates", "y", "--out", out, "--json")
    assert json.loads(result.stdout)["n_labelled"] == 18


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
    "broken set": ("a,y\n1,p||q\n2,p\n", [], ["column 'y'", "missing label"]),
    "missing in a set": ("a,y\n1,p\n2,q\n3,NA|NA\n", [], ["y[2] is '|'", "missing label"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_data(tmp_path, case):
    content, arguments, words = BAD[case]
    refused_table(tmp_path, content, ["--candidates", "y", *arguments], words)


@pytest.mark.parametrize("entry", ["2", "", "x"])
def test_indicators_must_be_0_and_1(tmp_path, entry):
    content = f"a,p,q\n1,1,0\n2,0,{entry}\n"
    refused_table(tmp_path, content, ["--candidate-columns", "p,q"], ["'q'", "Hint"])


def test_the_id_is_no_class_whatever_it_starts_with(tmp_path):
    path = tmp_path / "table.csv"
    columns = {"cid": [f"s{i}" for i in range(12)], "c_a": [1, 0] + [0] * 10}
    columns |= {"c_b": [0, 1] + [0] * 10, "x": list(np.linspace(0.0, 1.0, 12) ** 2)}
    write_table(path, {name: as_objects(values) for name, values in columns.items()})
    out = tmp_path / "out.csv"
    result = run(path, "--candidate-prefix", "c", "--id", "cid", "--out", out)
    assert result.exit_code == 0, result.output
    assert read_rows(out)[0]["cid"] == "s0"
