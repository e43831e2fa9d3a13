"""Leading eigenvectors of a normalised adjacency between very many samples.

A block of vectors, a few more than are wanted, goes through Chebyshev polynomials of the matrix
that are small on the eigenvalues that are not wanted [1]_. Other than a single vector, a block
finds eigenvalues however close they are to each other.

References
----------
.. [1] Y. Zhou, Y. Saad, M. L. Tiago and J. R. Chelikowsky. "Self-consistent-field calculations
   using Chebyshev-filtered subspace iteration." J. Comput. Phys. 219, 2006.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg, sparse
from sklearn.exceptions import ConvergenceWarning

from plclust._kernels._blocks import run_in_blocks
from plclust._kernels.products import mix_rows
from plclust._warnings import warn_user
from plclust.graph import sparse_product
from plclust.typing import FloatArray

MORE_VECTORS = 6  # than are wanted, at least
MOST_ROUNDS = 100
MOST_STEPS = 50  # of a filter
LARGEST_GROWTH = 1e4  # of what is wanted over the rest in one filter: no direction is lost
DAMPED_UP_TO = -0.9, 0.9999  # least and most


class Ritz(NamedTuple):
    """The best approximations of eigenpairs in a subspace, largest first."""

    values: FloatArray
    mixing: FloatArray  # of the vectors that span it
    errors: FloatArray  # lengths of the residuals


class ChebyshevStep(NamedTuple):
    """The next polynomial is image * A p - current * p - before * (the polynomial before p)."""

    image: float
    current: float
    before: float


def n_block_vectors(n_wanted: int, n_samples: int) -> int:
    """How many vectors find `n_wanted` eigenvectors.

    Examples
    --------
    >>> n_block_vectors(10, 1_000_000)
    16
    """
    return min(n_wanted + max(MORE_VECTORS, n_wanted // 2), n_samples)


def chebyshev_steps(largest_damped: float) -> list[ChebyshevStep]:
    """Recurrence of the polynomials that damp eigenvalues from -1 on and are one at 1.

    Examples
    --------
    >>> one, two, *_ = chebyshev_steps(0.0)
    >>> one.image * 1.0 - one.current
    1.0
    >>> round(two.image * 1.0 - two.current - two.before, 12)
    1.0
    """
    largest_damped = float(np.clip(largest_damped, *DAMPED_UP_TO))
    centre, half = (largest_damped - 1.0) / 2.0, (largest_damped + 1.0) / 2.0
    growth = np.arccosh((1.0 - centre) / half)  # at 1, in each step
    n_steps = int(np.clip(np.log(LARGEST_GROWTH) / growth, 1, MOST_STEPS))
    first = ratio = half / (1.0 - centre)
    steps = [ChebyshevStep(first / half, first / half * centre, 0.0)]
    for _ in range(n_steps - 1):
        following = 1.0 / (2.0 / first - ratio)
        factor = 2.0 * following / half
        steps.append(ChebyshevStep(factor, factor * centre, ratio * following))
        ratio = following
    return steps


def rayleigh_ritz(gram: FloatArray, projected: FloatArray, squares: FloatArray) -> Ritz:
    """From V'V, V'AV and V'AAV of the vectors V.

    Directions that rounding cannot tell from zero are left out.

    Examples
    --------
    >>> import numpy as np
    >>> A, V = np.diag([1.0, 2.0, 3.0]), np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 1.0]])
    >>> rayleigh_ritz(V.T @ V, V.T @ A @ V, V.T @ A @ A @ V).values
    array([3., 1.])
    """
    scale = 1.0 / np.sqrt(np.diag(gram))
    sizes, directions = linalg.eigh(gram * np.outer(scale, scale))
    clear = sizes > 1e-13 * sizes[-1]
    basis = scale[:, None] * directions[:, clear] / np.sqrt(sizes[clear])
    inside = basis.T @ projected @ basis
    values, rotation = linalg.eigh((inside + inside.T) / 2.0)
    values, mixing = values[::-1], basis @ rotation[:, ::-1]
    lengths = np.einsum("ij,ij->j", mixing, squares @ mixing)
    return Ritz(values, mixing, np.sqrt(np.maximum(lengths - values**2, 0.0)))


def leading_subspace(
    adjacency: sparse.csr_array,
    start: FloatArray,
    n_wanted: int,
    n_accurate: int,
    accuracy: float,
) -> tuple[FloatArray, FloatArray]:
    """The `n_wanted` largest eigenvalues and their vectors, in single precision.

    Parameters
    ----------
    adjacency : csr_array of shape (n_samples, n_samples)
        Symmetric, eigenvalues from -1 to 1.
    start : array of shape (n_samples, n_vectors)
        More vectors than are wanted, known ones among them or not.
    n_wanted : int
        Number of eigenvalues.
    n_accurate : int
        Number of those, from the largest on, that must be accurate.
    accuracy : float
        Largest length of their residuals.

    Returns
    -------
    values : array of shape (n_wanted,)
        The largest first.
    vectors : array of shape (n_samples, n_wanted)
        In their order.
    """
    adjacency = adjacency.astype(np.float32)
    vectors = start.astype(np.float32)
    for _ in range(MOST_ROUNDS):
        images = sparse_product(adjacency, vectors)
        ritz = rayleigh_ritz(*_inner_products(vectors, images))
        vectors = vectors @ ritz.mixing.astype(np.float32)
        error = float(ritz.errors[:n_accurate].max())
        if error <= accuracy:
            break
        vectors = _filter(adjacency, vectors, float(ritz.values[-1]))
    else:
        warn_user(
            f"The eigenvectors are accurate to {error:.1g} only, expected {accuracy:.1g}. "
            "Clusters that are hardly apart may depend on chance.",
            ConvergenceWarning,
        )
    return ritz.values[:n_wanted], vectors[:, :n_wanted]


def _filter(adjacency: sparse.csr_array, vectors: FloatArray, largest_damped: float) -> FloatArray:
    older, newer, image = vectors, np.zeros_like(vectors), np.empty_like(vectors)
    for step in chebyshev_steps(largest_damped):
        sparse_product(adjacency, older, out=image)
        factors = np.array([step.image, -step.current, -step.before], dtype=np.float32)
        run_in_blocks(mix_rows, len(vectors), factors, image, older, newer)
        older, newer = newer, older
    return older


def _inner_products(
    vectors: FloatArray, images: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """V'V, V'AV and V'AAV, in double precision."""

    def of_block(start: int, stop: int) -> FloatArray:
        both = np.hstack([vectors[start:stop], images[start:stop]], dtype=np.float64)
        products: FloatArray = both.T @ both
        return products

    n_vectors = vectors.shape[1]
    products = np.sum(run_in_blocks(of_block, len(vectors)), axis=0)
    among, to_images = products[:n_vectors, :n_vectors], products[:n_vectors, n_vectors:]
    return among, to_images, products[n_vectors:, n_vectors:]


__all__ = [
    "MOST_ROUNDS",
    "ChebyshevStep",
    "chebyshev_steps",
    "leading_subspace",
    "n_block_vectors",
    "rayleigh_ritz",
]
