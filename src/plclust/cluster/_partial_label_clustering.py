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
from plclust.cluster._joint_model import JointModel
from plclust.cluster._neighborhood import Neighborhood
from plclust.spectral import assign_by_kmeans, assign_by_qr, spectral_embedding
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray


class PartialLabelClustering(CallbackSupportMixin, ClusterMixin, BaseEstimator):
    """Cluster samples of which a few carry a set of candidate labels, one of them true.

    A graph of reconstruction weights, the confidence in each candidate label, and must-link and
    cannot-link constraints between samples are fitted to each other in turn; the final graph is
    cut by spectral clustering [1]_. Time and memory grow linearly with the number of samples
    once the neighbours are known.

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
    constraints : {"all", "labelled"}, default="all"
        Which samples the constraints are between: all, by their most confident class, or only
        those that carry candidates.
    weighting : {"consistent", "published"}, default="consistent"
        How much the smoothness of S and D counts when the weights are updated. As published, Eq. 8
        counts it twice as much as Eq. 10 does, so no single objective falls; "consistent"
        counts it the same in both, and the joint objective falls at every step.
    disambiguation : {"exact", "sweeps"}, default="exact"
        Solve for the label confidences exactly (Eq. 3), or by `n_sweeps` row sweeps (Eq. 9).
    n_sweeps : int, default=10
        Row sweeps when ``disambiguation="sweeps"``.
    assign_labels : {"kmeans", "cluster_qr"}, default="kmeans"
        How clusters are read off the spectral embedding.
    n_init : int, default=20
        Restarts of k-means.
    max_iter : int, default=20
        Most rounds of the alternation.
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
        Connected components of the affinity. With more of them than clusters, which of
        them share a cluster is decided by the graph of the features alone.
    objective_ : array of shape (n_iter_ + 1,)
        The joint objective before the first and after every round: Eq. 6, its constraints on S
        and D replaced by the penalty of Eq. 10.
    n_iter_ : int
        Rounds of the alternation.
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
        "constraints": [StrOptions({"all", "labelled"})],
        "weighting": [StrOptions({"consistent", "published"})],
        "disambiguation": [StrOptions({"exact", "sweeps"})],
        "n_sweeps": [Interval(Integral, 1, None, closed="left")],
        "assign_labels": [StrOptions({"kmeans", "cluster_qr"})],
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
        constraints: str = "all",
        weighting: str = "consistent",
        disambiguation: str = "exact",
        n_sweeps: int = 10,
        assign_labels: str = "kmeans",
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
        self.constraints = constraints
        self.weighting = weighting
        self.disambiguation = disambiguation
        self.n_sweeps = n_sweeps
        self.assign_labels = assign_labels
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @classmethod
    def as_published(cls, **params: Any) -> Self:
        """The algorithm of the paper, step for step.

        Differs from the defaults by ``weighting="published"``. Any parameter may be given.

        Examples
        --------
        >>> from plclust import PartialLabelClustering
        >>> PartialLabelClustering.as_published(alpha=0.01, beta=0.01).weighting
        'published'
        """
        return cls(**({"weighting": "published"} | params))

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
        neighborhood = self._find_neighbors(X)
        progress = FitProgress(self, self.max_iter + 3, verbose=bool(self.verbose))
        progress.step(f"{neighborhood.n_neighbors} neighbours of {X.shape[0]} samples")

        model = JointModel(neighborhood, candidates, **self._model_parameters())
        model.initialise(among=self._constrained_samples(candidates))
        features_affinity = model.affinity
        objective = [model.objective()]
        progress.step(f"start: objective {objective[-1]:.6g}")
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
                stacklevel=2,
            )
        labels = self._cut(model.affinity, n_clusters, features_affinity)
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
        self.n_iter_ = iteration
        self._neighborhood = neighborhood
        self._name_clusters(n_clusters)
        return self

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
        return self._neighborhood.weights_of(X, self.n_jobs)

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
        if self.affinity == "precomputed":
            return self._check_affinity(X, reset=reset)
        return scale_rows(X) if self.normalize else X

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

    def _find_neighbors(self, X: Any) -> Neighborhood:
        n_neighbors = min(int(self.n_neighbors), X.shape[0] - 1)
        if n_neighbors < self.n_neighbors:
            warnings.warn(
                f"n_neighbors={self.n_neighbors} is lowered to {n_neighbors}: each of the "
                f"{X.shape[0]} samples has only that many others.",
                UserWarning,
                stacklevel=3,
            )
        if self.affinity == "precomputed":
            return Neighborhood.from_affinity(X, n_neighbors)
        return Neighborhood.from_features(X, n_neighbors, self.metric, self.neighbors, self.n_jobs)

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
        return is_labelled(candidates) if self.constraints == "labelled" else None

    def _cut(
        self, affinity: sparse.csr_array, n_clusters: int, coupling: sparse.csr_array
    ) -> IntArray:
        """Line 13 of Algorithm 1: spectral clustering of the final graph.

        On one thread: the sums of BLAS and k-means would depend on their number.
        """
        random_state = check_random_state(self.random_state)
        with threadpool_limits(1):
            embedding = spectral_embedding(
                affinity, n_clusters, coupling=coupling, random_state=random_state
            )
            if self.assign_labels == "cluster_qr":
                return assign_by_qr(embedding)
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
