import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from plclust.graph import normalized_adjacency
from plclust.spectral import _subspace, spectral_embedding
from plclust.spectral._subspace import chebyshev_steps, leading_subspace, rayleigh_ritz


def ring_of_groups(n_groups, size, bridge, seed=0):
    """Groups, each with a bridge to the next: eigenvalues as close to one as bridges are weak."""
    rng = np.random.default_rng(seed)
    blocks = [np.triu(rng.random((size, size)), 1) for _ in range(n_groups)]
    affinity = sparse.lil_array(sparse.block_diag(blocks))
    for group in range(n_groups):
        here, there = group * size, ((group + 1) % n_groups) * size + 1
        affinity[min(here, there), max(here, there)] = bridge
    affinity = sparse.csr_array(affinity)
    return sparse.csr_array(affinity + affinity.T)


def start_of(n_samples, n_vectors):
    return np.random.default_rng(0).uniform(-1.0, 1.0, (n_samples, n_vectors))


@pytest.mark.parametrize("bridge", [1.0, 0.1])
def test_close_eigenvalues_are_all_found(bridge):
    adjacency = normalized_adjacency(ring_of_groups(10, 30, bridge))
    exact = np.linalg.eigvalsh(adjacency.toarray())[::-1]
    assert exact[0] - exact[9] < 0.01
    values, vectors = leading_subspace(adjacency, start_of(300, 16), 10, 10, 1e-4)
    np.testing.assert_allclose(values, exact[:10], atol=1e-6)
    residuals = adjacency @ vectors - vectors * values
    assert np.linalg.norm(residuals, axis=0).max() < 2e-4
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(10), atol=1e-5)


def test_more_vectors_come_with_the_accurate_ones():
    adjacency = normalized_adjacency(ring_of_groups(10, 30, 0.1))
    exact = np.linalg.eigvalsh(adjacency.toarray())[::-1]
    values, vectors = leading_subspace(adjacency, start_of(300, 16), 15, 10, 1e-4)
    assert vectors.shape == (300, 15)
    residuals = np.linalg.norm(adjacency @ vectors - vectors * values, axis=0)
    assert residuals[:10].max() < 2e-4 < residuals[10:].max()
    np.testing.assert_allclose(values[:10], exact[:10], atol=1e-6)
    np.testing.assert_allclose(values[10:], exact[10:15], atol=0.1)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(15), atol=1e-5)


def test_more_vectors_than_eigenvalues_that_differ():
    """All but three eigenvalues of the complete groups are the same, and far from those."""
    block = np.ones((50, 50)) - np.eye(50)
    adjacency = normalized_adjacency(sparse.csr_array(sparse.block_diag([block] * 3)))
    values, vectors = leading_subspace(adjacency, start_of(150, 16), 3, 3, 1e-4)
    np.testing.assert_allclose(values, 1.0, atol=1e-6)
    assert np.isfinite(vectors).all()


def test_too_few_rounds_are_told(monkeypatch):
    monkeypatch.setattr(_subspace, "MOST_ROUNDS", 2)
    adjacency = normalized_adjacency(ring_of_groups(10, 30, 1.0))
    with pytest.warns(ConvergenceWarning, match="expected 0.0001"):
        leading_subspace(adjacency, start_of(300, 16), 10, 10, 1e-4)


def test_directions_that_are_not_there_are_left_out():
    matrix = np.diag([3.0, 2.0, 1.0])
    vectors = np.array([[1.0, 1.0, 2.0], [0.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    images = matrix @ vectors
    ritz = rayleigh_ritz(vectors.T @ vectors, vectors.T @ images, images.T @ images)
    np.testing.assert_allclose(ritz.values, [3.0, 2.0])
    np.testing.assert_allclose(np.abs(vectors @ ritz.mixing), np.eye(3)[:, :2], atol=1e-7)
    np.testing.assert_allclose(ritz.errors, 0.0, atol=1e-6)


@pytest.mark.parametrize("largest_damped", [-1.0, -0.5, 0.0, 0.9, 0.99999])
def test_filters_keep_one_and_damp_the_rest(largest_damped):
    def value_at(x):
        before, current = 0.0, 1.0
        for step in chebyshev_steps(largest_damped):
            following = step.image * x * current - step.current * current - step.before * before
            before, current = current, following
        return current

    assert value_at(1.0) == pytest.approx(1.0)
    damped = [
        abs(value_at(x)) for x in np.linspace(-1.0, max(min(largest_damped, 0.9999), -0.9), 50)
    ]
    assert 0.9 / _subspace.LARGEST_GROWTH < max(damped) < 1.0


@pytest.mark.parametrize("n_pieces", [1, 3])
def test_very_many_samples_have_the_same_embedding(monkeypatch, n_pieces):
    graph = sparse.csr_array(
        sparse.block_diag([ring_of_groups(4, 100, 0.5, seed) for seed in range(n_pieces)])
    )
    few = spectral_embedding(graph, 4 * n_pieces, diffusion=2.0, random_state=0)
    monkeypatch.setattr("plclust.spectral._embedding.VERY_MANY", 100)
    many = spectral_embedding(graph, 4 * n_pieces, diffusion=2.0, random_state=0)
    np.testing.assert_allclose(many @ many.T, few @ few.T, atol=2e-4)
