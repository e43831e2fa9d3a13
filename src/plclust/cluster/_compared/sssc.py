"""SSSC: spectral clustering whose projector is sparse where samples cannot be together."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils._param_validation import Interval

from plclust._progress import Report
from plclust.cluster._compared.constrained import ConstrainedClusterer, EmbeddedSamples
from plclust.cluster._compared.sparse_projector import BATCH, sparse_projector
from plclust.constraints import PairwiseConstraints
from plclust.graph import gaussian_neighbor_graph, normalized_adjacency
from plclust.spectral import FantopePoint
from plclust.typing import FloatArray


class SSSC(ConstrainedClusterer):
    """Semi-supervised spectral clustering with structured sparsity regularisation.

    Spectral clustering looks for a projector P = HH' of rank n_clusters; here its entries are
    also pushed to zero where two samples cannot be together [1]_. The convex relaxation ::

        min <P, L> + lam * sum over cannot-links of |P_ij|,  0 <= P <= I,  tr P = n_clusters

    is solved, and the leading eigenvectors of P are cut by k-means. Must-links only count through
    the cannot-links that they imply.

    Parameters
    ----------
    n_clusters : int, default=None
        Number of clusters; by default the number of classes that `y` names.
    disambiguator : str or estimator, default="plc"
        How candidates become constraints. A name gives each labelled sample its most confident
        candidate, found among the labelled samples alone: "plc" (Eq. 1 and 2 of partial label
        clustering), "ipal", "aggd", "dpcls" (of :mod:`plclust.classify`) or "random"; equal ones
        must be together, others cannot. "none" takes only what is certain: disjoint sets cannot
        be together, equal single ones must. An estimator that takes candidates is cloned and
        fitted to all samples, and its ``transduction_`` is used.
    lam : float, default=0.01
        Weight of the sparsity.
    n_neighbors : int, default=None
        Neighbours in the graph; by default floor(log2(n_samples)) + 1.
    n_init : int, default=20
        Restarts of k-means.
    max_iter : int, default=500
        Most iterations.
    tol : float, default=1e-4
        Stop when no entry of P and of its copy Q differs or changes by more than this.
    n_jobs : int, default=None
        Threads for the neighbours. Linear algebra runs on one, so that the result does not depend
        on their number.
    verbose : bool or int, default=False
        Report progress on stderr.
    random_state : int, RandomState or None, default=None
        For k-means, and for ``disambiguator="random"``.

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
    projector_ : FantopePoint
        P, as its eigenvectors and positive eigenvalues.
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
    DPGLPCA : Spreads the cannot-links to other samples first.
    SC : The same graph without constraints.

    Notes
    -----
    *Source.* The solver is that of the authors' code, iterate for iterate. *Deviations.* The code
    has neither graph nor final step: the graph is that of :class:`SC`, so that a comparison with it
    isolates the constraints, and the eigenvectors are taken of Q, which equals P up to `tol`. The
    article's weight could not be found out: see `lam` as a choice, and try 0.001 to 1.

    *Complexity.* Only the p x p block of constrained samples is dense: elsewhere the penalty does
    not act, and all matrices follow from the Laplacian and from Q, which has low rank. An iteration
    takes a few dozen products of that block with a few dozen columns. Standardise columns of
    different units first.

    References
    ----------
    .. [1] Y. Jia, S. Kwong and J. Hou. "Semi-supervised spectral clustering with structured
       sparsity regularization." IEEE Signal Processing Letters 25(3), 2018.

    Examples
    --------
    >>> from plclust.cluster import SSSC
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.3]]
    >>> sssc = SSSC(2, n_neighbors=2, random_state=0).fit(X, cannot_link=[(0, 3)])
    >>> bool(sssc.labels_[0] != sssc.labels_[3])
    True
    """

    projector_: FantopePoint

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **ConstrainedClusterer._parameter_constraints,  # noqa: SLF001 as scikit-learn does
        "lam": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        disambiguator: Any = "plc",
        lam: float = 0.01,
        n_neighbors: int | None = None,
        n_init: int = 20,
        max_iter: int = 500,
        tol: float = 1e-4,
        n_jobs: int | None = None,
        verbose: bool | int = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.disambiguator = disambiguator
        self.lam = lam
        self.n_neighbors = n_neighbors
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
        random_state: np.random.RandomState,  # noqa: ARG002 the solver starts from zero
        report: Report,
    ) -> EmbeddedSamples:
        graph = gaussian_neighbor_graph(X, self.n_neighbors, n_jobs=self.n_jobs)
        solution = sparse_projector(
            sparse.eye_array(len(X), format="csr") - normalized_adjacency(graph),
            n_clusters,
            rows=constraints.constrained,
            cannot=constraints.cannot_link_matrix(),
            lam=self.lam,
            max_iter=self.max_iter,
            tol=self.tol,
            report=report,
        )
        self.projector_ = solution.point
        return EmbeddedSamples(solution.leading(n_clusters), solution.n_iter, solution.residual)

    def _memory(self, n_samples: int, n_features: int, n_constrained: int) -> float:
        return 8.0 * n_samples * (n_features + 8 * BATCH) + 10 * 8.0 * n_constrained**2
