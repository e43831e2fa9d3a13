import numpy as np
import pytest

from plclust import PartialLabelClustering
from plclust.cluster._estimate import estimate_memory


def test_estimate_is_linear_beyond_its_constants():
    small, large = (estimate_memory(n, 32, 10) for n in (100_000, 1_000_000))
    for part in ("features", "neighbors", "confidences"):
        assert getattr(large, part) == 10 * getattr(small, part)
    assert large.label_map == small.label_map
    assert large.total < 10 * small.total


def test_only_exact_neighbours_copy_the_features():
    assert estimate_memory(1_000_000, 32, 10, exact=False).copies == 0
    assert estimate_memory(5000, 32, 10).copies > 0
    assert estimate_memory(1_000_000, 32, 10, exact=True).copies > 0


def test_constraints_take_double_precision():
    plain = estimate_memory(1_000_000, 32, 10)
    constrained = estimate_memory(1_000_000, 32, 10, constrained=True)
    assert constrained.confidences == 2 * plain.confidences
    assert constrained.neighbors == 2 * plain.neighbors


def test_single_precision_halves_the_features():
    single, double = (estimate_memory(10**6, 768, 10, dtype=t) for t in (np.float32, np.float64))
    assert 2 * single.features == double.features


def test_fit_refuses_what_does_not_fit(blobs, monkeypatch):
    X, y, _ = blobs
    monkeypatch.setattr("plclust._memory.available_memory", lambda: 2**20)
    with pytest.raises(ValueError, match=r"A fit of 160 samples would take .*`plclust estimate`"):
        PartialLabelClustering().fit(X, y)


@pytest.mark.parametrize("installed", [False, True])
def test_without_faiss_neighbours_are_exact(installed, monkeypatch):
    monkeypatch.setattr("plclust.cluster._estimate.has_faiss", lambda: installed)
    assert (estimate_memory(1_000_000, 32, 10).copies == 0) == installed
