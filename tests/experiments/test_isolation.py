import time

import pytest

from plclust.experiments import Limits
from plclust.experiments._isolation import POOL, run_isolated


def test_memory_that_ends_in_a_crash_or_in_another_error_is_the_limits(trivial, monkeypatch):
    (run,) = trivial(1)

    def fail(*_):
        return {"failure": "Crash: the process of the run ended with exit code 1\nMemoryError"}

    monkeypatch.setattr("plclust.experiments._isolation.Child.ask", fail)
    limited = run_isolated(run, Limits(bytes=10**9)).failure
    POOL.close_idle()
    assert limited.startswith("MemoryLimit: more than 1 GB\nCrash:")
    free = run_isolated(run, Limits()).failure
    POOL.close_idle()
    assert free.startswith("Crash:")


def test_an_error_that_speaks_of_memory_is_not_the_limits(trivial, monkeypatch):
    told = "RuntimeError: this is no MemoryError\n  File somewhere"
    monkeypatch.setattr("plclust.experiments._isolation.Child.ask", lambda *_: {"failure": told})
    assert run_isolated(*trivial(1), Limits(bytes=10**9)).failure == told
    POOL.close_idle()


@pytest.mark.parametrize(
    "end, limits, words",
    [
        ("is slow", Limits(seconds=0.5), "TimeLimit: longer than 0.5 s"),
        ("is stubborn and slow", Limits(seconds=0.5), "TimeLimit: longer than 0.5 s"),
        ("is greedy", Limits(bytes=2 * 10**9), "MemoryLimit: more than 2 GB"),
        ("has a crash", Limits(), "Crash: the process of the run ended with signal SIGABRT"),
    ],
)
def test_what_a_run_has_forked_ends_with_it(trivial, forked, end, limits, words):
    (run,) = trivial(1, f"forks and {end}")
    began = time.perf_counter()
    record = run_isolated(run, limits)
    assert record.failure.startswith(words)
    assert (limits.seconds or 0) < record.figures["wall"] < time.perf_counter() - began < 30
    assert not forked(patience=5)


def test_files_in_the_working_folder_take_nobodys_place(trivial, tmp_path, monkeypatch):
    POOL.close_idle()
    (tmp_path / "signal.py").write_text("raise RuntimeError('not the one of Python')")
    monkeypatch.chdir(tmp_path)
    assert run_isolated(*trivial(1), Limits()).failure is None
    POOL.close_idle()


def test_an_answer_that_is_none_is_a_crash(trivial, tmp_path, monkeypatch):
    POOL.close_idle()
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run_isolated(*trivial(1), Limits()).failure.startswith("Crash: the process of the run")
    POOL.close_idle()
