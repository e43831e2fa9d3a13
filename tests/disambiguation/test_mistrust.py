"""Candidate sets that the rest contradicts."""

import numpy as np
import pytest

from plclust.candidates import is_labelled
from plclust.disambiguation import open_contradicted
from plclust.disambiguation._mistrust import mixture_weights, odds_of_missing


@pytest.fixture
def told():
    """90 of 180 sets are given, 9 of them wrong; a witness is right four times out of five."""
    rng = np.random.default_rng(0)
    truth = np.arange(180) % 3
    candidates = np.eye(3, dtype=bool)[truth]
    labelled = np.arange(180) < 90
    wrong = np.flatnonzero(labelled)[::10]
    candidates[wrong] = np.eye(3, dtype=bool)[(truth[wrong] + 1) % 3]
    candidates[~labelled] = True
    seen = np.where(rng.random(180) < 0.8, truth, rng.integers(3, size=180))
    witness = 0.05 + 0.85 * np.eye(3)[seen]
    return candidates, wrong, witness


def left_out(candidates, opened):
    return np.flatnonzero(is_labelled(candidates) & ~is_labelled(opened))


def test_most_wrong_sets_are_opened_and_no_more_than_the_share(told):
    candidates, wrong, witness = told
    before = candidates.copy()
    found = left_out(candidates, open_contradicted(candidates, [witness], 0.2))
    assert len(found) <= 18
    assert np.isin(wrong, found).mean() > 0.7
    np.testing.assert_array_equal(candidates, before)


def test_sets_that_nobody_contradicts_stay(told):
    candidates, _, _ = told
    believing = np.where(candidates, 0.9, 0.05)
    assert len(left_out(candidates, open_contradicted(candidates, [believing], 0.1))) == 0


def test_sets_that_are_kept_stay_as_they_are(told):
    candidates, _, witness = told
    opened = open_contradicted(candidates, [witness], 0.2)
    kept = is_labelled(opened)
    np.testing.assert_array_equal(opened[kept], candidates[kept])


def test_no_tolerance_changes_nothing(told):
    candidates, _, witness = told
    assert open_contradicted(candidates, [witness], 0.0) is candidates


def test_a_witness_who_guesses_is_not_heard(told):
    candidates, wrong, witness = told
    guesses = np.random.default_rng(1).dirichlet(np.full(3, 0.3), size=180)
    sets = candidates[is_labelled(candidates)]
    alone = odds_of_missing(sets, [witness[:90]], 0.1)
    beside = odds_of_missing(sets, [witness[:90], guesses[:90]], 0.1)
    assert np.corrcoef(np.log(alone), np.log(beside))[0, 1] > 0.9
    assert np.isin(wrong, np.argsort(-beside)[:30]).mean() > 0.7


def test_one_set_against_a_sure_witness_is_surely_wrong():
    truth = np.arange(400) % 4
    sets = np.eye(4, dtype=bool)[truth]
    sure = np.full((400, 4), 1e-3) + 0.996 * np.eye(4)[truth]
    sets[0] = [False, True, False, False]
    odds = odds_of_missing(sets, [sure], 0.1)
    assert odds[0] > 50.0
    assert odds[1:].max() < 1e-3


def test_weights_are_those_of_the_likeliest_mixture():
    likelihood = np.random.default_rng(0).random((50, 2))
    first = np.linspace(0.0, 1.0, 1001)
    evidence = np.log(np.outer(likelihood[:, 0], first) + np.outer(likelihood[:, 1], 1.0 - first))
    best = first[evidence.sum(axis=0).argmax()]
    weights = mixture_weights(likelihood)
    assert weights.sum() == pytest.approx(1.0)
    assert weights[0] == pytest.approx(best, abs=0.02)
