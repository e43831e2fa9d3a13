from datetime import date

import numpy as np
import pytest

from plclust.io import Table, read_table, write_table
from plclust.io._table import as_list, as_objects, is_numeric, repeated_names


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_dates_with_nanoseconds_are_written_as_text(tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet")
    path = tmp_path / f"t{suffix}"
    write_table(path, {"id": np.array(["2024-02-29T12:00:00.000000001", "NaT"], "datetime64[ns]")})
    first, second = read_table(path, ["id"]).columns["id"].tolist()
    assert first == "2024-02-29T12:00:00.000000001"
    assert not second


def test_names_of_columns_left_out_are_last():
    table = Table(2, {"b": np.ones(2), "a": np.ones(2)}, {"c": "text"})
    assert table.names == ["b", "a", "c"]


def test_repeated_names_are_told_once():
    assert repeated_names(["a", "b", "a", "c", "a", "c"]) == ["a", "c"]
    assert repeated_names([]) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        *[(np.ones(1, dtype), True) for dtype in (bool, "u1", "i8", "f4")],
        *[(np.ones(1, dtype), False) for dtype in (complex, str, bytes, object)],
        (np.zeros(1, "M8[D]"), False),
    ],
)
def test_real_numbers_are_numeric(values, expected):
    assert is_numeric(values) is expected


def test_lists_of_equal_length_stay_lists():
    held = as_objects([["a", "b"], ["c", "d"]])
    assert held.shape == (2,)
    assert held[1] == ["c", "d"]


def test_dates_without_nanoseconds_are_dates():
    values = np.array(["2024-02-29", "NaT"], "datetime64[D]")
    assert as_list(values) == [date(2024, 2, 29), None]
