"""Hiding the candidates of all but a few samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plclust.candidates import hide_candidates, is_labelled


@pytest.mark.parametrize("labelled, kept", [(0.1, 5), (0.3, 15), (1.0, 50), (7, 7), (1, 1), (0, 0)])
def test_number_of_samples_kept(labelled, kept):
    candidates = np.tile(np.eye(5, dtype=bool), (10, 1))
    hidden = hide_candidates(candidates, labelled, random_state=0)
    keeps = is_labelled(hidden)
    assert keeps.sum() == kept
    np.testing.assert_array_equal(hidden[keeps], candidates[keeps])
    assert hidden[~keeps].all()


def test_caller_keeps_candidates():
    candidates = np.eye(6, dtype=bool)
    hide_candidates(candidates, 2)
    np.testing.assert_array_equal(candidates, np.eye(6))


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 6))
def test_seed_determines_the_draw(seed, labelled):
    first, again = (hide_candidates(np.eye(6), labelled, random_state=seed) for _ in range(2))
    np.testing.assert_array_equal(first, again)


def test_every_sample_is_drawn_equally_often():
    rng = np.random.RandomState(0)
    drawn = sum(is_labelled(hide_candidates(np.eye(5), 2, random_state=rng)) for _ in range(1000))
    np.testing.assert_allclose(drawn / 1000, 0.4, atol=0.08)


@pytest.mark.parametrize("labelled", [0.0, -0.1, 1.5, -1, 7, np.nan])
def test_impossible_share(labelled):
    message = r"labelled is .*expected a share in \(0, 1\] or an integer up to 6.*Hint"
    with pytest.raises(ValueError, match=message):
        hide_candidates(np.eye(6), labelled)


def test_a_share_is_one_sample_at_least():
    assert is_labelled(hide_candidates(np.eye(4, dtype=bool), 0.01, random_state=0)).sum() == 1


def test_true_is_neither_a_share_nor_a_number():
    with pytest.raises(ValueError, match="labelled is True"):
        hide_candidates(np.eye(4, dtype=bool), True)
