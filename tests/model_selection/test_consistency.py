from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import KMeans
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.candidates import is_labelled, to_sets
from plclust.classify import PLKNN
from plclust.cluster import SC
from plclust.datasets import make_candidate_blobs
from plclust.model_selection import (
    CandidateKFold,
    classes_of_clusters,
    consistency_scorer,
    cross_val_consistency,
)

X, CANDIDATES, TARGET = make_candidate_blobs(
    120,
    n_classes=4,
    n_false_positives=1,
    labelled=0.5,
    components_per_class=1,
    separation=20.0,
    random_state=0,
)


class Recorder(ClusterMixin, BaseEstimator):
    """Keeps what it was shown, and groups samples by what it was told."""

    seen: ClassVar = []

    def __init__(self, groups=None):
        self.groups = groups

    def fit(self, X, y):
        self.seen.append((len(X), y))
        self.labels_ = np.asarray(self.groups)
        return self


@pytest.mark.parametrize(
    "estimator",
    [
        PartialLabelClustering(random_state=0),
        make_pipeline(StandardScaler(), PartialLabelClustering(random_state=0)),
        KMeans(4, n_init=10, random_state=0),
        SC(random_state=0),
        PLKNN(),
    ],
    ids=["plc", "pipeline", "kmeans", "sc", "plknn"],
)
def test_well_separated_classes_are_met(estimator):
    scores = cross_val_consistency(estimator, X, CANDIDATES, cv=3)
    assert scores.shape == (3,)
    assert scores.min() > 0.99
    assert np.array_equal(cross_val_consistency(estimator, X, CANDIDATES, cv=3, n_jobs=2), scores)


def test_names_of_classes_do_not_matter():
    names = np.array(["ann", "bob", "cid", "dan"])
    estimator = PartialLabelClustering(random_state=0)
    by_name = cross_val_consistency(estimator, X, to_sets(CANDIDATES, names), cv=3)
    assert np.array_equal(by_name, cross_val_consistency(estimator, X, CANDIDATES, cv=3))


def test_hidden_sets_are_hidden_and_their_samples_stay(monkeypatch):
    monkeypatch.setattr(Recorder, "seen", [])
    scores = cross_val_consistency(Recorder(groups=TARGET), X, CANDIDATES, cv=4)
    assert scores.tolist() == [1.0] * 4
    labelled = is_labelled(CANDIDATES)
    hidden = [labelled & ~is_labelled(shown) for _, shown in Recorder.seen]
    assert [n for n, _ in Recorder.seen] == [120] * 4
    assert np.array_equal(np.sum(hidden, axis=0), labelled.astype(int))


def test_clusters_without_meaning_score_about_zero():
    groups = np.random.default_rng(0).integers(4, size=len(X))
    assert abs(cross_val_consistency(Recorder(groups=groups), X, CANDIDATES).mean()) < 0.2


def test_a_splitter_says_what_to_hide(monkeypatch):
    monkeypatch.setattr(Recorder, "seen", [])
    splitter = CandidateKFold(2, random_state=3)
    cross_val_consistency(Recorder(groups=TARGET), X, CANDIDATES, cv=splitter)
    for (_, test), (_, shown) in zip(splitter.split(X, CANDIDATES), Recorder.seen, strict=True):
        assert shown[test].all()


@pytest.mark.parametrize(
    "estimator, name",
    [
        (PartialLabelClustering(random_state=0), "n_neighbors"),
        (
            make_pipeline(StandardScaler(), PartialLabelClustering(random_state=0)),
            "partiallabelclustering__n_neighbors",
        ),
        (PLKNN(), "n_neighbors"),
    ],
    ids=["plc", "pipeline", "plknn"],
)
def test_grid_search(estimator, name):
    search = GridSearchCV(
        estimator,
        {name: [3, 10]},
        cv=CandidateKFold(3),
        scoring=consistency_scorer,
        error_score="raise",
    )
    search.fit(X, list(to_sets(CANDIDATES, np.array(["ann", "bob", "cid", "dan"]))))
    assert search.best_score_ > 0.99


def test_sets_of_classes_that_the_fit_never_heard_of():
    fitted = PLKNN(n_neighbors=1).fit([[0.0], [9.0]], ["a", "b"])
    score = consistency_scorer(fitted, [[0.0], [1.0]], [{"c"}, {"a", "c"}])
    # of the three classes, the first set has one and misses, the second has two and hits
    assert score == pytest.approx((-1 / 2 + 1) / 2)


def test_no_prediction_without_predict():
    with pytest.raises(TypeError, match=r"SC has no predict.*cross_val_consistency"):
        consistency_scorer(SC().fit(X, CANDIDATES), X, CANDIDATES)


def test_left_over_clusters_take_the_class_of_their_samples():
    candidates = np.array([[1, 0], [1, 0], [0, 1], [1, 0]], dtype=bool)
    assert classes_of_clusters(np.array([0, 0, 1, 2]), candidates).tolist() == [0, 0, 1, 0]


def test_folds_may_be_numpy_integers_or_lists():
    folds = list(CandidateKFold(3).split(X, CANDIDATES))
    scores = [cross_val_consistency(PLKNN(), X, CANDIDATES, cv=cv) for cv in (np.int64(3), folds)]
    np.testing.assert_array_equal(*scores)


def test_a_search_is_scored_by_its_best_estimator():
    cv = CandidateKFold(3)
    search = GridSearchCV(PLKNN(), {"n_neighbors": [5]}, cv=cv, scoring=consistency_scorer)
    search.fit(X, CANDIDATES)
    expected = consistency_scorer(search.best_estimator_, X, CANDIDATES)
    assert consistency_scorer(search, X, CANDIDATES) == expected


def test_estimators_that_place_nobody_are_refused():
    with pytest.raises(TypeError, match="KMeans does not say which class"):
        consistency_scorer(KMeans(4, n_init=1).fit(X), X, CANDIDATES)
    with pytest.raises(TypeError, match="neither labels_ nor transduction_"):
        cross_val_consistency(StandardScaler(), X, CANDIDATES, cv=2)


def test_clusters_are_named_by_candidates_in_any_form():
    named = classes_of_clusters(np.array([0, 0, 1]), [{"a"}, {"a", "b"}, {"c"}])
    assert named.tolist() == [0, 0, 2]
    with pytest.raises(ValueError, match="describes 4 samples, expected 3"):
        classes_of_clusters(np.array([0, 0, 1]), np.ones((4, 2), bool))


def test_a_set_of_many_counts_no_more_than_one_of_one():
    sets = [{"a"}, {"b", "c", "d"}, {"b", "c", "d"}, {"e"}]
    assert classes_of_clusters(np.array([0, 0, 0, 1]), sets).tolist() == [0, 0, 0, 4]


def test_samples_without_a_cluster_are_refused():
    with pytest.raises(ValueError, match="labels has missing labels"):
        classes_of_clusters(np.ma.array([0, 1, 0], mask=[0, 0, 1]), ["a", "b", "a"])


def test_clusters_stand_for_nothing_without_classes():
    with pytest.raises(ValueError, match=r"name no class for any of 3 samples.*Hint: label some"):
        classes_of_clusters(np.array([0, 1, 0]), [None] * 3)


def test_candidates_must_be_given():
    with pytest.raises(ValueError, match=r"with 0 labelled samples.*label more"):
        cross_val_consistency(PLKNN(), X, None)


def test_columns_of_a_matrix_are_the_classes_of_the_fit():
    X, y, _ = make_candidate_blobs(80, 5, 4, n_false_positives=1, labelled=0.4, random_state=1)
    names = ["ann", "bob", "cid", "dee"]
    sets = list(to_sets(y, names))
    for estimator in (PLKNN(), PartialLabelClustering(random_state=0)):
        fitted = estimator.fit(X, sets)
        assert fitted.classes_.tolist() == names
        assert consistency_scorer(fitted, X, y) == consistency_scorer(fitted, X, sets)
    with pytest.raises(ValueError, match="y has 3 columns, expected 4"):
        consistency_scorer(fitted, X, y[:, :3])


def test_splitters_get_the_labels_as_they_are():
    X, _, truth = make_candidate_blobs(80, 5, 4, n_false_positives=1, random_state=1)
    scores = cross_val_consistency(PLKNN(), X, truth, cv=StratifiedKFold(3))
    assert scores.shape == (3,)


@pytest.mark.filterwarnings("ignore:A column-vector y")
@pytest.mark.parametrize(
    "y",
    [np.array([[True], [False]] * 10), np.array([[4.0], [2.0]] * 10)],
    ids=["booleans", "column"],
)
def test_searches_read_labels_as_fits_do(y):
    X = np.array([[1.0, 0.0], [0.0, 1.0]] * 10)
    folds = CandidateKFold(4)
    scores = cross_val_score(PLKNN(3), X, y, cv=folds, scoring=consistency_scorer)
    assert scores.tolist() == [1.0] * 4
    assert cross_val_consistency(PLKNN(3), X, y, cv=4).tolist() == [1.0] * 4


@pytest.mark.filterwarnings("ignore:y has the labels 1 and -1 only")
def test_parts_in_which_minus_one_is_beside_one_alone_are_scored():
    X, _, truth = make_candidate_blobs(30, 5, 2, n_false_positives=0, random_state=0)
    labels = np.where(np.arange(30) < 24, truth + 1, -1)
    clusterer = PartialLabelClustering(n_neighbors=3, random_state=0).fit(X, labels)
    some = (labels == 1) | (labels == -1)
    assert consistency_scorer(clusterer, X[some], labels[some]) == 1.0
    signs = 2 * truth - 1
    assert consistency_scorer(PLKNN(3).fit(X, signs), X, signs) > 0.8
