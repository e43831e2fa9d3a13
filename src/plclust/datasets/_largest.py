"""The largest classes of a data set."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any

import numpy as np

from plclust.datasets._bunch import Dataset


def largest_classes(dataset: Mapping[str, Any], n_classes: int = 10) -> Dataset:
    """Keep the samples of the classes that are most often true.

    Parameters
    ----------
    dataset : Dataset or other mapping
        A data set with the entries `data`, `target`, `classes` and `candidates`, the last of which
        may be None.
    n_classes : int, default=10
        Number of classes to keep. Of classes of equal size, those that come first in `classes` are
        kept.

    Returns
    -------
    bunch : Dataset
        The samples whose true class is kept, in their order. `candidates` has only the columns of
        these classes, `classes` names them in their former order, and `kept` has the positions of
        the samples in `dataset`. Other entries are passed on.

    Examples
    --------
    >>> from plclust.datasets import largest_classes, load_ecoli
    >>> bunch = largest_classes(load_ecoli(), 3)
    >>> bunch.classes
    array(['cp', 'im', 'pp'], dtype='<U3')
    >>> bunch.data.shape
    (272, 7)
    """
    classes, target = np.asarray(dataset["classes"]), np.asarray(dataset["target"])
    if not (isinstance(n_classes, Integral) and 1 <= n_classes <= len(classes)):
        raise ValueError(
            f"n_classes is {n_classes!r}, expected an integer from 1 to {len(classes)}, the number "
            f"of classes. Hint: lower n_classes."
        )
    truth = target[:, np.newaxis] == classes
    columns = np.sort(np.argsort(-truth.sum(axis=0), kind="stable")[:n_classes])
    kept = np.flatnonzero(truth[:, columns].any(axis=1))
    candidates = dataset["candidates"]
    changed = {
        "data": np.asarray(dataset["data"])[kept],
        "target": target[kept],
        "candidates": None if candidates is None else np.asarray(candidates)[np.ix_(kept, columns)],
        "classes": classes[columns],
        "kept": kept,
    }
    return Dataset(**{**dataset, **changed})
