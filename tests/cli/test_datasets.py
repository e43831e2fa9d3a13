import json

from click.testing import CliRunner

from plclust.cli import main
from plclust.datasets import list_datasets


def test_every_data_set_is_listed_with_where_it_is(monkeypatch, tmp_path):
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    lines = CliRunner().invoke(main, ["datasets"]).stdout.splitlines()
    assert len(lines) == 1 + len(list_datasets())
    assert "comes with plclust" in next(line for line in lines if line.startswith("ecoli"))
    assert "comes with scikit-learn" in next(line for line in lines if line.startswith("digits"))
    assert "downloaded when asked for" in next(line for line in lines if line.startswith("lost"))
    assert "put LYN10.mat" in next(line for line in lines if line.startswith("lyn10"))


def test_json_says_the_same(monkeypatch, tmp_path):
    (tmp_path / "LYN10.mat").write_bytes(b"")
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    entries = json.loads(CliRunner().invoke(main, ["datasets", "--json"]).stdout)
    found = {entry["name"]: entry for entry in entries}
    assert found["lyn10"]["present"]
    assert found["lyn10"]["path"].endswith("LYN10.mat")
    assert found["ecoli"]["n_samples"] == 336
