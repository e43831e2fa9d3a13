"""Sequences with one entry per sample: a label, or a set of labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from plclust.candidates._labels import (
    NUMBERS,
    are_signs,
    as_elements,
    check_classes,
    is_blank,
    is_missing,
    label_array,
    sort_labels,
)
from plclust.candidates._suspects import warn_of_suspects
from plclust.typing import AnyArray, BoolArray, IntArray

LabelSet: TypeAlias = frozenset[Any]
CONTAINERS = (set, frozenset, list, tuple, range, np.ndarray)


class Encoded(NamedTuple):
    """Sets of labels, and for every sample the position of its set."""

    sets: list[LabelSet]
    which: IntArray

    def first_with(self, label: Any) -> int:
        """First sample whose set has the label."""
        having = [label in labels for labels in self.sets]
        return int(np.argmax(np.array(having)[self.which]))


def read_sequence(y: Any, classes: AnyArray | None) -> tuple[BoolArray, AnyArray]:
    """Mark the labels that each entry of a sequence names; nothing is marked for a missing one."""
    elements = as_elements(y)
    _refuse_continuous(elements)
    encoded = encode(elements, partial(as_set, absent=absent_beside(classes)))
    _refuse_indicator_rows(elements, encoded.sets)
    found = find_classes(encoded, classes)
    if classes is None:
        warn_of_suspects(found.tolist())
    column = {label: j for j, label in enumerate(found.tolist())}
    rows = np.repeat(np.arange(len(encoded.sets)), [len(labels) for labels in encoded.sets])
    columns = [column[label] for label in chain.from_iterable(encoded.sets)]
    marks = np.zeros((len(encoded.sets), len(found)), dtype=np.bool_)
    marks[rows, columns] = True
    return marks[encoded.which], found


def absent_beside(classes: AnyArray | None) -> Callable[[Any], bool]:
    """What tells a missing label: -1 is none if the classes are -1 and 1."""
    return is_blank if classes is not None and are_signs(classes) else is_missing


def encode(
    elements: AnyArray | list[Any],
    read: Callable[[Any, str], LabelSet],
    name: str = "y",
) -> Encoded:
    """Read every distinct element once; sets, which cannot be told apart before, one by one."""
    if isinstance(elements, np.ndarray):
        values, which = np.unique(elements, return_inverse=True)
        return Encoded([read(value, name) for value in values.tolist()], which)
    first, which = np.unique(_first_equal(elements), return_inverse=True)
    codes: dict[LabelSet, int] = {}
    each = (codes.setdefault(read(elements[i], f"{name}[{i}]"), len(codes)) for i in first.tolist())
    code = np.fromiter(each, dtype=np.intp, count=len(first))
    return Encoded(list(codes), code[which])


def _first_equal(elements: list[Any]) -> IntArray:
    """Position of the first element that equals each; their own if some cannot be hashed."""
    seen: dict[Any, int] = {}
    each = (seen.setdefault(element, i) for i, element in enumerate(elements))
    try:
        return np.fromiter(each, dtype=np.intp, count=len(elements))
    except TypeError:
        return np.arange(len(elements))


def as_set(element: Any, where: str, *, absent: Callable[[Any], bool] = is_missing) -> LabelSet:
    """Read a candidate set; a string is split at its bars, a missing label is the empty set."""
    if isinstance(element, str) and "|" in element:
        labels = _hashable([part.strip() for part in element.split("|")], where)
    elif isinstance(element, CONTAINERS):
        labels = _hashable(element, where)
    else:
        return as_label(element, where, absent=absent)
    if any(map(absent, labels)):
        raise ValueError(
            f"{where} is {element!r}, a candidate set with a missing label in it. "
            f"Hint: leave the missing label out; for an unlabelled sample pass None or set()."
        )
    return labels


def as_label(element: Any, where: str, *, absent: Callable[[Any], bool] = is_missing) -> LabelSet:
    """Read a single label as a set of one, a missing label as the empty set."""
    return frozenset() if absent(element) else _hashable((element,), where)


def _hashable(labels: Any, where: str) -> LabelSet:
    try:
        return frozenset(labels)
    except TypeError as error:
        raise ValueError(
            f"{where} has a label that cannot be a class: {error}. "
            f"Hint: write a class as a string, number or tuple."
        ) from error


def _refuse_continuous(elements: AnyArray | list[Any], name: str = "y") -> None:
    """Catch a column of measurements: each of them would be a class."""
    if isinstance(elements, list):
        if not all(is_missing(one) or isinstance(one, NUMBERS) for one in elements):
            return
        fractional = (float, np.floating)
        numbers = np.array([one if isinstance(one, fractional) else 0.0 for one in elements])
    elif elements.dtype.kind == "f":
        numbers = elements
    else:
        return
    whole = np.isnan(numbers) | (np.isfinite(numbers) & (numbers == np.rint(numbers)))
    if not whole.all():
        i = int(np.argmin(whole))
        raise ValueError(
            f"Unknown label type: continuous. {name}[{i}] is {elements[i]}, a measurement, "
            "expected classes. Hint: write classes as strings or integers."
        )


def _refuse_indicator_rows(elements: AnyArray | list[Any], sets: list[LabelSet]) -> None:
    """Catch a 0/1 matrix given as a list of rows: read as sets it would say nothing at all."""
    if isinstance(elements, np.ndarray) or not all(labels <= {0, 1} for labels in sets):
        return
    for i, element in enumerate(elements):
        if isinstance(element, (list, tuple, np.ndarray)) and len(element) > len(set(element)):
            raise ValueError(
                f"y[{i}] is {element!r}, a candidate set that repeats a label, and y has no labels "
                f"but 0 and 1. Hint: pass an indicator matrix as np.asarray(y)."
            )
    rows = {tuple(row) for row in elements if isinstance(row, (list, tuple, np.ndarray))}
    if not any(len(labels) == 1 for labels in sets) and {(0, 1), (1, 0)} <= rows:
        raise ValueError(
            "Every y[i] has the candidates 0 and 1, in one order or the other, which says nothing "
            "about any sample. Hint: pass an indicator matrix as np.asarray(y)."
        )


def find_classes(encoded: Encoded, classes: AnyArray | None, name: str = "y") -> AnyArray:
    """Sort the labels present, or check that they are among the given classes."""
    present = frozenset[Any]().union(*encoded.sets)
    if classes is None:
        _refuse_blank_differences(present, name)
        return label_array(sort_labels(present))
    unknown = sort_labels(present.difference(classes.tolist()))
    if unknown:
        raise ValueError(
            f"{name}[{encoded.first_with(unknown[0])}] names {unknown[0]!r}, which is not among "
            f"the {len(classes)} classes. Hint: add it to classes."
        )
    return classes


def _refuse_blank_differences(labels: LabelSet, name: str) -> None:
    """Catch names that look the same: "a" and "a " would be two classes."""
    stripped: dict[str, str] = {}
    for label in labels:
        if isinstance(label, str) and stripped.setdefault(label.strip(), label) != label:
            raise ValueError(
                f"{name} names {stripped[label.strip()]!r} and {label!r}, which differ in blanks "
                "only. Hint: strip the labels; parts of 'a|b' are stripped here."
            )


def encode_labels(y: Any, classes: Any, name: str = "y") -> tuple[IntArray, AnyArray]:
    """Number the labels by class, -1 for a missing one. Nothing is split and nothing is a set."""
    elements = as_elements(y, name)
    _refuse_continuous(elements, name)
    given = None if classes is None else check_classes(classes)
    encoded = encode(elements, partial(as_label, absent=absent_beside(given)), name)
    found = find_classes(encoded, given, name)
    code = {label: j for j, label in enumerate(found.tolist())}
    codes = np.array([code[next(iter(labels))] if labels else -1 for labels in encoded.sets], int)
    return codes[encoded.which], found
