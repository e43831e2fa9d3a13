"""Which columns of a user's table are candidates, ids and features."""

from __future__ import annotations

import csv
import math
import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from plclust._warnings import warn_user
from plclust.io import Table
from plclust.io._csv import parse_number
from plclust.typing import AnyArray, BoolArray, FloatArray

MOST_NAMES = 20  # that a message shows
WHOLE_NUMBER = re.compile(r"[+-]?\d+(\.0*)?")


class UnknownColumnError(ValueError):
    """An option names a column that the table does not have."""


@dataclass(frozen=True)
class Roles:
    """What the options say about columns; None or empty where they say nothing."""

    candidates: str | None = None
    candidate_columns: tuple[str, ...] = ()
    candidate_prefix: str | None = None
    id: str | None = None
    features: tuple[str, ...] = ()

    @property
    def as_is(self) -> list[str]:
        """Columns to be read as they are."""
        return [name for name in (self.candidates, self.id) if name is not None]

    def one_hot(self, table: Table) -> dict[str, str]:
        """Indicator columns, by column, with the class that each stands for."""
        if self.candidate_prefix is None:
            return {name: name for name in self.candidate_columns}
        prefix = self.candidate_prefix
        names = [name for name in table.names if name not in self.as_is]
        found = {name: name.removeprefix(prefix) for name in names if name.startswith(prefix)}
        if not found:
            raise UnknownColumnError(f"no column starts with {prefix!r}; {_list_columns(table)}")
        return found

    def taken(self, table: Table) -> set[str]:
        """Columns that are no features."""
        return {*self.as_is, *self.one_hot(table)}


def split_names(text: str) -> tuple[str, ...]:
    """Names between commas; double quotes around a name that has a comma.

    Examples
    --------
    >>> split_names('a, "b,c"')
    ('a', 'b,c')
    """
    try:
        (row,) = csv.reader([text], skipinitialspace=True)
    except csv.Error:
        row = []
    names = tuple(name.strip() for name in row if name.strip())
    if not names:
        raise ValueError(
            f"{text!r} is no list of names, expected some with commas between. "
            "Hint: double quotes around a name that has a comma or a line end."
        )
    return names


def candidates_of(table: Table, roles: Roles) -> tuple[BoolArray, AnyArray]:
    """Candidates of the samples and their classes, from one column or from indicator columns."""
    from plclust.candidates import check_candidates  # noqa: PLC0415 keeps --help quick

    _require(table, roles.as_is)
    if roles.candidates is not None:
        values = table.columns[roles.candidates]
        try:
            y = _sets(values) if values.ndim == 1 and values.dtype.kind in "OSU" else values
            with warnings.catch_warnings():  # of what warn_of_separators says of the column
                warnings.filterwarnings("ignore", ".*and also a class that is a part of it")
                return check_candidates(y, table.n_rows)
        except ValueError as error:
            raise ValueError(
                f"the candidates in column {roles.candidates!r} cannot be used. With y for that "
                f"column and rows counted from 0: {error}"
            ) from error
    columns = roles.one_hot(table)
    _require(table, columns)
    marks = np.column_stack([_numbers(table, name) for name in columns])
    wrong = np.argwhere((marks != 0) & (marks != 1))
    if len(wrong):
        row, column = wrong[0]
        held = "nothing" if np.isnan(marks[row, column]) else f"{marks[row, column]:g}"
        raise ValueError(
            f"indicator columns must hold 0 and 1 only, but {list(columns)[column]!r} has {held} "
            f"in row {row}, counted from 0 (wrong entries in all: {len(wrong)}). "
            "Hint: write 0 in every column of a sample without candidates."
        )
    return check_candidates(marks, classes=list(columns.values()))


def _sets(values: AnyArray) -> list[object]:
    texts = [value.decode() if isinstance(value, bytes) else value for value in values.tolist()]
    sets = [_blank_missing(_unprinted(text)) if isinstance(text, str) else text for text in texts]
    names = [one for one in sets if isinstance(one, str)]
    return list(_whole_numbers(names)) if len(names) == len(sets) else sets


def _whole_numbers(labels: list[str]) -> list[str]:
    """Integers as such: beside empty entries, pandas writes them as 1.0, 2.0, ...

    Examples
    --------
    >>> _whole_numbers(["1.0", "", "2"]), _whole_numbers(["1.0", "ann"])
    (['1', '', '2'], ['1.0', 'ann'])
    """
    if not all(WHOLE_NUMBER.fullmatch(label) for label in {*labels} - {""}):
        return labels
    return [label.partition(".")[0] for label in labels]


def _unprinted(text: str) -> str:
    """The usual form of a set, list or tuple that was printed into the table.

    Examples
    --------
    >>> _unprinted("['ann', 'bob']"), _unprinted("[]"), _unprinted("[sic]")
    ('ann|bob', '', '[sic]')
    """
    from plclust.candidates._suspects import printed_labels  # noqa: PLC0415 keeps --help quick

    found = printed_labels(text)
    return text if found is None else "|".join("" if one is None else str(one) for one in found)


def warn_of_separators(table: Table, roles: Roles) -> None:
    """Warn if candidates seem to have another separator between them."""
    values = table.columns.get(roles.candidates or "", np.empty(0))
    texts = [text for text in values.tolist() if isinstance(text, str)]
    texts = [text for text in texts if _unprinted(text) == text]
    for separator in (",", ";"):
        n_found = sum(separator in text for text in texts)
        if n_found > 1 and not any("|" in text for text in texts):
            warn_user(
                f"{n_found} entries of the column {roles.candidates!r} have {separator!r} in them "
                "and none has '|', so each is taken for a single class. Hint: write 'a|b' if "
                "these are sets.",
                UserWarning,
            )


def _blank_missing(text: str) -> str:
    """Leave blank what a file writes for a missing label, as check_candidates expects it."""
    return "|".join("" if _is_missing(label) else label for label in text.split("|"))


def _is_missing(label: str) -> bool:
    number = parse_number(label)
    return number is not None and (math.isnan(number) or number == -1)


def features_of(table: Table, roles: Roles) -> tuple[FloatArray, list[str]]:
    """The features, one column each, and their names."""
    taken = roles.taken(table)
    _require(table, roles.features)
    both = [name for name in roles.features if name in taken]
    if both:
        raise UnknownColumnError(f"{both[0]!r} is asked for as a feature, but has another role.")
    twice = [name for name in set(roles.features) if roles.features.count(name) > 1]
    if twice:
        raise UnknownColumnError(f"{twice[0]!r} is asked for twice as a feature.")
    names = roles.features or tuple(name for name in table.columns if name not in taken)
    if not names:
        raise ValueError(
            f"no numeric column is left for features; {_list_columns(table)} "
            "Hint: numbers need a decimal point, not a comma."
        )
    X = np.column_stack([_numbers(table, name) for name in names])
    widths = [table.columns[name].shape[1:] for name in names]
    spread = [
        label
        for name, width in zip(names, widths, strict=True)
        for label in ([f"{name}[{j}]" for j in range(width[0])] if width else [name])
    ]
    _check_finite(X, spread)
    _check_squares(X, spread)
    return X, spread


def _numbers(table: Table, name: str) -> FloatArray:
    if name in table.left_out:
        raise ValueError(
            f"the column {name!r} is not numeric: {table.left_out[name]}. "
            "Hint: encode it as numbers, or leave it out."
        )
    return np.asarray(table.columns[name], dtype=np.float64)


def _check_finite(X: FloatArray, names: Sequence[str]) -> None:
    counts = dict(zip(names, np.count_nonzero(~np.isfinite(X), axis=0).tolist(), strict=True))
    if any(counts.values()):
        raise ValueError(
            f"features must be finite numbers, but {_counts(counts, 'missing or infinite value')}. "
            "Hint: fill them in or drop these rows, or leave the columns out with --features. "
            "Nothing is imputed here, because only you know what a missing value means."
        )


def _check_squares(X: FloatArray, names: Sequence[str]) -> None:
    """Find out before features are standardised that their squares overflow."""
    from plclust.graph import safe_range  # noqa: PLC0415 keeps --help quick

    largest = np.maximum(X.max(axis=0), -X.min(axis=0))
    _, most = safe_range(X)
    if (largest > most).any():
        j = int(np.argmax(largest))
        raise ValueError(
            f"the feature {names[j]!r} reaches {largest[j]:.3g}, expected {most:.1g} at most, so "
            "that squares can be summed. Hint: divide it by a large number, or leave the column "
            "out with --features."
        )


def _counts(counts: dict[str, int], what: str) -> str:
    found = {name: count for name, count in counts.items() if count}
    shown = [f"{name!r} has {count}" for name, count in list(found.items())[:10]]
    more = f" and {len(found) - 10} more columns" if len(found) > 10 else ""
    return f"of {what}s {', '.join(shown)}{more}"


def counts_rows(values: AnyArray) -> bool:
    """Tell whether a column numbers the rows, as an id would."""
    if values.ndim != 1 or len(values) < 3 or not np.isfinite(values).all():
        return False
    return bool((np.diff(np.asarray(values, dtype=np.float64)) == 1).all())


def _require(table: Table, names: Iterable[str]) -> None:
    for name in names:
        if name not in table.columns and name not in table.left_out:
            raise UnknownColumnError(
                f"no column is called {name!r}; {_list_columns(table)}{_hint(name, table.names)}"
            )


def _hint(name: str, names: Collection[str]) -> str:
    """Which column may be meant.

    Examples
    --------
    >>> _hint("lable", ["label", "x"])
    " Did you mean 'label'?"
    >>> _hint("size", ["size, mm", "x"])
    " Did you mean 'size, mm'? In a list of columns, put double quotes around a name with a comma."
    """
    parts = [other for other in names if name in (part.strip() for part in other.split(","))]
    close = parts or get_close_matches(name, names, n=1)
    if not close:
        return ""
    quotes = "In a list of columns, put double quotes around a name with a comma."
    return f" Did you mean {close[0]!r}?{' ' + quotes if ',' in close[0] else ''}"


def _list_columns(table: Table) -> str:
    return f"the table has {_some(table.names)}."


def _some(names: Collection[str]) -> str:
    shown = ", ".join(list(names)[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES} more"


__all__ = [
    "Roles",
    "UnknownColumnError",
    "candidates_of",
    "counts_rows",
    "features_of",
    "split_names",
    "warn_of_separators",
]
