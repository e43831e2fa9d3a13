import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from plclust import spectral
from plclust.spectral import heard_classes

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed import _assignment as home
from plclust.distributed._assignment import (
    assign_by_anchored_kmeans,
    assign_by_plain_kmeans,
    heard_in_blocks,
)
from plclust.distributed._blocks import fetch
from plclust.distributed._parts import Bounds

N_SAMPLES = 150


@pytest.fixture(params=[[0, N_SAMPLES], [0, 70, 71, 100, N_SAMPLES]], ids=["one", "uneven"])
def bounds(request):
    return Bounds(np.array(request.param))


def cut(bounds, values):
    return np.split(values, bounds.starts[1:-1])


@pytest.fixture(params=[N_SAMPLES, 60], ids=["all", "some"])
def n_starting(request, monkeypatch):
    """All samples choose the start, or some."""
    monkeypatch.setattr("plclust.spectral._anchored.MANY", request.param)
    for limit in ("MANY", "VERY_MANY"):
        monkeypatch.setattr(home, limit, request.param)
    return request.param


def test_a_class_is_heard_of_if_one_sample_of_one_block_knows_it(bounds):
    confidence = np.full((N_SAMPLES, 3), 1.0 / 3.0)
    confidence[70], confidence[-1] = [0.0, 0.0, 1.0], [0.335, 0.335, 0.33]
    heard = heard_in_blocks(cut(bounds, confidence))
    np.testing.assert_array_equal(heard, heard_classes(confidence))
    np.testing.assert_array_equal(heard, [False, False, True])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("anchoring", [0.2, 1.0])
@pytest.mark.usefixtures("n_starting")
def test_anchored_clusters_are_those_in_memory(bounds, anchoring, dtype):
    """Rows without groups, so each start ends elsewhere; nobody has heard of the second class."""
    rng = np.random.default_rng(0)
    embedding = rng.standard_normal((N_SAMPLES, 4)) + 0.3
    certain = np.eye(4, dtype=dtype)[np.array([3, 0, 2])[embedding[:, :3].argmax(axis=1)]]
    confidence = np.where(rng.random((N_SAMPLES, 1)) < 0.4, certain, dtype(0.25))
    options = {"anchoring": anchoring, "n_init": 2}
    expected = spectral.assign_by_anchored_kmeans(
        embedding, confidence, 3, random_state=np.random.RandomState(0), **options
    )
    found = assign_by_anchored_kmeans(
        bounds,
        cut(bounds, embedding),
        cut(bounds, confidence),
        heard_classes(confidence),
        random_state=np.random.RandomState(0),
        **options,
    )
    np.testing.assert_array_equal(np.concatenate(fetch(found)), expected)


def test_plain_clusters_are_those_in_memory(bounds, n_starting, monkeypatch):
    rng = np.random.default_rng(0)
    embedding = np.eye(3)[rng.integers(3, size=N_SAMPLES)] + 0.4 * rng.standard_normal((150, 3))
    embedding *= rng.uniform(0.1, 5.0, (N_SAMPLES, 1))
    fetched = []

    def kmeans(rows, *args, **options):
        fetched.append(len(rows))
        return spectral.assign_by_kmeans(rows, *args, **options)

    monkeypatch.setattr(home, "assign_by_kmeans", kmeans)
    found = assign_by_plain_kmeans(
        bounds, cut(bounds, embedding), 3, n_init=5, random_state=np.random.RandomState(0)
    )
    expected = spectral.assign_by_kmeans(embedding, 3, n_init=5, random_state=0)
    assert adjusted_rand_score(np.concatenate(fetch(found)), expected) == 1.0
    assert fetched == [n_starting]


def test_clusters_that_nobody_is_near_stay_empty(bounds):
    rows = np.eye(2)[np.arange(N_SAMPLES) % 2]
    found = assign_by_plain_kmeans(
        bounds, cut(bounds, rows), 3, n_init=1, random_state=np.random.RandomState(0)
    )
    assert set(np.concatenate(fetch(found))) == {0, 1}
    centres = np.array([[9.0, 9.0], [0.1, 1.0], [1.0, 0.1]])
    found = home._take_turns(cut(bounds, rows), cut(bounds, np.zeros((N_SAMPLES, 3))), centres)
    np.testing.assert_array_equal(np.concatenate(fetch(found)), 2 - np.arange(N_SAMPLES) % 2)
