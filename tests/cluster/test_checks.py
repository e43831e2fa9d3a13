import numpy as np
import pytest
from scipy import sparse

from plclust import PartialLabelClustering
from plclust.cluster._checks import (
    check_affinities,
    check_features,
    check_n_neighbors,
    warn_of_common_class,
)


def test_entries_of_sparse_features_that_are_given_in_parts_are_added_up():
    whole = sparse.csr_array(np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]))
    parts = sparse.csr_array(
        (np.repeat(whole.data / 2.0, 2), np.repeat(whole.indices, 2), 2 * whole.indptr), whole.shape
    )
    found = check_features(PartialLabelClustering(), parts, reset=True, precomputed=False)
    np.testing.assert_array_equal(found.data, whole.data)
    assert parts.nnz == 2 * whole.nnz  # left alone


def test_neighbors_are_at_most_the_other_samples():
    assert check_n_neighbors(9, 10) == 9
    with pytest.warns(UserWarning, match="n_neighbors=10 is lowered to 9"):
        assert check_n_neighbors(10, 10) == 9


def test_affinities_of_new_samples_need_not_be_square():
    affinities = np.ones((2, 3))
    assert check_affinities(affinities, square=False) is affinities
    with pytest.raises(ValueError, match="expects a square matrix"):
        check_affinities(affinities, square=True)


def test_negative_affinities_are_refused():
    with pytest.raises(ValueError, match="smallest is -1"):
        check_affinities(np.array([[0.0, -1.0], [-1.0, 0.0]]), square=True)


def test_warns_of_a_class_that_is_in_every_set():
    candidates = np.array([[1, 1, 0], [0, 1, 1], [1, 1, 1]], dtype=bool)
    classes = np.array(["ann", "host", "zoe"])
    with pytest.warns(UserWarning, match="class host is a candidate of every labelled sample"):
        warn_of_common_class(candidates, classes)
    warn_of_common_class(candidates[1:], classes)  # a single set says little by itself
    warn_of_common_class(np.eye(3, dtype=bool), classes)


def test_warns_if_no_set_leaves_a_class_out():
    with pytest.warns(UserWarning, match="y names 3 classes, but no set leaves one out.*Hint"):
        warn_of_common_class(np.ones((5, 3), dtype=bool), np.arange(3))
    warn_of_common_class(np.ones((5, 0), dtype=bool), np.arange(0))
