"""Candidate sets that the rest contradicts."""

from math import comb

import numpy as np
import pytest

from plclust.candidates import is_labelled
from plclust.disambiguation import open_contradicted, recurrence_likelihoods, temper
from plclust.disambiguation._mistrust import Odds, credible_share, odds_of, share_replaced


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


def evidence_against(sets, foretold, share):
    odds = odds_of(sets, temper(foretold, 1.0), recurrence_likelihoods(sets))
    return odds.against(share_replaced(odds, share))


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


def test_odds_are_ratios_of_likelihoods():
    sets = np.array(
        [[1, 1, 0, 0, 0], [0, 0, 1, 1, 0], [1, 0, 0, 0, 1], [1, 1, 1, 0, 0]], dtype=bool
    )
    probability = np.random.default_rng(0).dirichlet(np.ones(5), size=4)
    likelihoods = recurrence_likelihoods(sets)
    given, extended, swapped = likelihoods
    odds = odds_of(sets, probability, likelihoods)
    for i, larger in enumerate([1 / 3, 1 / 3, 1 / 3, 0.0]):  # sets of one class more, for each
        m, replaced, shortened, right = int(sets[i].sum()), 0.0, 0.0, 0.0
        for c in range(5):
            if sets[i, c]:
                right += probability[i, c] * given[i, c] / comb(4, m - 1)
            else:
                replaced += probability[i, c] * swapped[i, c] / comb(4, m)
                shortened += probability[i, c] * larger * extended[i, c] / comb(4, m)
        assert odds.right[i] == pytest.approx(right * comb(4, m - 1))
        assert odds.replaced[i] == pytest.approx(replaced / right)
        assert odds.shortened[i] == pytest.approx(shortened / right)


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
    found = share_replaced(Odds(np.ones(300), replaced, shortened), share)
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


def told_sets(n_wrong, *, sureness, seed=0):
    """1000 sets of one class out of four, and what is foretold: right as often as it is sure."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=1000)
    chances = rng.dirichlet(np.ones(4), size=1000) * (1.0 - sureness) + sureness * np.eye(4)[truth]
    seen = np.array([rng.choice(4, p=row) for row in chances])
    candidates = np.eye(4, dtype=bool)[seen]
    for i in range(n_wrong):
        candidates[i] = np.eye(4, dtype=bool)[(seen[i] + 1 + rng.integers(3)) % 4]
    return candidates, chances


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_right_sets_refute_that_many_are_wrong(temperature):
    """Whether witnesses are too sure or not sure enough."""
    candidates, chances = told_sets(0, sureness=0.6)
    witness = temper(chances, temperature)
    cases = [
        odds_of(candidates, temper(witness, warmth), recurrence_likelihoods(candidates))
        for warmth in (0.5, 1.0, 2.0)
    ]
    assert credible_share(cases, 1.0, 0.3) < 0.08


def test_as_many_may_be_wrong_as_are():
    candidates, chances = told_sets(100, sureness=0.9)
    odds = odds_of(candidates, chances, recurrence_likelihoods(candidates))
    assert 0.1 <= credible_share([odds], 1.0, 0.3) < 0.2


def test_a_share_is_refuted_by_its_likelihood():
    rng = np.random.default_rng(0)
    cases = [Odds(*rng.gamma(1.0, 1.0, (3, 100))) for _ in range(3)]
    shares = np.linspace(0.0, 0.4, 21)
    likely = [
        max(
            sum(
                np.log(right * (1 - share + share * (kinds * replaced + (1 - kinds) * shortened)))
                for right, replaced, shortened in zip(*odds, strict=True)
            )
            for odds in cases
            for kinds in (0.0, 0.3, 1.0)
        )
        for share in shares
    ]
    kept = [
        share for share, value in zip(shares, likely, strict=True) if value > max(likely) - 1.92
    ]
    assert credible_share(cases, 0.3, 0.4) == pytest.approx(max(kept))


def test_fewer_sets_are_opened_if_the_others_refute_the_share():
    candidates, chances = told_sets(0, sureness=0.6)
    unsure = temper(chances, 2.0)
    contradicted = np.sum(evidence_against(candidates, unsure, 0.1) > 1.0)
    opened = left_out(candidates, open_contradicted(candidates, [unsure], 0.1))
    assert contradicted >= 100  # as many as might be opened
    assert len(opened) <= 70


def test_witnesses_who_are_always_equally_sure_refute_nothing():
    """Whether they are mistaken or the sets are wrong, sets cannot tell."""
    candidates = np.eye(3, dtype=bool)[np.arange(90) % 3]
    seen = (np.arange(90) + (np.arange(90) % 5 == 0)) % 3
    witness = 0.05 + 0.85 * np.eye(3)[seen]
    likelihoods = recurrence_likelihoods(candidates)
    cases = [
        odds_of(candidates, temper(witness, warmth), likelihoods)
        for warmth in np.geomspace(0.25, 4.0, 17)
    ]
    assert credible_share(cases, 0.9, 0.1) == pytest.approx(0.1)
