"""Partial label clustering: the estimator."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import normalize as scale_rows
from sklearn.utils import ClassifierTags, Tags, check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data
from threadpoolctl import threadpool_limits

from plclust._progress import CallbackSupportMixin, FitProgress, with_callbacks
from plclust.candidates import check_candidates, is_labelled
from plclust.cluster._guidance import LabelMap, guided_features, mean_length
from plclust.cluster._joint_model import JointModel
from plclust.cluster._neighborhood import Neighborhood
from plclust.spectral import (
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    assign_by_qr,
    spectral_embedding,
)
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray

PUBLISHED: dict[str, Any] = {
    "guidance": 0,
    "constraints": "all",
    "weighting": "published",
    "assign_labels": "kmeans",
    "splinter_size": 0.0,
}


class PartialLabelClustering(CallbackSupportMixin, ClusterMixin, BaseEstimator):
    """Cluster samples of which a few carry a set of candidate labels, one of them true.

    A graph in which neighbours rebuild each sample carries the candidate labels to all samples; a
    smooth map of the resulting confidences reshapes the graph; spectral clustering, anchored to
    the classes, cuts it. With `constraints`, must-links and cannot-links are propagated over the
    graph and reshape it as well: :meth:`as_published` is the algorithm of the paper [1]_. Time and
    memory grow linearly with the number of samples once the neighbours are known.

    Parameters
    ----------
    n_clusters : int, default=None
        Number of clusters; by default the number of classes that `y` names.
    n_neighbors : int, default=10
        Neighbours that may rebuild a sample (k in the paper).
    affinity : {"reconstruction", "precomputed"}, default="reconstruction"
        With "precomputed", `X` is a matrix of affinities between samples, larger for closer ones:
        the `n_neighbors` strongest of each sample, scaled to sum to one, take the place of Eq. 1,
        and the updates of Eq. 8 stay close to them instead of close to the features.
    neighbors : "exact" or estimator, default="exact"
        How neighbours are found. An estimator in the manner of
        :class:`~sklearn.neighbors.KNeighborsTransformer` is cloned, fitted to the (scaled)
        features, and its sparse graph of distances is used.
    metric : str, default="euclidean"
        Distance for exact neighbours.
    normalize : bool, default=True
        Scale each sample to unit length first, as the paper's authors do.
    alpha, beta : float, default=0.1
        Weight of the smoothness of the dissimilarities D and of the similarities S.
    gamma : float, default=10.0
        Weight of the constraints on S and D.
    guidance : int, default=3
        Rounds of label guidance: a smooth map from features to label confidences is fitted, its
        outputs join the features, and neighbours, weights and confidences are found anew. 0 is the
        graph of the features alone. Without classes, or with a precomputed affinity, there is
        nothing to guide.
    constraints : {"none", "all", "labelled"}, default="none"
        Whether must-links and cannot-links reshape the graph, and between which samples: all, by
        their most confident class, or only those that carry candidates.
    weighting : {"consistent", "published"}, default="consistent"
        How much the smoothness of S and D counts when the weights are updated. As published, Eq. 8
        counts it twice as much as Eq. 10 does, so no single objective falls; "consistent"
        counts it the same in both, and the joint objective falls at every step.
    disambiguation : {"exact", "sweeps"}, default="exact"
        Solve for the label confidences exactly (Eq. 3), or by `n_sweeps` row sweeps (Eq. 9).
    n_sweeps : int, default=10
        Row sweeps when ``disambiguation="sweeps"``.
    assign_labels : {"anchored", "kmeans", "cluster_qr"}, default="anchored"
        How clusters are read off the spectral embedding: by k-means in which each class holds on
        to the samples that are confident in it
        (:func:`plclust.spectral.assign_by_anchored_kmeans`), by k-means, or by pivoted QR.
    anchoring : float, default=1.5
        What full confidence in a class is worth with ``assign_labels="anchored"``, as a squared
        distance between unit vectors.
    splinter_size : float, default=0.1
        Connected components of the final graph with fewer samples than this share of an average
        cluster get their edges of the graph of the features back before the cut, so that they do
        not count as clusters. 0 leaves them alone.
    n_init : int, default=20
        Restarts of k-means.
    max_iter : int, default=20
        Most rounds of the alternation with constraints.
    tol : float, default=1e-4
        Stop when a round lowers the objective by less than this share.
    n_jobs : int, default=None
        Threads for neighbours and weights. Results do not depend on it.
    verbose : bool or int, default=False
        Report progress on stderr.
    random_state : int, RandomState or None, default=None
        For the start of the eigensolver and for k-means.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each sample.
    cluster_classes_ : array of shape (n_clusters,)
        The class that each cluster stands for, the one in which its samples have most confidence;
        None where `y` names no class.
    cluster_confidences_ : array of shape (n_clusters,)
        Mean confidence of each cluster's samples in that class.
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    label_distributions_ : array of shape (n_samples, n_classes)
        Confidence in each class (F), rows summing to one.
    transduction_ : array of shape (n_samples,)
        Most probable class of each sample.
    affinity_matrix_ : csr_array of shape (n_samples, n_samples)
        Symmetric affinity that was cut (W).
    reconstruction_matrix_ : csr_array of shape (n_samples, n_samples)
        Reconstruction weights (R); row i rebuilds sample i.
    n_connected_components_ : int
        Connected components of the affinity. With more of them than clusters, the smaller ones
        share a cluster with those that the graph of the features ties them to.
    objective_ : array of shape (n_iter_ + 1,)
        The joint objective on the graph of the features and after every round of guidance and of
        the alternation: Eq. 6, its constraints on S and D replaced by the penalty of Eq. 10.
    n_iter_ : int
        Rounds of guidance and of the alternation.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features_in_,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    plclust.candidates.check_candidates : The forms that `y` may have.
    sklearn.cluster.SpectralClustering : Without labels.
    sklearn.semi_supervised.LabelSpreading : With a few certain labels.

    Notes
    -----
    "Labels" in ``labels_`` are clusters, as everywhere in scikit-learn; the words for what `y`
    names are classes and candidates.

    Features are used as they come, up to the scaling of rows: standardise columns of different
    units first.

    References
    ----------
    .. [1] Y. Xie, F. Yang and Y. Jia. "Partial Label Clustering." IJCAI 2025.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> from plclust import PartialLabelClustering
    >>> X, _ = make_blobs([30, 30, 30], centers=[[9, 0], [0, 9], [-9, 0]], shuffle=False)
    >>> y = [None] * 90
    >>> y[0], y[1], y[30], y[60] = {"cat", "dog"}, {"cat"}, {"dog", "owl"}, "owl"
    >>> plc = PartialLabelClustering(random_state=0).fit(X, y)
    >>> plc.cluster_classes_[plc.labels_[[5, 35, 65]]]
    array(['cat', 'dog', 'owl'], dtype='<U3')
    >>> plc.predict_proba([[8.0, 1.0]]).round(2)
    array([[1., 0., 0.]])
    """

    labels_: IntArray
    cluster_classes_: AnyArray
    cluster_confidences_: FloatArray
    classes_: AnyArray
    label_distributions_: FloatArray
    transduction_: AnyArray
    affinity_matrix_: sparse.csr_array
    reconstruction_matrix_: sparse.csr_array
    n_connected_components_: int
    objective_: FloatArray
    n_iter_: int
    n_features_in_: int
    feature_names_in_: AnyArray

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), None],
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "affinity": [StrOptions({"reconstruction", "precomputed"})],
        "neighbors": [StrOptions({"exact"}), HasMethods(["fit", "transform"])],
        "metric": [str],
        "normalize": ["boolean"],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "guidance": [Interval(Integral, 0, None, closed="left")],
        "constraints": [StrOptions({"none", "all", "labelled"})],
        "weighting": [StrOptions({"consistent", "published"})],
        "disambiguation": [StrOptions({"exact", "sweeps"})],
        "n_sweeps": [Interval(Integral, 1, None, closed="left")],
        "assign_labels": [StrOptions({"anchored", "kmeans", "cluster_qr"})],
        "anchoring": [Interval(Real, 0, None, closed="left")],
        "splinter_size": [Interval(Real, 0, 1, closed="both")],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
        "verbose": ["verbose"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        n_neighbors: int = 10,
        affinity: str = "reconstruction",
        neighbors: Any = "exact",
        metric: str = "euclidean",
        normalize: bool = True,
        alpha: float = 0.1,
        beta: float = 0.1,
        gamma: float = 10.0,
        guidance: int = 3,
        constraints: str = "none",
        weighting: str = "consistent",
        disambiguation: str = "exact",
        n_sweeps: int = 10,
        assign_labels: str = "anchored",
        anchoring: float = 1.5,
        splinter_size: float = 0.1,
        n_init: int = 20,
        max_iter: int = 20,
        tol: float = 1e-4,
        n_jobs: int | None = None,
        verbose: bool | int = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.affinity = affinity
        self.neighbors = neighbors
        self.metric = metric
        self.normalize = normalize
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.guidance = guidance
        self.constraints = constraints
        self.weighting = weighting
        self.disambiguation = disambiguation
        self.n_sweeps = n_sweeps
        self.assign_labels = assign_labels
        self.anchoring = anchoring
        self.splinter_size = splinter_size
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @classmethod
    def as_published(cls, **params: Any) -> Self:
        """The algorithm of the paper, step for step.

        Differs from the defaults by ``guidance=0``, ``constraints="all"``,
        ``weighting="published"``, ``assign_labels="kmeans"`` and ``splinter_size=0``. Any parameter
        may be given.

        Examples
        --------
        >>> from plclust import PartialLabelClustering
        >>> PartialLabelClustering.as_published(alpha=0.01, beta=0.01).weighting
        'published'
        """
        return cls(**(PUBLISHED | params))

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features; affinities of shape (n_samples, n_samples) with ``affinity="precomputed"``.
        y : candidate labels, default=None
            In any form of :func:`plclust.candidates.check_candidates`: one set (list, tuple,
            "a|b|c") per sample, an indicator matrix, or plain labels; None, NaN, -1, an empty set
            or all classes for samples without.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_params()
        X = self._check_features(X, reset=True)
        candidates, classes = check_candidates(y, X.shape[0])
        n_clusters = self._check_n_clusters(X.shape[0], classes)
        n_neighbors = self._check_n_neighbors(X.shape[0])
        random_state = check_random_state(self.random_state)
        progress = FitProgress(self, self._n_steps(), verbose=bool(self.verbose))

        features = self._scale(X)
        model = self._start_model(features, candidates, n_neighbors)
        objective = [model.objective()]
        progress.step(f"graph of {X.shape[0]} samples: objective {objective[-1]:.6g}")
        label_map = None
        if self._is_guided(classes):
            label_map = LabelMap.over(X, random_state, self.n_jobs)
            for step in range(1, self.guidance + 1):
                outputs = label_map.fit(model.confidence)
                guided = guided_features(features, outputs, mean_length(features))
                model = self._start_model(guided, candidates, n_neighbors)
                objective.append(model.objective())
                progress.step(f"guidance {step}: objective {objective[-1]:.6g}")
        uncut = model.affinity
        if self.constraints != "none":
            objective += self._alternate(model, progress)
        labels = self._cut(model, n_clusters, uncut, random_state)
        progress.step(f"{n_clusters} clusters")
        progress.end()

        self.classes_ = classes
        self.labels_ = labels
        self.label_distributions_ = model.confidence
        self.transduction_ = _most_probable(model.confidence, classes)
        self.affinity_matrix_ = model.affinity
        self.reconstruction_matrix_ = model.reconstruction
        self.n_connected_components_ = connected_components(model.affinity, directed=False)[0]
        self.objective_ = np.array(objective)
        self.n_iter_ = len(objective) - 1
        self._neighborhood = model.neighborhood
        self._label_map = label_map
        self._length = mean_length(features) if label_map is not None else 1.0
        self._name_clusters(n_clusters)
        return self

    def _alternate(self, model: JointModel, progress: FitProgress) -> list[float]:
        """Lines 6 to 12 of Algorithm 1; the objective after each round."""
        objective = [model.objective()]
        for iteration in range(1, self.max_iter + 1):
            model.update_weights()
            model.update_confidence()
            model.update_propagation()
            objective.append(model.objective())
            progress.step(f"round {iteration}: objective {objective[-1]:.6g}")
            if abs(objective[-2] - objective[-1]) <= self.tol * abs(objective[-2]):
                break
        else:
            warnings.warn(
                f"The objective still changed by more than tol={self.tol} of its value in round "
                f"max_iter={self.max_iter}. Increase max_iter or tol.",
                ConvergenceWarning,
                stacklevel=3,
            )
        return objective[1:]

    def fit_predict(self, X: Any, y: Any = None, **kwargs: Any) -> IntArray:
        """Cluster the samples and return ``labels_``; the inherited method would not pass `y` on.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            As in :meth:`fit`.
        y : candidate labels, default=None
            As in :meth:`fit`.
        **kwargs : dict
            Passed to :meth:`fit`.

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each sample.
        """
        labels: IntArray = self.fit(X, y, **kwargs).labels_
        return labels

    def predict(self, X: Any) -> IntArray:
        """Cluster of samples that were not in the fit.

        Each sample is rebuilt from its nearest neighbours among the fitted samples (Eq. 1) and goes
        to the cluster that holds most of the weight.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features; affinities to the fitted samples with ``affinity="precomputed"``.

        Returns
        -------
        array of shape (n_samples,)
            Clusters, numbered as in ``labels_``.
        """
        weights = self._weights_of(X)
        membership = np.eye(len(self.cluster_classes_))[self.labels_]
        return np.asarray((weights @ membership).argmax(axis=1))

    def predict_proba(self, X: Any) -> FloatArray:
        """Confidence in each class for samples that were not in the fit.

        The label distributions of the neighbours, mixed with the weights of :meth:`predict`.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features; affinities to the fitted samples with ``affinity="precomputed"``.

        Returns
        -------
        array of shape (n_samples, n_classes)
            Rows sum to one; columns as in ``classes_``.
        """
        weights = self._weights_of(X)
        if len(self.classes_) == 0:
            raise ValueError(
                "predict_proba needs classes, but y named none in fit. "
                "Use predict for clusters, or fit with candidate labels."
            )
        return np.asarray(weights @ self.label_distributions_)

    def _weights_of(self, X: Any) -> sparse.csr_array:
        check_is_fitted(self)
        X = self._check_features(X, reset=False)
        features = self._scale(X)
        if self._label_map is not None:
            features = guided_features(features, self._label_map.outputs_of(X), self._length)
        return self._neighborhood.weights_of(features, self.n_jobs)

    def _check_features(self, X: Any, *, reset: bool) -> Any:
        X = validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr",
            dtype=[np.float64, np.float32],
            order="C",
            ensure_min_samples=2 if reset else 1,
        )
        return self._check_affinity(X, reset=reset) if self.affinity == "precomputed" else X

    def _scale(self, X: Any) -> Any:
        return scale_rows(X) if self.normalize and self.affinity != "precomputed" else X

    def _check_affinity(self, X: Any, *, reset: bool) -> Any:
        if reset and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"affinity='precomputed' expects a square matrix of affinities, got {X.shape}. "
                "Pass affinities between all samples, or affinity='reconstruction' for features."
            )
        if X.min() < 0:
            raise ValueError(
                f"Affinities must be non-negative, but the smallest is {X.min():.3g}. "
                "Turn distances into affinities first, for example by exp(-distance)."
            )
        return X

    def _check_n_clusters(self, n_samples: int, classes: AnyArray) -> int:
        if self.n_clusters is None and len(classes) < 2:
            named = "no class" if len(classes) == 0 else f"only one class, {classes[0]}"
            raise ValueError(
                f"n_clusters=None takes the number of classes, but y names {named}. "
                "Set n_clusters, or give candidates of at least two classes."
            )
        n_clusters = len(classes) if self.n_clusters is None else int(self.n_clusters)
        if n_clusters > n_samples:
            raise ValueError(
                f"n_samples={n_samples} should be >= n_clusters={n_clusters}. "
                "Ask for fewer clusters or add samples."
            )
        return n_clusters

    def _check_n_neighbors(self, n_samples: int) -> int:
        n_neighbors = min(int(self.n_neighbors), n_samples - 1)
        if n_neighbors < self.n_neighbors:
            warnings.warn(
                f"n_neighbors={self.n_neighbors} is lowered to {n_neighbors}: each of the "
                f"{n_samples} samples has only that many others.",
                UserWarning,
                stacklevel=3,
            )
        return n_neighbors

    def _is_guided(self, classes: AnyArray) -> bool:
        return self.guidance > 0 and len(classes) > 1 and self.affinity != "precomputed"

    def _n_steps(self) -> int:
        return 2 + self.guidance + (0 if self.constraints == "none" else self.max_iter)

    def _start_model(self, features: Any, candidates: BoolArray, n_neighbors: int) -> JointModel:
        """Lines 1 to 5 of Algorithm 1, on these features."""
        if self.affinity == "precomputed":
            neighborhood = Neighborhood.from_affinity(features, n_neighbors)
        else:
            neighborhood = Neighborhood.from_features(
                features, n_neighbors, self.metric, self.neighbors, self.n_jobs
            )
        model = JointModel(neighborhood, candidates, **self._model_parameters())
        model.initialise(among=self._constrained_samples(candidates))
        return model

    def _model_parameters(self) -> dict[str, Any]:
        return {
            "alpha": self.alpha,
            "beta": self.beta,
            "gamma": self.gamma,
            "weighting": self.weighting,
            "n_sweeps": self.n_sweeps if self.disambiguation == "sweeps" else None,
            "n_jobs": self.n_jobs,
        }

    def _constrained_samples(self, candidates: BoolArray) -> BoolArray | None:
        if self.constraints == "none":
            return np.zeros(len(candidates), dtype=bool)
        return is_labelled(candidates) if self.constraints == "labelled" else None

    def _cut(
        self,
        model: JointModel,
        n_clusters: int,
        coupling: sparse.csr_array,
        random_state: np.random.RandomState,
    ) -> IntArray:
        """Line 13 of Algorithm 1: spectral clustering of the final graph.

        On one thread: the sums of BLAS and k-means would depend on their number.
        """
        with threadpool_limits(1):
            embedding = spectral_embedding(
                model.affinity,
                n_clusters,
                coupling=coupling,
                splinter_size=self.splinter_size,
                random_state=random_state,
            )
            if self.assign_labels == "cluster_qr":
                return assign_by_qr(embedding)
            if self.assign_labels == "anchored":
                return assign_by_anchored_kmeans(
                    embedding,
                    model.confidence,
                    n_clusters,
                    anchoring=self.anchoring,
                    random_state=random_state,
                )
            return assign_by_kmeans(
                embedding, n_clusters, n_init=self.n_init, random_state=random_state
            )

    def _name_clusters(self, n_clusters: int) -> None:
        sizes = np.bincount(self.labels_, minlength=n_clusters)
        member_of = sparse.csr_array(
            (np.ones(len(self.labels_)), (self.labels_, np.arange(len(self.labels_)))),
            shape=(n_clusters, len(self.labels_)),
        )
        means = (member_of @ self.label_distributions_) / np.maximum(sizes, 1)[:, None]
        self.cluster_classes_ = _most_probable(means, self.classes_)
        self.cluster_confidences_ = means.max(axis=1, initial=0.0)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags = ClassifierTags()  # predict_proba is over classes
        tags.input_tags.pairwise = self.affinity == "precomputed"
        tags.input_tags.positive_only = self.affinity == "precomputed"
        return tags


def _most_probable(distributions: FloatArray, classes: AnyArray) -> AnyArray:
    """Class of the highest entry of each row; None where there are no classes."""
    if len(classes) == 0:
        return np.full(len(distributions), None)
    return np.asarray(classes[distributions.argmax(axis=1)])
