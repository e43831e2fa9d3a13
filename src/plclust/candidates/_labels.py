"""Single labels: which of them are missing, how they are ordered, which array holds them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, KeysView, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

from plclust.typing import AnyArray

NUMBERS = (int, float, np.integer, np.floating, np.bool_)
NOTHING_AS_STRINGS = ("nan", "None", "<NA>", "NaT")  # what NumPy writes into arrays of strings
AS_STRINGS = (*NOTHING_AS_STRINGS, "-1", "-1.0")  # the same for all missing labels
TEXT = (str, bytes, bytearray)
# Families of labels for which NumPy has a type of its own; all others are held as objects.
FAMILIES = ((bool, np.bool_), NUMBERS, (str,))


def is_missing(label: Any) -> bool:
    """Tell whether a label says "unlabelled": None, NaN, NA, NaT, -1 or a blank string."""
    return is_blank(label) or (isinstance(label, NUMBERS) and bool(label == -1))


def is_blank(label: Any) -> bool:
    """Tell whether a label is missing even where -1 is a class: beside 1 alone."""
    if label is None:
        return True
    if isinstance(label, (str, bytes)):
        return not label.strip()
    if isinstance(label, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(label))
    if isinstance(label, (float, np.floating)):
        return math.isnan(label)
    return type(label).__name__ in {"NAType", "NaTType"}


def are_signs(labels: AnyArray | list[Any]) -> bool:
    """Tell whether labels are the numbers 1 and -1, both of them and nothing else.

    Examples
    --------
    >>> are_signs([1, -1, 1]), are_signs([1, -1, None]), are_signs([1, 1])
    (True, False, False)
    """
    if isinstance(labels, np.ndarray):
        positive, negative = labels == 1, labels == -1
        return bool(positive.any() and negative.any() and (positive | negative).all())
    return all(isinstance(label, NUMBERS) for label in labels) and set(labels) == {1, -1}


def refuse_other_types(labels: Sequence[Any], classes: Sequence[Any], name: str) -> None:
    """Refuse labels that cannot be classes: none is among them, and all differ from them in type.

    Examples
    --------
    >>> refuse_other_types([1, 7], [1, 2], "y")
    """
    if not set(labels).isdisjoint(classes):
        return
    if {*map(_family, labels)}.isdisjoint(map(_family, classes)):
        raise ValueError(
            f"{name} has labels such as {labels[0]!r}, but classes are such as {classes[0]!r}: "
            f"none is equal, they differ in type. Hint: convert {name} to the type of the classes, "
            "or name the classes alike in both."
        )


def _family(label: Any) -> Any:
    """What a label may be equal to others of: numbers of any kind are, and text is with text."""
    return next((family for family in (NUMBERS, TEXT) if isinstance(label, family)), type(label))


def as_elements(
    values: Any, name: str = "y", *, as_strings: Sequence[str] = AS_STRINGS
) -> AnyArray | list[Any]:
    """Read a one-dimensional container: numbers as an array, all else as a list.

    Of lists only those of integers, or of floats, are handed to NumPy: it would make a matrix of
    sets of equal size, and strings of labels of mixed type. Arrays of strings are refused if they
    have one of those `as_strings`, which NumPy makes of missing labels.
    """
    if isinstance(values, (Sequence, ValuesView, KeysView)) and not isinstance(values, TEXT):
        return _elements_of_list(list(values))
    listed = _listed(values)
    if listed is not None:
        return _elements_of_list([_decode(v, name) if isinstance(v, bytes) else v for v in listed])
    unordered = isinstance(values, (*TEXT, AbstractSet, Mapping))
    if unordered or not hasattr(values, "__len__") or getattr(values, "shape", None) == ():
        raise ValueError(
            f"{name} is of type {type(values).__name__}, expected a list, array or Series. "
            f"Hint: put its entries into a list, in order."
        )
    if len(getattr(values, "shape", "1")) != 1:
        raise ValueError(
            f"{name} has shape {tuple(values.shape)}, expected one dimension. "
            f"Hint: ravel a single column, or pass a list of sets."
        )
    return _elements_of_array(values, name, as_strings)


def _listed(values: Any) -> list[Any] | None:
    """List a column of types that are not NumPy's, of Arrow, pandas or polars; None for others.

    NumPy would make floats of integers beside missing ones, and so one class of two large numbers.
    """
    numpys = isinstance(getattr(values, "dtype", None), np.dtype)
    if numpys or len(getattr(values, "shape", "1")) != 1:
        return None
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    return None


def as_array(values: Any) -> AnyArray:
    """Array of what a container holds, with its mask if it has one."""
    if isinstance(values, np.ma.MaskedArray):
        return values
    # The to_numpy of Arrow's arrays refuses text and missing values.
    own = hasattr(values, "to_numpy") and not hasattr(values, "to_pylist")
    return np.asarray(values.to_numpy() if own else values)


def _elements_of_list(values: Sequence[Any]) -> AnyArray | list[Any]:
    types = set(map(type, values))
    if types == {float}:
        return np.array(values)
    array = np.array(values) if types == {int} else None
    # Integers that exceed 64 bits are left as they are.
    return _as_list(values) if array is None or array.dtype.kind != "i" else array


def _as_list(values: Iterable[Any]) -> list[Any]:
    return [None if value is np.ma.masked else value for value in values]


def _elements_of_array(values: Any, name: str, as_strings: Sequence[str]) -> AnyArray | list[Any]:
    array = as_array(values)
    if array.dtype.kind in "biuf" and not isinstance(array, np.ma.MaskedArray):
        return array
    if array.dtype.kind == "U":
        _refuse_missing_as_strings(array, name, as_strings)
    if array.dtype.kind in "mM":
        return _as_list(array)  # tolist() would turn datetime64[ns] into integers
    return [_decode(label, name) if isinstance(label, bytes) else label for label in array.tolist()]


def _decode(label: bytes, name: str) -> str:
    """Text out of bytes, as which files in C and HDF5 hold it."""
    try:
        return label.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name} is an array of bytes that are no UTF-8, such as {label!r}. Hint: decode them "
            "with the right encoding first, as numpy.char.decode does."
        ) from error


def _refuse_missing_as_strings(array: AnyArray, name: str, as_strings: Sequence[str]) -> None:
    """Catch what NumPy makes of missing labels among strings: it would be one more class."""
    found = np.flatnonzero(np.isin(array, as_strings) & ~np.ma.getmaskarray(array))
    if found.size:
        raise ValueError(
            f"{name}[{found[0]}] is {str(array[found[0]])!r}, as NumPy writes a missing label in "
            "an array of strings. Hint: pass a list, or an array of dtype=object; there the string "
            "would be a class."
        )


def sort_labels(labels: Collection[Any]) -> list[Any]:
    """Sort labels by value, or by type name and repr where values do not compare."""
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=lambda label: (type(label).__name__, repr(label)))


def label_array(labels: Sequence[Any]) -> AnyArray:
    """Hold labels in a 1-D array of their natural type, integral floats as integers."""
    if not labels:
        return np.empty(0, dtype=np.int64)
    if any(all(isinstance(label, family) for label in labels) for family in FAMILIES):
        natural = np.array(labels)
        if natural.tolist() == list(labels):  # false for integers too large for a float
            return _integral_as_int(natural)
    objects = np.empty(len(labels), dtype=object)
    for position, label in enumerate(labels):  # a slice assignment would unpack tuples
        objects[position] = label
    return objects


def _integral_as_int(labels: AnyArray) -> AnyArray:
    integral = labels.dtype.kind == "f" and bool(
        np.all((labels == np.rint(labels)) & (np.abs(labels) < 2**53))
    )
    return labels.astype(np.int64) if integral else labels


def check_classes(classes: Any, name: str = "classes") -> AnyArray:
    """Hold the given classes, in their order, in an array; refuse missing and repeated ones."""
    elements = as_elements(classes, name)
    labels = elements.tolist() if isinstance(elements, np.ndarray) else elements
    absent = is_blank if are_signs(elements) else is_missing
    for label in labels:
        if absent(label):
            raise ValueError(
                f"{label!r} stands for a missing label, expected none in {name}. "
                f"Hint: leave it out, or rename that class."
            )
    try:
        repeated = [label for label, count in Counter(labels).items() if count > 1]
    except TypeError as error:
        raise ValueError(
            f"{name} must be hashable: {error}. Hint: write a class as a string, number or tuple."
        ) from error
    if repeated:
        raise ValueError(
            f"{repeated[0]!r} occurs more than once in {name}, expected distinct classes. "
            f"Hint: rename or merge the repeated ones."
        )
    return label_array(labels)
