import os
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
