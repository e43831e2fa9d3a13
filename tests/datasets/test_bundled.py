"""The sets that need no file, and what importing them costs."""

import hashlib
import subprocess
import sys
from importlib.resources import files

import numpy as np
import pytest

from plclust import datasets
from plclust.datasets import list_datasets, load_digits, load_ecoli, load_vehicle

LOADERS = {"ecoli": load_ecoli, "vehicle": load_vehicle, "digits": load_digits}


@pytest.mark.parametrize("name", LOADERS)
def test_layout(name):
    info = list_datasets()[name]
    bunch = LOADERS[name]()
    assert bunch.data.shape == (info.n_samples, info.n_features)
    assert bunch.data.dtype == float
    assert np.isfinite(bunch.data).all()
    assert len(bunch.classes) == info.n_classes
    assert len(bunch.feature_names) == info.n_features
    assert set(bunch.target) == set(bunch.classes)
    assert bunch.candidates is None
    assert info.licence in bunch.DESCR
    assert "UCI Machine Learning Repository" in bunch.DESCR
    X, y = LOADERS[name](return_X_y=True)
    assert (bunch.data == X).all()
    assert (y == bunch.target).all()


@pytest.mark.parametrize("name", ["ecoli", "vehicle"])
def test_bundled_files_are_the_registered_ones(name):
    content = files("plclust.datasets").joinpath("data", f"{name}.csv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == list_datasets()[name].sha256


def test_known_figures():
    ecoli = load_ecoli()
    classes, counts = np.unique(ecoli.target, return_counts=True)
    assert dict(zip(classes, counts, strict=True)) == {
        "cp": 143,
        "im": 77,
        "imL": 2,
        "imS": 2,
        "imU": 35,
        "om": 20,
        "omL": 5,
        "pp": 52,
    }
    np.testing.assert_array_equal(ecoli.data[0], [0.49, 0.29, 0.48, 0.50, 0.56, 0.24, 0.35])
    vehicle = load_vehicle()
    assert np.unique(vehicle.target, return_counts=True)[1].tolist() == [218, 212, 217, 199]
    assert vehicle.data[0, -1] == 197


def test_each_call_returns_arrays_of_its_own():
    load_ecoli().data[:] = 0
    assert load_ecoli().data.any()


def test_public_names():
    assert sorted(datasets._HOMES) == datasets.__all__ == dir(datasets)
    assert all(getattr(datasets, name).__name__ == name for name in datasets.__all__)
    with pytest.raises(AttributeError, match="no attribute 'fetch_nothing'"):
        _ = datasets.fetch_nothing


@pytest.mark.parametrize(
    "statement, unwanted",
    [
        ("import plclust.datasets", "sklearn pandas numba matplotlib"),
        # pandas is imported by scikit-learn itself, where it is installed.
        ("from plclust.datasets import *", "sklearn.cluster numba matplotlib"),
    ],
)
def test_import_is_light(statement, unwanted):
    code = f"import sys; {statement}; print(*set({unwanted.split()}) & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
