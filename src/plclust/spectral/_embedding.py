"""Leading eigenvectors of the normalised adjacency, exact on graphs that fall into pieces."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigsh
from sklearn.utils import check_random_state

from plclust._limits import VERY_MANY
from plclust.graph import degrees, normalized_adjacency
from plclust.typing import FloatArray, IntArray

DENSE_SIZE = 300  # up to here a dense eigensolver is quicker than an iterative one
ACCURACY = 1e-8  # of eigenvalues
LOOSE = 1e-3  # the same for very many samples


def spectral_embedding(
    affinity: sparse.csr_array,
    n_components: int,
    *,
    diffusion: float = 0.0,
    random_state: int | np.random.RandomState | None = None,
) -> FloatArray:
    """Rows of the `n_components` leading eigenvectors of A^(-1/2) W A^(-1/2).

    Each connected component of the graph owns one eigenvector of eigenvalue one, known without
    computing. An iterative solver that starts from a single vector cannot be trusted to find them
    all, so they are taken as known and only the others are computed.

    When there are more connected components than vectors asked for, any choice among their span
    is as good as any other to the eigenproblem. The choice made here gives each of the components
    of largest volume a vector of its own; the rows of all others are zero.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        Symmetric and non-negative.
    n_components : int
        Number of eigenvectors.
    diffusion : float
        Power of the eigenvalues by which the eigenvectors are multiplied: distances are then those
        between random walks of so many steps (diffusion maps [1]_), in which what divides the graph
        counts more than what happens inside its parts.
    random_state : int, RandomState or None
        For the starting vector of the iterative solver.

    Returns
    -------
    array of shape (n_samples, n_components)
        Orthonormal columns, unless there is diffusion; fewer when there are fewer samples than
        components asked for.

    References
    ----------
    .. [1] R. R. Coifman and S. Lafon. "Diffusion maps." Applied and Computational Harmonic
       Analysis 21, 2006.

    Examples
    --------
    >>> from scipy import sparse
    >>> two_pairs = sparse.block_diag([[[0, 1.0], [1.0, 0]]] * 2, format="csr")
    >>> abs(spectral_embedding(sparse.csr_array(two_pairs), 2)).round(3)
    array([[0.707, 0.   ],
           [0.707, 0.   ],
           [0.   , 0.707],
           [0.   , 0.707]])
    """
    n_components = min(n_components, affinity.shape[0])
    n_pieces, piece_of = connected_components(affinity, directed=False)
    indicators = _component_eigenvectors(affinity, n_pieces, piece_of)
    if n_pieces > n_components:
        volumes = np.bincount(piece_of, weights=degrees(affinity))
        largest = np.argsort(-volumes, kind="stable")[:n_components]
        return np.asarray(indicators[:, largest].toarray())
    known: FloatArray = indicators.toarray()
    wanted = n_components - n_pieces
    if wanted == 0:
        return known
    values, rest = _leading_eigenpairs(normalized_adjacency(affinity), known, wanted, random_state)
    return np.hstack([known, rest * np.maximum(values, 0.0) ** diffusion])


def _component_eigenvectors(
    affinity: sparse.csr_array, n_pieces: int, piece_of: IntArray
) -> sparse.csr_array:
    """One unit column per connected component: the square roots of its members' degrees."""
    degree = degrees(affinity)
    degree[degree == 0.0] = 1.0
    volume = np.bincount(piece_of, weights=degree, minlength=n_pieces)
    n_samples = len(degree)
    return sparse.csr_array(
        (np.sqrt(degree / volume[piece_of]), piece_of, np.arange(n_samples + 1)),
        shape=(n_samples, n_pieces),
    )


def _leading_eigenpairs(
    adjacency: sparse.csr_array,
    known: FloatArray,
    n_wanted: int,
    random_state: int | np.random.RandomState | None,
) -> tuple[FloatArray, FloatArray]:
    """Largest eigenvalues and their eigenvectors, orthogonal to the known ones of eigenvalue one.

    The known ones are moved to eigenvalue -1, the lower end of the spectrum.
    """
    n_samples = adjacency.shape[0]
    if n_samples <= max(DENSE_SIZE, 4 * n_wanted):
        deflated = adjacency.toarray() - 2.0 * known @ known.T
        values, vectors = np.linalg.eigh(deflated)
        return values[: -n_wanted - 1 : -1], vectors[:, : -n_wanted - 1 : -1]
    tol = ACCURACY
    if n_samples > VERY_MANY:
        adjacency, known, tol = adjacency.astype(np.float32), known.astype(np.float32), LOOSE

    def multiply(vector: FloatArray) -> FloatArray:
        image: FloatArray = adjacency @ vector
        image -= known @ (2.0 * (known.T @ vector))
        return image

    operator = LinearOperator(adjacency.shape, matvec=multiply, dtype=adjacency.dtype)
    start = check_random_state(random_state).uniform(-1.0, 1.0, n_samples).astype(adjacency.dtype)
    values, vectors = eigsh(operator, k=n_wanted, which="LA", v0=start, tol=tol)
    order = np.argsort(-values, kind="stable")
    return values[order], np.asarray(vectors[:, order])
