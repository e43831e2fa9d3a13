"""The order of the rounds of guidance, on a state that is the list of what was done."""

import gc
import weakref

import numpy as np
import pytest

from plclust.guidance import guide, has_settled, n_moved


def rounds(*, trust=0.5, settled_after=99, stops_before=99, n_rounds=2, n_regroupings=1):
    asked = []

    def out_of_time(what):
        asked.append(what)
        return len(asked) > stops_before

    reached = guide(
        [],
        n_rounds=n_rounds,
        n_regroupings=n_regroupings,
        trust=trust,
        by_labels=lambda state: [*state, "labels"],
        by_clusters=lambda state: [*state, "clusters"],
        settled=lambda before, after: len(before) + 1 == len(after) == settled_after,
        out_of_time=out_of_time,
    )
    return list(reached), asked


def test_labels_guide_first_then_clusters():
    reached, asked = rounds()
    assert reached == [["labels"], ["labels"] * 2, ["labels", "labels", "clusters"]]
    assert asked == ["round 1 of guidance=2", "round 2 of guidance=2", "round 1 of regrouping=1"]


@pytest.mark.parametrize(("trust", "last"), [(0.5, ["labels", "clusters"]), (0.95, ["labels"])])
def test_labels_that_have_settled_end_their_rounds_and_many_of_them_all(trust, last):
    reached, _ = rounds(trust=trust, settled_after=1)
    assert reached[0] == ["labels"]
    assert reached[-1] == last
    assert len(reached) == len(last)


@pytest.mark.parametrize("stops_before", [0, 1, 2])
def test_nothing_follows_when_time_is_up(stops_before):
    reached, asked = rounds(stops_before=stops_before)
    assert len(reached) == stops_before
    assert len(asked) == stops_before + 1


def test_a_state_is_gone_when_the_next_round_has_ended():
    class State:
        pass

    states = []

    def follow(_state):
        gc.collect()
        alive = sum(state() is not None for state in states)
        assert alive <= 1
        following = State()
        states.append(weakref.ref(following))
        return following

    for _ in guide(
        State(),
        n_rounds=3,
        n_regroupings=2,
        trust=0.5,
        by_labels=follow,
        by_clusters=follow,
        settled=lambda *_states: False,
        out_of_time=lambda _what: False,
    ):
        pass
    assert len(states) == 5


@pytest.mark.parametrize(("n_changed", "settled"), [(0, True), (4, True), (5, False)])
def test_few_changes_of_class_settle_a_round(n_changed, settled):
    before = np.tile([0.6, 0.4], (1000, 1))
    after = before.copy()
    after[:n_changed] = [0.4, 0.6]
    assert has_settled(n_moved(before, after), len(before)) == settled
