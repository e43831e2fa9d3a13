"""One boolean matrix from every form in which people keep candidate labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.candidates._indicator import is_matrix, read_matrix, unwrap_column, warn_of_column
from plclust.candidates._labels import check_classes
from plclust.candidates._sets import read_sequence
from plclust.typing import AnyArray, BoolArray


def check_candidates(
    y: Any, n_samples: int | None = None, *, classes: Any = None
) -> tuple[BoolArray, AnyArray]:
    """Turn candidate labels of any accepted form into a boolean matrix and its classes.

    Parameters
    ----------
    y : None, sequence, array, sparse matrix, Series, DataFrame or Arrow table
        The candidate labels, in one of these forms:

        - None: nothing is known about any sample. Needs `n_samples`.
        - One label per sample, of any hashable type, with -1, None, NaN, NA, an empty string or a
          mask for an unlabelled sample. Arrays of bytes are read as UTF-8. -1 is a class only if
          `classes` are -1 and 1.
        - One candidate set per sample: a set, frozenset, list, tuple, 1-D array, or a string such
          as ``"a|b|c"``. The empty set is an unlabelled sample. A tuple is always a set: to have
          tuples as classes, put them into sets.
        - An indicator matrix of 0 and 1: a 2-D NumPy array, a SciPy sparse matrix, or a DataFrame,
          whose column names are the classes. Rows that are all 0 or all 1 are unlabelled. A list
          of lists is not a matrix but a sequence of candidate sets.
        - A single column, of shape (n_samples, 1), of any of these types: the labels or sets in it,
          also if they are 0 and 1, or booleans, because an indicator of one class would say
          nothing. For labels that are no strings a ``DataConversionWarning`` tells so.

        Series and DataFrames may be those of pandas or polars, with types that NumPy lacks, or
        columns and tables of Arrow.
    n_samples : int, default=None
        Number of samples that `y` must describe.
    classes : sequence, default=None
        The classes and their order. A label not among them is an error; a class that no sample has
        is not. They name the columns of an array; those of a DataFrame are reordered to match and
        extended. A single class takes a single column of 0 and 1 for its marks; -1 is a class if
        the classes are -1 and 1. By default the classes are the sorted labels in `y`, or 0, 1, ...
        for an array.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        Which classes are possible; all of them for an unlabelled sample. The array is new.
    classes : ndarray of shape (n_classes,)
        The classes, of type object unless all are numbers, strings or booleans. Floats that are
        all integral become integers. Empty if `y` names no class.

    Raises
    ------
    ValueError
        If `y` is of no accepted form, contradicts itself, or does not fit `n_samples` or `classes`.

    Examples
    --------
    >>> import numpy as np
    >>> from plclust.candidates import check_candidates
    >>> candidates, classes = check_candidates([{"ann", "bob"}, "cid", None])
    >>> classes
    array(['ann', 'bob', 'cid'], dtype='<U3')
    >>> candidates
    array([[ True,  True, False],
           [False, False,  True],
           [ True,  True,  True]])

    Strings of several labels and an indicator matrix say the same:

    >>> np.array_equal(check_candidates(["ann|bob", "cid", ""])[0], candidates)
    True
    >>> indicator = np.array([[1, 1, 0], [0, 0, 1], [0, 0, 0]])
    >>> np.array_equal(check_candidates(indicator)[0], candidates)
    True
    """
    candidates, found = read_candidates(y, n_samples, classes)
    candidates[~candidates.any(axis=1)] = True
    return candidates, found


def read_candidates(y: Any, n_samples: int | None, classes: Any) -> tuple[BoolArray, AnyArray]:
    """Mark the labels that `y` names in a new matrix, with no marks where it names none."""
    given = None if classes is None else check_classes(classes)
    if y is None:
        return _nothing(n_samples, given)
    held = unwrap_column(y, given)
    if is_matrix(y) and not is_matrix(held):
        warn_of_column(held)
    marks, found = read_matrix(held, given) if is_matrix(held) else read_sequence(held, given)
    if n_samples is not None and len(marks) != n_samples:
        raise ValueError(
            f"y describes {len(marks)} samples, expected {n_samples}. "
            f"Hint: pass one entry per sample, None or -1 for an unlabelled one."
        )
    return marks, found


def _nothing(n_samples: int | None, classes: AnyArray | None) -> tuple[BoolArray, AnyArray]:
    if n_samples is None:
        raise ValueError(
            "y is None and n_samples is not given, expected to know the number of samples. "
            "Hint: pass n_samples=len(X)."
        )
    found = np.empty(0, dtype=np.int64) if classes is None else classes
    return np.zeros((n_samples, len(found)), dtype=np.bool_), found
