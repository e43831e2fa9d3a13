import numpy as np
import pytest
from scipy.sparse.linalg import aslinearoperator

from plclust.spectral._leading import leading_eigenpairs, lower_bound


def symmetric(values, seed=0):
    basis = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(values), len(values))))[0]
    return (basis * values) @ basis.T


def solve(matrix, start, cut, tol=1e-9):
    return leading_eigenpairs(
        matrix,
        start,
        needed=lambda values: np.count_nonzero(values > cut),
        accuracy=lambda values: np.full_like(values, tol),
        lower=lower_bound(matrix),
    )


def random_start(n_samples, n_columns=3):
    return np.random.default_rng(1).standard_normal((n_samples, n_columns))


SPECTRUM = np.concatenate([np.linspace(-1.0, 1.0, 970), np.linspace(1.5, 6.0, 30)])


@pytest.mark.parametrize("form", [np.asarray, aslinearoperator])
def test_all_pairs_above_the_cut_are_found(form):
    matrix = symmetric(SPECTRUM)
    found = solve(form(matrix), random_start(1000), cut=1.2)
    np.testing.assert_allclose(found.values[:30], np.linspace(6.0, 1.5, 30), atol=1e-8)
    assert found.values[30] < 1.2
    residual = matrix @ found.vectors[:, :30] - found.vectors[:, :30] * found.values[:30]
    assert np.linalg.norm(residual, axis=0).max() <= 1.1e-9


def test_a_direction_that_the_start_lacks_is_found():
    matrix = symmetric(SPECTRUM)
    start = np.linalg.eigh(matrix)[1][:, ::-1][:, 1:40]
    found = solve(matrix, start, cut=1.2)
    assert found.values[0] == pytest.approx(6.0)


def test_single_precision_stays_single():
    matrix = symmetric(SPECTRUM).astype(np.float32)
    found = solve(matrix, random_start(1000).astype(np.float32), cut=1.2, tol=1e-4)
    assert found.vectors.dtype == found.values.dtype == np.float32
    np.testing.assert_allclose(found.values[:30], np.linspace(6.0, 1.5, 30), atol=1e-4)


def test_too_many_pairs_are_left_to_a_full_decomposition():
    assert solve(symmetric(SPECTRUM), random_start(1000), cut=0.0) is None


def test_a_start_from_the_solution_needs_little_work():
    matrix = symmetric(SPECTRUM)
    columns = []

    class Counted:
        shape, dtype = matrix.shape, matrix.dtype

        def __matmul__(self, block):
            columns.append(block.size // len(block))
            return matrix @ block

    solution = solve(Counted(), random_start(1000), cut=1.2)
    cold = sum(columns)
    columns.clear()
    solve(Counted(), solution.vectors, cut=1.2)
    assert sum(columns) < cold / 3


@pytest.mark.parametrize("seed", range(5))
def test_lower_bound_is_below_all_and_not_far(seed):
    values = np.random.default_rng(seed).uniform(-7.0, 30.0, 350)
    bound = lower_bound(symmetric(values, seed))
    assert values.min() - 15.0 < bound <= values.min()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rest", [0.0, 1e-12])
def test_nothing_but_the_wanted_pairs(dtype, rest):
    """The filter would have to stretch what is wanted beyond all bounds."""
    spectrum = np.concatenate([np.full(970, rest), np.linspace(150.0, 6e3, 30)])
    matrix = symmetric(spectrum).astype(dtype)
    found = solve(matrix, random_start(1000, 45).astype(dtype), cut=100.0, tol=0.1)
    np.testing.assert_allclose(found.values[:30], spectrum[:-31:-1], atol=1e-2)
