import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.spatial.distance import pdist

from plclust.graph import normalized_adjacency
from plclust.spectral import _embedding, assign_by_kmeans, separation, spectral_embedding
from plclust.spectral._embedding import diffusion_weights
from reference.spectral import leading_eigenspace


def random_affinity(n, density, seed):
    rng = np.random.default_rng(seed)
    dense = np.triu(rng.random((n, n)) * (rng.random((n, n)) < density), 1)
    return sparse.csr_array(dense + dense.T)


def disconnected(sizes, seed=0):
    blocks = [random_affinity(size, 1.0, seed + size) for size in sizes]
    return sparse.csr_array(sparse.block_diag(blocks, format="csr"))


def projector(vectors):
    return vectors @ vectors.T


@given(seed=st.integers(0, 10**6), n_components=st.integers(1, 6))
def test_spans_the_leading_eigenspace_of_a_connected_graph(seed, n_components):
    affinity = random_affinity(40, 0.9, seed)
    ours = spectral_embedding(affinity, n_components, random_state=0)
    exact, gap = leading_eigenspace(affinity.toarray(), n_components)
    if gap > 1e-6:
        np.testing.assert_allclose(projector(ours), projector(exact), atol=1e-8 / gap)


@pytest.mark.parametrize("n_samples", [60, 700])
def test_iterative_and_dense_solvers_find_every_component(n_samples):
    sizes = [n_samples // 4, n_samples // 4, n_samples // 3, n_samples // 6]
    affinity = disconnected(sizes)
    ours = spectral_embedding(affinity, 6, random_state=0)
    exact, gap = leading_eigenspace(affinity.toarray(), 6)
    assert gap > 1e-6
    np.testing.assert_allclose(projector(ours), projector(exact), atol=1e-7)
    np.testing.assert_allclose(ours.T @ ours, np.eye(6), atol=1e-10)


def test_as_many_components_as_clusters_need_no_solver():
    ours = spectral_embedding(disconnected([3, 4, 5]), 3)
    assert (np.count_nonzero(ours, axis=1) == 1).all()


def test_the_largest_of_too_many_components_come_first():
    ours = spectral_embedding(disconnected([2, 6, 4]), 2)
    assert not ours[:2].any()
    assert ours[2:].any(axis=1).all()


def test_many_pieces_at_once():
    ours = spectral_embedding(disconnected([2] * 2100), 3)
    assert ours.shape == (4200, 3)
    np.testing.assert_allclose(ours.T @ ours, np.eye(3), atol=1e-12)


def test_a_block_finds_what_a_single_vector_does_not(monkeypatch):
    groups = sparse.block_diag([random_affinity(90, 0.1, seed) for seed in range(4)])
    bridges = sparse.diags_array([0.1] * 359, offsets=1, shape=(360, 360))
    affinity = sparse.csr_array(groups + bridges + bridges.T)
    exact = spectral_embedding(affinity, 4, random_state=0)
    monkeypatch.setattr(_embedding, "MOST_RESTARTS", 1)
    ours = spectral_embedding(affinity, 4, random_state=0)
    assert not np.array_equal(ours, exact)
    np.testing.assert_allclose(projector(ours), projector(exact), atol=1e-3)


@pytest.mark.parametrize("link", [1e-5, 1e-8, 1e-12])
def test_groups_that_hardly_hang_together_are_all_found(link):
    groups = sparse.block_diag([random_affinity(50, 0.3, seed) for seed in range(20)]).tolil()
    for first in range(0, 950, 50):
        groups[first + 3, first + 57] = groups[first + 57, first + 3] = link
    affinity = sparse.csr_array(groups)
    ours = spectral_embedding(affinity, 20, random_state=0)
    stays = np.sum(ours * (normalized_adjacency(affinity) @ ours), axis=0)
    assert stays.min() > 0.999 * np.sum(ours**2, axis=0).max()


def test_pieces_do_not_take_the_place_of_what_is_to_be_found(monkeypatch):
    """Two pieces of two groups: their own vectors are known, those between groups are not."""
    groups = sparse.block_diag([random_affinity(60, 0.3, seed) for seed in range(4)]).tolil()
    for i, j in ((3, 63), (123, 183)):
        groups[i, j] = groups[j, i] = 0.01
    affinity = sparse.csr_array(groups)
    exact = spectral_embedding(affinity, 4, random_state=0)
    monkeypatch.setattr(_embedding, "VERY_MANY", 0)
    ours = spectral_embedding(affinity, 4, n_accurate=2, random_state=0)
    np.testing.assert_allclose(projector(ours), projector(exact), atol=1e-3)


def test_rings_that_are_hardly_tied_are_found_by_a_block():
    """Within a long ring eigenvalues are next to one as well."""
    number = np.arange(3000)
    within = sparse.csr_array(
        (np.ones(3000), (number, number // 500 * 500 + (number + 1) % 500)), shape=(3000, 3000)
    ).tolil()
    for first in range(0, 2500, 500):
        within[first, first + 500] = 1e-5
    ring = sparse.csr_array(within)
    labels = assign_by_kmeans(
        spectral_embedding(sparse.csr_array(ring + ring.T), 6, random_state=0), 6, random_state=0
    )
    assert all(len(set(part)) == 1 for part in labels.reshape(6, 500))
    assert len(set(labels)) == 6


def test_distances_are_those_of_walks_of_diffusion_steps():
    """With all eigenvectors: those between rows of A^(1/2) P^3 A^(-1/2), where P is the walk."""
    factor = random_affinity(40, 0.9, 0)
    affinity = sparse.csr_array(factor @ factor)  # its eigenvalues are not negative
    degree = affinity.sum(axis=1)
    walks = np.linalg.matrix_power(affinity.toarray() / degree[:, None], 3)
    walks = np.sqrt(degree)[:, None] * walks / np.sqrt(degree)
    ours = spectral_embedding(affinity, 40, diffusion=3, random_state=0)
    np.testing.assert_allclose(pdist(ours), pdist(walks), rtol=1e-8)


def test_without_diffusion_the_scale_of_eigenvectors_is_one():
    affinity = random_affinity(500, 0.05, 1)
    plain = spectral_embedding(affinity, 4, random_state=3)
    scaled = spectral_embedding(affinity, 4, diffusion=5, random_state=3)
    np.testing.assert_allclose(np.linalg.norm(plain, axis=0), 1.0)
    assert (np.diff(np.linalg.norm(scaled, axis=0)) < 0).all()


@pytest.mark.parametrize("limit", ["_embedding.DENSE_SIZE", "_embedding.VERY_MANY"])
def test_diffusion_leaves_eigenvectors_the_floor(monkeypatch, limit):
    monkeypatch.setattr(f"plclust.spectral.{limit}", 100)
    affinity = random_affinity(500, 0.05, 1)
    strong = spectral_embedding(affinity, 4, diffusion=50, random_state=3)
    held = spectral_embedding(affinity, 4, diffusion=50, diffusion_floor=0.3, random_state=3)
    lengths = np.linalg.norm(held, axis=0)
    assert np.linalg.norm(strong, axis=0)[-1] < 1e-6
    assert lengths[0] == pytest.approx(1.0, abs=1e-3)
    assert lengths[-1] == pytest.approx(0.3, abs=1e-3)
    assert (np.diff(lengths) < 0).all()


def test_a_floor_that_diffusion_does_not_reach_changes_nothing():
    affinity = random_affinity(500, 0.05, 1)
    plain = spectral_embedding(affinity, 4, diffusion=1, random_state=3)
    held = spectral_embedding(affinity, 4, diffusion=1, diffusion_floor=1e-3, random_state=3)
    np.testing.assert_array_equal(plain, held)


def test_diffusion_leaves_eigenvalues_of_one_as_they_are():
    np.testing.assert_array_equal(diffusion_weights(np.ones(2), 16.0, 0.3), np.ones(2))


def test_isolated_samples_are_components_of_their_own():
    affinity = disconnected([4, 4]).tolil()
    affinity.resize((9, 9))
    ours = spectral_embedding(sparse.csr_array(affinity), 3)
    assert np.isfinite(ours).all()
    assert abs(ours[8]).max() == pytest.approx(1.0)


def test_start_is_deterministic():
    affinity = random_affinity(500, 0.05, 1)
    first = spectral_embedding(affinity, 4, random_state=3)
    second = spectral_embedding(affinity, 4, random_state=3)
    np.testing.assert_array_equal(first, second)


def test_no_more_vectors_than_samples():
    assert spectral_embedding(disconnected([3]), 7).shape == (3, 3)


def ring_of_cliques(bridge, n_cliques=4, size=6):
    """Complete graphs, each with an edge of the given weight to the next."""
    n_samples = n_cliques * size
    affinity = np.kron(np.eye(n_cliques), np.ones((size, size)) - np.eye(size))
    ends = np.arange(0, n_samples, size)
    affinity[ends, np.roll(ends, -1)] = affinity[np.roll(ends, -1), ends] = bridge
    return sparse.csr_array(affinity)


@pytest.mark.parametrize("diffusion", [0.0, 16.0])
def test_separation_is_a_power_of_the_eigenvalue_of_the_last_cluster(diffusion):
    graph = ring_of_cliques(0.5)
    degree = np.sqrt(graph.sum(axis=1))
    values = np.sort(np.linalg.eigvalsh(graph.toarray() / np.outer(degree, degree)))[::-1]
    embedding = spectral_embedding(graph, 6, diffusion=diffusion)
    for n_clusters in (1, 3, 4, 5):
        expected = max(values[n_clusters - 1], 0.0) ** 16
        assert separation(graph, embedding, n_clusters) == pytest.approx(expected, abs=1e-9)


def test_separation_is_one_for_pieces_and_falls_with_the_bridges_between_them():
    found = []
    for bridge in (0.0, 0.1, 1.0, 5.0):
        graph = ring_of_cliques(bridge)
        found.append(separation(graph, spectral_embedding(graph, 6), 4))
    assert found[0] == pytest.approx(1.0)
    assert (np.diff(found) < 0.0).all()


def test_separation_of_more_clusters_than_vectors_is_that_of_the_last_vector():
    graph = ring_of_cliques(0.1)
    embedding = spectral_embedding(graph, 3)
    assert separation(graph, embedding, 9) == separation(graph, embedding, 3)
