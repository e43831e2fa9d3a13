import numpy as np
import pytest
from scipy import sparse

from plclust.graph import symmetrize

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed._blocks import fetch
from plclust.distributed._matrix import (
    affinity,
    block_matrix,
    reconstruction,
    residual_operator,
)
from plclust.distributed._parts import Bounds
from plclust.distributed._rebuild import Rebuilt

BOUNDS = Bounds(np.array([0, 10, 11, 30]))
SPANS = [slice(*BOUNDS.span(number)) for number in range(len(BOUNDS))]


@pytest.fixture(scope="module")
def rebuilt():
    """Weights of three neighbours each; the last part needs nothing of the others."""
    rng = np.random.default_rng(0)
    neighbors = np.array([rng.choice(30, 3, replace=False) for _ in range(30)])
    neighbors[11:] = 11 + neighbors[11:] % 19
    weights = rng.dirichlet(np.ones(3), size=30)
    return [Rebuilt(neighbors[span], weights[span], 0.0, 0.0) for span in SPANS]


@pytest.fixture(scope="module")
def whole(rebuilt):
    """The same weights as one matrix."""
    matrix = np.zeros((30, 30))
    for span, part in zip(SPANS, rebuilt, strict=True):
        np.add.at(
            matrix[span], (np.arange(len(part.weights))[:, None], part.neighbors), part.weights
        )
    return sparse.csr_array(matrix)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n_columns", [1, 4])
def test_products_are_those_of_scipy(whole, dtype, n_columns):
    whole = whole.astype(dtype)
    vectors = np.random.default_rng(1).standard_normal((30, n_columns)).astype(dtype)
    matrix = block_matrix(BOUNDS, [whole[span] for span in SPANS])
    products = fetch(matrix @ [vectors[span] for span in SPANS])
    assert {product.dtype for product in products} == {np.dtype(dtype)}
    np.testing.assert_allclose(np.concatenate(products), whole @ vectors, rtol=1e-5, atol=1e-6)


def test_rows_need_only_the_parts_that_they_have_entries_of(whole):
    matrix = block_matrix(BOUNDS, [whole[span] for span in SPANS])
    expected = [
        [number for number, some in enumerate(SPANS) if whole[span][:, some].nnz > 0]
        for span in SPANS
    ]
    assert matrix.parts == expected
    assert matrix.parts[2] == [2]


def test_reconstruction_and_what_is_made_from_it(rebuilt, whole):
    found = reconstruction(BOUNDS, rebuilt)
    values = np.random.default_rng(1).standard_normal((30, 2))
    blocks = [values[span] for span in SPANS]
    for rows, expected in [(found.rows, whole), (found.transposed, whole.T)]:
        np.testing.assert_allclose(
            sparse.vstack(fetch(rows)).toarray(), expected.toarray(), rtol=1e-12
        )
        np.testing.assert_allclose(
            np.concatenate(fetch(residual_operator(BOUNDS, rows, 2.0) @ blocks)),
            2.0 * (values - expected @ values),
        )
    np.testing.assert_allclose(
        sparse.vstack(fetch(affinity(found))).toarray(), symmetrize(whole).toarray()
    )
