import csv

import numpy as np
import pytest

from plclust.io import read_table, write_table
from plclust.io._csv import parse_number
from plclust.io._table import as_objects


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".CSV"])
def test_csv_round_trip(tmp_path, columns, suffix):
    path = tmp_path / f"t{suffix}"
    write_table(path, columns)
    table = read_table(path, ["id", "class"])
    assert table.columns["id"].tolist() == columns["id"].tolist()
    assert table.columns["class"].tolist() == ["cat", "", "=1+1", "-"]
    np.testing.assert_array_equal(table.columns["confidence"], columns["confidence"])
    assert table.n_rows == 4


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_line_ends_inside_of_entries_are_quoted(tmp_path, columns, suffix):
    path = tmp_path / f"t{suffix}"
    ids = ["a\rb", "a\nb", "\r\n", "a\r"]
    write_table(path, columns | {"id": as_objects(ids)})
    assert read_table(path, ["id"]).columns["id"].tolist() == ids
    assert path.read_bytes().count(b"\r\n") == 1


def test_bytes_are_written_to_csv_as_the_text_they_hold(tmp_path):
    path = tmp_path / "t.csv"
    texts = ["s0", "é", "a,b"]
    write_table(path, {"fixed": np.char.encode(texts), "any": as_objects([b"s0", b"\xff", None])})
    columns = read_table(path, ["fixed", "any"]).columns
    assert columns["fixed"].tolist() == texts
    assert columns["any"].tolist() == ["s0", "\\xff", ""]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("a,b\n", "has no rows"),
        ("a,a\n1,2\n", "repeats the column 'a'"),
        ("a,b\n1,2\n1\n", "record 3 of .* has 1 entries, expected 2"),
        ('a,b\n1,"2\n', "no well-formed CSV"),
        (b"a\n\xff\n", "not UTF-8"),
    ],
)
def test_broken_csv(tmp_path, content, message):
    path = tmp_path / "t.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match=message):
        read_table(path)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators(tmp_path, separator):
    path = tmp_path / "t.csv"
    path.write_text(f"\ufeffa{separator}labels\r\n1.5{separator}x|y\r\n\r\n", encoding="utf-8")
    table = read_table(path, ["labels"])
    assert table.columns["a"].tolist() == [1.5]
    assert table.columns["labels"].tolist() == ["x|y"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('"x, cm";"y, cm";z\n1;2;3\n', ["x, cm", "y, cm", "z"]),
        ('"x;y;z",u\n1,2\n', ["x;y;z", "u"]),
        ('"x,\ncm";z\n1;2\n', ["x,\ncm", "z"]),
        ('5" nail;z\n1;2\n', ['5" nail', "z"]),
    ],
)
def test_separators_inside_of_names(tmp_path, text, names):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert list(read_table(path).columns) == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1e3", 1000), (" 2 ", 2), ("True", 1), ("false", 0), ("1_0", None), ("x", None)],
)
def test_numbers(text, expected):
    assert parse_number(text) == expected


@pytest.mark.parametrize("text", ["", "NA", "nan", "NULL", "None", " n/a "])
def test_missing_numbers(text):
    assert np.isnan(parse_number(text))


def test_long_entries_are_read_and_the_limit_is_put_back(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"id,x\n{'a' * 200_000},1\n", encoding="utf-8")
    before = csv.field_size_limit()
    assert len(read_table(path, ["id"]).columns["id"][0]) == 200_000
    assert csv.field_size_limit() == before
