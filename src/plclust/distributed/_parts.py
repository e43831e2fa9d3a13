"""The samples in parts, each on one worker, so that neighbours are mostly in the same part.

As on one machine, samples are numbered cell by cell (:mod:`plclust.graph._cells`). A part is a run
of whole cells. X is read block by block for the samples from which the centres of the cells are
found, for the cell of each sample, and to send each sample to its part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plclust._magnitude import check_magnitude
from plclust._threads import one_thread
from plclust.distributed._blocks import Block, Blocks, each, fetch, keep, one
from plclust.graph import Samples, all_finite
from plclust.graph._cells import (
    a_few,
    check_resolution,
    cut_cells,
    nearest_cells,
    train_centres,
    training_samples,
)
from plclust.typing import FloatArray, IntArray


@dataclass(frozen=True)
class Part:
    """Samples of neighbouring cells."""

    samples: Samples
    rows: IntArray  # of X


class Training(NamedTuple):
    """What a block of X knows about the cells."""

    rows: FloatArray  # from which centres are found, in single precision
    few: FloatArray  # some of them, as precise as they are
    largest: np.floating[Any]  # feature of the block


@dataclass(frozen=True)
class Bounds:
    """Which samples are in which block."""

    starts: IntArray  # number of the first sample of each block, and of all samples

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def n_samples(self) -> int:
        """Number of samples in all blocks."""
        return int(self.starts[-1])

    def span(self, number: int) -> tuple[int, int]:
        """The samples of a block: its first, and the first of the next."""
        return int(self.starts[number]), int(self.starts[number + 1])

    def owners(self, numbers: IntArray) -> list[int]:
        """The blocks that have some of these samples."""
        blocks = np.searchsorted(self.starts, np.unique(numbers), side="right") - 1
        return [int(block) for block in np.unique(blocks)]

    def split(self, numbers: IntArray) -> list[IntArray]:
        """Sorted numbers of samples, by block, as positions in it."""
        pieces = np.split(numbers, np.searchsorted(numbers, self.starts[1:-1]))
        return [piece - start for piece, start in zip(pieces, self.starts[:-1], strict=True)]


@dataclass(frozen=True)
class Partition(Bounds):
    """All parts, and which samples and cells are where."""

    parts: Blocks
    first_cells: IntArray  # number of the first cell of each part, and of all cells
    offsets: IntArray  # number of the first sample of each cell
    centres: Block

    def cells(self, number: int) -> tuple[int, IntArray]:
        """The first cell of a part, and where its cells begin among its own samples."""
        first, last = self.first_cells[number : number + 2]
        return int(first), self.offsets[first : last + 1] - self.starts[number]


def mean_length_of_rows(X: Any) -> float:
    """Root mean square length of the rows of a Dask array."""
    squares = fetch(each(_sum_of_squares, X.to_delayed().ravel().tolist()))
    return float(np.sqrt(sum(squares) / len(X)))


def _sum_of_squares(block: FloatArray) -> float:
    return float(np.sum(np.square(_checked(block), dtype=np.float64)))


def partition(X: Any, *, constant: float | None) -> Partition:
    """Number the rows of a Dask array cell by cell, and gather them in as many parts as it has."""
    blocks = X.to_delayed().ravel().tolist()
    firsts = np.concatenate([[0], np.cumsum(X.chunks[0])])
    n_cells, some = training_samples(len(X))
    wanted, few = (Bounds(firsts).split(numbers) for numbers in (some, a_few(some)))
    training = each(_training, blocks, wanted, few, constant=constant)
    centres = keep([one(_train, training, n_cells)])[0]
    cells = keep(each(_cells_of, blocks, centres=centres, constant=constant))
    return _gather(blocks, firsts, cells, centres, n_cells, constant=constant)


def _gather(
    blocks: Blocks,
    firsts: IntArray,
    cells: Blocks,
    centres: Block,
    n_cells: int,
    *,
    constant: float | None,
) -> Partition:
    counts = np.array(fetch(each(np.bincount, cells, minlength=n_cells)))
    whole, offsets = cut_cells(counts.sum(axis=0))
    starts, first_cells = _boundaries(offsets, len(blocks))
    before = np.cumsum(counts, axis=0) - counts
    begins = np.cumsum(counts.sum(axis=0)) - counts.sum(axis=0)
    split = each(_split, blocks, cells, firsts[:-1].tolist(), list(begins + before), starts=starts)
    parts = [
        one(_join, [pieces[number] for pieces in split], constant=constant)
        for number in range(len(starts) - 1)
    ]
    kept = keep([*parts, one(np.take, centres, whole, axis=0)])
    return Partition(starts, kept[:-1], first_cells, offsets, kept[-1])


def _boundaries(offsets: IntArray, n_parts: int) -> tuple[IntArray, IntArray]:
    """Parts of about equal size, cut between cells: their first samples and first cells."""
    n_samples = offsets[-1]
    ideal = n_samples * np.arange(1, n_parts) // n_parts
    cuts = offsets[np.searchsorted(offsets, ideal)]
    starts = np.unique(np.concatenate([[0], cuts, [n_samples]]))
    first_cells = np.searchsorted(offsets, starts)
    first_cells[0], first_cells[-1] = 0, len(offsets) - 1
    return starts, first_cells


def _checked(block: FloatArray) -> FloatArray:
    """A block of X whose features are finite and can be squared."""
    block = np.asarray(block)
    if not all_finite(block):
        raise ValueError(
            "Input X contains NaN or infinity, expected finite features. "
            "Drop or impute these samples first."
        )
    check_magnitude(block, alone=False)  # a block of X may be near zero, but not all of it
    return block


def _training(
    block: FloatArray, rows: IntArray, few: IntArray, *, constant: float | None
) -> Training:
    block = _checked(block)
    samples = Samples.over(block, constant=constant)
    taken = np.ascontiguousarray(samples[rows], dtype=np.float32)
    largest = np.maximum(block.max(initial=0.0), -block.min(initial=0.0))
    return Training(taken, samples[few], largest)


def _train(training: list[Training], n_cells: int) -> FloatArray:
    rows, few, largest = zip(*training, strict=True)
    check_magnitude(np.array(largest))
    check_resolution(np.concatenate(few))
    with one_thread():
        return train_centres(np.concatenate(rows), n_cells)


def _cells_of(block: FloatArray, centres: FloatArray, *, constant: float | None) -> IntArray:
    samples = Samples.over(np.asarray(block), constant=constant)
    scaled = np.ascontiguousarray(samples[:], dtype=np.float32)
    return nearest_cells(scaled, centres, 1)[:, 0]


def _split(
    block: FloatArray, cells: IntArray, first: int, begins: IntArray, starts: IntArray
) -> list[tuple[FloatArray, IntArray, IntArray]]:
    """For each part, the rows of a block of X that go there, which they are, and their numbers."""
    order = np.argsort(cells, kind="stable")
    sizes = np.bincount(cells, minlength=len(begins))
    rank = np.arange(len(cells)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    numbers = begins[cells[order]] + rank
    cuts = np.searchsorted(numbers, starts[1:-1])
    return [
        (np.asarray(block)[rows], first + rows, some)
        for rows, some in zip(np.split(order, cuts), np.split(numbers, cuts), strict=True)
    ]


def _join(pieces: list[tuple[FloatArray, IntArray, IntArray]], *, constant: float | None) -> Part:
    features, rows, numbers = (np.concatenate(column) for column in zip(*pieces, strict=True))
    order = np.argsort(numbers)
    return Part(Samples.over(features[order], constant=constant), rows[order])


__all__ = ["Bounds", "Part", "Partition", "mean_length_of_rows", "partition"]
