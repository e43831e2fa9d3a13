"""Leading eigenvectors of the normalised adjacency, exact on graphs that fall into pieces."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigsh
from sklearn.utils import check_random_state

from plclust.graph import degrees, normalized_adjacency
from plclust.typing import FloatArray, IntArray

DENSE_SIZE = 300  # up to here a dense eigensolver is quicker than an iterative one


def spectral_embedding(
    affinity: sparse.csr_array,
    n_components: int,
    *,
    coupling: sparse.csr_array | None = None,
    random_state: int | np.random.RandomState | None = None,
) -> FloatArray:
    """Rows of the `n_components` leading eigenvectors of A^(-1/2) W A^(-1/2).

    Each connected component of the graph owns one eigenvector of eigenvalue one, known without
    computing. An iterative solver that starts from a single vector cannot be trusted to find them
    all, so they are taken as known and only the others are computed.

    When there are more connected components than vectors asked for, any choice among their span
    is as good as any other to the eigenproblem. The choice made here is the limit of
    ``affinity + eps * coupling`` for vanishing `eps`: components that `coupling` holds together
    stay together. Without a coupling, the components of largest volume come first.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        Symmetric and non-negative.
    n_components : int
        Number of eigenvectors.
    coupling : csr_array of shape (n_samples, n_samples), optional
        Symmetric graph that says how close the connected components of `affinity` are.
    random_state : int, RandomState or None
        For the starting vector of the iterative solver.

    Returns
    -------
    array of shape (n_samples, n_components)
        Orthonormal columns; fewer when there are fewer samples than components asked for.

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
    n_samples = affinity.shape[0]
    n_components = min(n_components, n_samples)
    n_pieces, piece_of = connected_components(affinity, directed=False)
    indicators = _component_eigenvectors(affinity, n_pieces, piece_of)
    if n_pieces > n_components:
        mixing = _leading_mixtures(indicators, n_components, degrees(affinity), coupling)
        return np.asarray(indicators @ mixing)
    known: FloatArray = indicators.toarray()
    wanted = n_components - n_pieces
    if wanted == 0:
        return known
    rest = _leading_eigenvectors(normalized_adjacency(affinity), indicators, wanted, random_state)
    return np.hstack([known, rest])


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


def _leading_mixtures(
    indicators: sparse.csr_array,
    n_components: int,
    degree: FloatArray,
    coupling: sparse.csr_array | None,
) -> FloatArray:
    """Orthonormal combinations of component eigenvectors, most strongly coupled first."""
    n_pieces = indicators.shape[1]
    if coupling is None:
        volume = (indicators != 0).T @ degree
        largest = np.argsort(-volume, kind="stable")[:n_components]
        return np.eye(n_pieces)[:, largest]
    members = sparse.csr_array(indicators != 0, dtype=np.float64)
    between = sparse.csr_array(members.T @ coupling @ members)
    return _embed_pieces(between, n_components)


def _embed_pieces(between: sparse.csr_array, n_components: int) -> FloatArray:
    """Leading eigenvectors of the graph whose nodes are connected components."""
    adjacency = normalized_adjacency(between)
    if adjacency.shape[0] <= 2000:
        return np.linalg.eigh(adjacency.toarray())[1][:, : -n_components - 1 : -1]
    nothing = sparse.csr_array((adjacency.shape[0], 0))
    return _leading_eigenvectors(adjacency, nothing, n_components, 0)


def _leading_eigenvectors(
    adjacency: sparse.csr_array,
    known: sparse.csr_array,
    n_wanted: int,
    random_state: int | np.random.RandomState | None,
) -> FloatArray:
    """Eigenvectors of the largest eigenvalues, orthogonal to the known ones of eigenvalue one.

    The known ones are moved to eigenvalue -1, the lower end of the spectrum.
    """
    n_samples = adjacency.shape[0]
    if n_samples <= max(DENSE_SIZE, 4 * n_wanted):
        deflated = adjacency.toarray() - 2.0 * (known @ known.T).toarray()
        return np.linalg.eigh(deflated)[1][:, : -n_wanted - 1 : -1]
    transposed = known.T.tocsr()

    def multiply(vector: FloatArray) -> FloatArray:
        image: FloatArray = adjacency @ vector - 2.0 * (known @ (transposed @ vector))
        return image

    operator = LinearOperator(adjacency.shape, matvec=multiply, dtype=np.float64)
    start = check_random_state(random_state).uniform(-1.0, 1.0, n_samples)
    values, vectors = eigsh(operator, k=n_wanted, which="LA", v0=start)
    return np.asarray(vectors[:, np.argsort(-values, kind="stable")])
