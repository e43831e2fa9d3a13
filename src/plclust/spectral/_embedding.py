"""Leading eigenvectors of the normalised adjacency, exact on graphs that fall into pieces."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigsh, splu
from sklearn.utils import check_random_state

from plclust._limits import VERY_MANY
from plclust.graph import degrees, normalized_adjacency
from plclust.spectral._assignment import unit_rows
from plclust.typing import FloatArray, IntArray

DENSE_SIZE = 300  # up to here a dense eigensolver is quicker than an iterative one
LOOSE = 1e-3  # relative accuracy of the eigenvalues of very many samples, else that of rounding
RELUCTANCE = 1e-9  # chance of a walk between components to end at each step


def spectral_embedding(
    affinity: sparse.csr_array,
    n_components: int,
    *,
    coupling: sparse.csr_array | None = None,
    splinter_size: float = 0.1,
    random_state: int | np.random.RandomState | None = None,
) -> FloatArray:
    """Rows of the `n_components` leading eigenvectors of A^(-1/2) W A^(-1/2).

    Each connected component of the graph owns one eigenvector of eigenvalue one, known without
    computing. An iterative solver that starts from a single vector cannot be trusted to find them
    all, so they are taken as known and only the others are computed.

    Splinters, components much smaller than a cluster, would each take an eigenvector that a large
    component needs to be divided. With a `coupling` they are attached by its edges first.

    When there are more connected components than vectors asked for, any choice among their span
    is as good as any other to the eigenproblem. The choice made here gives each of the largest
    components a vector of its own; the others join those to which `coupling` ties them most, or
    none without a coupling.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        Symmetric and non-negative.
    n_components : int
        Number of eigenvectors.
    coupling : csr_array of shape (n_samples, n_samples), optional
        Symmetric graph that says how close the connected components of `affinity` are.
    splinter_size : float
        Components with fewer samples than this share of ``n_samples / n_components`` are
        splinters.
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
    if coupling is not None:
        smallest = splinter_size * n_samples / n_components
        affinity = _reattach_splinters(affinity, coupling, smallest)
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


def _reattach_splinters(
    affinity: sparse.csr_array, coupling: sparse.csr_array, smallest: float
) -> sparse.csr_array:
    """Give the samples of components below the smallest size their edges of `coupling`."""
    _, piece_of = connected_components(affinity, directed=False)
    splinter = (np.bincount(piece_of) < smallest)[piece_of].astype(np.float64)
    if not splinter.any():
        return affinity
    selection = sparse.dia_array((splinter[None, :], [0]), shape=affinity.shape)
    return sparse.csr_array(affinity + selection @ coupling + coupling @ selection)


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
    """One column per host, the largest components; rows say which hosts a component joins.

    A guest joins hosts with the probabilities that a random walk over the coupling, from the guest
    to the first host that it meets, ends there.
    """
    members = sparse.csr_array(indicators != 0, dtype=np.float64)
    by_volume = np.argsort(-(members.T @ degree), kind="stable")
    hosts, guests = by_volume[:n_components], by_volume[n_components:]
    mixing = np.zeros((indicators.shape[1], n_components))
    mixing[hosts, np.arange(n_components)] = 1.0
    if coupling is not None:
        between = sparse.csr_array(members.T @ coupling @ members)
        mixing[guests] = _absorption(between[guests][:, guests], between[guests][:, hosts])
    return mixing


def _absorption(among_guests: sparse.csr_array, to_hosts: sparse.csr_array) -> FloatArray:
    """Unit rows of the walk's end probabilities; zero for guests that no walk leads to a host."""
    among_guests = among_guests - sparse.dia_array(
        (among_guests.diagonal()[None, :], [0]), shape=among_guests.shape
    )
    leaving = degrees(sparse.csr_array(among_guests)) + degrees(sparse.csr_array(to_hosts))
    leaving[leaving == 0.0] = 1.0
    staying = RELUCTANCE * leaving  # keeps walks that never meet a host from going on for ever
    walk = sparse.csc_array(
        sparse.dia_array(((leaving + staying)[None, :], [0]), shape=among_guests.shape)
        - among_guests
    )
    return unit_rows(splu(walk).solve(to_hosts.toarray()))


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
    tol = 0.0
    if n_samples > VERY_MANY:
        adjacency, known, tol = adjacency.astype(np.float32), known.astype(np.float32), LOOSE
    transposed = known.T.tocsr()

    def multiply(vector: FloatArray) -> FloatArray:
        image: FloatArray = adjacency @ vector
        image -= 2.0 * (known @ (transposed @ vector))
        return image

    operator = LinearOperator(adjacency.shape, matvec=multiply, dtype=adjacency.dtype)
    start = check_random_state(random_state).uniform(-1.0, 1.0, n_samples).astype(adjacency.dtype)
    values, vectors = eigsh(operator, k=n_wanted, which="LA", v0=start, tol=tol)
    return np.asarray(vectors[:, np.argsort(-values, kind="stable")])
