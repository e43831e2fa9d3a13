"""The samples in parts, each on one worker, so that neighbours are mostly in the same part.

As on one machine, samples are numbered cell by cell (:mod:`plclust.graph._cells`). A part is a run
of whole cells. X is read block by block for the samples from which the centres of the cells are
found, for the cell of each sample, and to send each sample to its part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plclust._threads import one_thread
from plclust.distributed._blocks import Block, Blocks, each, fetch, keep, one
from plclust.graph import Samples, Scaling, check_magnitude, largest_entry
from plclust.graph._cell_centres import cut_cells, train_centres, training_samples
from plclust.graph._cell_search import nearest_cells
from plclust.graph._neighbors import places_in_groups
from plclust.graph._precision import a_few, check_resolution, in_single
from plclust.graph._scaling import Moments
from plclust.typing import Features, FloatArray, IntArray


class View(NamedTuple):
    """How the samples of a part are seen in a round of guidance."""

    scaling: Scaling
    lengths: FloatArray | None
    votes: FloatArray


@dataclass(frozen=True)
class Part:
    """Samples of neighbouring cells."""

    samples: Samples
    rows: IntArray  # of X

    def seen(self, view: View | None) -> Samples:
        """The samples in a round of guidance, or before all of them."""
        return self.samples if view is None else replace(self.samples, **view._asdict())


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


def learn_scaling_of_blocks(
    X: Any, *, tail_limit: float | None = None, offset: float | None = None
) -> Scaling:
    """As :func:`plclust.graph.learn_scaling`, from the blocks of a Dask array."""
    blocks = X.to_delayed().ravel().tolist()

    def over_blocks(moments: Callable[[Features], Moments]) -> list[Moments]:
        return fetch(each(_moments_of_checked, blocks, moments=moments))

    return Scaling.learnt(over_blocks, tail_limit=tail_limit, offset=offset)


def _moments_of_checked(block: FloatArray, moments: Callable[[Features], Moments]) -> Moments:
    return moments(_checked(block))


def partition(X: Any, *, scaling: Scaling) -> Partition:
    """Number the rows of a Dask array cell by cell, and gather them in as many parts as it has."""
    blocks = X.to_delayed().ravel().tolist()
    firsts = np.concatenate([[0], np.cumsum(X.chunks[0])])
    n_cells, some = training_samples(len(X))
    wanted, few = (Bounds(firsts).split(numbers) for numbers in (some, a_few(some)))
    training = each(_training, blocks, wanted, few, scaling=scaling)
    centres = keep([one(_train, training, n_cells)])[0]
    cells = keep(each(_cells_of, blocks, centres=centres, scaling=scaling))
    return _gather(blocks, firsts, cells, centres, n_cells, scaling=scaling)


def _gather(
    blocks: Blocks,
    firsts: IntArray,
    cells: Blocks,
    centres: Block,
    n_cells: int,
    *,
    scaling: Scaling,
) -> Partition:
    counts = np.array(fetch(each(np.bincount, cells, minlength=n_cells)))
    whole, offsets = cut_cells(counts.sum(axis=0))
    starts, first_cells = _boundaries(offsets, len(blocks))
    before = np.cumsum(counts, axis=0) - counts
    begins = np.cumsum(counts.sum(axis=0)) - counts.sum(axis=0)
    split = each(_split, blocks, cells, firsts[:-1].tolist(), list(begins + before), starts=starts)
    parts = [
        one(_join, [pieces[number] for pieces in split], scaling=scaling)
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
    check_magnitude(block, alone=False)  # a block of X may be near zero, but not all of it
    return block


def _training(block: FloatArray, rows: IntArray, few: IntArray, *, scaling: Scaling) -> Training:
    block = _checked(block)
    samples = Samples.over(block, scaling)
    return Training(in_single(samples, rows), samples[few], block.dtype.type(largest_entry(block)))


def _train(training: list[Training], n_cells: int) -> FloatArray:
    rows, few, largest = zip(*training, strict=True)
    check_magnitude(np.array([largest]))
    check_resolution(np.concatenate(few))
    with one_thread():
        return train_centres(np.concatenate(rows), n_cells)


def _cells_of(block: FloatArray, centres: FloatArray, *, scaling: Scaling) -> IntArray:
    samples = Samples.over(np.asarray(block), scaling)
    return nearest_cells(in_single(samples, slice(None)), centres, 1)[:, 0]


def _split(
    block: FloatArray, cells: IntArray, first: int, begins: IntArray, starts: IntArray
) -> list[tuple[FloatArray, IntArray, IntArray]]:
    """For each part, the rows of a block of X that go there, which they are, and their numbers."""
    order = np.argsort(cells, kind="stable")
    sizes = np.bincount(cells, minlength=len(begins))
    rank = places_in_groups(sizes)
    numbers = begins[cells[order]] + rank
    cuts = np.searchsorted(numbers, starts[1:-1])
    return [
        (np.asarray(block)[rows], first + rows, some)
        for rows, some in zip(np.split(order, cuts), np.split(numbers, cuts), strict=True)
    ]


def _join(pieces: list[tuple[FloatArray, IntArray, IntArray]], *, scaling: Scaling) -> Part:
    features, rows, numbers = (np.concatenate(column) for column in zip(*pieces, strict=True))
    order = np.argsort(numbers)
    return Part(Samples.over(features[order], scaling), rows[order])


__all__ = ["Bounds", "Part", "Partition", "View", "learn_scaling_of_blocks", "partition"]
