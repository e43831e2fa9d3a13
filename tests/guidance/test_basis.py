import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from plclust.guidance import Basis, values_at, wide_kernel


def test_products_of_basis_functions_are_the_kernel():
    X = np.random.default_rng(0).standard_normal((80, 3))
    basis = Basis.around(X, wide_kernel(X))
    assert 3 < len(basis) < len(X)  # a wide kernel does not tell all samples apart
    values = values_at(X, basis)[:, :-1]
    np.testing.assert_allclose(values @ values.T, rbf_kernel(X, gamma=basis.gamma), atol=1e-5)
