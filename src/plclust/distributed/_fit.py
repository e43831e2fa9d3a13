"""Algorithm 1 on blocks, without the propagation of constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from plclust._fitting import Fitted, Settings
from plclust._limits import ENOUGH_PRODUCTS, FEW_PRODUCTS, GAP, MANY
from plclust._progress import FitProgress
from plclust._threads import one_thread
from plclust._warnings import warn_user
from plclust.candidates import is_labelled
from plclust.disambiguation import mix_opinions, uniform_confidence
from plclust.distributed._assignment import (
    assign_by_anchored_kmeans,
    assign_by_plain_kmeans,
    heard_in_blocks,
)
from plclust.distributed._bands import Bands, bands_of
from plclust.distributed._blocks import Blocks, each, fetch, get, keep, share, total
from plclust.distributed._check import check_claimed
from plclust.distributed._confidence import solve_confidence
from plclust.distributed._embedding import spectral_embedding
from plclust.distributed._guidance import (
    BlockTeaching,
    feature_weights,
    fit_label_map,
    outputs_by,
    start_teaching,
    views_by,
)
from plclust.distributed._matrix import (
    Reconstruction,
    affinity,
    reconstruction,
    residual_operator,
    squares_of,
)
from plclust.distributed._parts import Part, Partition, partition
from plclust.distributed._predict import BlockNeighborhood
from plclust.distributed._rebuild import rebuild, rebuild_from_second_neighbors
from plclust.distributed._search import nearest_neighbors
from plclust.graph import Scaling, warn_of_copies, warn_of_low_recall
from plclust.guidance import FEW_STARTS, LabelMap, guide, has_settled, mean_length, n_moved
from plclust.spectral import trust_beside, walk_stays
from plclust.typing import BoolArray, FloatArray, IntArray


class State(NamedTuple):
    """What has been reached on the workers."""

    neighbors: Blocks  # by part
    weights: Reconstruction  # by band
    confidence: Blocks  # by band
    objective: list[float]
    scaling: Scaling
    label_map: LabelMap | None = None
    views: Blocks | None = None  # by part
    length: float = 1.0


class Anchors(NamedTuple):
    """What holds classes and clusters together."""

    confidence: Blocks  # by band
    worth: float  # of full confidence, as a squared distance


class BlockSamples(NamedTuple):
    """What all rounds share."""

    parts: Partition
    bands: Bands
    allowed: Blocks
    n_classes: int
    scaling: Scaling


def cluster_blocks(
    X: Any,
    candidates: BoolArray,
    settings: Settings,
    *,
    scaling: Scaling,
    random_state: np.random.RandomState,
    progress: FitProgress,
    out_of_time: Callable[[str], bool],
) -> Fitted:
    """Cluster the rows of a Dask array, which stay on the workers.

    Parameters
    ----------
    X : dask.array.Array of shape (n_samples, n_features)
        In blocks of whole rows.
    candidates : bool array of shape (n_samples, n_classes)
        Allowed classes, on the client.
    settings : Settings
        What is asked for.
    scaling : Scaling
        How neighbours see the samples before any guidance.
    random_state : RandomState
        As on one machine.
    progress : FitProgress
        Told of each step that is done.
    out_of_time : callable
        Asked before each round of guidance whether to leave it out.

    Returns
    -------
    Fitted
        The result; the graph stays on the workers.
    """
    parts = partition(X, scaling=scaling)
    bands = bands_of(parts)
    candidates_of_parts = each(_candidates_of, parts.parts, labelled=share(_labelled(candidates)))
    allowed = keep(bands.join(candidates_of_parts))
    samples = BlockSamples(parts, bands, allowed, candidates.shape[1], scaling)
    neighbors, n_probes, recall = nearest_neighbors(parts, settings.n_neighbors)
    warn_of_low_recall(recall)
    rebuilt = rebuild(parts, neighbors)
    n_copied = fetch([total(get("n_copied", rebuilt))])[0]
    warn_of_copies(n_copied / parts.n_samples, settings.n_neighbors)
    state = _solve(samples, rebuilt, None)
    del rebuilt
    progress.step(f"graph of {parts.n_samples} samples: objective {state.objective[-1]:.6g}")
    teaching = start_teaching(parts, random_state) if settings.needs_map else None
    for reached in _rounds(samples, teaching, state, settings, random_state, out_of_time):
        state = reached
        progress.step(f"guidance: objective {state.objective[-1]:.6g}")
    anchors = Anchors(_opinions(samples, teaching, state, settings), settings.last_anchoring)
    labels, n_pieces = _cut(bands, state, settings, settings.n_init, anchors, random_state)
    _warn_of_pieces(n_pieces, settings)
    progress.last_step(f"{settings.n_clusters} clusters")
    progress.end()
    order = np.concatenate(fetch(get("rows", parts.parts)))
    return Fitted(
        labels=_as_given(labels, order),
        confidence=_as_given(state.confidence, order),
        objective=state.objective,
        n_pieces=n_pieces,
        neighborhood=BlockNeighborhood(
            parts, state.neighbors, state.views, settings.n_neighbors, n_probes, order, recall
        ),
        label_map=state.label_map,
        length=state.length,
        scaling=state.scaling,
    )


def _rounds(
    samples: BlockSamples,
    teaching: BlockTeaching | None,
    state: State,
    settings: Settings,
    random_state: np.random.RandomState,
    out_of_time: Callable[[str], bool],
) -> Iterator[State]:
    """Rounds of guidance, as on one machine."""
    if teaching is None:
        return iter(())
    length = _mean_length(samples.parts)

    def by_labels(state: State) -> State:
        _check_heard(state.confidence, settings)
        strength, reach = settings.relevance * settings.trust, settings.trust * length
        taught, map_share = state.confidence, settings.map_share
        return _follow(samples, teaching, state, taught, strength, reach, map_share)

    def by_clusters(state: State) -> State:
        n_init = min(settings.n_init, FEW_STARTS)
        anchors = Anchors(state.confidence, settings.anchoring)
        labels, _ = _cut(samples.bands, state, settings, n_init, anchors, random_state)
        taught = keep(each(_membership, labels, n_clusters=settings.n_clusters))
        return _follow(samples, teaching, state, taught, settings.relevance, length)

    def settled(before: State, after: State) -> bool:
        moved = fetch([total(each(n_moved, before.confidence, after.confidence))])[0]
        return has_settled(moved, samples.parts.n_samples)

    return guide(
        state,
        n_rounds=settings.n_rounds,
        n_regroupings=settings.n_regroupings,
        trust=settings.trust,
        by_labels=by_labels,
        by_clusters=by_clusters,
        settled=settled,
        out_of_time=out_of_time,
    )


def _follow(
    samples: BlockSamples,
    teaching: BlockTeaching,
    state: State,
    taught: Blocks,
    strength: float,
    length: float,
    map_share: float = 0.0,
) -> State:
    """Teach the map, and find graph and confidences under features and outputs of the map."""
    parts, taught = samples.parts, samples.bands.cut(taught)
    label_map, scaling = fit_label_map(teaching, taught), samples.scaling
    if strength > 0.0:
        scaling = scaling.weighted(feature_weights(parts, teaching, taught, scaling, strength))
    views = views_by(parts, label_map, length, scaling)
    rebuilt = rebuild_from_second_neighbors(parts, state.neighbors, views)
    start = state.confidence
    if map_share > 0.0 and parts.n_samples > MANY:
        start = _mixed(samples, label_map, start, map_share)
    found = _solve(samples, rebuilt, start)
    return found._replace(
        objective=[*state.objective, *found.objective],
        scaling=scaling,
        label_map=label_map,
        views=views,
        length=length,
    )


def _opinions(
    samples: BlockSamples, teaching: BlockTeaching | None, state: State, settings: Settings
) -> Blocks:
    """What graph and map say together."""
    if teaching is None or settings.map_share == 0.0:
        return state.confidence
    label_map = fit_label_map(teaching, samples.bands.cut(state.confidence))
    return _mixed(samples, label_map, state.confidence, settings.map_share)


def _mixed(
    samples: BlockSamples, label_map: LabelMap, confidence: Blocks, map_share: float
) -> Blocks:
    outputs = samples.bands.join(outputs_by(samples.parts, label_map))
    return keep(each(mix_opinions, confidence, outputs, samples.allowed, share=map_share))


def _solve(samples: BlockSamples, rebuilt: Blocks, before: Blocks | None) -> State:
    """R from the weights of the parts, and F on it (Eq. 2)."""
    bands, allowed = samples.bands, samples.allowed
    weights = reconstruction(bands, bands.join_rebuilt(rebuilt))
    if samples.n_classes < 2:
        confidence = keep(each(uniform_confidence, allowed))
        residual = residual_operator(bands, weights.rows) @ confidence
        left = float(fetch([total(each(squares_of, residual))])[0])
    else:
        many = bands.n_samples > MANY
        confidence, left = solve_confidence(
            bands,
            weights,
            allowed,
            start=before,
            tol=GAP,
            max_iter=FEW_PRODUCTS if many else ENOUGH_PRODUCTS,
            dtype=np.float32 if many else np.float64,
        )
    error = float(fetch([total(get("error", rebuilt))])[0])
    objective = [error + left]
    return State(keep(get("neighbors", rebuilt)), weights, confidence, objective, samples.scaling)


def _cut(
    bands: Bands,
    state: State,
    settings: Settings,
    n_init: int,
    anchors: Anchors,
    random_state: np.random.RandomState,
) -> tuple[Blocks, int]:
    """Spectral clustering of the final graph."""
    heard = _check_heard(state.confidence, settings)
    with one_thread():
        embedding, n_pieces, eigenvalue = spectral_embedding(
            bands,
            affinity(state.weights),
            random_state=random_state,
            **settings.embedding,
        )
        if settings.anchored and heard.sum() == settings.n_clusters:
            apart = walk_stays(eigenvalue)
            labels = assign_by_anchored_kmeans(
                bands,
                embedding,
                anchors.confidence,
                heard,
                anchoring=anchors.worth * trust_beside(apart, settings.trust),
                n_init=n_init,
                random_state=random_state,
            )
        else:
            labels = assign_by_plain_kmeans(
                bands,
                embedding,
                settings.n_clusters,
                n_init=n_init,
                random_state=random_state,
            )
    return labels, n_pieces


def _warn_of_pieces(n_pieces: int, settings: Settings) -> None:
    if n_pieces > settings.n_clusters and settings.linking > 0.0:
        warn_user(
            f"The graph falls into {n_pieces} pieces, more than n_clusters={settings.n_clusters}: "
            "those without labels are told apart by the label map alone. In memory they would be "
            "linked to pieces nearby, which is not offered for Dask arrays. linking=0 silences "
            "this warning.",
            UserWarning,
        )


def _check_heard(confidence: Blocks, settings: Settings) -> BoolArray:
    heard = heard_in_blocks(confidence)
    if settings.anchored:
        check_claimed(int(heard.sum()), settings.n_clusters)
    return heard


def _membership(labels: IntArray, n_clusters: int) -> FloatArray:
    return np.eye(n_clusters)[labels]


def _labelled(candidates: BoolArray) -> tuple[IntArray, BoolArray]:
    """The samples with candidates, and these: all that workers need to know of y."""
    rows = np.flatnonzero(is_labelled(candidates))
    return rows, candidates[rows]


def _candidates_of(part: Part, labelled: tuple[IntArray, BoolArray]) -> BoolArray:
    rows, sets = labelled
    allowed = np.ones((len(part.rows), sets.shape[1]), dtype=bool)
    mine, _, theirs = np.intersect1d(part.rows, rows, return_indices=True)
    position = np.argsort(part.rows)
    allowed[position[np.searchsorted(part.rows, mine, sorter=position)]] = sets[theirs]
    return allowed


def _mean_length(parts: Partition) -> float:
    squares = fetch(each(_squared_length, parts.parts))
    return float(np.sqrt(sum(squares) / parts.n_samples))


def _squared_length(part: Part) -> float:
    return mean_length(part.samples) ** 2 * len(part.samples)


def _as_given(blocks: Blocks, order: IntArray) -> Any:
    values = np.concatenate(fetch(blocks))
    given = np.empty_like(values)
    given[order] = values
    return given


__all__ = ["cluster_blocks"]
