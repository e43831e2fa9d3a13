"""Bands: several parts in one block, for what is small beside the features.

Iterations are many short tasks. The fewer blocks they work on, the less time goes into handing them
out; one for each thread keeps all of them busy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from plclust.distributed._blocks import Blocks, n_threads, one
from plclust.distributed._parts import Bounds, Partition
from plclust.distributed._rebuild import Rebuilt
from plclust.typing import AnyArray, IntArray


@dataclass(frozen=True)
class Bands(Bounds):
    """Runs of parts."""

    first_parts: IntArray  # of each band, and number of all parts
    partition: Partition

    def join(self, blocks: Blocks) -> Blocks:
        """From blocks of parts to blocks of bands."""
        return self._runs(np.concatenate, blocks)

    def join_rebuilt(self, rebuilt: Blocks) -> Blocks:
        """The same for the weights that rebuild the samples."""
        return self._runs(_join_rebuilt, rebuilt)

    def _runs(self, joined: Callable[..., Any], blocks: Blocks) -> Blocks:
        return [one(joined, blocks[a:b]) for a, b in pairwise(self.first_parts.tolist())]

    def cut(self, blocks: Blocks) -> Blocks:
        """From blocks of bands to blocks of parts."""
        owners = np.searchsorted(self.first_parts, np.arange(len(self.partition)), side="right") - 1
        return [
            one(
                _rows,
                blocks[band],
                *(at - int(self.starts[band]) for at in self.partition.span(part)),
            )
            for part, band in enumerate(owners.tolist())
        ]


def bands_of(partition: Partition) -> Bands:
    """As many bands as there are threads, or parts if these are fewer."""
    n_bands = min(n_threads(), len(partition))
    first_parts = len(partition) * np.arange(n_bands + 1) // n_bands
    return Bands(partition.starts[first_parts], first_parts, partition)


def _join_rebuilt(rebuilt: list[Rebuilt]) -> Rebuilt:
    neighbors, weights, errors, copied = zip(*rebuilt, strict=True)
    return Rebuilt(np.concatenate(neighbors), np.concatenate(weights), sum(errors), sum(copied))


def _rows(block: AnyArray, first: int, last: int) -> AnyArray:
    return block[first:last]


__all__ = ["Bands", "bands_of"]
