import numpy as np
import pytest
from scipy import sparse

from plclust.graph import gaussian_neighbor_graph


def expected(X, k, width):
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(distances, np.inf)
    near = np.sort(distances, axis=1)[:, :k]
    s = near[:, -1].mean() if width == "farthest" else near.sum() / (len(X) * (k + 1))
    kept = distances <= near[:, -1:]
    weights = np.where(kept, np.exp(-((distances / s) ** 2)), 0.0)
    return 0.5 * (weights + weights.T)


@pytest.mark.parametrize("width", ["farthest", "mean"])
@pytest.mark.parametrize("k", [1, 4, None])
def test_weights_follow_the_definition(width, k):
    X = np.random.default_rng(0).standard_normal((37, 3))
    found = gaussian_neighbor_graph(X, k, width=width).toarray()
    np.testing.assert_allclose(found, expected(X, 6 if k is None else k, width), atol=1e-12)


def test_duplicates_have_full_weight():
    graph = gaussian_neighbor_graph(np.ones((4, 2)), 2)
    assert set(graph.data) <= {0.5, 1.0}


def test_more_neighbours_than_samples_are_all_samples():
    X = np.random.default_rng(0).standard_normal((4, 2))
    assert gaussian_neighbor_graph(X, 10).nnz == 12


def test_a_far_origin_changes_nothing():
    X = np.random.default_rng(0).standard_normal((30, 20))
    near, far = gaussian_neighbor_graph(X, 4), gaussian_neighbor_graph(X + 1e8, 4)
    np.testing.assert_allclose(far.toarray(), near.toarray(), atol=1e-6)


@pytest.mark.parametrize("form", [list, sparse.csr_array, sparse.csr_matrix])
def test_other_forms_of_features(form):
    X = np.random.default_rng(0).standard_normal((30, 5))
    found, wanted = gaussian_neighbor_graph(form(X), 4), gaussian_neighbor_graph(X, 4)
    np.testing.assert_allclose(found.toarray(), wanted.toarray(), atol=1e-9)


def test_unknown_widths_are_refused():
    with pytest.raises(ValueError, match="width is 'median', expected 'farthest' or 'mean'"):
        gaussian_neighbor_graph(np.eye(3), 1, width="median")


def test_a_single_sample_has_no_neighbours():
    assert gaussian_neighbor_graph(np.ones((1, 2)), 3).nnz == 0
