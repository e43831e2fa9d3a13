import shutil
from pathlib import Path

import pytest

import plclust
from plclust.experiments import _child, run_missing
from plclust.experiments._methods import source_of_own


def test_the_file_of_an_estimator_is_recorded(store, trivial):
    (run,) = trivial(1)
    run_missing([run], store, progress=False)
    versions = store.records()[run].versions
    assert versions[f"source of {run.method}"] == source_of_own(run.method)


@pytest.mark.parametrize("name", ["_identity", "_problem"])
def test_the_checksum_changes_with_what_sets_seeds_and_problems(tmp_path, monkeypatch, name):
    folder = shutil.copytree(Path(plclust.__file__).parent, tmp_path / "plclust") / "experiments"
    monkeypatch.setattr(_child, "__file__", str(folder / "_child.py"))
    before = _child.source_code.__wrapped__()
    with (folder / f"{name}.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert _child.source_code.__wrapped__() != before
