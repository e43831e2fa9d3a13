"""Matrices of 0 and 1 with a row per sample and a column per class."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.exceptions import DataConversionWarning

from plclust._warnings import warn_user
from plclust.candidates._labels import (
    NUMBERS,
    as_array,
    as_elements,
    check_classes,
    is_missing,
    label_array,
    sort_labels,
)
from plclust.candidates._sets import CONTAINERS
from plclust.typing import AnyArray, BoolArray


def is_matrix(y: Any) -> bool:
    """Tell whether y is an array or table with more than one dimension (a list never is)."""
    return issparse(y) or len(getattr(y, "shape", ())) > 1


def column_names(y: Any) -> list[Any] | None:
    """Names of the columns of a table; None for an array."""
    if _is_arrow(y):
        return list(y.column_names)
    return list(y.columns) if hasattr(y, "columns") else None


def _is_arrow(y: Any) -> bool:
    """Tell tables of Arrow; the columns of others may have any name, and be attributes."""
    return hasattr(type(y), "column_names")


def unwrap_column(y: Any, classes: AnyArray | None = None) -> Any:
    """Take the entries of an only column as labels, unless the classes are one, which it marks.

    Examples
    --------
    >>> column = np.array([[True], [False]])
    >>> unwrap_column(column)
    array([ True, False])
    >>> unwrap_column(column, np.array(["cat"])) is column
    True
    """
    if not hasattr(y, "__len__") and hasattr(y, "__array__"):
        y = np.asarray(y)
    if not is_matrix(y) or tuple(y.shape[1:]) != (1,):
        return y
    column = as_elements(_only_column(y))
    marks = classes is not None and len(classes) == 1
    return y if marks and not _holds_sets(column) else column


def warn_of_column(column: AnyArray | list[Any]) -> None:
    """Warn as scikit-learn does, unless there is nothing to mistake.

    Sets are no marks of a class, and nothing but True, as `check_candidates` marks a single class,
    tells the samples apart neither as labels nor as marks.
    """
    all_true = isinstance(column, np.ndarray) and column.dtype == np.bool_ and column.all()
    if not all_true and not _holds_sets(column):
        warn_user(
            "A column-vector y was passed when a 1d array was expected. Its entries are taken for "
            "labels. Hint: np.ravel(y), or classes=[name] if it marks the samples of one class.",
            DataConversionWarning,
        )


def _only_column(y: Any) -> Any:
    if _is_arrow(y):  # whose columns are not found by name
        return y.column(0)
    if hasattr(y, "columns"):
        return y[y.columns[0]]
    return (y.toarray() if issparse(y) else as_array(y))[:, 0]


def _holds_sets(column: AnyArray | list[Any]) -> bool:
    return isinstance(column, list) and any(isinstance(v, (str, *CONTAINERS)) for v in column)


def read_matrix(y: Any, classes: AnyArray | None) -> tuple[BoolArray, AnyArray]:
    """Read which entries are 1, and the classes of the columns."""
    if len(y.shape) != 2:
        raise ValueError(
            f"y has shape {tuple(y.shape)}, expected (n_samples, n_classes). "
            f"Hint: pass one row per sample and one column per class."
        )
    if isinstance(y, np.ma.MaskedArray) and np.ma.is_masked(y):
        raise ValueError(
            "y is an indicator matrix with masked entries, expected 0 or 1 in each. "
            "Hint: y.filled(0) for classes that are no candidates, y.filled(1) for possible ones."
        )
    marks = _sparse_marks(y) if issparse(y) else _dense_marks(y)
    names = column_names(y)
    if names is not None:
        return _arrange(marks, check_classes(names, "the columns of y"), classes)
    if classes is None:
        return marks, np.arange(marks.shape[1])
    if len(classes) != marks.shape[1]:
        raise ValueError(
            f"y has {marks.shape[1]} columns, expected {len(classes)}, one per class. "
            f"Hint: name the columns of y in classes, in their order."
        )
    return marks, classes


def _sparse_marks(y: Any) -> BoolArray:
    entries = y.tocoo()
    wrong = np.flatnonzero((entries.data != 0) & (entries.data != 1))
    if wrong.size:
        first = wrong[0]
        row, column = int(entries.row[first]), int(entries.col[first])
        raise _not_an_indicator(entries.data[first], row, column, y.shape[1])
    marks: BoolArray = entries.astype(np.bool_).toarray()
    return marks


def _dense_marks(y: Any) -> BoolArray:
    values = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
    if values.shape != tuple(y.shape):
        raise ValueError(
            f"y is of type {type(y).__name__}, of which NumPy makes no table, expected an array, "
            "sparse matrix or DataFrame. Hint: convert it first, as y.to_pandas() does."
        )
    numbers = values if values.dtype.kind in "biuf" else _numbers(values)
    wrong = np.argwhere((numbers != 0) & (numbers != 1))
    if wrong.size:
        row, column = wrong[0].tolist()
        raise _not_an_indicator(values[row, column], row, column, values.shape[1])
    return np.ascontiguousarray(numbers == 1)


def _numbers(values: AnyArray) -> AnyArray:
    """Numbers out of an array of objects, with NaN for all that is not 0 or 1."""
    flat = values.ravel().tolist()
    known = [float(v) if isinstance(v, NUMBERS) and v in (0, 1) else math.nan for v in flat]
    return np.array(known, dtype=float).reshape(values.shape)


def _not_an_indicator(value: Any, row: int, column: int, n_columns: int) -> ValueError:
    if n_columns == 1:
        hint = "pass np.ravel(y) if y is a column of labels"
    elif is_missing(value):
        hint = "write 0 in every column of an unlabelled row"
    elif isinstance(value, NUMBERS):
        hint = "threshold scores, as in y >= 0.5"
    else:
        hint = "pass candidates as a list of sets, votes of annotators to from_votes"
    shown = value.item() if isinstance(value, np.generic) else value
    return ValueError(
        f"y has {shown!r} in row {row}, column {column}, expected an indicator matrix of 0 and 1. "
        f"Hint: {hint}."
    )


def _arrange(
    marks: BoolArray, columns: AnyArray, classes: AnyArray | None
) -> tuple[BoolArray, AnyArray]:
    """Bring named columns into the order of the classes; a class without a column has no marks."""
    names = columns.tolist()
    found = label_array(sort_labels(names)) if classes is None else classes
    position = {label: j for j, label in enumerate(found.tolist())}
    unknown = [name for name in names if name not in position]
    if unknown:
        raise ValueError(
            f"y has a column {unknown[0]!r}, which is not among the {len(found)} classes. "
            f"Hint: add it to classes, or drop the column."
        )
    arranged = np.zeros((len(marks), len(found)), dtype=np.bool_)
    arranged[:, [position[name] for name in names]] = marks
    return arranged, found
