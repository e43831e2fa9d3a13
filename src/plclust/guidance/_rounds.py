"""The rounds of guidance, wherever the samples are, and when they have said what they can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from plclust.typing import FloatArray

State = TypeVar("State")

FEW_STARTS = 3  # of k-means, for clusters that only teach the map
SETTLED = 0.005  # of the samples get another class in a round that is the last
ENOUGH_TRUST = 0.9  # in labels whose classes, once settled, are the clusters


def guide(
    state: State,
    *,
    n_rounds: int,
    n_regroupings: int,
    trust: float,
    by_labels: Callable[[State], State],
    by_clusters: Callable[[State], State],
    settled: Callable[[State, State], bool],
    out_of_time: Callable[[str], bool],
) -> Iterator[State]:
    """What each round of guidance reaches: labels guide first, then clusters.

    Rounds by labels end when they change nothing; if there are many labels, so do all rounds.
    """
    for step in range(n_rounds):
        if out_of_time(f"round {step + 1} of guidance={n_rounds}"):
            return
        before, state = state, by_labels(state)
        at_rest = settled(before, state)
        del before  # not to be kept through the next round
        yield state
        if at_rest:
            n_regroupings = 0 if says_all(trust) else n_regroupings
            break
    for step in range(n_regroupings):
        if out_of_time(f"round {step + 1} of regrouping={n_regroupings}"):
            return
        state = by_clusters(state)
        yield state


def n_moved(before: FloatArray, after: FloatArray) -> int:
    """Number of samples with another most probable class than before.

    Examples
    --------
    >>> import numpy as np
    >>> n_moved(np.array([[0.9, 0.1], [0.6, 0.4]]), np.array([[0.8, 0.2], [0.3, 0.7]]))
    1
    """
    return int(np.sum(before.argmax(axis=1) != after.argmax(axis=1)))


def has_settled(n_moved: int, n_samples: int) -> bool:
    """Whether a round moved so few samples that labels have no more to say."""
    return n_moved < SETTLED * n_samples


def says_all(trust: float) -> bool:
    """Whether labels that have settled leave clusters nothing to add."""
    return trust >= ENOUGH_TRUST


__all__ = ["FEW_STARTS", "guide", "has_settled", "n_moved"]
