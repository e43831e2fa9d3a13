"""A machine without any data, and small files in the layouts of the real ones."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

from plclust.datasets._registry import registry


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The data home that scikit-learn is told of; nothing is in it, not even the folder."""
    monkeypatch.delenv("PLCLUST_DATA", raising=False)
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path / "home"))
    return tmp_path / "home" / "plclust"


def make_arrays(n_samples=30, n_features=4, n_classes=3, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n_samples) % n_classes
    target = np.eye(n_classes)[:, truth]
    partial_target = np.maximum(target, rng.random(target.shape) < 0.3).astype(float)
    data = rng.standard_normal((n_samples, n_features))
    return {"data": data, "target": target, "partial_target": partial_target}


@pytest.fixture
def arrays():
    return make_arrays()


@pytest.fixture
def whole():
    """Arrays of twelve classes of different sizes, shuffled, some of a tie."""
    rng = np.random.default_rng(0)
    truth = rng.permutation(np.repeat(np.arange(12), [5, 1, 9, 2, 7, 3, 8, 2, 6, 4, 10, 2]))
    target = np.eye(12)[:, truth]
    partial_target = np.maximum(target, rng.random(target.shape) < 0.3)
    data = rng.standard_normal((len(truth), 4))
    return {"data": data, "target": target, "partial_target": partial_target}


@pytest.fixture
def mat(tmp_path):
    """Write arrays into a file, `target` and `partial_target` sparse if asked for."""

    def write(content, name="small.mat", *, as_sparse=False, folder=tmp_path, **options):
        folder.mkdir(parents=True, exist_ok=True)
        labels = {"target", "partial_target"} if as_sparse else set()
        values = {k: sparse.csc_array(v) if k in labels else v for k, v in content.items()}
        savemat(folder / name, values, **options)
        return folder / name

    return write


@pytest.fixture
def register(monkeypatch):
    """Let a small file pass for a registered one."""

    def register_file(name, path, *, mirrors=(), checked=True, shape=(30, 4, 3)):
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest() if checked else None
        n_samples, n_features, n_classes = shape
        info = replace(
            registry()[name],
            sha256=sha256,
            mirrors=tuple(mirrors),
            n_samples=n_samples,
            n_features=n_features,
            n_classes=n_classes,
        )
        monkeypatch.setitem(registry(), name, info)
        return info

    return register_file
