"""Real data, where a machine has them, and the two protocols of the literature."""

import os
from pathlib import Path

import numpy as np
import pytest

from plclust import datasets

FOLDER = Path(
    os.environ.get("PLCLUST_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data"
)


class Real:
    """A data set with standardised columns, and how well a classifier does on it."""

    def __init__(self, bunch):
        spread = bunch.data.std(axis=0, ddof=1)
        self.X = (bunch.data - bunch.data.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        self.candidates = bunch.candidates
        self.target = np.searchsorted(bunch.classes, bunch.target)

    def ten_fold(self, make):
        """Accuracy in each of ten folds."""
        folds = np.random.default_rng(0).permutation(len(self.X)) % 10
        return np.array([self._accuracy(make(), folds != fold) for fold in range(10)])

    def splits(self, make, share=0.1, n_splits=10):
        """Accuracy on the rest when a share of the samples is labelled, once per split."""
        return np.array([self.split(make(), share, seed)[1] for seed in range(n_splits)])

    def split(self, model, share, seed):
        n = len(self.X)
        labelled = np.random.default_rng(seed).permutation(n) < round(share * n)
        return model, self._accuracy(model, labelled)

    def _accuracy(self, model, labelled):
        model.fit(self.X, np.where(labelled[:, None], self.candidates, True))
        return np.mean(model.transduction_[~labelled] == self.target[~labelled])


@pytest.fixture
def load(monkeypatch):
    """Load a data set by name; skip where its file is missing."""

    def load_by_name(name):
        info = datasets.list_datasets(FOLDER)[name]
        if not info.present:
            pytest.skip(f"{info.file} is not in {FOLDER}; set PLCLUST_DATA to its folder")
        monkeypatch.setenv("PLCLUST_DATA", str(FOLDER))
        return Real(getattr(datasets, info.loader)(download_if_missing=False))

    return load_by_name
