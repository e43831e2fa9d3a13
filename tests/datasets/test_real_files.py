"""The real files, where a machine has them: their figures are those of the registry."""

import os
from pathlib import Path

import numpy as np
import pytest

from plclust import datasets
from plclust.datasets import list_datasets

# Read when the tests are collected: the tests themselves see a machine without data.
FOLDER = Path(
    os.environ.get("PLCLUST_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data"
)
NAMES = [name for name, info in list_datasets(FOLDER).items() if info.source == "file"]


@pytest.mark.parametrize("name", NAMES)
def test_figures(name, monkeypatch):
    info = list_datasets(FOLDER)[name]
    if not info.present:
        pytest.skip(f"{info.file} is not in {FOLDER}; set PLCLUST_DATA to the folder that has it")
    monkeypatch.setenv("PLCLUST_DATA", str(FOLDER))
    bunch = getattr(datasets, info.loader)(download_if_missing=False)
    assert bunch.data.shape == (info.n_samples, info.n_features)
    assert len(bunch.classes) == info.n_classes
    assert np.isin(bunch.target, bunch.classes).all()
    if info.n_candidates is None:
        assert bunch.candidates is None
    else:
        assert bunch.candidates.sum(axis=1).mean() == pytest.approx(info.n_candidates, abs=0.005)


@pytest.mark.parametrize("name, never_true", [("lost", 2), ("msrcv2", 0), ("birdsong", 0)])
def test_classes_that_are_never_true(name, never_true):
    info = list_datasets(FOLDER)[name]
    if not info.present:
        pytest.skip(f"{info.file} is not in {FOLDER}; set PLCLUST_DATA to the folder that has it")
    bunch = getattr(datasets, info.loader)(data_home=FOLDER, download_if_missing=False)
    assert len(np.setdiff1d(bunch.classes, bunch.target)) == never_true
