"""Samples of classes that nobody names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.neighbors import kneighbors_graph

from plclust.disambiguation._novelty import (
    _familiarity,
    _rising_share,
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
    familiarity = _familiarity(affinity, labelled, np.random.RandomState(0))
    np.testing.assert_allclose(familiarity, 10 / 11, atol=0.03)


def test_novelty_compares_odds_to_be_labelled_with_those_of_most_labelled_samples():
    """They are 1 in a clique of which half is labelled, and without bound in a labelled one.

    There, twice the overall odds of 5 to 2 count: that many if half of the unlabelled are novel.
    """
    affinity = sparse.csr_array(sparse.block_diag([clique(3), clique(4)]))
    novelty = estimate_novelty(affinity, np.arange(7) < 5, random_state=0)
    np.testing.assert_allclose(novelty, [0, 0, 0, 0, 0, 0.8, 0.8])


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


def test_levels_of_many_samples_count_by_their_number():
    values, chosen = np.array([0.1, 0.5, 0.5, 0.5]), np.array([True, False, False, False])
    np.testing.assert_allclose(_rising_share(values, chosen), 0.25)
