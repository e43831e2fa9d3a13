import numpy as np
import pytest
from scipy import sparse

from plclust.graph import (
    Copies,
    Samples,
    fit_neighbors,
    neighbor_graph,
    share_of_copies,
    warn_of_copies,
)
from plclust.graph import _samples as rooms


def is_copy(X):
    return np.all(X[:, None] == X, axis=2)


@pytest.fixture
def some_copied():
    """Two hundred samples, of which some are given up to five times, in any order."""
    rng = np.random.default_rng(0)
    of_sample = rng.permutation(np.repeat(np.arange(200), rng.integers(1, 6, size=200)))
    return rng.integers(-3, 4, size=(200, 4)).astype(float)[of_sample]


@pytest.mark.parametrize("form", [np.asarray, np.float32, sparse.csr_array, Samples])
def test_copies_are_found_in_all_blocks(some_copied, form, monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_BYTES", 1)  # blocks of 64 rows at least
    copies = Copies.among(form(some_copied))
    np.testing.assert_array_equal(
        copies.of_sample[:, None] == copies.of_sample, is_copy(some_copied)
    )
    assert copies.n_distinct == len(np.unique(some_copied, axis=0))
    np.testing.assert_array_equal(copies.first, np.sort(copies.first))
    np.testing.assert_array_equal(some_copied[copies.first][copies.of_sample], some_copied)


def test_zero_has_one_value_however_it_is_written():
    assert Copies.among(np.array([[0.0, 1.0], [-0.0, 1.0]])).n_distinct == 1
    stored = sparse.csr_array((np.array([0.0, 1.0, 1.0]), [0, 1, 1], [0, 2, 3]), shape=(2, 2))
    assert Copies.among(stored).n_distinct == 1
    assert stored.nnz == 3  # as it was given


def test_entries_of_sparse_rows_may_be_in_any_order_and_in_parts():
    given = sparse.csr_array(
        (np.array([2.0, 1.0, 1.0, 0.5, 1.5]), [1, 0, 0, 1, 1], [0, 2, 5]), shape=(2, 2)
    )
    assert Copies.among(given).n_distinct == 1


def test_nobody_is_a_neighbour_of_its_copies(some_copied):
    copies = Copies.among(some_copied)
    distinct = some_copied[copies.first]
    graph = copies.spread(neighbor_graph(fit_neighbors(distinct, 7), 7))
    apart = np.linalg.norm(some_copied[:, None] - distinct, axis=2)
    nearest = np.sort(apart, axis=1)[:, 1:8]
    np.testing.assert_allclose(graph.data.reshape(-1, 7), nearest)
    rows = np.repeat(np.arange(len(some_copied)), 7)
    found = np.linalg.norm(some_copied[rows] - some_copied[graph.indices], axis=1)
    np.testing.assert_allclose(graph.data, found)


def test_copies_of_a_neighbour_take_turns():
    copies = Copies(np.repeat([0, 1, 2], [4, 4, 1]))
    others = sparse.csr_array(1.0 - np.eye(3))
    asked = np.bincount(copies.spread(others).indices, minlength=9)
    assert asked.tolist() == [2, 1, 1, 1, 1, 2, 1, 1, 8]


def test_half_of_a_sample_is_rebuilt_from_its_copies(some_copied):
    copies, n_samples = Copies.among(some_copied), len(some_copied)
    distinct = neighbor_graph(fit_neighbors(some_copied[copies.first], 3), 3)
    weights = copies.spread(distinct)
    weights.data[:] = 1.0 / 3.0
    weights.data[:3] = 0.0  # of a sample without neighbours
    assert (copies.sizes[copies.of_sample] == 1).any()
    rebuilt = copies.rebuild(weights, 2)
    same = is_copy(some_copied)
    by_copies = np.where(same, rebuilt.toarray(), 0.0)
    expected = np.where(same.sum(axis=1) > 1, 0.5, 0.0)
    expected[0] = 1.0
    assert same[0].sum() > 1
    np.testing.assert_allclose(by_copies.sum(axis=1), expected)
    np.testing.assert_allclose(rebuilt.sum(axis=1), 1.0)
    assert not rebuilt.diagonal().any()
    assert (by_copies > 0.0).sum(axis=1).max() == 2
    np.testing.assert_array_equal(  # each copy helps as many as help it
        (by_copies > 0.0).sum(axis=0), (by_copies > 0.0).sum(axis=1)
    )
    assert rebuilt.shape == (n_samples, n_samples)


def test_copies_may_be_numbered_side_by_side(some_copied):
    copies = Copies.among(some_copied)
    order = np.random.default_rng(1).permutation(copies.n_distinct)
    beside, samples = copies.side_by_side(order)
    assert np.unique(samples).size == len(some_copied)
    np.testing.assert_array_equal(copies.of_sample[samples], order[beside.of_sample])
    assert (np.diff(beside.of_sample) >= 0).all()


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_copies_are_counted_where_all_neighbours_are_copies(form):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 3))
    X[:10] = X[0]
    X[10:13] = X[10]  # fewer than there are neighbours
    graph = neighbor_graph(fit_neighbors(X, 5), 5)
    assert share_of_copies(form(X), graph) == 0.25
    assert share_of_copies(form(X), graph, form(X)) == 0.25
    assert share_of_copies(form(X), graph, form(X + 1.0)) == 0.0


def test_samples_without_neighbours_have_no_copies():
    assert share_of_copies(np.ones((3, 2)), sparse.csr_array((3, 3))) == 0.0


def test_many_copies_are_warned_of():
    with pytest.warns(UserWarning, match="25% of .* none but exact copies .* up to 7 neighbours"):
        warn_of_copies(0.25, 7)
    warn_of_copies(0.24, 7)
