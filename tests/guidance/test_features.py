import numpy as np
import pytest
from scipy import sparse

from plclust.guidance import guided_features, mean_length


@pytest.fixture
def samples():
    rng = np.random.default_rng(0)
    return rng.standard_normal((80, 3)), rng.dirichlet(np.ones(4), 80)


def test_sparse_and_dense_features_are_guided_alike(samples):
    X, confidence = samples
    dense = guided_features(X, confidence, mean_length(X))
    thin = guided_features(sparse.csr_array(X), confidence, mean_length(sparse.csr_array(X)))
    np.testing.assert_allclose(thin.toarray(), dense)


def test_single_precision_stays_single(samples):
    X, confidence = samples
    assert guided_features(X.astype(np.float32), confidence, 1.0).dtype == np.float32
