import json

import pytest
from click.testing import CliRunner

from plclust.cli import main
from plclust.cluster._estimate import estimate_memory

SIZE = ["--samples", "200000", "--features", "768", "--classes", "10"]


@pytest.fixture
def available(monkeypatch):
    monkeypatch.setattr("plclust._memory.available_memory", lambda: 8 * 2**30)


@pytest.mark.usefixtures("available")
def test_parts_add_up():
    result = CliRunner().invoke(main, ["estimate", *SIZE, "--dtype", "float32", "--json"])
    found = json.loads(result.stdout)
    expected = estimate_memory(200_000, 768, 10, dtype="float32")
    assert result.exit_code == 0
    assert found["total"] == expected.total
    assert found["fits"]
    parts = ("features", "neighbors", "confidences", "label_map", "copies", "overhead")
    assert sum(found[part] for part in parts) == found["total"]


@pytest.mark.usefixtures("available")
def test_more_neighbours_take_more():
    outputs = [
        CliRunner().invoke(main, ["estimate", *SIZE, "--neighbors", k, "--json"]).stdout
        for k in ("10", "20")
    ]
    few, many = map(json.loads, outputs)
    assert many["neighbors"] == 2 * few["neighbors"]


@pytest.mark.usefixtures("available")
def test_table_and_exit_code():
    fits = CliRunner().invoke(main, ["estimate", *SIZE])
    assert fits.exit_code == 0
    assert "total" in fits.stdout
    huge = CliRunner().invoke(main, ["estimate", "--samples", "10**9", *SIZE[2:]])
    assert huge.exit_code == 2
    huge = CliRunner().invoke(main, ["estimate", "--samples", "1000000000", *SIZE[2:]])
    assert huge.exit_code == 1
    assert "does not fit" in huge.stderr


@pytest.mark.usefixtures("available")
@pytest.mark.parametrize("installed", [False, True])
def test_exact_neighbours_are_told_where_faiss_is_missing(installed, monkeypatch):
    for room in ("graph", "cluster._estimate"):
        monkeypatch.setattr(f"plclust.{room}.has_faiss", lambda: installed)
    result = CliRunner().invoke(
        main, ["estimate", "--samples", "20000", "--features", "9", "--classes", "3"]
    )
    assert result.exit_code == 0
    assert ("plclust[faiss] is not installed" in result.stderr) == (not installed)
