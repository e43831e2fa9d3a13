"""Reconstruction weights: every row solves Eq. 1 or Eq. 8, in every form of the features."""

import numpy as np
import pytest
from scipy import sparse

from plclust.graph import Samples, fit_neighbors, neighbor_graph, reconstruction_weights
from plclust.graph import reconstruction_error as error_in_blocks
from reference.graphs import random_reconstruction
from reference.simplex import project_on_simplex
from reference.weights import (
    duality_gap,
    gram_of_differences,
    problem_scale,
    reconstruction_error,
    solve_by_supports,
    weight_objective,
)


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.fixture(name="X")
def random_features(rng):
    return rng.standard_normal((60, 8)) * (rng.random((60, 8)) < 0.6)


@pytest.fixture
def graph(X):
    return neighbor_graph(fit_neighbors(X, 5), 5)


def rows_of(graph):
    for i in range(graph.shape[0]):
        edges = slice(graph.indptr[i], graph.indptr[i + 1])
        yield i, edges, graph.indices[edges]


def assert_row_stochastic(weights):
    assert np.all(weights.data >= 0.0)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=0, atol=1e-12)


def test_rows_minimise_the_error_of_reconstruction(X, graph):
    weights = reconstruction_weights(X, graph)
    assert_row_stochastic(weights)
    for i, edges, neighbors in rows_of(graph):
        gram = gram_of_differences(X[i], X[neighbors])
        best = solve_by_supports(gram[None], np.zeros((1, 5)))[0]
        found = reconstruction_error(X[i], X[neighbors], weights.data[edges])
        rival = reconstruction_error(X[i], X[neighbors], best)
        assert found <= rival + 1e-10 * gram.diagonal().max()
        np.testing.assert_allclose(weights.data[edges], best, atol=1e-6)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_confidence_and_linear_term_are_those_of_equation_8(X, graph, rng, form):
    F = rng.dirichlet(np.ones(3), 60)
    linear = rng.random(graph.nnz)
    weights = reconstruction_weights(form(X), graph, confidence=F, linear=linear)
    assert_row_stochastic(weights)
    for i, edges, neighbors in rows_of(graph):
        gram = gram_of_differences(X[i], X[neighbors]) + gram_of_differences(F[i], F[neighbors])
        scale = problem_scale(gram, linear[edges])
        assert duality_gap(gram, linear[edges], weights.data[edges]) <= 1e-10 * scale


def test_linear_term_is_not_edited(X, graph, rng):
    linear = rng.random(graph.nnz)
    before = linear.copy()
    reconstruction_weights(X, graph, linear=linear)
    reconstruction_weights(None, graph, linear=linear)
    np.testing.assert_array_equal(linear, before)


def test_sparse_features_give_the_weights_of_dense_ones(X, graph):
    dense = reconstruction_weights(X, graph)
    found = reconstruction_weights(sparse.csr_array(X), graph)
    np.testing.assert_allclose(found.data, dense.data, atol=1e-9)


def test_sparse_features_need_not_be_sorted(X, graph):
    csr = sparse.csr_array(X)
    reversed_rows = [
        slice(stop - 1, start - 1 if start else None, -1)
        for start, stop in zip(csr.indptr[:-1], csr.indptr[1:], strict=True)
        if stop > start
    ]
    indices = np.concatenate([csr.indices[row] for row in reversed_rows])
    data = np.concatenate([csr.data[row] for row in reversed_rows])
    shuffled = sparse.csr_array((data, indices, csr.indptr.copy()), shape=csr.shape)
    assert not shuffled.has_sorted_indices
    found = reconstruction_weights(shuffled, graph)
    np.testing.assert_allclose(found.data, reconstruction_weights(csr, graph).data, atol=1e-12)


def test_sparse_features_are_not_edited(graph, rng):
    csr = sparse.csr_array(rng.random((60, 8)))
    backwards = sparse.csr_array(
        (csr.data.copy(), np.tile(np.arange(8)[::-1], 60), csr.indptr.copy()), shape=csr.shape
    )
    before = backwards.indices.copy()
    reconstruction_weights(backwards, graph)
    np.testing.assert_array_equal(backwards.indices, before)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_single_precision_is_close(X, graph, form):
    double = reconstruction_weights(X, graph)
    single = reconstruction_weights(form(X.astype(np.float32)), graph)
    assert single.dtype == np.float64
    assert_row_stochastic(single)
    for i, edges, neighbors in rows_of(graph):
        gram, nothing = gram_of_differences(X[i], X[neighbors]), np.zeros(len(neighbors))
        excess = weight_objective(gram, nothing, single.data[edges])
        excess -= weight_objective(gram, nothing, double.data[edges])
        assert excess <= 1e-5 * gram.diagonal().max()


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_unseen_samples_are_rebuilt_from_references(X, form, rng):
    unseen = rng.standard_normal((7, 8))
    graph = neighbor_graph(fit_neighbors(X, 4), 4, unseen)
    weights = reconstruction_weights(form(unseen), graph, references=form(X))
    assert weights.shape == (7, 60)
    assert_row_stochastic(weights)
    for i, edges, neighbors in rows_of(graph):
        gram = gram_of_differences(unseen[i], X[neighbors])
        gap = duality_gap(gram, np.zeros(4), weights.data[edges])
        assert gap <= 1e-10 * gram.diagonal().max()


def test_without_features_the_graph_is_the_prior(rng):
    prior = random_reconstruction(rng, 20, 4)
    np.testing.assert_allclose(reconstruction_weights(None, prior).data, prior.data, atol=1e-12)


def test_without_features_the_graph_may_lead_elsewhere(rng):
    prior = random_reconstruction(rng, 20, 4)[:5]
    np.testing.assert_allclose(reconstruction_weights(None, prior).data, prior.data, atol=1e-12)


def test_without_features_a_linear_term_moves_the_prior(rng):
    """||w - v||^2 + c'w is least at the projection of v - c / 2."""
    prior, linear = random_reconstruction(rng, 20, 4), rng.random(80)
    weights = reconstruction_weights(None, prior, linear=linear)
    for _, edges, _ in rows_of(prior):
        expected = project_on_simplex(prior.data[edges] - linear[edges] / 2.0)
        np.testing.assert_allclose(weights.data[edges], expected, atol=1e-12)


def test_without_features_confidence_counts_too(rng):
    prior, F = random_reconstruction(rng, 20, 4), rng.dirichlet(np.ones(3), 20)
    weights = reconstruction_weights(None, prior, confidence=F)
    for i, edges, neighbors in rows_of(prior):
        gram = np.eye(4) + gram_of_differences(F[i], F[neighbors])
        assert duality_gap(gram, -2.0 * prior.data[edges], weights.data[edges]) <= 1e-10


def test_pattern_is_that_of_the_graph_with_stored_zeros_and_empty_rows(X):
    graph = sparse.csr_array(
        (np.array([0.0, 1.0, 2.0, 0.0]), np.array([3, 1, 0, 2]), np.array([0, 2, 2, 4, 4])),
        shape=(4, 4),
    )
    weights = reconstruction_weights(X[:4], graph)
    np.testing.assert_array_equal(weights.indptr, graph.indptr)
    np.testing.assert_array_equal(weights.indices, graph.indices)
    np.testing.assert_allclose(weights.sum(axis=1), [1.0, 0.0, 1.0, 0.0])
    np.testing.assert_array_equal(graph.data, [0.0, 1.0, 2.0, 0.0])


def test_a_copy_rebuilds_its_sample_alone(rng):
    X = rng.standard_normal((12, 20))
    X[5] = X[0]
    weights = reconstruction_weights(X, neighbor_graph(fit_neighbors(X, 4), 4)).toarray()
    np.testing.assert_allclose(weights[0, 5], 1.0, atol=1e-12)
    np.testing.assert_allclose(weights[5, 0], 1.0, atol=1e-12)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.usefixtures("small_blocks")
def test_number_of_threads_changes_nothing(rng, form):
    X = form(rng.standard_normal((900, 3)))
    neighbors = (np.arange(900)[:, None] + rng.integers(1, 900, (900, 5))) % 900
    graph = sparse.csr_array((np.ones(4_500), neighbors.ravel(), np.arange(0, 4_501, 5)))
    one, two = (reconstruction_weights(X, graph, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.data, two.data)
    assert_row_stochastic(two)


def test_rows_on_demand_give_the_same_weights_and_error():
    rng = np.random.default_rng(0)
    X, labels = rng.standard_normal((5000, 4)), rng.random((5000, 3))
    graph = neighbor_graph(fit_neighbors(X, 5), 5)
    linear = rng.random(graph.nnz)
    for options in ({}, {"confidence": labels, "linear": linear}):
        plain = reconstruction_weights(X, graph, **options)
        on_demand = reconstruction_weights(Samples(X), graph, n_jobs=2, **options)
        np.testing.assert_array_equal(plain.data, on_demand.data)
    new = neighbor_graph(fit_neighbors(X, 5), 5, X[:30] + 0.1)
    np.testing.assert_array_equal(
        reconstruction_weights(X[:30] + 0.1, new, references=X).data,
        reconstruction_weights(X[:30] + 0.1, new, references=Samples(X)).data,
    )


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, Samples])
def test_reconstruction_error_is_that_of_the_whole(form):
    X = np.random.default_rng(0).standard_normal((5000, 4))
    graph = neighbor_graph(fit_neighbors(X, 5), 5)
    weights = reconstruction_weights(X, graph)
    expected = np.sum((X - weights @ X) ** 2)
    assert error_in_blocks(form(X), weights) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int16, np.float16, np.bool_])
def test_features_of_any_number_type(dtype):
    U = np.random.default_rng(0).integers(0, 200, (40, 4)).astype(dtype)
    graph = neighbor_graph(fit_neighbors(U.astype(float), 5), 5)
    expected = reconstruction_weights(U.astype(float), graph)
    np.testing.assert_array_equal(reconstruction_weights(U, graph).data, expected.data)
