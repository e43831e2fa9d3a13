import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from plclust.spectral import threshold_singular_values, threshold_two_slices
from reference.constrained import threshold

shapes = st.tuples(st.integers(1, 8), st.integers(1, 8))
entries = st.floats(-10, 10, width=16)
matrices = shapes.flatmap(lambda shape: arrays(np.float64, shape, elements=entries))
slices = shapes.flatmap(lambda shape: arrays(np.float64, (2, *shape), elements=entries))
pairs = shapes.flatmap(lambda shape: arrays(np.float64, (2, 2, *shape), elements=entries))
amounts = st.floats(0.01, 20.0)


@given(matrices, amounts)
def test_singular_values_are_lowered(matrix, amount):
    found = threshold_singular_values(matrix, amount)
    np.testing.assert_allclose(found.toarray(), threshold(matrix, amount), atol=1e-4)
    assert found.rank <= min(matrix.shape)


@given(slices, amounts)
def test_two_slices_are_thresholded_as_a_tensor(tensor, amount):
    """Against the definition: SVDs of the slices of the Fourier transform along the third mode."""
    transformed = np.fft.fft(tensor, axis=0)
    lowered = np.stack([threshold(part, amount) for part in transformed])
    expected = np.fft.ifft(lowered, axis=0)
    total, difference = threshold_two_slices(*tensor, amount)
    found = np.stack(
        [total.toarray() + difference.toarray(), total.toarray() - difference.toarray()]
    )
    np.testing.assert_allclose(found / 2, expected.real, atol=1e-4)
    np.testing.assert_allclose(expected.imag, 0.0, atol=1e-9)


@given(pairs, amounts)
def test_thresholding_does_not_expand(tensors, amount):
    """As every proximal step: results are no farther apart than their origins."""
    results = [
        np.stack([part.toarray() for part in threshold_two_slices(*tensor, amount)])
        for tensor in tensors
    ]
    # Sum and difference are longer than the slices by the root of two.
    apart = np.sqrt(2.0) * np.linalg.norm(tensors[0] - tensors[1])
    assert np.linalg.norm(results[0] - results[1]) <= apart + 1e-4


def low_rank_and_noise(shape, seed=0):
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal(shape) / np.sqrt(max(shape))
    return noise + rng.standard_normal((shape[0], 9)) @ rng.standard_normal((9, shape[1])) / 30


@pytest.mark.parametrize("shape", [(400, 400), (500, 350), (350, 500)])
@pytest.mark.parametrize("amount", [2.2, 0.5, 1e3])
def test_partial_thresholding_is_the_full_one(shape, amount):
    matrix = low_rank_and_noise(shape)
    found = threshold_singular_values(matrix, amount)
    np.testing.assert_allclose(found.toarray(), threshold(matrix, amount), atol=1e-6)


def test_a_warm_start_changes_nothing():
    start = threshold_singular_values(low_rank_and_noise((400, 400)), 2.2).basis
    matrix = low_rank_and_noise((400, 400), seed=1)
    warm = threshold_singular_values(matrix, 2.2, start=start)
    np.testing.assert_allclose(warm.toarray(), threshold(matrix, 2.2), atol=1e-6)


def test_single_precision_stays_single():
    matrix = low_rank_and_noise((400, 400))
    found = threshold_singular_values(matrix.astype(np.float32), 2.2, tol=1e-5)
    assert found.left.dtype == found.right.dtype == np.float32
    np.testing.assert_allclose(found.toarray(), threshold(matrix, 2.2), atol=1e-4)
