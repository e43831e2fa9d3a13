import numpy as np
import pytest

from plclust.io import read_table, write_table


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_dates_with_nanoseconds_are_written_as_text(tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet")
    path = tmp_path / f"t{suffix}"
    write_table(path, {"id": np.array(["2024-02-29T12:00:00.000000001", "NaT"], "datetime64[ns]")})
    first, second = read_table(path, ["id"]).columns["id"].tolist()
    assert first == "2024-02-29T12:00:00.000000001"
    assert not second
