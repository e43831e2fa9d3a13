"""Partial label clustering: the estimator."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.utils import ClassifierTags, Tags, check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import validate_data

from plclust._fitting import Fitted, Settings
from plclust._progress import CallbackSupportMixin, FitProgress, with_callbacks
from plclust._whole import whole_or_not_at_all
from plclust.candidates import check_candidates, labels_per_class
from plclust.cluster._anytime import Deadline
from plclust.cluster._base import CandidateClusterMixin, check_n_clusters
from plclust.cluster._calibration import fits_of_calibration, learn_temperature
from plclust.cluster._checks import check_n_neighbors, warn_of_common_class
from plclust.cluster._estimate import check_fit_in_memory
from plclust.cluster._in_memory import InMemoryFit
from plclust.cluster._naming import in_doubt, most_probable, name_clusters
from plclust.cluster._neighborhood import choose_neighbors
from plclust.cluster._out_of_sample import OutOfSampleMixin
from plclust.disambiguation import temper
from plclust.distributed._check import (
    check_blocks,
    check_claimed,
    check_settings,
    is_dask_array,
)
from plclust.graph import Scaling, learn_scaling
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray

PUBLISHED: dict[str, Any] = {
    "neighbors": "exact",
    "tail_limit": None,
    "offset": 0.0,
    "guidance": 0,
    "relevance": 0.0,
    "regrouping": 0,
    "map_share": 0.0,
    "constraints": "all",
    "weighting": "published",
    "assign_labels": "kmeans",
    "vectors_per_cluster": 1.0,
    "diffusion_floor": 0.0,
    "linking": 0.0,
}
GRAPH_COST, CUT_COST = 3.0, 0.5  # of a fit of many samples, in rounds of guidance


class PartialLabelClustering(
    CallbackSupportMixin, OutOfSampleMixin, CandidateClusterMixin, BaseEstimator
):
    """Cluster samples of which a few carry a set of candidate labels, one of them true.

    Candidate labels are propagated to all samples over a graph in which each sample is
    reconstructed from its neighbours. The label confidences are then used to improve the graph
    (guidance), which is cut by spectral clustering anchored to the classes. With `constraints`,
    must-links and cannot-links are propagated over the graph and change it as well;
    :meth:`as_published` is the algorithm of the paper [1]_. Once the neighbours are known, time
    and memory grow linearly with the number of samples.

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
    neighbors : {"auto", "exact", "approximate"} or estimator, default="auto"
        How neighbours are found. "auto" is exact up to 10,000 samples and approximate beyond (this
        needs faiss, the extra ``plclust[faiss]``); sparse features and metrics other than
        "euclidean" are always exact. Approximate neighbours are looked for in the cells of an
        inverted file, as many as it takes to find 0.95 of the true ones, or some 300:
        ``neighbor_recall_``. With them, rounds of guidance look for neighbours among those at hand
        and the five nearest of each. An estimator in the manner of
        :class:`~sklearn.neighbors.KNeighborsTransformer` is cloned, fitted to the (scaled)
        features, and its sparse graph of distances is used.
    metric : str, default="euclidean"
        Distance of scikit-learn for exact neighbours. Refused, with a hint at what to do instead,
        are "haversine", "mahalanobis", "seuclidean" and the metrics that count equal or non-zero
        entries ("hamming", "jaccard", ...).
    normalize : bool, default=True
        Scale each sample to unit length first, as the paper's authors do.
    tail_limit : float or None, default=1.0
        Values further than this many standard deviations from the mean of their column are
        compressed logarithmically, so that a few large values do not decide the neighbours. Zeros
        stay zero; None changes nothing. Without effect if `metric` is not "euclidean".
    offset : float, default=0.35
        Value of a constant feature that joins the others before they are scaled, as a share of
        the root mean square length of the samples: so short samples stay apart from long ones.
        0 is the scaling of the paper's authors. Without effect if `normalize` is False or `metric`
        is not "euclidean".
    alpha, beta : float, default=0.1
        Weight of the smoothness of the dissimilarities D and of the similarities S. Without effect
        with ``constraints="none"``, as are `gamma`, `weighting`, `max_iter`, `tol` and
        `uncut_share`.
    gamma : float, default=10.0
        Weight of the constraints on S and D.
    guidance : int, default=2
        Maximum number of rounds of label guidance. In each, a smooth map from features to label
        confidences is fitted, its outputs are appended to the features, and neighbours, weights
        and confidences are computed again. A round that changes the most probable class of fewer
        than 0.5 % of the samples is the last. With 0 the graph depends on the features alone.
        Without effect if `y` names fewer than two classes, or with a precomputed affinity.
    regrouping : int, default=1
        Rounds after guidance in which the map is fitted to the clusters of the current graph
        instead of the confidences; also without classes. Skipped with a precomputed affinity, and
        if `guidance` ended early and the trust in the labels (see `doubt`) is at least 0.9.
    relevance : float, default=1.0
        How strongly features are weighted by how well they separate the classes (or clusters) of
        the round before, from 0 (all alike) to 1 (with many labels, in proportion to the share of
        variance between classes). Without effect without guidance and regrouping, or if `metric`
        is not "euclidean".
    map_share : float, default=0.5
        Weight of the smooth map against the graph, from 0 to 1, in the confidences that anchor the
        final clusters and, beyond 10,000 samples, in those with which a round of guidance begins.
        The graph follows single neighbours, the map the majority of a region. Only with
        ``assign_labels="anchored"``, two or more classes, and no precomputed affinity.
    constraints : {"none", "all", "labelled"}, default="none"
        Whether must-links and cannot-links reshape the graph, and between which samples: all, by
        their most confident class, or only those that carry candidates.
    weighting : {"consistent", "published"}, default="consistent"
        How much the smoothness of S and D counts when the weights are updated. As published, Eq. 8
        counts it twice as much as Eq. 10 does, so no single objective falls; "consistent"
        counts it the same in both, and the joint objective falls at every step of the alternation.
    disambiguation : {"exact", "sweeps"}, default="exact"
        Solve for the label confidences (Eq. 3) up to a proven gap or a limited number of products,
        or make `n_sweeps` row sweeps (Eq. 9).
    n_sweeps : int, default=10
        Row sweeps when ``disambiguation="sweeps"``.
    assign_labels : {"anchored", "kmeans", "cluster_qr"}, default="anchored"
        How clusters are read off the spectral embedding: by k-means in which each class holds on
        to the samples that are confident in it
        (:func:`plclust.spectral.assign_by_anchored_kmeans`), by k-means, or by pivoted QR.
    anchoring : float, default=2.0
        Bonus for full confidence in a class with ``assign_labels="anchored"``, as a squared
        distance between unit vectors; up to twice that in the final cut if labels are trusted.
    doubt : float, default=1.0
        Number of labels per class at which the trust in labels is one half: candidate sets worth b
        labels per class (:func:`plclust.candidates.labels_per_class`) are trusted by
        b / (b + doubt). Guidance is scaled by the trust; anchoring by it or, where the graph has
        clear clusters of its own, by less (:func:`plclust.spectral.trust_beside`).
    tolerance : float, default=0.0
        Largest share of candidate sets that may miss the true class. On the graph of the features
        and in each round, up to that share of the sets is ignored, and no more than all sets
        together make plausible: those that graph, map and clusters of the other samples contradict
        most, and that are unlike the sets that recur
        (:func:`plclust.disambiguation.open_contradicted`). Each time this costs fifteen more
        solutions for the confidences and one more spectral embedding.
    calibrate : bool, default=False
        Whether to rescale ``label_distributions_`` to match how often they are right, by a
        temperature learnt from candidate sets that are hidden from five more fits, a fifth from
        each. ``labels_`` does not change. Helps where confidences are far too high, and assumes
        that false candidates come by chance.
    uncut_share : float, default=0.03
        Share of the graph from before the rounds with constraints that is added to the final graph
        before it is cut. It tells how close the pieces are into which constraints have cut it.
    vectors_per_cluster : float, default=1.5
        Eigenvectors of the graph in which clusters are looked for, per cluster. One for each is
        usual; more keep clusters apart that these leave together. Without effect with
        ``assign_labels="cluster_qr"``, which takes one for each.
    diffusion : float, default=16.0
        Power of the eigenvalues with which eigenvectors count in the spectral embedding
        (:func:`plclust.spectral.spectral_embedding`).
    diffusion_floor : float, default=0.2
        Least weight that `diffusion` leaves to an eigenvector; the power is lowered until it does.
    linking : float, default=0.03
        Share of each sample that is rebuilt from other pieces of the graph, where it falls into
        more pieces than clusters, as with bursts of samples that are nearly alike: from the
        middles of the pieces that are close to its own. Unless `linking` is 0, exact copies of a
        sample do not count as neighbours, and rebuild one half of it. Without effect with
        `constraints`, or with a precomputed affinity.
    n_init : int, default=10
        Restarts of k-means; with ``assign_labels="anchored"``, starts from its clusters beside the
        one from the classes.
    max_iter : int, default=20
        Most rounds of the alternation with constraints.
    tol : float, default=1e-4
        Stop when a round changes the objective by less than this share.
    max_time : float, default=None
        Seconds after which no further round of guidance or of the alternation is begun. The round
        at hand is finished, a warning is given, and clusters are read off what was reached.
    n_jobs : int, default=None
        Threads for neighbours and weights. Results do not depend on it.
    verbose : bool or int, default=False
        Report progress on stderr.
    random_state : int, RandomState or None, default=None
        For the samples on which the label map is built, the start of the eigensolver, k-means, and
        the folds of `tolerance`, `calibrate` and ``novelty_``.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each sample.
    cluster_classes_ : array of shape (n_clusters,)
        The class that each cluster stands for, the one in which its samples have most confidence;
        None where `y` names no class.
    cluster_confidences_ : array of shape (n_clusters,)
        Mean confidence of each cluster's samples in that class: about one over the number of
        classes for a cluster of a new class, whose name then says nothing, and 0.0 for a cluster
        that has no samples.
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    label_distributions_ : array of shape (n_samples, n_classes)
        Confidence in each class (F), rows summing to one.
    novelty_ : array of shape (n_samples,)
        Probability that a sample is of a class that `y` does not name. Zero unless there are more
        clusters than classes in the candidate sets and ``assign_labels="anchored"``. Rows of
        ``label_distributions_`` are mixed with equal confidences by that much.
    temperature_ : float
        T, if confidences were raised to the power 1 / T; 1.0 without `calibrate`.
    transduction_ : array of shape (n_samples,)
        Most probable class of each sample.
    affinity_matrix_ : csr_array of shape (n_samples, n_samples)
        Symmetric affinity W of the last round. With constraints, `uncut_share` of the graph before
        them is added for the cut, but not stored here. Not set for a Dask array.
    reconstruction_matrix_ : csr_array of shape (n_samples, n_samples)
        Reconstruction weights (R); row i rebuilds sample i. Not set for a Dask array.
    n_connected_components_ : int
        Connected components of W, with its links (see `linking`). If the graph that is cut has more
        components than eigenvectors, it does not tell which of the smaller ones belong together.
    objective_ : array of shape (n_rounds + 1,)
        The joint objective on the graph of the features and after every round of guidance and of
        the alternation: Eq. 6, its constraints on S and D replaced by the penalty of Eq. 10.
        Guidance changes the features, and with them what is measured: only rounds of the
        alternation can be compared.
    n_iter_ : int
        Rounds of guidance and of the alternation.
    neighbors_ : "exact", "approximate" or estimator
        How neighbours were found.
    neighbor_recall_ : float
        Share of the true nearest neighbours by features that were found, measured on some samples,
        where those count as found that single precision cannot tell from the true ones (as within
        groups that are a thousand times further apart than wide); 1.0 for exact neighbours, NaN
        with a transformer of your own or a precomputed affinity.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
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

    Columns are compared as they come, apart from `tail_limit` and the weights of `relevance`:
    standardise columns of different units first.

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
    novelty_: FloatArray
    temperature_: float
    transduction_: AnyArray
    affinity_matrix_: sparse.csr_array
    reconstruction_matrix_: sparse.csr_array
    n_connected_components_: int
    objective_: FloatArray
    n_iter_: int
    neighbors_: Any
    neighbor_recall_: float
    n_features_in_: int
    feature_names_in_: AnyArray

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), None],
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "affinity": [StrOptions({"reconstruction", "precomputed"})],
        "neighbors": [
            StrOptions({"auto", "exact", "approximate"}),
            HasMethods(["fit", "transform"]),
        ],
        "metric": [str],
        "normalize": ["boolean"],
        "tail_limit": [Interval(Real, 0, None, closed="neither"), None],
        "offset": [Interval(Real, 0, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "guidance": [Interval(Integral, 0, None, closed="left")],
        "regrouping": [Interval(Integral, 0, None, closed="left")],
        "relevance": [Interval(Real, 0, 1, closed="both")],
        "map_share": [Interval(Real, 0, 1, closed="both")],
        "constraints": [StrOptions({"none", "all", "labelled"})],
        "weighting": [StrOptions({"consistent", "published"})],
        "disambiguation": [StrOptions({"exact", "sweeps"})],
        "n_sweeps": [Interval(Integral, 1, None, closed="left")],
        "assign_labels": [StrOptions({"anchored", "kmeans", "cluster_qr"})],
        "doubt": [Interval(Real, 0, None, closed="left")],
        "anchoring": [Interval(Real, 0, None, closed="left")],
        "tolerance": [Interval(Real, 0, 1, closed="left")],
        "calibrate": ["boolean"],
        "uncut_share": [Interval(Real, 0, None, closed="left")],
        "vectors_per_cluster": [Interval(Real, 1, None, closed="left")],
        "diffusion": [Interval(Real, 0, None, closed="left")],
        "linking": [Interval(Real, 0, 1, closed="left")],
        "diffusion_floor": [Interval(Real, 0, 1, closed="both")],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "max_time": [Interval(Real, 0, None, closed="left"), None],
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
        neighbors: Any = "auto",
        metric: str = "euclidean",
        normalize: bool = True,
        tail_limit: float | None = 1.0,
        offset: float = 0.35,
        alpha: float = 0.1,
        beta: float = 0.1,
        gamma: float = 10.0,
        guidance: int = 2,
        regrouping: int = 1,
        relevance: float = 1.0,
        map_share: float = 0.5,
        constraints: str = "none",
        weighting: str = "consistent",
        disambiguation: str = "exact",
        n_sweeps: int = 10,
        assign_labels: str = "anchored",
        anchoring: float = 2.0,
        doubt: float = 1.0,
        tolerance: float = 0.0,
        calibrate: bool = False,
        uncut_share: float = 0.03,
        vectors_per_cluster: float = 1.5,
        diffusion: float = 16.0,
        diffusion_floor: float = 0.2,
        linking: float = 0.03,
        n_init: int = 10,
        max_iter: int = 20,
        tol: float = 1e-4,
        max_time: float | None = None,
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
        self.tail_limit = tail_limit
        self.offset = offset
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.guidance = guidance
        self.regrouping = regrouping
        self.relevance = relevance
        self.map_share = map_share
        self.constraints = constraints
        self.weighting = weighting
        self.disambiguation = disambiguation
        self.n_sweeps = n_sweeps
        self.assign_labels = assign_labels
        self.anchoring = anchoring
        self.doubt = doubt
        self.tolerance = tolerance
        self.calibrate = calibrate
        self.uncut_share = uncut_share
        self.vectors_per_cluster = vectors_per_cluster
        self.diffusion = diffusion
        self.diffusion_floor = diffusion_floor
        self.linking = linking
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @classmethod
    def as_published(cls, **params: Any) -> Self:
        """The algorithm of the paper, step for step.

        Differs from the defaults by ``neighbors="exact"``, ``tail_limit=None``, ``offset=0``,
        ``guidance=0``, ``relevance=0``, ``regrouping=0``, ``map_share=0``, ``constraints="all"``,
        ``weighting="published"``, ``assign_labels="kmeans"``, ``vectors_per_cluster=1``,
        ``diffusion_floor=0`` and ``linking=0``. Any parameter may be given. The paper ends with
        "spectral clustering" of a graph that has fallen into pieces and says no more about it;
        `diffusion` and `uncut_share` are how that is done here, and 0 for both leaves the pieces to
        themselves.

        Examples
        --------
        >>> from plclust import PartialLabelClustering
        >>> PartialLabelClustering.as_published(alpha=0.01, beta=0.01).weighting
        'published'
        """
        return cls(**(PUBLISHED | params))

    @with_callbacks
    @whole_or_not_at_all
    def fit(self, X: Any, y: Any = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array, memory map, sparse matrix, DataFrame or Dask array, (n_samples, n_features)
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
        if is_dask_array(X):
            return self._fit_blocks(X, y)
        return self._fit_in_memory(X, y)

    def _fit_in_memory(self, X: Any, y: Any, progress: FitProgress | None = None) -> Self:
        """Fit as a part of some progress, or by itself."""
        X = self._check_features(X, reset=True)
        candidates, classes = check_candidates(y, X.shape[0])
        warn_of_common_class(candidates, classes)
        settings = self._settings(X.shape[0], candidates, classes)
        neighbors = choose_neighbors(self.neighbors, X, self.metric)
        if self.affinity != "precomputed":
            check_fit_in_memory(
                X,
                max(settings.n_clusters, len(classes)),
                n_neighbors=settings.n_neighbors,
                exact=neighbors != "approximate",
                constrained=self.constraints != "none",
            )
        scaling = self._learn_scaling(partial(learn_scaling, X))
        random_state, deadline = check_random_state(self.random_state), Deadline(self.max_time)
        progress = progress or self._progress(settings, candidates)
        fitting = InMemoryFit(settings, random_state, progress, deadline)
        fitted = fitting.run(X, scaling, self._scale(X, scaling, neighbors), candidates)
        self._store(fitted, classes, settings.n_clusters, neighbors)
        if self.calibrate:
            self._calibrate(X, candidates, fitted, fitting)
            progress.end_all()
        return self

    def _settings(self, n_samples: int, candidates: BoolArray, classes: AnyArray) -> Settings:
        n_clusters = check_n_clusters(self.n_clusters, n_samples, classes)
        return Settings(
            n_clusters=n_clusters,
            n_neighbors=check_n_neighbors(self.n_neighbors, n_samples),
            neighbors=self.neighbors,
            metric=self.metric,
            precomputed=self.affinity == "precomputed",
            alpha=self.alpha,
            beta=self.beta,
            gamma=self.gamma,
            weighting=self.weighting,
            n_sweeps=self.n_sweeps if self.disambiguation == "sweeps" else None,
            linking=self.linking if self._may_link() else 0.0,
            n_rounds=self.guidance if self._has_lessons(classes) else 0,
            n_regroupings=self._n_regroupings(n_clusters),
            constraints=self.constraints,
            trust=self._trust(candidates),
            relevance=self.relevance if self.metric == "euclidean" else 0.0,
            map_share=self.map_share if self._has_anchors(classes) else 0.0,
            tolerance=self.tolerance,
            assign_labels=self.assign_labels,
            anchoring=self.anchoring,
            uncut_share=self.uncut_share,
            embedding=self._embedding(n_clusters),
            n_init=self.n_init,
            max_iter=self.max_iter,
            tol=self.tol,
            n_jobs=self.n_jobs,
        )

    def _fit_blocks(self, X: Any, y: Any) -> Self:
        """The same for a Dask array, on Dask's workers."""
        from plclust.distributed._fit import cluster_blocks  # noqa: PLC0415 imports Dask
        from plclust.distributed._parts import learn_scaling_of_blocks  # noqa: PLC0415

        check_settings(self.get_params(deep=False))
        X = validate_data(self, check_blocks(X), reset=True, skip_check_array=True)
        candidates, classes = check_candidates(y, X.shape[0])
        warn_of_common_class(candidates, classes)
        settings = self._settings(X.shape[0], candidates, classes)
        if settings.anchored:
            check_claimed(len(classes), settings.n_clusters)
        neighbors = choose_neighbors("approximate", X, self.metric)
        fitted = cluster_blocks(
            X,
            candidates,
            settings,
            scaling=self._learn_scaling(partial(learn_scaling_of_blocks, X)),
            random_state=check_random_state(self.random_state),
            progress=self._progress(settings, candidates),
            out_of_time=Deadline(self.max_time).stops,
        )
        return self._store(fitted, classes, settings.n_clusters, neighbors)

    def _store(self, fitted: Fitted, classes: AnyArray, n_clusters: int, neighbors: Any) -> Self:
        """Replace a fit before, as a whole."""
        self.neighbors_ = neighbors
        self.classes_, self.labels_ = classes, fitted.labels
        novelty = fitted.novelty
        self.novelty_ = np.zeros(len(fitted.labels)) if novelty is None else novelty
        self.temperature_ = 1.0
        self.label_distributions_ = in_doubt(fitted.confidence, self.novelty_)
        self.transduction_ = most_probable(self.label_distributions_, classes)
        for name in ("affinity_matrix_", "reconstruction_matrix_"):  # of a fit before
            self.__dict__.pop(name, None)
        if fitted.affinity is not None and fitted.reconstruction is not None:
            self.affinity_matrix_ = fitted.affinity
            self.reconstruction_matrix_ = fitted.reconstruction
        self.n_connected_components_ = fitted.n_pieces
        self.objective_ = np.array(fitted.objective)
        self.n_iter_ = len(fitted.objective) - 1
        self.neighbor_recall_ = fitted.neighborhood.recall
        self._neighborhood = fitted.neighborhood
        self._label_map, self._length = fitted.label_map, fitted.length
        self._scaling = fitted.scaling
        self._interrupted = fitted.interrupted
        self._name_clusters(n_clusters)
        return self

    def _calibrate(
        self,
        X: Any,
        candidates: BoolArray,
        fitted: Fitted,
        fitting: InMemoryFit,
    ) -> None:
        """Temper the label distributions, by how well fits foretell sets hidden from them."""
        if fitted.interrupted:
            return
        n_clusters = fitting.settings.n_clusters
        without = clone(self).set_params(calibrate=False, n_clusters=n_clusters)
        temperature = learn_temperature(
            without, X, candidates, fitting.random_state, fitting.deadline, fitting.progress
        )
        if temperature is not None:
            trusted = candidates if fitted.trusted is None else fitted.trusted
            self.temperature_ = temperature
            self.label_distributions_ = temper(self.label_distributions_, temperature, trusted)
            self._name_clusters(n_clusters)

    def _learn_scaling(self, learn: Callable[..., Scaling]) -> Scaling:
        """How neighbours see the samples, before any guidance."""
        if self.affinity == "precomputed":
            return Scaling()
        if self.metric != "euclidean":
            return Scaling(offset=0.0 if self.normalize else None)
        return learn(tail_limit=self.tail_limit, offset=self.offset if self.normalize else None)

    def _may_link(self) -> bool:
        """Whether there are features by which to link, and no rounds that work on neighbours."""
        return self.constraints == "none" and self.affinity != "precomputed"

    def _has_lessons(self, classes: AnyArray) -> bool:
        """Whether there are classes to learn, and features to learn them from."""
        return len(classes) >= 2 and self.affinity != "precomputed"

    def _has_anchors(self, classes: AnyArray) -> bool:
        """Whether classes hold on to clusters by what may be learnt of them."""
        return self.assign_labels == "anchored" and self._has_lessons(classes)

    def _n_regroupings(self, n_clusters: int) -> int:
        """Rounds of guidance by clusters; none where there is nothing to tell apart."""
        return 0 if n_clusters < 2 or self.affinity == "precomputed" else self.regrouping

    def _progress(self, settings: Settings, candidates: BoolArray) -> FitProgress:
        """Progress over steps by what they cost in a fit of many samples, relative to a round."""
        fits = ["fit", *(fits_of_calibration(candidates) if self.calibrate else ())]
        n_alternations = 0 if self.constraints == "none" else self.max_iter
        regroupings = [1.0 + CUT_COST] * settings.n_regroupings
        rounds = [*[1.0] * settings.n_rounds, *regroupings, *[1.0] * n_alternations]
        costs = [GRAPH_COST, *rounds, CUT_COST]
        return FitProgress(self, costs, verbose=bool(self.verbose), fits=fits)

    def _embedding(self, n_clusters: int) -> dict[str, Any]:
        """Parameters of the spectral embedding; pivoted QR takes one vector for each cluster."""
        per_cluster = 1.0 if self.assign_labels == "cluster_qr" else self.vectors_per_cluster
        return {
            "n_components": int(np.ceil(per_cluster * n_clusters)),
            "n_accurate": n_clusters,
            "diffusion": self.diffusion,
            "diffusion_floor": self.diffusion_floor,
        }

    def _trust(self, candidates: BoolArray) -> float:
        """How much the labels count, from 0 to 1."""
        worth = labels_per_class(candidates)
        return worth / (worth + self.doubt) if worth > 0.0 else 0.0

    def _name_clusters(self, n_clusters: int) -> None:
        self.cluster_classes_, self.cluster_confidences_ = name_clusters(
            self.labels_, self.label_distributions_, self.classes_, n_clusters
        )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags = ClassifierTags()  # predict_proba is over classes
        tags.input_tags.pairwise = self.affinity == "precomputed"
        tags.input_tags.positive_only = self.affinity == "precomputed"
        return tags
