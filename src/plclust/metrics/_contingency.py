"""Labels of any type become codes, and two labellings become one table of counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from plclust.candidates._labels import NOTHING_AS_STRINGS, as_elements, label_array, sort_labels
from plclust.typing import AnyArray, IntArray


class Labelling(NamedTuple):
    """One code per sample, and the label that each code stands for."""

    codes: IntArray
    names: list[Any]


class Contingency(NamedTuple):
    """Counts of samples by true class (rows) and cluster (columns)."""

    table: IntArray
    classes: list[Any]
    clusters: list[Any]


def as_labels(labels: ArrayLike, name: str) -> AnyArray:
    """Labels as a 1-D array that keeps every label as it came.

    NumPy turns the list ``[1, "1"]`` into two equal strings; here such a list becomes an object
    array. Bytes of an array are text, as in candidate labels; masked labels become None.
    """
    shape = _shape(labels)
    if len(shape) != 1:
        raise ValueError(
            f"{name} has shape {shape}, but one label per sample was expected. "
            f"Pass a 1-D array, for example np.ravel({name}) if it is a single column."
        )
    elements = as_elements(labels, name, as_strings=NOTHING_AS_STRINGS)
    return elements if isinstance(elements, np.ndarray) else label_array(elements)


def as_label_pair(
    y_true: ArrayLike, labels: ArrayLike, name: str = "labels"
) -> tuple[AnyArray, AnyArray]:
    """Both labellings as arrays of one length, of at least one sample."""
    truth, found = as_labels(y_true, "y_true"), as_labels(labels, name)
    if len(truth) != len(found):
        raise ValueError(
            f"y_true has {len(truth)} samples and {name} has {len(found)}, but both must describe "
            "the same samples. Check that neither was sliced without the other."
        )
    if len(truth) == 0:
        raise ValueError(f"y_true and {name} are empty. Pass at least one sample.")
    return truth, found


def encode(labels: AnyArray, name: str) -> Labelling:
    """Number the distinct labels, in the order of the classes of candidates."""
    if labels.dtype.kind == "O":
        names, codes = _unique_objects(labels, name)
    else:
        values, codes = np.unique(labels, return_inverse=True)
        names = values.tolist()
    if any(_is_missing(value) for value in names):
        raise ValueError(
            f"{name} has missing labels (None, NaN or masked), but every sample needs one here. "
            "Leave those samples out of both arrays."
        )
    return Labelling(codes, names)


def contingency(y_true: ArrayLike, labels: ArrayLike, name: str = "labels") -> Contingency:
    """Count the samples of each class in each cluster."""
    truth, found = as_label_pair(y_true, labels, name)
    classes, clusters = encode(truth, "y_true"), encode(found, name)
    shape = len(classes.names), len(clusters.names)
    cells = np.ravel_multi_index((classes.codes, clusters.codes), shape)
    table = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
    return Contingency(table, classes.names, clusters.names)


def _shape(labels: Any) -> tuple[int, ...]:
    """Shape of an array, or of a list of rows; a tuple in a list is a label."""
    if hasattr(labels, "shape"):
        return tuple(labels.shape)
    if not hasattr(labels, "__len__"):
        return ()
    rows = isinstance(labels, list | tuple) and len(labels) > 0
    inner = _shape(labels[0]) if rows and isinstance(labels[0], list | np.ndarray) else ()
    return len(labels), *inner


def _unique_objects(labels: AnyArray, name: str) -> tuple[list[Any], IntArray]:
    # A dictionary is faster than sorting a million Python objects.
    try:
        names = list(dict.fromkeys(labels))
    except TypeError as error:
        raise ValueError(
            f"{name} has labels that cannot be hashed, such as sets or lists, but one label per "
            "sample was expected. Candidate sets belong in y."
        ) from error
    names = sort_labels(names)
    code = {value: i for i, value in enumerate(names)}
    return names, np.fromiter(map(code.__getitem__, labels), np.intp, len(labels))


def _is_missing(value: Any) -> bool:
    # pandas.NA is known by its type's name: comparing it raises, and pandas is optional.
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return True
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return isinstance(value, float | np.floating) and bool(np.isnan(value))
