"""How much the candidate sets say."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.candidates._check import check_candidates
from plclust.candidates._convert import is_labelled


def labels_per_class(candidates: Any) -> float:
    """What the candidate sets are worth, in plain labels for each class.

    One class is a whole label, all classes are none, and a set of s among q classes is the share
    1 - log(s) / log(q) of a label: what it takes off the doubt.

    Parameters
    ----------
    candidates : candidate labels
        In any form of :func:`plclust.candidates.check_candidates`.

    Returns
    -------
    float
        Worth of all sets, divided by the number of classes; 0.0 with fewer than two classes.

    Examples
    --------
    >>> import numpy as np
    >>> from plclust.candidates import labels_per_class
    >>> labels_per_class(np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]], dtype=bool))
    0.375
    """
    candidates, classes = check_candidates(candidates)
    n_classes = len(classes)
    if n_classes < 2:
        return 0.0
    sizes = candidates[is_labelled(candidates)].sum(axis=1)
    return float(np.sum(1.0 - np.log(sizes) / np.log(n_classes)) / n_classes)


__all__ = ["labels_per_class"]
