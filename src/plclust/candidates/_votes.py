"""Candidates from the votes of several annotators."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from plclust.candidates._labels import as_array
from plclust.candidates._sets import encode_labels
from plclust.typing import AnyArray, BoolArray, IntArray


def from_votes(
    votes: Any, *, min_votes: int = 1, classes: Any = None
) -> tuple[BoolArray, AnyArray]:
    """Take as candidates the labels for which enough annotators voted.

    If no label of a sample has enough votes, its candidates are those with the most.

    Parameters
    ----------
    votes : array, DataFrame, Arrow table or list of lists of shape (n_samples, n_annotators)
        One label per sample and annotator, with -1, None, NaN or a mask for a missing vote; -1 is
        a vote if `classes` are -1 and 1.
    min_votes : int, default=1
        Number of votes that makes a label a candidate.
    classes : sequence, default=None
        The classes and their order, by default the sorted labels in `votes`.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        The candidates; every class for a sample without votes.
    classes : ndarray of shape (n_classes,)
        The classes.

    Examples
    --------
    >>> from plclust.candidates import from_votes
    >>> votes = [["cat", "cat", "dog"], ["owl", "dog", None], [None, None, None]]
    >>> candidates, classes = from_votes(votes, min_votes=2)
    >>> classes
    array(['cat', 'dog', 'owl'], dtype='<U3')
    >>> candidates
    array([[ True, False, False],
           [False,  True,  True],
           [ True,  True,  True]])
    """
    if not isinstance(min_votes, Integral) or min_votes < 1:
        raise ValueError(
            f"min_votes is {min_votes!r}, expected an integer of at least 1. "
            f"Hint: min_votes=1 keeps every label that has a vote."
        )
    flat, shape = _flatten(votes)
    codes, found = encode_labels(flat, classes, "votes.ravel()")
    counts = _count(codes.reshape(shape), len(found))
    most = counts.max(axis=1, initial=0)
    # A sample without votes has the threshold 0, which every class reaches.
    return counts >= np.minimum(min_votes, most)[:, None], found


def _flatten(votes: Any) -> tuple[AnyArray | list[Any], tuple[int, ...]]:
    if not isinstance(votes, (list, tuple)):
        array = as_array(votes)
        if array.ndim != 2:
            raise _not_a_table(f"shape {array.shape}")
        return array.ravel(), array.shape
    # NumPy would make strings of the votes -1 and None beside strings.
    rows = [list(row) if isinstance(row, (list, tuple, np.ndarray)) else [] for row in votes]
    widths = sorted({len(row) for row in rows})
    if len(widths) != 1 or widths == [0]:
        raise _not_a_table(f"rows of {widths} votes")
    return [vote for row in rows for vote in row], (len(rows), widths[0])


def _not_a_table(came: str) -> ValueError:
    return ValueError(
        f"votes has {came}, expected one row per sample and one column per annotator. "
        f"Hint: fill missing votes with None."
    )


def _count(codes: IntArray, n_classes: int) -> IntArray:
    """Count the votes of each sample for each class; a code of -1 is no vote."""
    samples, annotators = np.nonzero(codes >= 0)
    cells = samples * n_classes + codes[samples, annotators]
    return np.bincount(cells, minlength=len(codes) * n_classes).reshape(len(codes), n_classes)
