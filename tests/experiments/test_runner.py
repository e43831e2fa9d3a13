import io
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import joblib
import pytest

from plclust.experiments import (
    Limits,
    RunIdentity,
    RunRecord,
    Store,
    execute,
    load_spec,
    missing_runs,
    run_experiments,
    run_missing,
)
from plclust.experiments._identity import seed_of


def figures(store):
    return {
        run: {name: record.figures[name] for name in ("acc", "nmi", "ari", "n_evaluated")}
        for run, record in store.records().items()
    }


def test_results_are_those_of_a_run_in_this_process(store, trivial):
    runs = [*trivial(2), RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)]
    assert run_missing(runs, store, n_jobs=2, progress=False) == 3
    for run, found in figures(store).items():
        expected = execute(run)
        assert found == {name: expected[name] for name in found}
    record = store.records()[runs[2]]
    assert record.figures["cpu"] > 0
    assert record.figures["peak_memory"] > 1e6
    assert {"plclust", "numpy", "python"} <= record.versions.keys()
    assert run_missing(runs, store, progress=False) == 0


def test_failures_are_recorded_and_stop_nothing(store, trivial):
    wrong, slow, crash = (trivial(1, mode)[0] for mode in ("wrong", "slow", "crash"))
    runs = [wrong, crash, *trivial(1), slow]
    shown = io.StringIO()
    run_missing(runs, store, limits=Limits(seconds=1.5), progress=shown)
    records = store.records()
    assert records[wrong].failure.startswith("RuntimeError: wrong on purpose")
    assert "SIGABRT" in records[crash].failure
    assert records[slow].failure == "TimeLimit: longer than 1.5 s"
    assert records[trivial(1)[0]].failure is None
    assert "4/4 runs" in shown.getvalue()
    assert "3 failed" in shown.getvalue()
    assert "failed: ecoli plclust_trivial:Trivial" in shown.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory limit needs Linux")
def test_the_memory_limit_is_recorded(store, trivial):
    greedy = trivial(1, "greedy")
    run_missing([*greedy, *trivial(1)], store, limits=Limits(bytes=2 * 10**9), progress=False)
    assert store.records()[greedy[0]].failure.startswith("MemoryLimit: more than 2 GB")
    assert store.records()[trivial(1)[0]].failure is None


# Started from a job in the background, a process ignores Ctrl-C from its beginning.
SCRIPT = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from plclust.experiments import RunIdentity, Store, run_missing
path, *keys = sys.stdin.read().splitlines()
with Store(path) as store:
    run_missing([RunIdentity.from_key(key) for key in keys], store, n_jobs=2, progress=False)
"""


def start(path, runs):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, text=True)
    process.stdin.write("\n".join([str(path), *(run.key for run in runs)]))
    process.stdin.close()
    return process


@pytest.mark.skipif(os.name != "posix", reason="kill -9 needs POSIX")
def test_killed_at_random_moments_nothing_is_lost_torn_or_run_twice(store, trivial, monkeypatch):
    log = store.path.parent / "log"
    monkeypatch.setenv("PLCLUST_TRIVIAL_LOG", str(log))
    runs = trivial(50)
    seeds = {seed_of("method", run.key): run for run in runs}
    for _ in range(2):
        n_before, moment = len(store.records()), random.randint(2, 12)  # noqa: S311
        process = start(store.path, runs)
        while process.poll() is None and len(store.records()) < n_before + moment:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(0.2)  # for runs under way to end with their process
        stored = store.records()
        n_lines = len(log.read_text().splitlines())
    process = start(store.path, runs)
    assert process.wait(timeout=60) == 0
    assert sorted(store.records()) == sorted(runs)
    for run, found in figures(store).items():
        assert None not in found.values(), run
    again = Counter(seeds[int(line)] for line in log.read_text().splitlines()[n_lines:])
    assert not again.keys() & stored.keys()
    assert set(again.values()) == {1}


@pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")
def test_an_interrupt_ends_all_processes_and_keeps_what_is_done(store, trivial):
    process = start(store.path, [*trivial(5), *trivial(2, "slow")])
    while process.poll() is None and len(store.records()) < 5:
        time.sleep(0.01)
    time.sleep(0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) != 0
    assert time.monotonic() - began < 15
    assert len(store.records()) == 5


@pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_nothing_that_a_run_has_forked_outlives_the_runner(store, trivial, forked, name):
    process = start(store.path, trivial(1, "forks and slow"))
    while process.poll() is None and not forked():
        time.sleep(0.01)
    process.send_signal(getattr(signal, name))
    assert process.wait(timeout=20) != 0
    assert not forked(patience=5)


@pytest.mark.parametrize("processes", [False, True])
def test_a_dask_cluster_gives_the_same_rows(store, trivial, tmp_path, processes):
    distributed = pytest.importorskip("dask.distributed")
    real = RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)
    runs = [*trivial(6), *trivial(1, "wrong"), real]
    run_missing(runs, store, progress=False)
    with (
        Store(tmp_path / "dask.sqlite") as other,
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=processes, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config("dask"),
    ):
        run_missing(runs, other, n_jobs=2, progress=False)
        assert figures(other) == figures(store)
        assert len(figures(other)) == 8


def test_failures_that_cannot_be_run_again_stay(store, monkeypatch):
    spec = load_spec("fig1", quick=True, datasets=["ecoli"], methods=["K-means"])
    failed = missing_runs([spec], "fixed", {})
    for run in failed:
        store.add(RunRecord(run, failure="Crash: once"))
    monkeypatch.setattr("plclust.experiments._plan.obstacle", lambda _: "not here")
    assert run_experiments([spec], store, retry_failed=True, progress=False) == 0
    assert set(store.records()) == set(failed)
