"""Samples among copies of themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._warnings import warn_user

MANY_COPIES = 0.25  # share of the samples that have only copies of themselves as neighbours
SOME = 500  # samples that are asked


def share_of_copies(features: Any, graph: sparse.csr_array, references: Any = None) -> float:
    """Share of some samples whose neighbours are all copies of them, by the last of each row.

    Parameters
    ----------
    features : array, csr_array or Samples of shape (n_samples, n_features)
        The samples.
    graph : csr_array of shape (n_samples, n_references)
        Their neighbours, nearest first in each row.
    references : array, csr_array or Samples of shape (n_references, n_features), optional
        What the columns of `graph` stand for; the samples themselves by default.

    Returns
    -------
    float
        From 0 to 1; 0 if nobody has neighbours.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> ring = sparse.csr_array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    >>> round(share_of_copies(np.array([[1.0], [1.0], [5.0]]), ring), 3)
    0.667
    """
    references = features if references is None else references
    asked = np.flatnonzero(np.diff(graph.indptr))
    asked = asked[:: max(1, len(asked) // SOME)]
    if len(asked) == 0:
        return 0.0
    furthest = graph.indices[graph.indptr[asked + 1] - 1]
    apart = abs(features[asked] - references[furthest]).sum(axis=1)
    return float(np.mean(apart == 0.0))


def warn_of_copies(share: float, n_neighbors: int) -> None:
    """Warn if many samples are rebuilt from copies of themselves, which tell them nothing.

    Parameters
    ----------
    share : float
        Share of the samples that have only copies of themselves as neighbours.
    n_neighbors : int
        Most neighbours of a sample.

    Examples
    --------
    >>> warn_of_copies(0.1, 10)
    """
    if share >= MANY_COPIES:
        warn_user(
            f"{share:.0%} of the samples have none but exact copies of them among up to "
            f"{n_neighbors} neighbours, so the graph tells little about how they hang together, "
            "and K-means may do better. If copies come from few or coarse features, add noise of a "
            "tenth of their standard deviation to them; if samples differ in their length alone, "
            "use normalize=False or an offset.",
            UserWarning,
        )


__all__ = ["share_of_copies", "warn_of_copies"]
