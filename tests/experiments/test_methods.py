import subprocess
import sys

import pytest

from plclust.experiments import find_method, list_methods


def test_every_method_is_available():
    assert not [name for name, method in list_methods().items() if method.missing]


def test_methods_that_are_not_there_say_so():
    missing = find_method("plclust.cluster:NoSuchThing").missing
    assert missing == "not available: plclust.cluster has no NoSuchThing"
    assert "there is no module plclust.none" in find_method("plclust.none:Thing").missing
    assert find_method("PLC").missing == ""


def test_modules_that_cannot_be_imported_say_why(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "plclust_broken.py").write_text("1 / 0")
    (tmp_path / "plclust_needy.py").write_text("import plclust_none")
    words = "plclust_broken cannot be imported (ZeroDivisionError: division by zero)"
    assert words in find_method("plclust_broken:Mine").missing
    words = "plclust_needy cannot be imported (ModuleNotFoundError: No module named 'plclust_none')"
    assert words in find_method("plclust_needy:Mine").missing


@pytest.mark.parametrize("name", [".a:Mine", ":Mine", "a:"])
def test_names_of_estimators_are_whole(name):
    with pytest.raises(ValueError, match="is no method of the experiments"):
        find_method(name)


def test_how_methods_are_read_is_told():
    notes = {name: method.note for name, method in list_methods().items()}
    assert "(transduction), not by its linear classifier" in notes["PARM"]
    assert "on Lost only; on MSRCv2 it stays" in notes["PLC-SD"]


def test_methods_are_imported_when_they_are_run():
    code = "import sys; import plclust.experiments._specs; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert not {"plclust.cluster", "numba"} & set(output.stdout.split())


def test_only_variants_of_plc_are_traced():
    traced = {name for name, method in list_methods().items() if method.is_traced}
    assert traced == {"PLC", "PLC (default)", "PLC (consistent)", "PLC-LD"}
    assert not find_method("sklearn.cluster:Birch").is_traced
