"""Algorithm 1 on blocks, without the propagation of constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from plclust._guidance import (
    FEW_STARTS,
    LabelMap,
    has_settled,
    mean_length,
    n_moved,
    says_all,
)
from plclust._limits import ENOUGH_PRODUCTS, FEW_PRODUCTS, GAP, MANY
from plclust._threads import one_thread
from plclust.candidates import is_labelled
from plclust.disambiguation import uniform_confidence
from plclust.distributed._assignment import (
    assign_by_anchored_kmeans,
    assign_by_plain_kmeans,
    heard_in_blocks,
)
from plclust.distributed._bands import Bands, bands_of
from plclust.distributed._blocks import Blocks, each, fetch, keep, share, total
from plclust.distributed._check import check_claimed
from plclust.distributed._confidence import solve_confidence
from plclust.distributed._embedding import spectral_embedding
from plclust.distributed._guidance import Teaching, fit_label_map, start_teaching, votes_of
from plclust.distributed._matrix import (
    Reconstruction,
    affinity,
    reconstruction,
    residual_operator,
    squares_of,
)
from plclust.distributed._parts import Part, Partition, partition
from plclust.distributed._predict import BlockNeighborhood
from plclust.distributed._rebuild import (
    errors_from,
    neighbors_from,
    rebuild,
    rebuild_from_second_neighbors,
)
from plclust.distributed._search import nearest_neighbors
from plclust.spectral import trust_beside, walk_stays
from plclust.typing import BoolArray, FloatArray, IntArray


class BlockSettings(NamedTuple):
    """What the estimator is asked for."""

    n_clusters: int
    n_neighbors: int
    constant: float | None  # beside which samples are scaled to unit length, if they are
    n_rounds: int  # of guidance
    n_regroupings: int
    trust: float
    anchoring: float  # 0 with plain k-means
    anchored: bool
    embedding: dict[str, Any]  # parameters of the spectral embedding
    n_init: int


class State(NamedTuple):
    """What has been reached on the workers."""

    neighbors: Blocks  # by part
    weights: Reconstruction  # by band
    confidence: Blocks  # by band
    objective: list[float]
    label_map: LabelMap | None = None
    votes: Blocks | None = None  # by part
    length: float = 1.0


class BlockSamples(NamedTuple):
    """What all rounds share."""

    parts: Partition
    bands: Bands
    allowed: Blocks
    n_classes: int


class BlockFit(NamedTuple):
    """What a fit leaves: per sample in the order of X, and what new samples are compared with."""

    labels: IntArray
    confidence: FloatArray
    objective: list[float]
    n_pieces: int
    recall: float
    neighborhood: BlockNeighborhood
    label_map: LabelMap | None
    length: float


def cluster_blocks(
    X: Any,
    candidates: BoolArray,
    settings: BlockSettings,
    *,
    random_state: np.random.RandomState,
    report: Callable[[str], None],
    out_of_time: Callable[[str], bool],
) -> BlockFit:
    """Cluster the rows of a Dask array, which stay on the workers.

    Parameters
    ----------
    X : dask.array.Array of shape (n_samples, n_features)
        In blocks of whole rows.
    candidates : bool array of shape (n_samples, n_classes)
        Allowed classes, on the client.
    settings : BlockSettings
        What is asked for.
    random_state : RandomState
        As on one machine.
    report : callable
        Told of each step that is done.
    out_of_time : callable
        Asked before each round of guidance whether to leave it out.

    Returns
    -------
    BlockFit
        The result.
    """
    parts = partition(X, constant=settings.constant)
    bands = bands_of(parts)
    candidates_of_parts = each(_candidates_of, parts.parts, labelled=share(_labelled(candidates)))
    samples = BlockSamples(parts, bands, keep(bands.join(candidates_of_parts)), candidates.shape[1])
    neighbors, n_probes, recall = nearest_neighbors(parts, settings.n_neighbors)
    state = _solve(samples, rebuild(parts, neighbors), None)
    report(f"graph of {parts.n_samples} samples: objective {state.objective[-1]:.6g}")
    for reached in _guide(samples, state, settings, random_state, out_of_time):
        state = reached
        report(f"guidance: objective {state.objective[-1]:.6g}")
    labels, n_pieces = _cut(bands, state, settings, settings.n_init, random_state)
    report(f"{settings.n_clusters} clusters")
    order = np.concatenate(fetch(each(_rows_of, parts.parts)))
    return BlockFit(
        _as_given(labels, order),
        _as_given(state.confidence, order),
        state.objective,
        n_pieces,
        recall,
        BlockNeighborhood(
            parts, state.neighbors, state.votes, settings.n_neighbors, n_probes, order
        ),
        state.label_map,
        state.length,
    )


def _guide(
    samples: BlockSamples,
    state: State,
    settings: BlockSettings,
    random_state: np.random.RandomState,
    out_of_time: Callable[[str], bool],
) -> Iterator[State]:
    """Rounds of guidance, first by labels and then by clusters, as on one machine."""
    n_rounds, n_regroupings = settings.n_rounds, settings.n_regroupings
    if n_rounds + n_regroupings == 0:
        return
    teaching, length = start_teaching(samples.parts, random_state), _mean_length(samples.parts)
    for step in range(n_rounds):
        if out_of_time(f"round {step + 1} of guidance={n_rounds}"):
            return
        _check_heard(state.confidence, settings)
        before = state.confidence
        state = _follow(samples, teaching, state, before, settings.trust * length)
        yield state
        moved = fetch([total(each(n_moved, before, state.confidence))])[0]
        if has_settled(moved, samples.parts.n_samples):
            n_regroupings = 0 if says_all(settings.trust) else n_regroupings
            break
    for step in range(n_regroupings):
        if out_of_time(f"round {step + 1} of regrouping={n_regroupings}"):
            return
        n_init = min(settings.n_init, FEW_STARTS)
        labels, _ = _cut(samples.bands, state, settings, n_init, random_state)
        taught = keep(each(_membership, labels, n_clusters=settings.n_clusters))
        state = _follow(samples, teaching, state, taught, length)
        yield state


def _follow(
    samples: BlockSamples, teaching: Teaching, state: State, taught: Blocks, length: float
) -> State:
    """Teach the map, and find graph and confidences under features and outputs of the map."""
    label_map = fit_label_map(teaching, samples.bands.cut(taught))
    votes = votes_of(samples.parts, label_map, length)
    rebuilt = rebuild_from_second_neighbors(samples.parts, state.neighbors, votes)
    found = _solve(samples, rebuilt, state.confidence)
    return found._replace(
        objective=[*state.objective, *found.objective],
        label_map=label_map,
        votes=votes,
        length=length,
    )


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
    error = float(fetch([total(errors_from(rebuilt))])[0])
    return State(keep(neighbors_from(rebuilt)), weights, confidence, [error + left])


def _cut(
    bands: Bands,
    state: State,
    settings: BlockSettings,
    n_init: int,
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
                state.confidence,
                heard,
                anchoring=settings.anchoring * trust_beside(apart, settings.trust),
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


def _check_heard(confidence: Blocks, settings: BlockSettings) -> BoolArray:
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


def _rows_of(part: Part) -> IntArray:
    return part.rows


def _as_given(blocks: Blocks, order: IntArray) -> Any:
    values = np.concatenate(fetch(blocks))
    given = np.empty_like(values)
    given[order] = values
    return given


__all__ = ["BlockFit", "BlockSettings", "cluster_blocks"]
