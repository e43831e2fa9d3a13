"""Nearest neighbours across parts: each part asks the others, and merges what they answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plclust._threads import one_thread
from plclust.distributed._blocks import Block, Blocks, each, fetch, keep, keep_in_waves, one, share
from plclust.distributed._parts import Bounds, Part, Partition
from plclust.graph import blocks_of
from plclust.graph._cell_search import CellIndex, nearest_cells, search_all, search_cells
from plclust.graph._neighbors import without_own
from plclust.graph._precision import check_found, in_single
from plclust.graph._recall import enough_probes, recall_samples
from plclust.typing import FloatArray, IntArray


@dataclass(frozen=True)
class Question:
    """Samples that look for neighbours in one part."""

    queries: FloatArray
    rows: IntArray  # which of those who ask in this round they are
    probes: IntArray | None  # cells to look into; None for all of the part


@dataclass(frozen=True)
class Answer:
    """Nearest samples found in one part, by squared distance."""

    rows: IntArray
    distances: FloatArray
    numbers: IntArray


Neighbors = tuple[FloatArray, IntArray]  # squared distances and numbers, nearest first


def nearest_neighbors(partition: Partition, n_neighbors: int) -> tuple[Blocks, int, float]:
    """Neighbours of the samples of each part; cells looked into, and the recall that this gives."""
    n_probes, recall = probes_for(partition, n_neighbors)
    wanted = n_neighbors + 1
    probes = keep(each(_own_probes, partition.parts, centres=partition.centres, n_probes=n_probes))
    asked = fetch(each(_parts_asked, probes, first_cells=partition.first_cells))

    def find(number: int) -> Block:
        part, own = partition.parts[number], probes[number]
        answers = [
            _answer_by(
                partition, other, one(_question, part, own, *_cells(partition, other)), wanted
            )
            for other in asked[number]
        ]
        return one(_merge, answers, len_of=own, wanted=wanted)

    found = keep_in_waves(find, len(partition))
    for number, lonely in enumerate(fetch(each(_n_lonely, found))):
        if lonely > 0:
            found[number] = _found_everywhere(partition, number, found[number], wanted)
    spans = [partition.span(number) for number in range(len(partition))]
    return keep(each(_others, found, spans)), n_probes, recall


def neighbors_of(
    partition: Partition, queries: FloatArray, n_neighbors: int, n_probes: int
) -> IntArray:
    """Numbers of the nearest samples of new samples."""
    queries = np.ascontiguousarray(queries, dtype=np.float32)
    found = _ask_all(partition, queries, n_neighbors, n_probes)
    lonely = np.flatnonzero(found[1][:, -1] < 0)
    if len(lonely) > 0:
        found[1][lonely] = _ask_all(partition, queries[lonely], n_neighbors, None)[1]
        check_found(found[1][lonely], queries[lonely])
    return found[1]


def probes_for(partition: Partition, n_neighbors: int) -> tuple[int, float]:
    """How many cells must be looked into for most true neighbours, and the share that it finds."""
    some = recall_samples(partition.n_samples)
    queries = fetch_rows(partition, some).astype(np.float32)

    def search(n_probes: int | None) -> FloatArray:
        return without_own(some, *_ask_all(partition, queries, n_neighbors + 1, n_probes))[0]

    return enough_probes(search, search(None), queries, len(partition.offsets) - 1)


def fetch_rows(partition: Partition, numbers: IntArray, *, unscaled: bool = False) -> FloatArray:
    """Features of some samples, on the client: as in X, or scaled as neighbours see them."""
    order = np.argsort(numbers)
    taken = each(_take, partition.parts, partition.split(numbers[order]), unscaled=unscaled)
    rows = np.concatenate(fetch(taken))
    features = np.empty_like(rows)
    features[order] = rows
    return features


def _ask_all(
    partition: Partition, queries: FloatArray, wanted: int, n_probes: int | None
) -> Neighbors:
    probes = None
    if n_probes is not None:
        probes = nearest_cells(queries, fetch([partition.centres])[0], n_probes)
    question = share(Question(queries, np.arange(len(queries)), probes))
    answers = [_answer_by(partition, number, question, wanted) for number in range(len(partition))]
    return _merge(fetch(answers), queries, wanted)


def _answer_by(partition: Partition, number: int, question: Block, wanted: int) -> Block:
    return one(
        _answer,
        partition.parts[number],
        question,
        partition.centres,
        *partition.cells(number),
        first=int(partition.starts[number]),
        wanted=wanted,
    )


def _cells(partition: Partition, number: int) -> tuple[int, int]:
    return int(partition.first_cells[number]), int(partition.first_cells[number + 1])


def _take(part: Part, rows: IntArray, *, unscaled: bool) -> FloatArray:
    samples = part.samples.unscaled() if unscaled else part.samples
    return samples[rows]


def _own_probes(part: Part, centres: FloatArray, n_probes: int) -> IntArray:
    probes = [
        nearest_cells(in_single(part.samples, rows), centres, n_probes)
        for rows in blocks_of(part.samples)
    ]
    return np.concatenate(probes)


def _question(part: Part, probes: IntArray, first_cell: int, last_cell: int) -> Question:
    rows = np.flatnonzero(((probes >= first_cell) & (probes < last_cell)).any(axis=1))
    return Question(in_single(part.samples, rows), rows, probes[rows])


def _found_everywhere(partition: Partition, number: int, found: Block, wanted: int) -> Block:
    """What was found, and the nearest of all for samples whose cells were too small."""
    question = keep([one(_lonely_question, partition.parts[number], found)])[0]
    answers = [_answer_by(partition, other, question, wanted) for other in range(len(partition))]
    return keep([one(_with_answers, found, question, answers, wanted)])[0]


def _parts_asked(probes: IntArray, first_cells: IntArray) -> list[int]:
    """The parts whose cells are looked into."""
    return Bounds(first_cells).owners(probes)


def _n_lonely(found: Neighbors) -> int:
    return int((found[1][:, -1] < 0).sum())


def _lonely_question(part: Part, found: Neighbors) -> Question:
    rows = np.flatnonzero(found[1][:, -1] < 0)
    return Question(in_single(part.samples, rows), rows, None)


def _answer(
    part: Part,
    question: Question,
    centres: FloatArray,
    first_cell: int,
    offsets: IntArray,
    first: int,
    wanted: int,
) -> Answer:
    """What a part whose cells are numbered from `first_cell` on knows about those who ask."""
    queries, probes = question.queries, question.probes
    with one_thread():
        if probes is None:
            distances, numbers = search_all(part.samples, queries, wanted)
        else:
            own_centres = centres[first_cell : first_cell + len(offsets) - 1]
            index = CellIndex(part.samples, own_centres, offsets)
            distances, numbers = search_cells(index, queries, probes - first_cell, wanted)
    numbers[numbers >= 0] += first
    return Answer(question.rows, distances, numbers)


def _merge(answers: list[Answer], len_of: IntArray | FloatArray, wanted: int) -> Neighbors:
    """The nearest of all that were found; of equally near ones, those of the earlier part."""
    distances = np.full((len(len_of), wanted), np.inf, dtype=np.float32)
    numbers = np.full((len(len_of), wanted), -1, dtype=np.int64)
    for answer in answers:
        rows = answer.rows
        both = np.hstack([distances[rows], answer.distances])
        nearest = np.argsort(both, axis=1, kind="stable")[:, :wanted]
        distances[rows] = np.take_along_axis(both, nearest, axis=1)
        both_numbers = np.hstack([numbers[rows], answer.numbers])
        numbers[rows] = np.take_along_axis(both_numbers, nearest, axis=1)
    return distances, numbers


def _with_answers(
    found: Neighbors, question: Question, answers: list[Answer], wanted: int
) -> Neighbors:
    rows, everyone = question.rows, np.arange(len(question.rows))
    local = [Answer(everyone, answer.distances, answer.numbers) for answer in answers]
    distances, numbers = found[0].copy(), found[1].copy()
    distances[rows], numbers[rows] = _merge(local, rows, wanted)
    check_found(numbers[rows], question.queries)
    return distances, numbers


def _others(found: Neighbors, span: tuple[int, int]) -> IntArray:
    """Numbers of the neighbours, without the sample itself."""
    return without_own(np.arange(*span), *found)[1].astype(np.int32)


__all__ = ["fetch_rows", "nearest_neighbors", "neighbors_of", "probes_for"]
