"""Hide candidates, as the experiments do to all but a few samples."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from plclust.candidates._check import check_candidates
from plclust.typing import BoolArray


def hide_candidates(
    candidates: Any,
    labelled: float = 0.1,
    *,
    random_state: int | np.random.RandomState | None = None,
) -> BoolArray:
    """Keep the candidates of a few random samples and make the others unlabelled.

    The samples are drawn uniformly, without regard to their candidates or classes.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates, in this or any other form that `check_candidates` accepts.
    labelled : float or int, default=0.1
        The samples that keep their candidates: as a float their share, greater than 0 and at most
        1, of which one sample at least is kept; as an int their number. So 1.0 keeps all samples
        and 1 keeps one.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        A new array, with every class as a candidate of the samples not drawn.

    Examples
    --------
    >>> import numpy as np
    >>> from plclust.candidates import hide_candidates, is_labelled
    >>> candidates = np.eye(5, dtype=bool)
    >>> int(is_labelled(hide_candidates(candidates, 0.4, random_state=0)).sum())
    2
    """
    kept, _ = check_candidates(candidates)
    n_kept = _count_labelled(labelled, len(kept))
    hidden = check_random_state(random_state).permutation(len(kept))[n_kept:]
    kept[hidden] = True
    return kept


def _count_labelled(labelled: float, n_samples: int) -> int:
    if isinstance(labelled, Integral):
        if not isinstance(labelled, bool) and 0 <= labelled <= n_samples:
            return int(labelled)
    elif isinstance(labelled, Real) and 0 < labelled <= 1:
        return max(1, round(labelled * n_samples))
    raise ValueError(
        f"labelled is {labelled!r}, expected a share in (0, 1] or an integer up to {n_samples}. "
        f"Hint: write a share of all samples as 1.0, not 1."
    )
