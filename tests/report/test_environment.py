import numpy as np

from plclust.report import describe_environment, merge_versions
from plclust.report._environment import _processor


def test_environment():
    found = describe_environment()
    assert found["plclust"]
    assert all(isinstance(text, str) and text for text in found.values())
    assert merge_versions([]) == {}


def test_what_a_system_does_not_tell_is_unknown(monkeypatch):
    def unknown(*_):
        raise ValueError

    monkeypatch.setattr("os.sysconf", unknown, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: None)
    found = describe_environment()
    assert found["memory"] == found["cores"] == "unknown"


def test_memory_is_in_gibibytes(monkeypatch):
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 3 * 2**17}
    monkeypatch.setattr("os.sysconf", pages.get, raising=False)
    assert describe_environment()["memory"] == "1.5 GiB"


def test_the_processor_is_its_model_or_its_kind(tmp_path, monkeypatch):
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr("plclust.report._environment.Path", lambda _: path)
    monkeypatch.setattr("platform.processor", lambda: "")
    monkeypatch.setattr("platform.machine", lambda: "z80")
    assert _processor() == "z80"
    path.write_text("processor\t: 0\n")
    assert _processor() == "z80"
    monkeypatch.setattr("platform.processor", lambda: "Zilog")
    assert _processor() == "Zilog"
    path.write_text("processor\t: 0\nmodel name\t: Z80 @ 4 MHz\nmodel name\t: other\n")
    assert _processor() == "Z80 @ 4 MHz"


def test_packages_that_are_not_there_are_told(monkeypatch):
    monkeypatch.setattr("plclust.report._environment.PACKAGES", ("numpy", "plclust-none"))
    found = describe_environment()
    assert found["numpy"] == np.__version__
    assert found["plclust-none"] == "not installed"


def test_versions_of_all_runs_are_told_once_and_in_order():
    runs = [{"numpy": f"2.{minor}", "python": "3.13"} for minor in (4, 1, 3, 0, 4, 2)]
    assert merge_versions(runs) == {"numpy": "2.0, 2.1, 2.2, 2.3, 2.4", "python": "3.13"}
