"""Leading eigenvectors of the normalised adjacency, exact on graphs that fall into pieces."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh
from sklearn.utils import check_random_state

from plclust._limits import MANY, VERY_MANY
from plclust.graph import degrees, normalized_adjacency
from plclust.spectral._subspace import leading_subspace, n_block_vectors
from plclust.typing import FloatArray, IntArray

DENSE_SIZE = 300  # up to here a dense eigensolver is quicker than an iterative one
ACCURACY = 1e-8  # of eigenvalues
MOST_RESTARTS = 1000  # of a single vector
FEW_RESTARTS = 100  # the same for many samples, where a block is quicker
CROWDED = 1e-6  # distance from one at which a single vector may miss eigenvalues; it takes a block
LOOSE = 3e-5  # accuracy for very many samples, as length of the residual, in single precision
N_STEPS = 16  # of the walks that tell how far apart clusters are


def spectral_embedding(
    affinity: sparse.csr_array,
    n_components: int,
    *,
    n_accurate: int | None = None,
    diffusion: float = 0.0,
    diffusion_floor: float = 0.0,
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
    n_accurate : int, default=None
        Number of them that must be accurate if there are very many samples; the others are then
        what comes with them. By default all.
    diffusion : float, default=0.0
        Power of the eigenvalues by which the eigenvectors are multiplied: distances are then those
        between random walks of so many steps (diffusion maps [1]_), in which what divides the graph
        counts more than what happens inside its parts.
    diffusion_floor : float, default=0.0
        Least weight that this may leave to an eigenvector of positive eigenvalue; the power is
        lowered until it does. So a graph whose eigenvalues fall quickly keeps its eigenvectors.
    random_state : int, RandomState or None, default=None
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
    adjacency, generator = normalized_adjacency(affinity), check_random_state(random_state)
    if len(known) <= VERY_MANY:
        pairs = _leading_eigenpairs(adjacency, known, wanted, generator)
        if pairs is not None:
            values, rest = pairs
            return np.hstack([known, rest * diffusion_weights(values, diffusion, diffusion_floor)])
    n_accurate = min(n_accurate or n_components, n_components)
    if n_pieces >= n_accurate:  # all of these are known, and nothing would come with them
        n_accurate = n_components
    values, vectors = _leading_of_many(adjacency, known, n_components, n_accurate, generator)
    return vectors * diffusion_weights(values, diffusion, diffusion_floor)


def separation(affinity: sparse.csr_array, embedding: FloatArray, n_clusters: int) -> float:
    """How far the graph has that many clusters of its own, from 0 to 1.

    The eigenvalue of the last of the `n_clusters` leading eigenvectors to the power of 16: about
    the chance of a random walk of 16 steps to end on the side of that vector on which it began. It
    is 1 for a graph of so many pieces.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        Symmetric and non-negative.
    embedding : array of shape (n_samples, n_components)
        Its :func:`spectral_embedding`.
    n_clusters : int
        Number of clusters.

    Returns
    -------
    float
        1 if the graph falls into that many pieces, 0 if it knows nothing of them.

    Examples
    --------
    >>> from scipy import sparse
    >>> chain = sparse.csr_array([[0, 9, 0, 0], [9, 0, 0.1, 0], [0, 0.1, 0, 9], [0, 0, 9, 0.0]])
    >>> embedding = spectral_embedding(chain, 3)
    >>> [round(separation(chain, embedding, n), 2) for n in (1, 2, 3)]
    [1.0, 0.84, 0.0]
    """
    vector = embedding[:, min(n_clusters, embedding.shape[1]) - 1]
    squares, degree = float(vector @ vector), degrees(affinity)
    if squares == 0.0:
        return 0.0
    scaled = vector / np.sqrt(np.where(degree > 0.0, degree, 1.0))
    return walk_stays(float(scaled @ (affinity @ scaled)) / squares)


def walk_stays(eigenvalue: float) -> float:
    """What is left of an eigenvector after 16 steps of a random walk.

    Parameters
    ----------
    eigenvalue : float
        Of the normalised adjacency.

    Returns
    -------
    float
        From 0 to 1; 0 for negative eigenvalues.

    Examples
    --------
    >>> [round(walk_stays(value), 2) for value in (1.0, 0.99, 0.9, -0.5)]
    [1.0, 0.85, 0.19, 0.0]
    """
    return float(np.clip(eigenvalue, 0.0, 1.0) ** N_STEPS)


def diffusion_weights(values: FloatArray, power: float, floor: float) -> FloatArray:
    """Eigenvalues to a power that leaves none of the positive ones below the floor.

    Parameters
    ----------
    values : array of shape (n_values,)
        Eigenvalues; negative ones count as zero.
    power : float
        The power, lowered if the floor needs it.
    floor : float
        Least weight of a positive eigenvalue; 0 for none.

    Returns
    -------
    array of shape (n_values,)
        Weight of each eigenvector.

    Examples
    --------
    >>> import numpy as np
    >>> values = np.array([1.0, 0.9, 0.5, -0.1])
    >>> diffusion_weights(values, 2.0, 0.2)
    array([1.  , 0.81, 0.25, 0.  ])
    >>> diffusion_weights(values, 16.0, 0.25)
    array([1.  , 0.81, 0.25, 0.  ])
    """
    positive = values[(values > 0.0) & (values < 1.0)]
    if floor > 0.0 and len(positive) > 0:
        power = min(power, np.log(floor) / np.log(positive.min()))
    weights: FloatArray = np.maximum(values, 0.0) ** power
    return weights


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


def _leading_of_many(
    adjacency: sparse.csr_array,
    known: FloatArray,
    n_wanted: int,
    n_accurate: int,
    generator: np.random.RandomState,
) -> tuple[FloatArray, FloatArray]:
    """Largest eigenvalues and their eigenvectors, the known ones among them."""
    n_samples, n_known = known.shape
    n_vectors = max(n_block_vectors(n_accurate, n_samples), n_wanted)
    start = np.empty((n_samples, n_vectors), dtype=np.float32)
    start[:, :n_known] = known
    for column in range(n_known, n_vectors):
        start[:, column] = generator.uniform(-1.0, 1.0, n_samples)
    return leading_subspace(adjacency, start, n_wanted, n_accurate, LOOSE)


def _leading_eigenpairs(
    adjacency: sparse.csr_array,
    known: FloatArray,
    n_wanted: int,
    generator: np.random.RandomState,
) -> tuple[FloatArray, FloatArray] | None:
    """Largest eigenvalues and their eigenvectors, orthogonal to the known ones of eigenvalue one.

    The known ones are moved to eigenvalue -1, the lower end of the spectrum. None where a single
    vector does not find others that are next to one, or cannot be trusted to find all of them.
    """
    n_samples = adjacency.shape[0]
    if n_samples <= max(DENSE_SIZE, 4 * n_wanted):
        deflated = adjacency.toarray() - 2.0 * known @ known.T
        values, vectors = np.linalg.eigh(deflated)
        return values[: -n_wanted - 1 : -1], vectors[:, : -n_wanted - 1 : -1]

    def multiply(vector: FloatArray) -> FloatArray:
        image: FloatArray = adjacency @ vector
        image -= known @ (2.0 * (known.T @ vector))
        return image

    operator = LinearOperator(adjacency.shape, matvec=multiply, dtype=adjacency.dtype)
    start = generator.uniform(-1.0, 1.0, n_samples)
    restarts = MOST_RESTARTS if n_samples <= MANY else FEW_RESTARTS
    try:
        values, vectors = eigsh(
            operator, k=n_wanted, which="LA", v0=start, tol=ACCURACY, maxiter=restarts
        )
    except ArpackNoConvergence:
        return None
    if np.count_nonzero(values > 1.0 - CROWDED) > 1:
        return None
    order = np.argsort(-values, kind="stable")
    return values[order], np.asarray(vectors[:, order])
