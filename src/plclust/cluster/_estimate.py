"""What a fit will take: bytes, before a single one of them is asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from plclust._limits import MANY, VERY_MANY
from plclust._memory import check_memory
from plclust.graph import has_faiss
from plclust.guidance import BASIS_SIZE
from plclust.typing import Features

# Bytes held at the peak, which is the solution for F in a round of guidance: the graphs before and
# after the round, W and I - R and its transpose per neighbour, and a dozen arrays of the size of F.
BYTES_PER_NEIGHBOR = 60
BYTES_PER_CLASS = 75
IN_DOUBLE = 2  # times that where F is solved in double precision
COPIES_OF_EXACT_FEATURES = 3  # scaled, beside the votes, and as the index holds them
OVERHEAD = 100 * 2**20  # blocks at hand, and what libraries allocate for themselves


@dataclass(frozen=True)
class MemoryEstimate:
    """Bytes that a fit takes at its peak."""

    features: int  # X itself, which the caller holds
    neighbors: int  # graphs and matrices of weights
    confidences: int  # arrays of one number per sample and class
    label_map: int
    copies: int  # of X
    overhead: int = OVERHEAD

    @property
    def growth(self) -> int:
        """What the fit takes beside X."""
        return self.neighbors + self.confidences + self.label_map + self.copies + self.overhead

    @property
    def total(self) -> int:
        """What the fit takes together with X."""
        return self.features + self.growth


def estimate_memory(
    n_samples: int,
    n_features: int,
    n_classes: int,
    *,
    n_neighbors: int = 10,
    dtype: npt.DTypeLike = np.float64,
    exact: bool | None = None,
    constrained: bool = False,
) -> MemoryEstimate:
    """Memory that :class:`PartialLabelClustering` takes for dense features, with default settings.

    Parameters
    ----------
    n_samples, n_features, n_classes : int
        Size of the problem; the larger of the numbers of classes and of clusters.
    n_neighbors : int
        Neighbours of a sample.
    dtype : float64 or float32
        Type of the features.
    exact : bool, optional
        Whether neighbours are exact: then there are copies of X. By default, as
        ``neighbors="auto"`` decides for dense features: up to 10,000 samples, or without faiss.
    constrained : bool
        Whether constraints are propagated, in double precision at any size.

    Returns
    -------
    MemoryEstimate
        In bytes.

    Examples
    --------
    >>> estimate_memory(1_000_000, 32, 10, dtype="float32", exact=False).total // 2**20
    1566
    """
    exact = n_samples <= MANY or not has_faiss() if exact is None else exact
    size = n_samples * (IN_DOUBLE if constrained or n_samples <= MANY else 1)
    itemsize = np.dtype(dtype).itemsize
    features = n_samples * n_features * itemsize
    return MemoryEstimate(
        features=features,
        neighbors=BYTES_PER_NEIGHBOR * size * n_neighbors,
        confidences=BYTES_PER_CLASS * size * n_classes,
        label_map=itemsize * min(n_samples, VERY_MANY) * (BASIS_SIZE + 1),
        copies=COPIES_OF_EXACT_FEATURES * features if exact else 0,
    )


def check_fit_in_memory(
    X: Features, n_classes: int, *, n_neighbors: int, exact: bool, constrained: bool
) -> None:
    """Refuse a fit of dense features that would not fit into the available memory.

    Examples
    --------
    >>> check_fit_in_memory(
    ...     np.zeros((100, 2)), 3, n_neighbors=10, exact=True, constrained=False
    ... )
    """
    if sparse.issparse(X):
        return
    needed = estimate_memory(
        X.shape[0],
        X.shape[1],
        n_classes,
        n_neighbors=n_neighbors,
        dtype=X.dtype,
        exact=exact,
        constrained=constrained,
    )
    check_memory(
        needed.growth,
        f"A fit of {X.shape[0]} samples",
        "take fewer samples or neighbours; `plclust estimate` tells what fits",
    )
