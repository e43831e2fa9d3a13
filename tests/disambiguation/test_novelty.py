"""Samples of classes that nobody names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.neighbors import kneighbors_graph

from plclust.disambiguation._novelty import (
    LEAST_ODDS,
    N_LEVELS,
    Walks,
    _exponent,
    _odds_to_be_labelled,
    _walk,
    estimate_novelty,
    meeting_chance,
)


def random_graph(rng, n_samples):
    weights = rng.random((n_samples, n_samples)) * (rng.random((n_samples, n_samples)) < 0.4)
    np.fill_diagonal(weights, 0.0)
    return weights + weights.T


@given(seed=st.integers(0, 2**32 - 1), giving_up=st.floats(0.01, 0.9))
def test_meeting_chance_solves_the_equations_of_the_walk(seed, giving_up):
    rng = np.random.default_rng(seed)
    weights = random_graph(rng, 12)
    targets = rng.random(12) < 0.3
    chance = meeting_chance(sparse.csr_array(weights), targets, giving_up)

    totals = weights.sum(axis=1, keepdims=True)
    walk = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    expected = targets.astype(float)
    rest = ~targets
    expected[rest] = np.linalg.solve(
        np.eye(rest.sum()) - (1 - giving_up) * walk[rest][:, rest],
        (1 - giving_up) * walk[rest] @ expected,
    )
    np.testing.assert_allclose(chance, expected, atol=0.02)


def clique(n_samples):
    return np.ones((n_samples, n_samples)) - np.eye(n_samples)


@pytest.mark.parametrize("n_labelled", [5, 20, 80])
def test_the_fewer_labels_the_more_patient_are_walks(n_labelled):
    """From everywhere about 10 of 11 meet a label, however many there are."""
    affinity, labelled = sparse.csr_array(clique(400)), np.arange(400) < n_labelled
    walks = _walk(affinity, labelled, np.random.RandomState(0))
    np.testing.assert_allclose(walks.level, 91, atol=3)
    mean_level = walks.labelled @ np.arange(N_LEVELS) / walks.labelled.sum(axis=1)
    np.testing.assert_allclose(mean_level, 91, atol=3)


def test_each_labelled_sample_walks_once_and_each_other_in_all_folds():
    affinity, labelled = sparse.csr_array(clique(40)), np.arange(40) < 12
    walks = _walk(affinity, labelled, np.random.RandomState(0))
    np.testing.assert_array_equal(walks.labelled.sum(axis=1), [3, 3, 2, 2, 2])
    np.testing.assert_array_equal(walks.unlabelled.sum(axis=1), [28] * 5)
    assert walks.level.shape == (5, 28)


def walks_of(labelled, unlabelled):
    """One fold for each list of levels."""

    def count(levels):
        return np.array([np.bincount(fold, minlength=N_LEVELS) for fold in levels], float)

    return Walks(np.array(unlabelled), count(labelled), count(unlabelled))


def test_odds_rise_between_their_bounds():
    walks = walks_of([[60, 60, 90], [90]], [[10, 10, 60, 90], [10, 10, 90, 60]])
    odds = _odds_to_be_labelled(walks)
    overall = 4 / 4
    np.testing.assert_allclose(odds[[10, 60, 90]], [LEAST_ODDS * overall, 2.0, 2.0])
    np.testing.assert_allclose(odds[35], (LEAST_ODDS + 2.0) / 2)
    assert (np.diff(odds) >= 0).all()

    nearly_all = walks_of([[50, 90], [90]], [[50, 50, 50, 50, 50, 90]] * 2)
    np.testing.assert_allclose(_odds_to_be_labelled(nearly_all)[[50, 90]], [1 / 5, 2 * 3 / 6])


def test_odds_that_foretell_other_folds_count_and_others_do_not():
    unlabelled = [[10] * 50 + [90] * 50] * 5
    assert _exponent(walks_of([[90] * 4] * 5, unlabelled)) > 0.7
    by_chance = [[10, 10, 90, 90]] * 4 + [[10, 10, 10, 90]]
    against = [[10] * 4, [10] * 4, [90] * 4, [90] * 4, [90] * 4]
    assert _exponent(walks_of(by_chance, unlabelled)) <= 0.5 + 1e-9
    assert _exponent(walks_of(against, unlabelled)) < 0.2


@pytest.fixture
def blobs_of_which_two_are_named():
    X, truth = make_blobs(300, centers=np.eye(3) * 6.0, random_state=0)
    graph = kneighbors_graph(X, 10)
    labelled = (truth < 2) & (np.arange(300) % 5 == 0)
    return sparse.csr_array(graph + graph.T), labelled, truth


def test_unnamed_cluster_is_novel(blobs_of_which_two_are_named):
    affinity, labelled, truth = blobs_of_which_two_are_named
    novelty = estimate_novelty(affinity, labelled, random_state=0)
    assert novelty[truth == 2].mean() > 0.9
    assert novelty[truth < 2].mean() < 0.2
    assert not novelty[labelled].any()


def test_novelty_is_a_probability_and_repeatable(blobs_of_which_two_are_named):
    affinity, labelled, _ = blobs_of_which_two_are_named
    first = estimate_novelty(affinity, labelled, random_state=3)
    np.testing.assert_array_equal(first, estimate_novelty(affinity, labelled, random_state=3))
    assert first.min() >= 0.0
    assert first.max() <= 1.0


@pytest.mark.parametrize("n_labelled", [0, 1, 300])
def test_nothing_to_compare_means_nobody_is_novel(blobs_of_which_two_are_named, n_labelled):
    affinity, _, _ = blobs_of_which_two_are_named
    novelty = estimate_novelty(affinity, np.arange(300) < n_labelled, random_state=0)
    assert not novelty.any()


def test_isolated_samples_have_a_novelty(blobs_of_which_two_are_named):
    affinity, labelled, _ = blobs_of_which_two_are_named
    alone = sparse.csr_array(sparse.block_diag([affinity, np.zeros((2, 2))]))
    novelty = estimate_novelty(alone, np.append(labelled, [False, False]), random_state=0)
    assert np.isfinite(novelty).all()
    assert novelty[-2:].min() > 0.5


@pytest.mark.parametrize(("n_labelled", "at_most"), [(20, 0.12), (100, 0.03)])
def test_hardly_anybody_is_novel_where_all_classes_are_named(n_labelled, at_most):
    """Some parts of a graph have fewer labels than others by chance."""
    novel = []
    for seed in range(16):
        X, _ = make_blobs(400, centers=4, n_features=3, cluster_std=1.5, random_state=seed)
        graph = kneighbors_graph(X, 10)
        labelled = np.random.RandomState(seed).permutation(400) < n_labelled
        affinity = sparse.csr_array(graph + graph.T)
        novel.append(estimate_novelty(affinity, labelled, random_state=seed)[~labelled].mean())
    assert np.mean(novel) < at_most
