"""AGGD: a graph, the confidences on it and a regressor to them, each fitted to the others."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils._param_validation import Interval

from plclust._memory import check_memory
from plclust.classify._base import DecisionClassifier
from plclust.classify._kernel_ridge import KernelRidge
from plclust.classify._neighbors import nearest_graph
from plclust.disambiguation import nearest_confidence, solve_confidence, solve_quadratic
from plclust.graph import reconstruction_weights, unit_rows
from plclust.typing import BoolArray, FloatArray


class AGGD(DecisionClassifier):
    """Adaptive graph guided disambiguation.

    A graph of reconstruction weights S, the confidences F in the candidates, and a kernel
    regressor g from features to confidences are fitted to each other in turn [1]_ [2]_: they
    minimise ::

        lam sum_i ||x_i - sum_j S_ij x_j||^2 + mu sum_i ||f_i - sum_j S_ij f_j||^2
            + sum_i ||f_i - g(x_i)||^2 + gamma ||g||^2

    over weights and confidences that are non-negative and sum to one, the latter over candidates
    only. Unlabelled samples are not used.

    Parameters
    ----------
    n_neighbors : int, default=10
        Neighbours that may rebuild a sample, at most the other labelled samples there are.
    lam : float, default=1.0
        Weight of the features in the graph (lambda in the article).
    mu : float, default=1.0
        Weight of the confidences in the graph, and so the inverse of the weight of the regressor in
        the confidences.
    gamma : float, default=0.05
        Ridge penalty of the regressor.
    max_iter : int, default=10
        Rounds of the alternation, all of them: there is no test of convergence.
    tol : float, default=1e-6
        Accuracy of the confidences in each round, relative to the objective they minimise.
    n_jobs : int, default=None
        Threads for neighbours, weights and confidences. Results do not depend on it.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    transduction_ : array of shape (n_samples,)
        Class of each sample in the fit: of a labelled one the candidate with the highest
        confidence, of an unlabelled one the prediction.
    label_distributions_ : array of shape (n_samples, n_classes)
        Confidences (F); those of unlabelled samples are the nearest distributions to their scores.
    objective_ : array of shape (n_rounds + 1,)
        The objective at the start and after every round.
    n_iter_ : int
        Rounds of the alternation.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    DPCLS : Learns which samples differ instead of a graph of those that are alike.
    plclust.cluster.PartialLabelClustering : The same graph, for unlabelled samples too.

    Notes
    -----
    *Source.* The articles and the authors' code (PL-AGGD, MATLAB), which has an intercept that
    the articles leave out. The graph is made of samples scaled to unit length, the kernel
    exp(-||x - z||^2 / (2 s^2)) of samples as they come, with s the mean distance between two
    labelled samples. *Defaults* are those of the code.

    *Deviations.* The same steps with other solvers: each small problem of the graph by an active
    set, the confidences by accelerated projected gradients, as exact as the interior point method
    of the code. The confidences at the start may have several optima; the one that is found from
    equal confidences is taken. A sample of zeros stays zero.

    *Complexity.* Time O(n_labelled^3) once for the kernel; per round O(n_labelled^2 n_classes)
    for the regressor and O(n_labelled n_neighbors^2 (n_features + n_classes)) for the graph.
    Memory O(n_labelled^2). A prediction takes O(n_labelled (n_features + n_classes)).

    *Scaling.* With 10 % of Lost labelled the accuracy is 0.383 +/- 0.032 on standardised features
    (ten splits), below the 0.447 +/- 0.040 in the article on partial label clustering, which
    does not name its scaling. Of seven that were tried, raw samples of unit length come closest
    there (0.433 +/- 0.035), but not on BirdSong (0.443; standardised 0.640; article 0.638).

    References
    ----------
    .. [1] D.-B. Wang, L. Li and M.-L. Zhang. "Adaptive graph guided disambiguation for partial
       label learning." KDD 2019.
    .. [2] D.-B. Wang, M.-L. Zhang and L. Li. "Adaptive graph guided disambiguation for partial
       label learning." IEEE TPAMI 44, 2022.

    Examples
    --------
    >>> from plclust.classify import AGGD
    >>> X = [[4.0, 0.0], [5.0, 1.0], [5.0, 0.5], [0.0, 3.0], [1.0, 4.0], [0.5, 4.0]]
    >>> y = ["a|b", "a", "a|c", "b", "b|c", "a|b"]
    >>> model = AGGD(n_neighbors=2).fit(X, y)
    >>> model.transduction_
    array(['a', 'a', 'a', 'b', 'b', 'b'], dtype='<U1')
    >>> model.predict([[4.0, 1.0], [0.0, 5.0]])
    array(['a', 'b'], dtype='<U1')
    """

    objective_: FloatArray
    n_iter_: int

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "lam": [Interval(Real, 0, None, closed="left")],
        "mu": [Interval(Real, 0, None, closed="neither")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        lam: float = 1.0,
        mu: float = 1.0,
        gamma: float = 0.05,
        max_iter: int = 10,
        tol: float = 1e-6,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.lam = lam
        self.mu = mu
        self.gamma = gamma
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        check_memory(16.0 * len(X) ** 2, f"The kernel matrix of {len(X)} labelled samples")
        unit = unit_rows(X)
        graph = nearest_graph(unit, None, self.n_neighbors, self.n_jobs)
        S = reconstruction_weights(unit, graph, n_jobs=self.n_jobs)
        F = solve_confidence(S, candidates, tol=self.tol, n_jobs=self.n_jobs).values
        regression = KernelRidge(X, self.gamma, "gamma")
        self._function, outputs = regression.fit(F)
        objective = [self._objective(unit, S, F, outputs)]
        for _ in range(self.max_iter):
            S = self._update_graph(unit, graph, F)
            F = self._update_confidence(S, outputs, candidates, F)
            self._function, outputs = regression.fit(F)
            objective.append(self._objective(unit, S, F, outputs))
        self.objective_ = np.array(objective)
        self.n_iter_ = self.max_iter
        return F

    def _update_graph(
        self, unit: FloatArray, graph: sparse.csr_array, F: FloatArray
    ) -> sparse.csr_array:
        """S: weights that rebuild features and confidences alike."""
        return reconstruction_weights(
            np.sqrt(self.lam) * unit,
            graph,
            confidence=np.sqrt(self.mu) * F,
            n_jobs=self.n_jobs,
        )

    def _update_confidence(
        self, S: sparse.csr_array, outputs: FloatArray, candidates: BoolArray, F: FloatArray
    ) -> FloatArray:
        """F: between its own reconstruction and what the regressor says."""
        identity = sparse.eye_array(len(F))
        hessian = (identity - S).T @ (identity - S) + identity / self.mu
        return solve_quadratic(
            sparse.csr_array(hessian),
            outputs / self.mu,
            candidates,
            start=F,
            tol=self.tol,
            n_jobs=self.n_jobs,
        ).values

    def _objective(
        self, unit: FloatArray, S: sparse.csr_array, F: FloatArray, outputs: FloatArray
    ) -> float:
        """The joint objective; <A, KA + 1b'> is tr(A'KA), because columns of A sum to zero."""
        return float(
            self.lam * np.sum((unit - S @ unit) ** 2)
            + self.mu * np.sum((F - S @ F) ** 2)
            + np.sum((F - outputs) ** 2)
            + self.gamma * np.sum(self._function.coef * outputs)
        )

    def _scores(self, X: FloatArray) -> FloatArray:
        return self._function(X)

    def _distributions(self, scores: FloatArray) -> FloatArray:
        return nearest_confidence(scores, n_jobs=self.n_jobs)
