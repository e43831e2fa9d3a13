"""DPCLS: samples that differ must not share a label, and who differs spreads along a graph."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from scipy.linalg import eigh
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions

from plclust._kernels.confidence import project_on_candidates
from plclust._memory import check_memory
from plclust._warnings import warn_user
from plclust.classify._base import DecisionClassifier
from plclust.classify._kernel_ridge import KernelRidge
from plclust.disambiguation import nearest_confidence, solve_quadratic, uniform_confidence
from plclust.graph import degrees, gaussian_neighbor_graph
from plclust.typing import BoolArray, FloatArray

FIRST_PENALTY, PENALTY_GROWTH, LAST_PENALTY = 1e-4, 1.1, 1e10  # of the authors' code


class DPCLS(DecisionClassifier):
    """Dissimilarity propagation guided candidate label shrinkage.

    Two samples without a common candidate are dissimilar; dissimilarities D spread along a graph
    of the features and keep dissimilar samples from sharing a label, while a kernel regressor g
    ties the confidences F to the features [1]_. Together they minimise ::

        sum_i ||f_i - g(x_i)||^2 + lam ||g||^2 + alpha <D, FF'> + beta tr(D L D')

    over confidences on the candidates that are non-negative and sum to one, and D in [0, 1] with 1
    where it is known. L is the Laplacian of the graph. Unlabelled samples are not used.

    Parameters
    ----------
    n_neighbors : int, default=10
        Neighbours in the graph, at most the other labelled samples there are.
    lam : float, default=0.05
        Ridge penalty of the regressor (lambda in the article).
    alpha : float, default=0.01
        Weight of the dissimilarities in the confidences.
    beta : float, default=0.001
        Weight of the smoothness of the dissimilarities.
    disambiguation : {"exact", "sweeps", "halved_sweeps"}, default="exact"
        How the confidences follow in each round. "exact": all samples at once. "sweeps": each
        sample in turn is optimal for the others as they stand. "halved_sweeps": the same with
        half of the dissimilarity term, as the authors' code for large data has it, where a factor
        is missing.
    max_iter : int, default=800
        Most rounds.
    tol : float, default=1e-8
        Stop when D and its copy that obeys the bounds differ by less than this in every entry.
    n_jobs : int, default=None
        Threads for neighbours and confidences. Results do not depend on it.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    transduction_ : array of shape (n_samples,)
        Class of each sample in the fit: of a labelled one the candidate with the highest
        confidence, of an unlabelled one the prediction.
    label_distributions_ : array of shape (n_samples, n_classes)
        Confidences (F); those of unlabelled samples are the nearest distributions to their scores.
    residuals_ : array of shape (n_rounds,)
        Largest difference between D and its copy after every round.
    n_iter_ : int
        Rounds; about 140 with the default `tol`.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    AGGD : Learns a graph of samples that are alike instead.
    plclust.cluster.PartialLabelClustering : Spreads both to unlabelled samples.

    Notes
    -----
    *Source.* The article and the authors' code (DPCLS, MATLAB). Features are taken as they come,
    by the graph as well; the authors' files have each scaled to [-1, 1]. The kernel is
    exp(-||x - z||^2 / (2 s^2)) with s the mean distance between two labelled samples; the graph
    has weights exp(-||x - z||^2 / t^2) with t the mean distance to the last neighbour. *Defaults*
    are those of the code's demonstration, and so is the schedule of penalties that bring D to
    its bounds, from 1e-4 by factors of 1.1.

    *Deviations.* The confidences are found by accelerated projected gradients instead of an
    interior point method. For hundreds of samples and more their problem need not be convex: then
    they are no worse than before the round, and nearly stationary. The row sweeps have the whole
    dissimilarity term unless "halved_sweeps" asks for the code's.

    *Complexity.* Time O(n_labelled^3) per round, two matrix products, and memory for about eight
    matrices of n_labelled^2. A prediction takes O(n_labelled (n_features + n_classes)).

    *Scaling.* With 10 % of Lost labelled the accuracy is 0.402 +/- 0.036 on standardised features
    (ten splits), below the 0.456 +/- 0.059 in the article on partial label clustering, which
    does not name its scaling. Of seven that were tried, raw samples of unit length come closest
    there (0.461 +/- 0.045), but not on BirdSong (0.448; standardised 0.657; article 0.653).

    References
    ----------
    .. [1] Y. Jia, F. Yang and Y. Dong. "Partial label learning with dissimilarity propagation
       guided candidate label shrinkage." NeurIPS 2023.

    Examples
    --------
    >>> from plclust.classify import DPCLS
    >>> X = [[4.0, 0.0], [5.0, 1.0], [5.0, 0.5], [0.0, 3.0], [1.0, 4.0], [0.5, 4.0]]
    >>> y = ["a|b", "a", "a|c", "b", "b|c", "a|b"]
    >>> model = DPCLS(n_neighbors=2).fit(X, y)
    >>> model.transduction_
    array(['a', 'a', 'a', 'b', 'b', 'b'], dtype='<U1')
    >>> model.predict([[4.0, 1.0], [0.0, 5.0]])
    array(['a', 'b'], dtype='<U1')
    """

    residuals_: FloatArray
    n_iter_: int

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "lam": [Interval(Real, 0, None, closed="neither")],
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "disambiguation": [StrOptions({"exact", "sweeps", "halved_sweeps"})],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        lam: float = 0.05,
        alpha: float = 0.01,
        beta: float = 0.001,
        disambiguation: str = "exact",
        max_iter: int = 800,
        tol: float = 1e-8,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.lam = lam
        self.alpha = alpha
        self.beta = beta
        self.disambiguation = disambiguation
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        check_memory(64.0 * len(X) ** 2, f"The dissimilarities of {len(X)} labelled samples")
        graph = gaussian_neighbor_graph(X, self.n_neighbors, n_jobs=self.n_jobs)
        dissimilarities = Dissimilarities(graph, candidates, self.alpha, self.beta)
        regression = KernelRidge(X, self.lam, "lam")
        F = uniform_confidence(candidates)
        residuals = []
        for _ in range(self.max_iter):
            self._function, outputs = regression.fit(F)
            F = self._update_confidence(dissimilarities.bounded, outputs, candidates, F)
            residuals.append(dissimilarities.update(F))
            if residuals[-1] < self.tol:
                break
        else:
            warn_user(
                f"The dissimilarities still miss their bounds by {residuals[-1]:.3g} after "
                f"max_iter={self.max_iter} rounds. Increase max_iter or tol={self.tol}.",
                ConvergenceWarning,
            )
        self.residuals_ = np.array(residuals)
        self.n_iter_ = len(residuals)
        return F

    def _update_confidence(
        self, E: FloatArray, outputs: FloatArray, candidates: BoolArray, F: FloatArray
    ) -> FloatArray:
        """F: minimise tr(F'EF) + ||F - outputs||^2 / alpha over the candidates."""
        symmetric = 0.5 * (E + E.T)
        if self.disambiguation == "exact":
            symmetric.flat[:: len(F) + 1] += 1.0 / self.alpha
            return solve_quadratic(
                symmetric, outputs / self.alpha, candidates, start=F, n_jobs=self.n_jobs
            ).values
        share = 1.0 if self.disambiguation == "sweeps" else 0.5
        return sweep_rows(self.alpha * symmetric, outputs, candidates, F, share)

    def _scores(self, X: FloatArray) -> FloatArray:
        return self._function(X)

    def _distributions(self, scores: FloatArray) -> FloatArray:
        return nearest_confidence(scores, n_jobs=self.n_jobs)


class Dissimilarities:
    """D, its copy E that obeys the bounds, and the multipliers Phi that bring them together."""

    def __init__(
        self, graph: sparse.csr_array, candidates: BoolArray, alpha: float, beta: float
    ) -> None:
        n_samples = len(candidates)
        laplacian = np.diag(degrees(graph)) - graph.toarray()
        eigenvalues, self._eigenvectors = eigh(laplacian, overwrite_a=True)
        self._smoothing = 2.0 * beta * eigenvalues
        self._alpha = alpha
        counts = candidates.astype(np.float64)
        self._known = counts @ counts.T == 0.0
        self._multipliers = np.zeros((n_samples, n_samples))
        self._penalty = FIRST_PENALTY
        self.bounded = np.zeros((n_samples, n_samples))

    def update(self, F: FloatArray) -> float:
        """One round of D, E and Phi for given confidences; returns max |D - E|."""
        E, Phi, mu = self.bounded, self._multipliers, self._penalty
        E *= mu
        E -= Phi
        D = E @ self._eigenvectors  # (mu E - Phi) (2 beta L + mu I)^-1
        D /= self._smoothing + mu
        D = D @ self._eigenvectors.T
        np.matmul(F, -self._alpha * F.T, out=E)  # E = D + (Phi - alpha FF') / mu
        E += Phi
        E /= mu
        E += D
        E[self._known] = 1.0
        np.clip(E, 0.0, 1.0, out=E)
        D -= E
        residual = float(max(D.max(), -D.min()))
        D *= mu
        Phi += D
        self._penalty = min(PENALTY_GROWTH * mu, LAST_PENALTY)
        return residual


def sweep_rows(
    repulsion: FloatArray,
    outputs: FloatArray,
    candidates: BoolArray,
    F: FloatArray,
    share: float,
) -> FloatArray:
    """Minimise ||F - outputs||^2 + tr(F' repulsion F) one row after the other, once.

    `share` is the part of the interaction between rows that counts: all of it is right.
    """
    F, scratch = F.copy(), np.empty(F.shape[1])
    for i, own in enumerate(repulsion.diagonal()):
        others = repulsion[i] @ F - own * F[i]
        F[i] = (outputs[i] - share * others) / (1.0 + own)
        project_on_candidates(F[i], candidates[i], scratch)
    return F
