import os
import time
from pathlib import Path

import pytest

from plclust.experiments import RunIdentity, Store, canonical
from plclust.experiments._plan import cells_of, runs_of


@pytest.fixture
def trivial(monkeypatch):
    """Runs of a trivial method that other processes can import."""
    folder = str(Path(__file__).parent)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", folder, prepend=os.pathsep)

    def make(n, mode="well"):
        params = canonical({"mode": mode})
        return [
            RunIdentity("ecoli", "plclust_trivial:Trivial", params, 0.1, 1, repeat)
            for repeat in range(n)
        ]

    return make


@pytest.fixture
def forked(tmp_path, monkeypatch):
    """Whether the process that a trivial method has forked is there, and does not end soon."""
    fcntl = pytest.importorskip("fcntl", reason="forks need POSIX")
    path = tmp_path / "lock"
    path.touch()
    monkeypatch.setenv("PLCLUST_TRIVIAL_LOCK", str(path))

    def is_there(patience=0.0):
        deadline = time.monotonic() + patience
        with path.open() as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        return True
                    time.sleep(0.01)
                else:
                    return False

    return is_there


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "runs.sqlite") as opened:
        opened._connection.execute("PRAGMA synchronous = OFF")  # a test need not outlive the disk
        yield opened


@pytest.fixture
def fill(store):
    """Store made-up results of all runs of a spec with fixed parameters."""

    def add(spec, figures):
        for cell in cells_of(spec):
            for run in runs_of(spec, cell, "fixed", {}):
                store.add(figures(run))

    return add
