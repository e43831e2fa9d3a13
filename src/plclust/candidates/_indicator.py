"""Matrices of 0 and 1 with a row per sample and a column per class."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.sparse import issparse

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


def unwrap_column(y: Any) -> Any:
    """Take a table's only column if it holds strings or sets: then it is no indicator."""
    if issparse(y) or not is_matrix(y) or tuple(y.shape[1:]) != (1,):
        return y
    column = as_elements(y[y.columns[0]] if hasattr(y, "columns") else as_array(y)[:, 0])
    if isinstance(column, list) and any(isinstance(v, (str, *CONTAINERS)) for v in column):
        return column
    return y


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
    if classes is None:
        _refuse_column(y)
    if hasattr(y, "columns"):
        return _arrange(marks, check_classes(list(y.columns), "the columns of y"), classes)
    if classes is None:
        return marks, np.arange(marks.shape[1])
    if len(classes) != marks.shape[1]:
        raise ValueError(
            f"y has {marks.shape[1]} columns, expected {len(classes)}, one per class. "
            f"Hint: name the columns of y in classes, in their order."
        )
    return marks, classes


def _refuse_column(y: Any) -> None:
    """Catch a column of labels 0 and 1: an indicator of one class would lose the others."""
    types = y.dtypes if hasattr(y, "columns") else [y.dtype]
    if y.shape[1] == 1 and not all(np.dtype(bool) == type_ for type_ in types):
        raise ValueError(
            "y has a single column of 0 and 1, expected labels or an indicator with a column for "
            "each class. Hint: pass np.ravel(y) if y is a column of labels, or classes=, or "
            "y.astype(bool), if it marks the samples of a single class."
        )


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
    values = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
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
