import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from plclust import spectral
from plclust.spectral import _subspace

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed import _embedding as home
from plclust.distributed._blocks import fetch
from plclust.distributed._embedding import spectral_embedding
from plclust.distributed._matrix import block_matrix
from plclust.distributed._parts import Bounds
from plclust.graph import normalized_adjacency

ONE, UNEVEN = [0, 90], [0, 50, 51, 90]
FAR_APART = np.random.default_rng(0).permutation(90)  # pieces are spread over all blocks


def in_pieces(*sizes):
    """Samples of lines, the longer the more of them, that are near those beside them."""
    rng = np.random.default_rng(0)
    lines = [rng.uniform(0.0, size / 20.0, (size, 1)) for size in sizes]
    pieces = [np.exp(-20.0 * (line - line.T) ** 2) for line in lines]
    return sparse.csr_array(sparse.block_diag(pieces, format="csr"))


def embed(affinity, starts, n_components, **options):
    bounds = Bounds(np.array(starts))
    spans = [slice(*bounds.span(number)) for number in range(len(bounds))]
    options = {"n_accurate": n_components, "diffusion": 0.0, "diffusion_floor": 0.0} | options
    return spectral_embedding(
        bounds,
        [affinity[span] for span in spans],
        n_components,
        random_state=np.random.RandomState(0),
        **options,
    )


def projector(vectors):
    return vectors @ vectors.T


def eigenvalues(affinity):
    return np.linalg.eigvalsh(normalized_adjacency(affinity).toarray())[::-1]


@pytest.mark.parametrize(
    ("sizes", "starts"),
    [((90,), UNEVEN), ((40, 30, 20), ONE), ((40, 30, 20), UNEVEN), ((30, 25, 15, 12, 8), UNEVEN)],
)
@pytest.mark.parametrize("diffusion", [{}, {"diffusion": 50.0, "diffusion_floor": 0.3}])
def test_the_embedding_is_that_in_memory(sizes, starts, diffusion):
    affinity = in_pieces(*sizes)[FAR_APART][:, FAR_APART]
    found = embed(affinity, starts, 5, **diffusion)
    expected = spectral.spectral_embedding(affinity, 5, random_state=0, **diffusion)
    vectors = np.concatenate(fetch(found.vectors))
    assert found.n_pieces == len(sizes)
    assert found.eigenvalue == pytest.approx(eigenvalues(affinity)[4], abs=1e-8)
    np.testing.assert_allclose(projector(vectors), projector(expected), atol=1e-4)


def test_as_many_pieces_as_vectors_need_no_solver():
    vectors = np.concatenate(fetch(embed(in_pieces(40, 30, 20), UNEVEN, 3).vectors))
    np.testing.assert_array_equal(np.count_nonzero(vectors, axis=1), 1)


def test_a_filter_is_that_in_memory():
    adjacency = normalized_adjacency(in_pieces(40, 30, 20)).astype(np.float32)
    vectors = np.random.default_rng(0).standard_normal((90, 4)).astype(np.float32)
    rows, start = ([values[:50], values[50:]] for values in (adjacency, vectors))
    found = home._filter(block_matrix(Bounds(np.array([0, 50, 90])), rows), start, 0.5)
    expected = _subspace._filter(adjacency, vectors, 0.5)
    np.testing.assert_allclose(np.concatenate(fetch(found)), expected, atol=1e-4)


def test_as_many_vectors_are_accurate_as_must_be():
    affinity = in_pieces(90)
    found = embed(affinity, UNEVEN, 9, n_accurate=2)
    assert found.eigenvalue == pytest.approx(eigenvalues(affinity)[1], abs=1e-8)
    assert {block.shape[1] for block in fetch(found.vectors)} == {9}


def test_pieces_do_not_take_the_place_of_what_is_to_be_found():
    affinity = in_pieces(50, 40)[FAR_APART][:, FAR_APART]
    found = embed(affinity, UNEVEN, 4, n_accurate=2)
    expected = spectral.spectral_embedding(affinity, 4, random_state=0)
    vectors = np.concatenate(fetch(found.vectors))
    assert found.eigenvalue == pytest.approx(1.0)
    np.testing.assert_allclose(projector(vectors), projector(expected), atol=1e-4)


@pytest.mark.parametrize("starts", [ONE, UNEVEN])
def test_the_largest_of_too_many_pieces_get_the_vectors(starts):
    """Of equally large ones, the first."""
    pair = sparse.csr_array([[0.0, 1.0], [1.0, 0.0]])
    affinity = sparse.csr_array(sparse.block_diag([pair] * 30 + [in_pieces(20), in_pieces(10)]))
    found = embed(affinity, starts, 4)
    vectors = np.concatenate(fetch(found.vectors))
    assert (found.n_pieces, found.eigenvalue) == (32, 1.0)
    np.testing.assert_allclose(vectors, spectral.spectral_embedding(affinity, 4))
    np.testing.assert_array_equal(vectors[:6].any(axis=1), [True] * 4 + [False] * 2)


def test_no_more_vectors_than_samples():
    blocks = fetch(embed(in_pieces(6), [0, 2, 6], 9, n_accurate=6).vectors)
    assert [block.shape for block in blocks] == [(2, 6), (4, 6)]


def test_blocks_do_not_start_alike():
    """In a graph of two halves that are alike they would not find what sets these apart."""
    half, between = in_pieces(45), 0.01 * sparse.eye_array(45)
    affinity = sparse.csr_array(sparse.block_array([[half, between], [between, half]]))
    found = embed(affinity, [0, 45, 90], 2)
    assert found.eigenvalue == pytest.approx(eigenvalues(affinity)[1], abs=1e-8)


def test_warns_of_vectors_that_are_not_accurate(monkeypatch):
    monkeypatch.setattr(home, "MOST_ROUNDS", 1)
    with pytest.warns(ConvergenceWarning, match=r"accurate to .* only, expected 1e-05"):
        embed(in_pieces(90), [0, 50, 90], 4)
