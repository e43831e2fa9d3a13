"""Rows made on demand equal rows of a scaled copy, from memory and from disk."""

import mmap

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import normalize

from plclust.graph import Samples, Scaling, blocks_of, learn_scaling, rows_of
from plclust.graph import _samples as rooms
from plclust.graph._samples import rows_at_a_time


@pytest.fixture(name="X", params=[np.float64, np.float32])
def features(request):
    X = np.random.default_rng(0).standard_normal((300, 5)).astype(request.param)
    X[7] = 0.0
    return X


def test_rows_are_those_of_a_scaled_copy(X):
    samples = Samples.over(X, Scaling(offset=0.0))
    np.testing.assert_array_equal(samples[:], normalize(X))
    np.testing.assert_array_equal(samples[[5, 7]], normalize(X)[[5, 7]])
    assert samples[:].dtype == X.dtype
    assert samples.shape == X.shape


def test_constant_feature_is_scaled_with_the_others(X):
    scaling = learn_scaling(X, offset=0.25)
    samples = Samples.over(X, scaling)
    scaled = normalize(np.hstack([X, np.full((300, 1), scaling.constant, dtype=X.dtype)]))
    assert samples.shape == (300, 6)
    assert samples[:].dtype == X.dtype
    np.testing.assert_allclose(samples[:], scaled, rtol=1e-5)
    np.testing.assert_allclose(samples[[7]], [[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    beside = samples.beside(np.ones((300, 2)))
    np.testing.assert_allclose(
        beside[:3], np.hstack([scaled[:3], np.ones((3, 2))]) / np.sqrt(2.0), rtol=1e-5
    )
    np.testing.assert_array_equal(beside.unscaled()[:], X)


def test_rows_are_those_of_scaled_features(X):
    """However they were scaled before, and whatever their order is."""
    order, weights = np.random.default_rng(1).permutation(300), np.array([1.0, 0.5, 0.0, 2.0, 1.0])
    plain = learn_scaling(X, tail_limit=0.7, offset=0.35)
    samples = Samples.over(X, plain).reordered(order)
    np.testing.assert_allclose(samples[:], plain(X)[order], rtol=1e-5, atol=1e-6)
    weighted = plain.weighted(weights)
    seen = samples.beside(np.ones((300, 2))).seen_through(weighted)
    np.testing.assert_allclose(seen[:], weighted(X)[order], rtol=1e-5, atol=1e-6)
    alone = seen.beside(np.ones((300, 2))).alone()
    np.testing.assert_allclose(alone[[3, 9]], plain(X)[order][[3, 9]], rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(seen.unscaled()[:], X[order])


def test_order_and_further_columns(X):
    order = np.random.default_rng(1).permutation(300)
    votes = np.random.default_rng(2).random((300, 3))
    samples = Samples.over(X, Scaling(offset=0.0)).reordered(order).beside(votes)
    expected = np.hstack([normalize(X)[order], votes]) / np.sqrt(2.0)
    assert samples.shape == (300, 8)
    np.testing.assert_allclose(samples[10:20], expected[10:20], rtol=1e-6)
    np.testing.assert_array_equal(samples.alone()[:], normalize(X)[order])
    np.testing.assert_array_equal(samples.unscaled()[:], X[order])
    some = samples.reordered(np.array([3, 1]))
    assert len(some) == 2
    np.testing.assert_allclose(some[:], expected[[3, 1]], rtol=1e-6)


def test_taking_rows_leaves_the_features_alone(X):
    before = X.copy()
    taken = Samples(X)[:10]
    taken += 1.0
    np.testing.assert_array_equal(X, before)


def test_blocks_cover_all_rows_once_and_are_small(monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_BYTES", 1000 * 8 * 100)
    assert rows_at_a_time(np.ones((2500, 100)), n_taken=10) == 100
    rows = np.concatenate([np.arange(2500)[block] for block in blocks_of(np.ones((2500, 100)))])
    np.testing.assert_array_equal(rows, np.arange(2500))
    assert len(blocks_of(np.ones((2500, 100)))) == 3


def mapped(path, X, mode):
    X.tofile(path)
    return np.memmap(path, dtype=X.dtype, mode=mode, shape=X.shape)


def test_pages_of_a_file_are_let_go(X, tmp_path, monkeypatch):
    advice = []

    class Owner(mmap.mmap):
        def madvise(self, option):
            advice.append(option)

    monkeypatch.setattr(rooms.mmap, "mmap", Owner)
    path = tmp_path / "features"
    from_file = mapped(path, X, "r")
    np.testing.assert_array_equal(Samples(np.asarray(from_file))[:], X)
    assert advice == [mmap.MADV_DONTNEED]
    Samples(mapped(path, X, "c"))[:]
    Samples(X)[:]
    assert len(advice) == 1


def test_changes_of_a_private_map_survive(X, tmp_path):
    private = mapped(tmp_path / "features", X, "c")
    private[3] = 5.0
    Samples(private)[:]
    assert (private[3] == 5.0).all()


def test_blocks_of_sparse_rows_go_by_what_is_stored():
    wide = sparse.csr_array((5000, 2**20))
    assert len(blocks_of(wide)) == 1
    assert len(blocks_of(sparse.csr_array(np.ones((5000, 2000))))) > 1


def test_memory_that_is_no_file_is_never_let_go_of():
    if not hasattr(mmap, "MAP_PRIVATE"):
        pytest.skip("private maps need POSIX")
    private = mmap.mmap(-1, 8 * 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    X = np.ndarray((10, 3), buffer=private)
    X[:] = 1.0
    assert Samples(X)[np.arange(10)].sum() == 30.0
    assert X.sum() == 30.0


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, Samples])
def test_some_rows_of_any_kind(form):
    X, some = np.arange(12.0).reshape(4, 3), np.array([3, 0, 3])
    taken = rows_of(form(X), some)
    assert isinstance(taken, type(form(X)))
    dense = taken.toarray() if sparse.issparse(taken) else taken[:]
    np.testing.assert_array_equal(dense, X[some])
