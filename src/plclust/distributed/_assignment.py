"""k-means on blocks: embedded samples to clusters, anchored to the classes or not."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plclust._limits import MANY, VERY_MANY
from plclust.distributed._blocks import Blocks, each, fetch, get, keep, total
from plclust.distributed._parts import Bounds
from plclust.graph import unit_rows
from plclust.spectral import assign_by_kmeans, heard_classes
from plclust.spectral._anchored import (
    MAX_TURNS,
    SOME_WEIGHT,
    above_average,
    best_descent,
    closeness_of,
)
from plclust.typing import BoolArray, FloatArray, IntArray


class Turn(NamedTuple):
    """Assignment of a part's samples, and what the centres need of it."""

    labels: IntArray
    sums: FloatArray
    sizes: IntArray
    changed: bool


def heard_in_blocks(confidence: Blocks) -> BoolArray:
    """Classes in which some sample of some part has more than average confidence."""
    return heard_classes(np.array(fetch(each(_highest, confidence))))


def assign_by_anchored_kmeans(
    bounds: Bounds,
    embedding: Blocks,
    confidence: Blocks,
    heard: BoolArray,
    *,
    anchoring: float,
    n_init: int,
    random_state: np.random.RandomState,
) -> Blocks:
    """As :func:`plclust.spectral.assign_by_anchored_kmeans`: a cluster for each class heard."""
    rows = keep(each(unit_rows, embedding))
    bonus = keep(each(_bonus, confidence, heard=heard, anchoring=anchoring))
    sums, weights = fetch([total(each(_confident_sums, rows, confidence, heard=heard))])[0]
    some = _some_samples(bounds, MANY, random_state)
    best = best_descent(
        np.concatenate(fetch(each(np.take, rows, some, axis=0))),
        np.concatenate(fetch(each(np.take, bonus, some, axis=0))),
        sums / weights[:, None],
        n_init,
        random_state,
    )
    return _take_turns(rows, bonus, best.centres)


def assign_by_plain_kmeans(
    bounds: Bounds,
    embedding: Blocks,
    n_clusters: int,
    *,
    n_init: int,
    random_state: np.random.RandomState,
) -> Blocks:
    """As :func:`plclust.spectral.assign_by_kmeans`: some samples first, on the client."""
    rows = keep(each(unit_rows, embedding))
    some = _some_samples(bounds, VERY_MANY, random_state)
    known = np.concatenate(fetch(each(np.take, rows, some, axis=0)))
    labels = assign_by_kmeans(known, n_clusters, n_init=n_init, random_state=random_state)
    member = np.eye(labels.max() + 1)[labels]
    centres = (member.T @ known) / member.sum(axis=0)[:, None]
    bonus = each(_no_bonus, rows, n_clusters=len(centres))
    return _take_turns(rows, bonus, centres)


def _some_samples(
    bounds: Bounds, n_most: int, random_state: np.random.RandomState
) -> list[IntArray]:
    """Up to so many samples at random, by their rows in each part."""
    some = np.arange(bounds.n_samples)
    if bounds.n_samples > n_most:
        some = np.sort(random_state.choice(bounds.n_samples, n_most, replace=False))
    return bounds.split(some)


def _take_turns(rows: Blocks, bonus: Blocks, centres: FloatArray) -> Blocks:
    """Nearest centres, then means, until nothing changes."""
    labels: Blocks = [None] * len(rows)
    for _ in range(MAX_TURNS):
        turns = keep(each(_turn, rows, bonus, labels, centres=centres))
        sums, sizes, changed = fetch([total(each(_for_centres, turns))])[0]
        labels = keep(get("labels", turns))
        if not changed:
            break
        occupied = sizes > 0
        centres = centres.copy()
        centres[occupied] = sums[occupied] / sizes[occupied, None]
    return labels


def _turn(
    rows: FloatArray, bonus: FloatArray, labels: IntArray | None, centres: FloatArray
) -> Turn:
    updated = closeness_of(rows, centres, bonus).argmax(axis=1)
    sizes = np.bincount(updated, minlength=len(centres))
    changed = labels is None or not np.array_equal(labels, updated)
    return Turn(updated, np.eye(len(centres))[updated].T @ rows, sizes, changed)


def _bonus(confidence: FloatArray, heard: BoolArray, anchoring: float) -> FloatArray:
    bonus: FloatArray = anchoring * above_average(confidence, heard)
    return bonus


def _no_bonus(rows: FloatArray, n_clusters: int) -> FloatArray:
    return np.zeros((len(rows), n_clusters))


def _confident_sums(
    rows: FloatArray, confidence: FloatArray, heard: BoolArray
) -> tuple[FloatArray, FloatArray]:
    belonging = confidence[:, heard] + SOME_WEIGHT
    return belonging.T @ rows, belonging.sum(axis=0)


def _highest(confidence: FloatArray) -> FloatArray:
    highest: FloatArray = confidence.max(axis=0, initial=0.0)
    return highest


def _for_centres(turn: Turn) -> tuple[FloatArray, IntArray, bool]:
    return turn.sums, turn.sizes, turn.changed


__all__ = ["assign_by_anchored_kmeans", "assign_by_plain_kmeans", "heard_in_blocks"]
