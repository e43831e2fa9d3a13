import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from plclust.spectral import spectral_embedding
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


def test_coupling_decides_which_of_too_many_components_stay_together():
    affinity = disconnected([5, 5, 5, 5])
    coupling = affinity.tolil()
    for a, b in [(0, 10), (5, 15)]:
        coupling[a, b] = coupling[b, a] = 1.0
    ours = spectral_embedding(affinity, 2, coupling=sparse.csr_array(coupling))
    assert ours.shape == (20, 2)
    rows = ours / np.linalg.norm(ours, axis=1, keepdims=True)
    closeness = np.abs(rows @ rows.T)
    assert closeness[0, 10] > 0.999
    assert closeness[5, 15] > 0.999
    assert closeness[0, 5] < 0.01


def test_without_coupling_the_largest_components_come_first():
    ours = spectral_embedding(disconnected([2, 6, 4]), 2)
    assert not ours[:2].any()
    assert ours[2:].any(axis=1).all()


def test_splinters_do_not_take_the_vectors_of_clusters():
    """Two clusters in one component, and three splinters that would use up both vectors."""
    halves = disconnected([30, 30, 2, 2, 2]).tolil()
    halves[0, 30] = halves[30, 0] = 0.1
    affinity = sparse.csr_array(halves)
    coupling = affinity.tolil()
    for splinter in (60, 62, 64):
        coupling[0, splinter] = coupling[splinter, 0] = 1.0
    coupling = sparse.csr_array(coupling)
    attached = spectral_embedding(affinity, 2, coupling=coupling)
    sides = np.sign(attached[:60] @ (attached[5] - attached[35]))
    assert (sides[:30] == sides[0]).all()
    assert (sides[30:] == -sides[0]).all()
    left_alone = spectral_embedding(affinity, 2, coupling=coupling, splinter_size=0.0)
    np.testing.assert_allclose(np.ptp(unit(left_alone[:60]), axis=0), 0.0, atol=1e-9)


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_many_pieces_at_once():
    affinity = disconnected([2] * 2100)
    pieces = np.repeat(np.arange(2100), 2)
    ring = sparse.csr_array(
        (np.ones(2100), (np.arange(2100) * 2, np.roll(np.arange(2100), -1) * 2)),
        shape=affinity.shape,
    )
    ours = spectral_embedding(affinity, 3, coupling=affinity + ring + ring.T, splinter_size=0.0)
    assert ours.shape == (4200, 3)
    first_of_piece = ours[np.unique(pieces, return_index=True)[1]]
    np.testing.assert_allclose(ours, first_of_piece[pieces], atol=1e-12)


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
