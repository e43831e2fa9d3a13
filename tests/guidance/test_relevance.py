import numpy as np
import pytest

from plclust.guidance import class_sums, weights_by_relevance


@pytest.mark.parametrize("classes", [np.zeros(40, dtype=int), np.arange(40) // 20])
def test_features_that_tell_nothing_keep_their_weight(classes):
    """All samples are of one class, or only one feature varies."""
    X = np.column_stack([np.arange(40.0), np.full(40, 1000.1)])
    sums = class_sums(X, np.eye(2)[classes], np.ones(40))
    np.testing.assert_allclose(weights_by_relevance(sums, 1.0), [1.0, 1.0])
