"""Candidate sets that the rest contradicts."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from plclust.candidates import is_labelled
from plclust.disambiguation import open_contradicted
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights


@pytest.fixture
def blobs_with_wrong_sets():
    """Half of the samples are labelled; 9 of the 90 sets miss the true class."""
    X, truth = make_blobs(180, centers=np.eye(3) * 6.0, random_state=1)
    reconstruction = reconstruction_weights(X, neighbor_graph(fit_neighbors(X, 8), 8))
    candidates = np.eye(3, dtype=bool)[truth]
    labelled = np.arange(180) % 2 == 0
    wrong = np.flatnonzero(labelled)[::10]
    candidates[wrong] = np.eye(3, dtype=bool)[(truth[wrong] + 1) % 3]
    candidates[~labelled] = True
    return reconstruction, candidates, wrong


def test_most_wrong_sets_are_opened(blobs_with_wrong_sets):
    reconstruction, candidates, wrong = blobs_with_wrong_sets
    opened = open_contradicted(reconstruction, candidates, 0.1, random_state=0)
    left_out = np.flatnonzero(is_labelled(candidates) & ~is_labelled(opened))
    assert len(left_out) <= 9
    assert np.isin(wrong, left_out).mean() > 0.7


def test_sets_that_nobody_contradicts_stay(blobs_with_wrong_sets):
    reconstruction, candidates, wrong = blobs_with_wrong_sets
    opened = open_contradicted(reconstruction, candidates, 0.9, random_state=0)
    left_out = is_labelled(candidates) & ~is_labelled(opened)
    assert left_out.sum() <= 2 * len(wrong)
    kept = is_labelled(opened)
    np.testing.assert_array_equal(opened[kept], candidates[kept])


def test_no_tolerance_changes_nothing(blobs_with_wrong_sets):
    reconstruction, candidates, _ = blobs_with_wrong_sets
    assert open_contradicted(reconstruction, candidates, 0.0) is candidates
