import json

import numpy as np
import pytest

from cli.commands import assert_refused, assert_table_refused, read_rows
from cli.commands import run_fit as run
from plclust.cli._columns import (
    Roles,
    UnknownColumnError,
    candidates_of,
    counts_rows,
    features_of,
    split_names,
)
from plclust.io import Table, write_table
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
    assert_refused(run(table, "--out", table.with_name("r.csv"), *arguments), 2, *words)
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
    assert_table_refused(tmp_path, content, ["--candidates", "y", *arguments], words)


def test_integers_that_were_written_as_floats_are_integers():
    candidates, classes = candidates_of(
        Table(4, {"y": as_objects(["1.0", "", "2.0", "-1.0"])}), Roles("y")
    )
    assert classes.tolist() == ["1", "2"]
    assert candidates.tolist() == [[True, False], [True, True], [False, True], [True, True]]


@pytest.mark.parametrize("entry", ["2", "", "x"])
def test_indicators_must_be_0_and_1(tmp_path, entry):
    content = f"a,p,q\n1,1,0\n2,0,{entry}\n"
    assert_table_refused(tmp_path, content, ["--candidate-columns", "p,q"], ["'q'", "Hint"])


def test_the_id_is_no_class_whatever_it_starts_with(tmp_path):
    path = tmp_path / "table.csv"
    columns = {"cid": [f"s{i}" for i in range(12)], "c_a": [1, 0] + [0] * 10}
    columns |= {"c_b": [0, 1] + [0] * 10, "x": list(np.linspace(0.0, 1.0, 12) ** 2)}
    write_table(path, {name: as_objects(values) for name, values in columns.items()})
    out = tmp_path / "out.csv"
    result = run(path, "--candidate-prefix", "c", "--id", "cid", "--out", out)
    assert result.exit_code == 0, result.output
    assert read_rows(out)[0]["cid"] == "s0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ("a",)),
        (" a ,b,, ", ("a", "b")),
        ('c, "a,b"', ("c", "a,b")),
        ('"a\nb"', ("a\nb",)),
        ('"say ""x"""', ('say "x"',)),
    ],
)
def test_names_are_between_commas(text, expected):
    assert split_names(text) == expected


@pytest.fixture
def columns():
    return Table(
        3,
        {
            "y": as_objects(["p|q", "", "q"]),
            "is_p": np.array([1, 0, 0]),
            "is_q": np.array([1, 0, 1]),
        }
        | {"a": np.array([1.0, 2, 4]), "X": np.arange(6.0).reshape(3, 2)},
        {"colour": "text such as 'red'"},
    )


def test_columns_with_a_role_are_no_features(columns):
    roles = Roles(candidate_prefix="is_", id="y")
    assert roles.as_is == ["y"]
    assert roles.one_hot(columns) == {"is_p": "p", "is_q": "q"}
    assert roles.taken(columns) == {"y", "is_p", "is_q"}


def test_candidates_of_a_column_and_of_indicators_are_the_same(columns):
    expected = [[True, True], [True, True], [False, True]]
    for roles in (Roles("y"), Roles(candidate_prefix="is_")):
        candidates, classes = candidates_of(columns, roles)
        assert candidates.tolist() == expected
        assert classes.tolist() == ["p", "q"]
    _, classes = candidates_of(columns, Roles(candidate_columns=("is_q", "is_p")))
    assert sorted(classes) == ["is_p", "is_q"]


def test_all_numeric_columns_that_are_left_are_features(columns):
    X, names = features_of(columns, Roles("y", candidate_prefix="is_"))
    assert names == ["a", "X[0]", "X[1]"]
    assert X.tolist() == [[1, 0, 1], [2, 2, 3], [4, 4, 5]]


def test_features_are_in_the_order_in_which_they_are_asked_for(columns):
    X, names = features_of(columns, Roles("y", features=("X", "a")))
    assert names == ["X[0]", "X[1]", "a"]
    assert X[0].tolist() == [0, 1, 1]


@pytest.mark.parametrize("labels", [np.array([1, -1, 1]), np.array([1.0, -1.0, 1.0])])
def test_minus_one_is_missing_in_numbers_as_in_text(labels):
    for values in (labels, labels.astype(int).astype(str).astype(object)):
        candidates, classes = candidates_of(Table(3, {"y": values}), Roles("y"))
        assert candidates.tolist() == [[True]] * 3
        assert [str(name) for name in classes] == ["1"]


def test_a_message_names_20_columns_at_most():
    table = Table(1, {f"x{number}": np.ones(1) for number in range(25)})
    with pytest.raises(UnknownColumnError, match=r"'key'; the table has x0, .*, x19 and 5 more\.$"):
        candidates_of(table, Roles("key"))


def test_a_message_counts_missing_values_of_10_columns_at_most():
    table = Table(2, {f"x{number}": np.array([1, np.nan]) for number in range(12)})
    with pytest.raises(ValueError, match=r"'x9' has 1 and 2 more columns\. Hint"):
        features_of(table, Roles())


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 3], True),
        ([-1.0, 0, 1, 2], True),
        ([1, 2], False),
        ([1, 2, 4], False),
        ([3, 2, 1], False),
        ([1, 2, np.nan], False),
        ([np.inf] * 3, False),
        ([[1], [2], [3]], False),
    ],
)
def test_columns_that_number_the_rows(values, expected):
    assert counts_rows(np.array(values)) is expected
