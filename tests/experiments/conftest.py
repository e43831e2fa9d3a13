from pathlib import Path

import pytest

from plclust.experiments import RunIdentity, Store, canonical


@pytest.fixture
def trivial(monkeypatch):
    """Runs of a trivial method that other processes can import."""
    folder = str(Path(__file__).parent)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", folder)

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
