"""Candidate sets hidden in turn."""

import numpy as np
import pytest
from scipy import sparse

from plclust.disambiguation import hold_out, solve_confidence
from plclust.disambiguation._held_out import folds_of


@pytest.mark.parametrize(
    ("n_labelled", "sizes"), [(0, [0]), (1, [1]), (3, [1, 1, 1]), (10, [2] * 5)]
)
def test_folds_part_the_labelled_samples(n_labelled, sizes):
    labelled = np.arange(20) < n_labelled
    folds = folds_of(labelled, random_state=3)
    assert [len(fold) for fold in folds] == sizes
    np.testing.assert_array_equal(np.sort(np.concatenate(folds)), np.flatnonzero(labelled))


def test_hidden_sets_have_no_say():
    rng = np.random.default_rng(0)
    reconstruction = sparse.csr_array(rng.dirichlet(np.ones(12), 12) * (1.0 - np.eye(12)))
    reconstruction /= np.asarray(reconstruction.sum(axis=1))[:, None]
    reconstruction = sparse.csr_array(reconstruction)
    candidates = np.eye(3, dtype=bool)[np.arange(12) % 3]
    seen = []
    for fold, confidence in hold_out(reconstruction, candidates, random_state=0):
        shown = candidates.copy()
        shown[fold] = True
        expected = solve_confidence(reconstruction, shown, tol=1e-2).values
        np.testing.assert_array_equal(confidence, expected)
        seen += fold.tolist()
    assert sorted(seen) == list(range(12))
