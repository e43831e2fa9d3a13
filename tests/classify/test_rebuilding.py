"""Samples rebuilt from neighbours, and what is made of the weights."""

import numpy as np
import pytest
from scipy import sparse

from plclust.classify._rebuilding import (
    class_masses,
    keep_candidates,
    nearest_weights,
    rebuilding_errors,
)

REFERENCES = np.array([[1.0, 0.0], [0.0, 1.0], [-9.0, -9.0]])


@pytest.mark.parametrize("scale, expected", [(False, [2.0, 6.0, 0.0]), (True, [0.25, 0.75, 0.0])])
def test_weights_rebuild_the_sample_or_sum_to_one(scale, expected):
    weights = nearest_weights(REFERENCES, np.array([[2.0, 6.0]]), 2, scale=scale)
    np.testing.assert_allclose(weights.toarray(), [expected], atol=1e-12)


def test_references_rebuild_each_other():
    weights = nearest_weights(np.array([[1.0], [2.0], [4.0]]), None, 1).toarray()
    np.testing.assert_allclose(weights, [[0.0, 0.5, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]])


@pytest.mark.parametrize("scale", [False, True])
def test_what_nobody_can_rebuild_has_no_weights(scale):
    weights = nearest_weights(REFERENCES[:2], np.array([[-1.0, -1.0]]), 2, scale=scale)
    np.testing.assert_array_equal(weights.toarray(), [[0.0, 0.0]])
    assert nearest_weights(REFERENCES[:1], None, 2, scale=scale).shape == (1, 1)


def test_confidences_are_those_of_candidates_alone():
    F = np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    candidates = np.array([[1, 1, 0], [0, 0, 1]], dtype=bool)
    np.testing.assert_allclose(keep_candidates(F, candidates), [[0.4, 0.6, 0.0], [0.0, 0.0, 1.0]])


def test_classes_get_back_the_share_they_had():
    start = np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
    F = np.array([[0.25, 0.75, 0.0], [0.25, 0.75, 0.0]])
    masses = class_masses(start, F)
    np.testing.assert_allclose(masses, [3.0, 1 / 3, 1.0])
    np.testing.assert_allclose((F * masses).sum(axis=0), start.sum(axis=0))


def test_each_class_rebuilds_with_its_own_references():
    weights = sparse.csr_array([[3.0, 4.0, 0.0]])
    errors = rebuilding_errors(
        np.array([[3.0, 4.0]]), weights, REFERENCES, np.array([0, 1, 1]), n_classes=3
    )
    np.testing.assert_allclose(errors, [[4.0, 3.0, 5.0]])
