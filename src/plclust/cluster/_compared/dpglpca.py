"""DP-GLPCA: dissimilarities spread along the graph guide graph-Laplacian PCA."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions

from plclust._progress import Report
from plclust._warnings import warn_user
from plclust.cluster._compared.constrained import ConstrainedClusterer, EmbeddedSamples
from plclust.cluster._compared.dissimilarity import (
    SETTLED,
    gaussian_similarity,
    propagate_dissimilarity,
)
from plclust.cluster._compared.projector import sufficient_precision
from plclust.cluster._compared.shrunken_projector import pca_laplacian, shrunken_projector
from plclust.constraints import PairwiseConstraints
from plclust.graph import gaussian_neighbor_graph
from plclust.spectral import FantopePoint
from plclust.typing import FloatArray

# Plain ADMM, and the growing penalty of the authors' code.
SOLVERS: dict[str, dict[str, Any]] = {
    "admm": {"exact": True, "penalty": 0.3, "growth": 1.0},
    "released": {"exact": False, "penalty": 1e-4, "growth": 1.05},
}


class DPGLPCA(ConstrainedClusterer):
    """Dissimilarity propagation guided graph-Laplacian principal component analysis.

    First the dissimilarity of all pairs of samples is estimated: 1 at cannot-links, 0 at
    must-links, smooth along the graph W and small where the features are similar (S),

        min tr(D'(A - W)D) / 2 + alpha tr(S'D) + beta ||pairs o (D - T)||^2 / 2,  D >= 0.

    Then a relaxed projector is found which avoids dissimilar pairs [1]_,

        min <P, G> + lam sum_ij D_ij P_ij^2,  0 <= P <= I,  tr P = n_clusters,

    with G a mixture of PCA and the Laplacian. Its leading eigenvectors are cut by k-means.

    Parameters
    ----------
    n_clusters : int, default=None
        Number of clusters; by default the number of classes that `y` names.
    disambiguator : str or estimator, default="plc"
        How candidates become constraints: "plc", "ipal", "aggd", "dpcls", "random", "none", or
        an estimator; see :class:`SSSC`.
    alpha : float, default=0.1
        Weight of the features in the dissimilarities.
    beta : float, default=10.0
        Weight of the constraints in the dissimilarities.
    lam : float, default=1.0
        Weight of the dissimilarities in the projector.
    laplacian_share : float, default=0.5
        Share of the Laplacian in G; the rest is PCA.
    n_neighbors : int, default=None
        Neighbours in the graph; by default floor(log2(n_samples)) + 1.
    solver : {"admm", "released"}, default="admm"
        How P is found: by ADMM, which converges to the minimum of the stated problem, or by the
        steps and the growing penalty of the authors' code, whose update of P shrinks Q only.
    n_init : int, default=20
        Restarts of k-means.
    max_iter : int, default=500
        Most iterations of each stage.
    tol : float, default=1e-4
        Stop when no entry of P and of its copy Q differs or changes by more than this.
    n_jobs : int, default=None
        Threads for the neighbours. Linear algebra runs on one, so that the result does not depend
        on their number.
    verbose : bool or int, default=False
        Report progress on stderr.
    random_state : int, RandomState or None, default=None
        For the start of the dissimilarities, for k-means, and for ``disambiguator="random"``.

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
    dissimilarity_ : array of shape (n_samples, n_samples)
        D.
    projector_ : FantopePoint
        P, as its eigenvectors and positive eigenvalues.
    n_iter_ : int
        Iterations of the second stage.
    residual_ : float
        The largest of what `tol` bounds.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    SSSC : Without propagation.

    Notes
    -----
    *Source.* The two solvers are those of the authors' code. *Deviations.* P is updated by the
    minimiser of the stated problem under a constant penalty, unless ``solver="released"``. The code
    has neither graphs, nor G, nor parameters: W is the graph of :class:`SC`, S a Gaussian of the
    mean distance between samples, and G = (1 - b)(I - K / k_max) + b (A - W) / l_max with K the
    centred Gram matrix, each part scaled by its largest eigenvalue as in graph-Laplacian PCA [2]_.
    The eigenvectors are taken of Q, which equals P up to `tol`. The updates of D stop by its change
    after it was made symmetric: the code measures the change before, which need not vanish where D
    settles; they stop when no entry changes by 0.001. Single precision is used unless `tol` is
    below 1e-4.

    The result is sensitive: a small `alpha` makes D dense, and with a large `lam` the method is
    much stronger on some data than with the defaults.

    *Complexity.* Seven dense n x n matrices. An iteration takes a few dozen products of one with a
    few dozen columns. Standardise columns of different units first.

    References
    ----------
    .. [1] Y. Jia, J. Hou and S. Kwong. "Constrained clustering with dissimilarity
       propagation-guided graph-Laplacian PCA." IEEE TNNLS 32(9), 2021.
    .. [2] B. Jiang, C. Ding, B. Luo and J. Tang. "Graph-Laplacian PCA: closed-form solution and
       robustness." CVPR 2013.

    Examples
    --------
    >>> from plclust.cluster import DPGLPCA
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.3]]
    >>> model = DPGLPCA(2, n_neighbors=2, random_state=0).fit(X, cannot_link=[(0, 3)])
    >>> bool(model.labels_[0] != model.labels_[3])
    True
    """

    dissimilarity_: FloatArray
    projector_: FantopePoint

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **ConstrainedClusterer._parameter_constraints,  # noqa: SLF001 as scikit-learn does
        "alpha": [Interval(Real, 0, None, closed="left")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "lam": [Interval(Real, 0, None, closed="left")],
        "laplacian_share": [Interval(Real, 0, 1, closed="both")],
        "solver": [StrOptions(set(SOLVERS))],
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        disambiguator: Any = "plc",
        alpha: float = 0.1,
        beta: float = 10.0,
        lam: float = 1.0,
        laplacian_share: float = 0.5,
        n_neighbors: int | None = None,
        solver: str = "admm",
        n_init: int = 20,
        max_iter: int = 500,
        tol: float = 1e-4,
        n_jobs: int | None = None,
        verbose: bool | int = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.disambiguator = disambiguator
        self.alpha = alpha
        self.beta = beta
        self.lam = lam
        self.laplacian_share = laplacian_share
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
        graph = gaussian_neighbor_graph(X, self.n_neighbors, n_jobs=self.n_jobs)
        dissimilarity = propagate_dissimilarity(
            graph,
            gaussian_similarity(X),
            constraints,
            alpha=self.alpha,
            beta=self.beta,
            max_iter=self.max_iter,
            random_state=random_state,
        )
        report(f"dissimilarities after {dissimilarity.n_iter} updates")
        if dissimilarity.change >= SETTLED:
            warn_user(
                f"The dissimilarities still changed by {dissimilarity.change:.3g} in update "
                f"max_iter={self.max_iter}, expected less than {SETTLED}. Increase max_iter.",
                ConvergenceWarning,
            )
        # The released solver starts from entries too large for single precision.
        precision = sufficient_precision(self.tol) if self.solver == "admm" else np.float64
        self.dissimilarity_ = dissimilarity.values.astype(precision)
        solution = shrunken_projector(
            pca_laplacian(X, graph, self.laplacian_share).astype(precision),
            n_clusters,
            dissimilarity=self.dissimilarity_,
            lam=self.lam,
            max_iter=self.max_iter,
            tol=self.tol,
            report=report,
            **SOLVERS[self.solver],
        )
        self.projector_ = solution.point
        leading = solution.leading(n_clusters).astype(np.float64)
        return EmbeddedSamples(leading, solution.n_iter, solution.residual)

    def _memory(self, n_samples: int, n_features: int, n_constrained: int) -> float:
        return 8.0 * n_samples * n_features + 7 * 8.0 * n_samples**2 + 5 * 8.0 * n_constrained**2
