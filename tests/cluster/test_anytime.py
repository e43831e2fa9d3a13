"""Fits that are stopped leave something usable."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from plclust import PartialLabelClustering
from plclust.cluster import _anytime
from plclust.cluster import _in_memory as home
from plclust.cluster._anytime import most_confident_clusters
from plclust.cluster._joint_model import JointModel


def interrupt(*_args, **_kwargs):
    raise KeyboardInterrupt


def interrupt_at(monkeypatch, name, call):
    """Let a function of the estimator's file be interrupted at its n-th call."""
    calls = []

    def interrupted(*args, **kwargs):
        calls.append(name)
        return interrupt() if len(calls) == call else original(*args, **kwargs)

    original = getattr(home, name)
    monkeypatch.setattr(home, name, interrupted)


@pytest.fixture
def restless(monkeypatch):
    """Guidance that goes on however little it changes."""
    monkeypatch.setattr(home, "has_settled", lambda *_counts: False)


def check_usable(plc, X, truth):
    assert (plc.transduction_ == truth).mean() > 0.9
    assert (plc.cluster_classes_[plc.labels_] == truth).mean() > 0.9
    assert (plc.cluster_classes_[plc.predict(X)] == truth).mean() > 0.9
    np.testing.assert_allclose(plc.predict_proba(X), plc.label_distributions_, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "call", "n_rounds"),
    [
        ("guided_features", 1, 0),
        ("guided_features", 3, 2),
        ("spectral_embedding", 1, 2),
        ("spectral_embedding", 2, 3),
    ],
)
@pytest.mark.usefixtures("restless")
def test_interrupted_fit_is_usable(blobs, monkeypatch, name, call, n_rounds):
    X, y, truth = blobs
    interrupt_at(monkeypatch, name, call)
    with pytest.warns(ConvergenceWarning, match=f"interrupted after {n_rounds} rounds"):
        plc = PartialLabelClustering(random_state=0).fit(X, y)
    assert plc.n_iter_ == n_rounds
    check_usable(plc, X, truth)


def test_interrupt_before_the_first_confidences_passes_on(blobs, monkeypatch):
    X, y, _ = blobs
    monkeypatch.setattr("plclust.cluster._joint_model.solve_confidence", interrupt)
    plc = PartialLabelClustering(random_state=0)
    with pytest.raises(KeyboardInterrupt):
        plc.fit(X, y)
    assert not hasattr(plc, "labels_")


def test_interrupt_without_classes_passes_on(blobs, monkeypatch):
    X, _, _ = blobs
    monkeypatch.setattr(home, "spectral_embedding", interrupt)
    with pytest.raises(KeyboardInterrupt):
        PartialLabelClustering(4, random_state=0).fit(X)


@pytest.mark.parametrize(
    ("params", "left_out"),
    [
        ({}, "round 1 of guidance=2"),
        ({"guidance": 0}, "round 1 of regrouping=1"),
        ({"guidance": 0, "regrouping": 0, "constraints": "all"}, "round 1 of max_iter"),
    ],
)
def test_no_time_leaves_rounds_out(blobs, params, left_out):
    X, y, truth = blobs
    plc = PartialLabelClustering(max_time=0.0, random_state=0, **params)
    with pytest.warns(ConvergenceWarning, match=f"max_time=0.0 s have passed: {left_out}"):
        plc.fit(X, y)
    assert plc.n_iter_ == 0
    check_usable(plc, X, truth)


@pytest.mark.usefixtures("restless")
def test_time_is_looked_at_between_rounds(blobs, monkeypatch):
    X, y, _ = blobs
    moments = iter(range(100))
    monkeypatch.setattr(_anytime.time, "monotonic", lambda: next(moments))
    with pytest.warns(ConvergenceWarning, match="round 1 of regrouping=1"):
        plc = PartialLabelClustering(max_time=3, random_state=0).fit(X, y)
    assert plc.n_iter_ == 2


def test_enough_time_changes_nothing(blobs):
    X, y, _ = blobs
    plain = PartialLabelClustering(random_state=0).fit(X, y)
    timed = PartialLabelClustering(max_time=1e6, random_state=0).fit(X, y)
    np.testing.assert_array_equal(plain.label_distributions_, timed.label_distributions_)


@pytest.mark.parametrize(
    ("n_clusters", "largest"), [(1, [2]), (2, [0, 2]), (3, [0, 1, 2]), (5, [0, 1, 2])]
)
def test_clusters_are_the_largest_classes(n_clusters, largest):
    confidence = np.random.default_rng(0).dirichlet([2.0, 1.0, 4.0], 50)
    labels = most_confident_clusters(confidence, n_clusters)
    np.testing.assert_array_equal(labels, confidence[:, largest].argmax(axis=1))


def test_a_round_of_the_alternation_counts_when_it_is_complete(blobs, monkeypatch):
    X, y, _ = blobs
    params = {"random_state": 0, "tol": 0.0}
    with pytest.warns(ConvergenceWarning, match="still changed"):
        whole = PartialLabelClustering.as_published(**params, max_iter=1).fit(X, y)
    calls = []
    update = JointModel.update_confidence

    def interrupted(self):
        calls.append(1)
        return interrupt() if len(calls) == 2 else update(self)

    monkeypatch.setattr(JointModel, "update_confidence", interrupted)
    with pytest.warns(ConvergenceWarning, match="interrupted after 1 rounds"):
        plc = PartialLabelClustering.as_published(**params, max_iter=5).fit(X, y)
    assert plc.n_iter_ == 1
    np.testing.assert_array_equal(plc.label_distributions_, whole.label_distributions_)
    np.testing.assert_array_equal(
        plc.reconstruction_matrix_.toarray(), whole.reconstruction_matrix_.toarray()
    )
