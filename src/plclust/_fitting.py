"""A fit of partial label clustering, wherever the samples are: what is asked for, the rounds of
guidance, and what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from plclust._guidance import LabelMap
from plclust.graph import Scaling
from plclust.typing import BoolArray, FloatArray, IntArray

State = TypeVar("State")

FEW_STARTS = 3  # of k-means, for clusters that only teach the map
SETTLED = 0.005  # of the samples get another class in a round that is the last
ENOUGH_TRUST = 0.9  # in labels whose classes, once settled, are the clusters
TRUSTED_ANCHORS = 2.0  # times as much in the last cut as before it, where labels are trusted


@dataclass(frozen=True)
class Settings:
    """What the estimator is asked for."""

    n_clusters: int
    n_neighbors: int
    neighbors: Any
    metric: str
    precomputed: bool  # affinities instead of features
    model: dict[str, Any]  # parameters of the joint model
    n_rounds: int  # of guidance
    n_regroupings: int
    constraints: str
    trust: float  # in the labels, from 0 to 1
    relevance: float  # how much features count by it, from 0 to 1
    map_share: float  # of the map in the confidences, from 0 to 1
    tolerance: float
    assign_labels: str
    anchoring: float
    uncut_share: float
    embedding: dict[str, Any]  # parameters of the spectral embedding
    n_init: int
    max_iter: int
    tol: float
    n_jobs: int | None

    @property
    def last_anchoring(self) -> float:
        """What confidence is worth in the last cut: more than before, as no round learns of it."""
        return self.anchoring * max(1.0, TRUSTED_ANCHORS * self.trust)

    @property
    def needs_map(self) -> bool:
        """Whether a map is fitted at all."""
        return self.n_rounds + self.n_regroupings > 0 or self.map_share > 0.0

    @property
    def anchored(self) -> bool:
        """Whether the classes hold on to clusters."""
        return self.assign_labels == "anchored"


@dataclass(frozen=True)
class Fitted:
    """What a fit leaves: per sample in the order of X, and what new samples are compared with."""

    labels: IntArray
    confidence: FloatArray
    objective: list[float]
    n_pieces: int  # of the graph
    neighborhood: Any
    label_map: LabelMap | None
    length: float  # of the features, which the outputs of the map take on
    scaling: Scaling  # of the features
    novelty: FloatArray | None = None  # None where each cluster has a class
    affinity: sparse.csr_array | None = None  # None where the graph is on workers
    reconstruction: sparse.csr_array | None = None
    trusted: BoolArray | None = None  # candidates, where not all sets are believed
    interrupted: bool = False


def guide(
    state: State,
    settings: Settings,
    *,
    by_labels: Callable[[State], State],
    by_clusters: Callable[[State], State],
    settled: Callable[[State, State], bool],
    out_of_time: Callable[[str], bool],
) -> Iterator[State]:
    """What each round of guidance reaches: labels guide first, then clusters.

    Rounds by labels end when they change nothing; if there are many labels, so do all rounds.
    """
    n_rounds, n_regroupings = settings.n_rounds, settings.n_regroupings
    for step in range(n_rounds):
        if out_of_time(f"round {step + 1} of guidance={n_rounds}"):
            return
        before, state = state, by_labels(state)
        at_rest = settled(before, state)
        del before  # not to be kept through the next round
        yield state
        if at_rest:
            n_regroupings = 0 if says_all(settings.trust) else n_regroupings
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


__all__ = ["FEW_STARTS", "Fitted", "Settings", "guide", "has_settled", "n_moved"]
