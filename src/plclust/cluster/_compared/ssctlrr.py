"""SSC-TLRR: representation and constraints as two slices of one tensor of low rank."""

from __future__ import annotations

from functools import partial
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils._param_validation import Interval, StrOptions

from plclust._progress import Report
from plclust.cluster._compared.constrained import ConstrainedClusterer, EmbeddedSamples
from plclust.cluster._compared.low_rank_representation import RowSpace, low_rank_representation
from plclust.cluster._compared.projector import sufficient_precision
from plclust.cluster._compared.tensor_representation import tensor_representation
from plclust.constraints import PairwiseConstraints
from plclust.graph import gaussian_neighbor_graph, unit_rows
from plclust.spectral import spectral_embedding
from plclust.typing import FloatArray, IntArray

SMALLEST_SCALE = 1e-3
SINGLE_FROM = 1e-3  # tolerance from which single precision is enough


class SSCTLRR(ConstrainedClusterer):
    """Semi-supervised subspace clustering via tensor low-rank representation.

    Samples represent each other, X = XZ + E, and pairwise constraints are completed to a full
    matrix B. As Z and B should tell of the same clusters, they are stacked to a tensor of low
    rank [1]_:

        min ||C||_TNN + lam ||E||_{2,1} + beta tr(B L B'),
        X = XZ + E,  C = [Z, B],  B = s at must-links, -s at cannot-links,

    with L the Laplacian of a graph of nearest neighbours and constraints, and s the largest entry
    of Z when it is found without constraints (LRR). Z, strengthened where B is positive and
    weakened where it is negative, is cut by spectral clustering.

    Parameters
    ----------
    n_clusters : int, default=None
        Number of clusters; by default the number of classes that `y` names.
    disambiguator : str or estimator, default="plc"
        How candidates become constraints: "plc", "ipal", "aggd", "dpcls", "random", "none", or
        an estimator; see :class:`SSSC`.
    lam : float, default=0.1
        Weight of the errors E.
    beta : float, default=10.0
        Weight of the smoothness of B along the graph.
    lam_lrr : float, default=None
        Weight of the errors when s is found; by default `lam`.
    n_neighbors : int, default=None
        Neighbours in the graph; by default floor(log2(n_samples)) + 1.
    solver : {"released", "admm"}, default="released"
        How the multiplier of C = [Z, B] is updated: with Z and B before their update, as in the
        authors' code, or after it, as ADMM does. If the first diverges the second takes over.
    n_init : int, default=20
        Restarts of k-means; 100 in the authors' code.
    max_iter : int, default=500
        Most iterations.
    tol : float, default=1e-3
        Stop when no entry of a residual, and no change of a variable, is larger than this.
    n_jobs : int, default=None
        Threads for the neighbours. Linear algebra runs on one, so that the result does not depend
        on their number.
    verbose : bool or int, default=False
        Report progress on stderr.
    random_state : int, RandomState or None, default=None
        For the spectral embedding, for k-means, and for ``disambiguator="random"``.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each sample.
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    transduction_ : array of shape (n_samples,)
        Class that the disambiguator chose for each labelled sample, None for others.
    constraints_ : PairwiseConstraints
        The constraints that were used.
    affinity_matrix_ : array of shape (n_samples, n_samples)
        The affinity that was cut.
    scale_ : float
        s.
    n_iter_ : int
        Iterations of the solver.
    residual_ : float
        The largest of what `tol` bounds.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    SSSC : Constraints on the spectral projector.

    Notes
    -----
    *Source.* Model, updates and the final affinity are those of the article and of the authors'
    code. Samples are scaled to unit length inside. *Defaults:* the code has parameters for each of
    its data sets: (lam, beta, lam_lrr) = (0.5, 10, 0.1) for COIL20; those here suit data of the
    candidate-label literature. A `lam` so small that E takes all of X leaves Z and s near zero.

    *Deviations.* s is at least 0.001, and the affinity at least zero: the code has no guards.
    k-means restarts 20 times, as in the other methods. Nobody is a neighbour of its own, also among
    duplicates. The solver works in single precision unless `tol` is
    below 1e-3.

    *Complexity.* Some eighteen n x n matrices in single precision. Of each pair of singular value
    decompositions only what survives the threshold is computed, starting from the last iteration's
    vectors. The representation without constraints stays in the row space of X, so it is found in
    matrices of size rank(X) x n. Standardise columns of different units first.

    References
    ----------
    .. [1] Y. Jia, G. Lu, H. Liu and J. Hou. "Semi-supervised subspace clustering via tensor
       low-rank representation." IEEE TCSVT 33(7), 2023.

    Examples
    --------
    >>> from plclust.cluster import SSCTLRR
    >>> X = [[1.0, 0.0], [2.0, 0.1], [3.0, 0.0], [0.0, 1.0], [0.1, 2.0], [0.0, 3.0]]
    >>> model = SSCTLRR(2, lam=1.0, random_state=0).fit(X, cannot_link=[(0, 3)])
    >>> bool(model.labels_[0] != model.labels_[3])
    True
    """

    affinity_matrix_: FloatArray
    scale_: float

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **ConstrainedClusterer._parameter_constraints,  # noqa: SLF001 as scikit-learn does
        "lam": [Interval(Real, 0, None, closed="neither")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "lam_lrr": [Interval(Real, 0, None, closed="neither"), None],
        "solver": [StrOptions({"released", "admm"})],
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        disambiguator: Any = "plc",
        lam: float = 0.1,
        beta: float = 10.0,
        lam_lrr: float | None = None,
        n_neighbors: int | None = None,
        solver: str = "released",
        n_init: int = 20,
        max_iter: int = 500,
        tol: float = 1e-3,
        n_jobs: int | None = None,
        verbose: bool | int = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.disambiguator = disambiguator
        self.lam = lam
        self.beta = beta
        self.lam_lrr = lam_lrr
        self.n_neighbors = n_neighbors
        self.solver = solver
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    def _embed(
        self,
        X: FloatArray,
        constraints: PairwiseConstraints,
        n_clusters: int,
        random_state: np.random.RandomState,
        report: Report,
    ) -> EmbeddedSamples:
        X = unit_rows(X)
        rows = constraints.constrained
        signs = constraints.must_link_matrix().astype(np.float64)
        signs -= constraints.cannot_link_matrix()
        features = RowSpace.of(X)
        plain = low_rank_representation(features, self.lam_lrr or self.lam)
        self.scale_ = max(plain.largest_entry(features), SMALLEST_SCALE)
        report(f"scale of the representation {self.scale_:.3g}")
        graph = gaussian_neighbor_graph(X, self.n_neighbors, width="mean", n_jobs=self.n_jobs)
        solve = partial(
            tensor_representation,
            features.astype(sufficient_precision(self.tol, SINGLE_FROM)),
            known=self.scale_ * signs,
            rows=rows,
            laplacian=constrained_laplacian(graph, rows, signs),
            lam=self.lam,
            beta=self.beta,
            max_iter=self.max_iter,
            tol=self.tol,
            report=report,
        )
        try:
            solution = solve(stale=self.solver == "released")
        except FloatingPointError as divergence:
            report(f"{divergence} Again with current residuals")
            solution = solve(stale=False)
        self.affinity_matrix_ = refine(solution.first, solution.second / self.scale_)
        affinity = sparse.csr_array(self.affinity_matrix_, dtype=np.float64)
        embedding = spectral_embedding(affinity, n_clusters, random_state=random_state)
        return EmbeddedSamples(embedding, solution.n_iter, solution.residual)

    def _memory(self, n_samples: int, n_features: int, n_constrained: int) -> float:
        return 8.0 * (8 * n_samples * n_features + 9 * n_samples**2 + 6 * n_constrained**2)


def constrained_laplacian(graph: sparse.csr_array, rows: IntArray, signs: FloatArray) -> FloatArray:
    """Laplacian of the graph with weight 1 at must-links (+1) and 0 at cannot-links (-1).

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> path = sparse.csr_array([[0.0, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.0]])
    >>> constrained_laplacian(path, np.array([0, 1]), np.array([[0, -1], [-1, 0]]))
    array([[ 0. ,  0. ,  0. ],
           [ 0. ,  0.5, -0.5],
           [ 0. , -0.5,  0.5]])
    """
    weights = graph.toarray()
    block = np.ix_(rows, rows)
    weights[block] = np.where(signs == 0, weights[block], signs > 0)
    laplacian: FloatArray = np.diag(weights.sum(axis=1))
    laplacian -= weights
    return laplacian


def refine(first: FloatArray, second: FloatArray) -> FloatArray:
    """The affinity: the representation, strengthened or weakened by the completed constraints.

    Examples
    --------
    >>> import numpy as np
    >>> Z = np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> refine(Z, np.array([[0.0, 1.0, -1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]))
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 0., 0.]])
    """
    Z = np.abs(first)
    Z = 0.5 * (Z + Z.T)
    Z -= Z.min(axis=0)
    largest = Z.max(axis=0)
    Z /= np.where(largest > 0.0, largest, 1.0)
    affinity = np.where(second >= 0.0, 1.0 - (1.0 - second) * (1.0 - Z), (1.0 + second) * Z)
    affinity = 0.5 * (affinity + affinity.T)
    np.fill_diagonal(affinity, 0.0)
    np.maximum(affinity, 0.0, out=affinity)
    return affinity
