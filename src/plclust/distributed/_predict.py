"""New samples, compared with samples that are on workers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from plclust._kernels._blocks import BLOCK_ROWS
from plclust.distributed._blocks import Blocks, each, fetch, told_if_lost
from plclust.distributed._parts import Partition
from plclust.distributed._rebuild import features_at, local_graph, reach_of, rows_at
from plclust.distributed._search import neighbors_of
from plclust.graph import Samples, reconstruction_weights
from plclust.graph._second_neighbors import nearest_reached
from plclust.typing import FloatArray, IntArray


@dataclass(frozen=True)
class BlockNeighborhood:
    """The fitted samples, which stay on their workers for as long as this object lives."""

    partition: Partition
    neighbors: Blocks
    views: Blocks | None  # how they were seen in the last round
    n_neighbors: int
    n_probes: int
    order: IntArray  # row of X of each sample
    recall: float  # share of the nearest neighbours that were found

    def weights_of(self, X: Samples, n_jobs: int | None = None) -> sparse.csr_array:
        """Eq. 1 for new samples, a few thousand of them at a time."""
        with told_if_lost(self.partition.parts):
            alone = X.alone()
            blocks = [
                self._weights_of_block(alone, X, slice(start, start + BLOCK_ROWS), n_jobs)
                for start in range(0, len(X), BLOCK_ROWS)
            ]
        return sparse.csr_array(sparse.vstack(blocks, format="csr"))

    def _weights_of_block(
        self, alone: Samples, X: Samples, some: slice, n_jobs: int | None
    ) -> sparse.csr_array:
        """Neighbours are looked for as they were before guidance, and then among theirs."""
        neighbors = neighbors_of(self.partition, alone[some], self.n_neighbors, self.n_probes)
        features = X[some]
        if self.views is None:
            numbers = np.unique(neighbors)
            references = self._features_of(numbers)
        else:
            middle = np.unique(neighbors)
            onward = fetch(each(rows_at, self.neighbors, *self._asked_for(middle)))
            reach = reach_of(neighbors, middle, onward)
            numbers, references = reach.numbers, self._features_of(reach.numbers)
            nobody = np.full(len(features), -1)
            neighbors = nearest_reached(nobody, features, references, reach)[1]
        graph = local_graph(neighbors, numbers)
        weights = reconstruction_weights(
            features, graph, references=Samples(references), n_jobs=n_jobs
        )
        shape = (len(features), self.partition.n_samples)
        return sparse.csr_array(
            (weights.data, numbers[weights.indices], weights.indptr), shape=shape
        )

    def _features_of(self, numbers: IntArray) -> FloatArray:
        parts = self.partition.parts
        views = [None] * len(parts) if self.views is None else self.views
        return np.concatenate(fetch(each(features_at, parts, views, *self._asked_for(numbers))))

    def _asked_for(self, numbers: IntArray) -> tuple[list[IntArray], list[int], list[int]]:
        """What each part is asked for, and which samples it has."""
        starts = self.partition.starts.tolist()
        return [numbers] * len(self.partition), starts[:-1], starts[1:]


__all__ = ["BlockNeighborhood"]
