"""Pieces of a graph."""

import numpy as np
import pytest
from scipy import sparse

from plclust.graph import Pieces, Samples, find_pieces
from plclust.graph import _samples as rooms


@pytest.fixture
def scattered():
    rng = np.random.default_rng(0)
    return rng.standard_normal((40, 3)), rng.permutation(np.repeat(np.arange(4), 10))


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, Samples])
def test_centres_and_middles(scattered, form, monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_BYTES", 1)  # blocks of 64 rows at least
    X, of_sample = scattered
    X, of_sample = np.tile(X, (3, 1)), np.tile(of_sample, 3)
    pieces = Pieces.of(form(X), of_sample)
    centres = pieces.centres.toarray() if sparse.issparse(pieces.centres) else pieces.centres
    for piece in range(4):
        members = np.flatnonzero(of_sample == piece)
        np.testing.assert_allclose(centres[piece], X[members].mean(axis=0))
        distances = np.linalg.norm(X[members] - centres[piece], axis=1)
        np.testing.assert_allclose(
            np.linalg.norm(X[pieces.middles[piece]] - centres[piece]), distances.min()
        )
        assert of_sample[pieces.middles[piece]] == piece


@pytest.mark.parametrize("weight, n_pieces", [(1e-14, 2), (1e-5, 2), (1e-3, 1)])
def test_pieces_that_hardly_hang_together_are_apart(weight, n_pieces):
    almost = sparse.csr_array([[0.0, 1.0, weight], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert find_pieces(almost)[0] == n_pieces
    assert almost.nnz == 3


def test_links_keep_rows_that_sum_to_one(scattered):
    X, of_sample = scattered
    pieces = Pieces.of(X, of_sample)
    inside = (of_sample[:, None] == of_sample) & ~np.eye(40, dtype=bool)
    weights = sparse.csr_array(inside / inside.sum(axis=1, keepdims=True))
    between = sparse.csr_array(np.roll(np.eye(4), 1, axis=1))
    linked = pieces.link(weights, between, 0.2)
    np.testing.assert_allclose(linked.sum(axis=1), 1.0)
    np.testing.assert_allclose((linked - 0.8 * weights).sum(axis=1), 0.2)
    rows, columns = (linked - 0.8 * weights).toarray().round(12).nonzero()
    np.testing.assert_array_equal(columns, pieces.middles[(of_sample[rows] + 1) % 4])
    assert find_pieces(linked)[0] == 1


def test_stored_zeros_hold_nothing_together():
    weights = sparse.csr_array(np.eye(3)[[1, 0, 0]])
    weights.data[2] = 0.0
    n_pieces, of_sample = find_pieces(weights)
    assert n_pieces == 2
    assert of_sample[0] == of_sample[1] != of_sample[2]
    assert weights.nnz == 3
