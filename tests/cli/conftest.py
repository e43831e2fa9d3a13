"""Tables to cluster, and stores of results to report."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from cli.commands import NAMES, fill, planned
from plclust.experiments import Store
from plclust.io import write_table
from plclust.io._table import as_objects


@pytest.fixture(scope="session")
def data():
    X, truth = make_blobs([30, 30, 30], centers=[[9, 0], [0, 9], [-9, 0]], random_state=0)
    labels = [""] * 90
    for cluster in range(3):
        for i in np.flatnonzero(truth == cluster)[:6]:
            labels[i] = f"{NAMES[cluster]}|{NAMES[(cluster + 1 + i % 2) % 3]}"
    return X, NAMES[truth], labels


@pytest.fixture
def table(tmp_path, data):
    X, _, labels = data
    path = tmp_path / "table.csv"
    ids = [f"{i:03d}" for i in range(90)]
    colours = ["red", "blue"] * 45
    columns = {"id": ids, "colour": colours, "a": X[:, 0], "b": X[:, 1], "labels": labels}
    write_table(path, {name: as_objects(list(values)) for name, values in columns.items()})
    return path


@pytest.fixture
def store(tmp_path):
    return fill(tmp_path / "runs.sqlite", planned("fig1", quick=True, datasets=["ecoli"]), {0})


@pytest.fixture
def part(tmp_path):
    """A small part of an experiment that was asked for, and most runs of one that was not."""
    choices = {"quick": True, "datasets": ["ecoli"], "methods": ["PLC", "K-means"], "repeats": 1}
    others = planned("theorem", quick=True, datasets=["ecoli"])
    path = fill(tmp_path / "part.sqlite", dict.fromkeys([*planned("fig1", **choices), *others]))
    with Store(path) as store:
        store.remember("fig1", "fixed", **choices)
    return path
