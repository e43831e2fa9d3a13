"""Candidate sets that the rest contradicts."""

from math import comb

import numpy as np
import pytest

from plclust.candidates import is_labelled
from plclust.disambiguation import open_contradicted, recurrence_likelihoods
from plclust.disambiguation._mistrust import NEVER_SURE, evidence_against, share_replaced


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


def test_witnesses_are_heard_alike(told):
    candidates, _, witness = told
    guesses = np.random.default_rng(1).dirichlet(np.ones(3), size=180)
    together = open_contradicted(candidates, [witness, guesses], 0.2)
    on_average = open_contradicted(candidates, [(witness + guesses) / 2.0], 0.2)
    np.testing.assert_array_equal(together, on_average)


def test_evidence_is_the_ratio_of_likelihoods():
    sets = np.array(
        [[1, 1, 0, 0, 0], [0, 0, 1, 1, 0], [1, 0, 0, 0, 1], [1, 1, 1, 0, 0]], dtype=bool
    )
    foretold = np.random.default_rng(0).dirichlet(np.ones(5), size=4)
    given, extended, swapped = recurrence_likelihoods(sets)
    probability = foretold + NEVER_SURE
    evidence = evidence_against(sets, foretold, 0.2)
    ratios = []
    for i, larger in enumerate([1 / 3, 1 / 3, 1 / 3, 0.0]):  # sets of one class more, for each
        m, replaced, shortened, right = int(sets[i].sum()), 0.0, 0.0, 0.0
        for c in range(5):
            if sets[i, c]:
                right += probability[i, c] * given[i, c] / comb(4, m - 1)
            else:
                replaced += probability[i, c] * swapped[i, c] / comb(4, m)
                shortened += probability[i, c] * larger * extended[i, c] / comb(4, m)
        ratios.append((replaced / right, shortened / right))
    replaced, shortened = np.transpose(ratios)
    by_replacement = share_replaced(replaced, shortened, 0.2)
    expected = by_replacement * replaced + (1.0 - by_replacement) * shortened
    np.testing.assert_allclose(evidence, expected)


def test_a_set_that_lost_the_class_of_its_scene_is_found_out():
    sets = np.array([[1, 1, 1, 0, 0]] * 9 + [[0, 0, 1, 1, 1]] * 9 + [[1, 1, 0, 0, 0]], dtype=bool)
    sets = np.vstack([sets, np.array([[0, 0, 0, 1, 1]], dtype=bool)])
    foretold = np.full((20, 5), 0.1)
    foretold[:, 2] = 0.6
    evidence = evidence_against(sets, foretold, 0.1)
    assert evidence[-2:].min() > 3.0
    assert evidence[:-2].max() < 0.2


def test_a_class_in_the_place_of_one_of_its_scene_is_found_out():
    """Class 1 is foretold; 0 is seen with it again and again, 4 is not."""
    sets = np.array([[1, 1, 0, 0, 0]] * 9 + [[0, 0, 1, 1, 0]] * 9, dtype=bool)
    sets = np.vstack([sets, np.array([[1, 0, 0, 0, 1], [0, 0, 1, 0, 1]], dtype=bool)])
    foretold = np.full((20, 5), 0.1)
    foretold[:, 1] = 0.6
    evidence = evidence_against(sets, foretold, 0.1)
    assert evidence[-2] > 2.0 * evidence[-1]


def test_sets_that_recur_are_believed_more():
    sets = np.array([[1, 1, 0, 0]] * 9 + [[0, 0, 1, 1]] * 9 + [[1, 0, 1, 0]], dtype=bool)
    nobody_knows = np.full((19, 4), 0.25)
    evidence = evidence_against(sets, nobody_knows, 0.05)
    assert evidence[-1] > 1.0 > evidence[:-1].max()


def test_the_share_of_each_kind_is_the_likeliest():
    rng = np.random.default_rng(0)
    replaced, shortened, share = rng.gamma(0.5, 4.0, 300), rng.gamma(0.3, 5.0, 300), 0.2
    grid = np.linspace(0.001, 0.999, 999)
    wrong = grid[:, None] * replaced + (1.0 - grid[:, None]) * shortened
    posterior = np.log(1.0 - share + share * wrong).sum(axis=1) + np.log(grid * (1.0 - grid))
    found = share_replaced(replaced, shortened, share)
    assert found == pytest.approx(grid[posterior.argmax()], abs=0.01)


@pytest.mark.parametrize("shortened", [False, True])
def test_how_sets_go_wrong_is_learnt(shortened):
    """Scenes of three or two classes; a tenth of the sets loses a class or has another instead."""
    rng = np.random.default_rng(0)
    scenes = np.array([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 1, 0, 1, 1]], dtype=bool)
    sets = scenes[rng.integers(3, size=400)]
    truth = np.array([rng.choice(np.flatnonzero(row)) for row in sets])
    wrong = np.arange(400) < 40
    for i in np.flatnonzero(wrong):
        others = np.flatnonzero(~sets[i])
        sets[i, truth[i]] = False
        if not shortened:
            sets[i, rng.choice(others)] = True
    foretold = 0.05 + 0.7 * np.eye(6)[truth]
    evidence = evidence_against(sets, foretold, 0.1)
    assert np.mean(evidence[wrong] > np.quantile(evidence[~wrong], 0.99)) > 0.9
