"""A table that was read from a file: numeric columns, and those asked for as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plclust.typing import AnyArray


@dataclass(frozen=True)
class Table:
    """Columns of equal length by name.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    columns : dict of str to array of shape (n_rows,) or (n_rows, width)
        Numeric columns, missing values as NaN, and columns that were asked for as they are. Only
        npz files have columns wider than one.
    left_out : dict of str to str, default={}
        All other columns of the file, each with the reason why it is not in `columns`.
    nearly_numeric : tuple of str, default=()
        Those of them most of whose entries are numbers.

    Examples
    --------
    >>> import numpy as np
    >>> Table(2, {"a": np.array([1.0, 2.0])}, {"colour": "text such as 'red'"}).names
    ['a', 'colour']
    """

    n_rows: int
    columns: Mapping[str, AnyArray]
    left_out: Mapping[str, str] = field(default_factory=dict)
    nearly_numeric: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """Names of all columns of the file, those left out at the end."""
        return [*self.columns, *self.left_out]


def repeated_names(names: Iterable[str]) -> list[str]:
    """Names that occur more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def is_numeric(values: AnyArray) -> bool:
    """Tell whether an array holds real numbers or booleans."""
    return values.dtype.kind in "biuf"


def as_objects(values: list[object]) -> AnyArray:
    """Hold values of any type in a 1-D array, also if they are sequences of equal length."""
    held = np.empty(len(values), dtype=object)
    for row, value in enumerate(values):
        held[row] = value
    return held


def as_list(values: AnyArray) -> list[Any]:
    """Values as Python objects; dates for which Python has none, as with nanoseconds, as text."""
    listed: list[Any] = values.tolist()
    if values.dtype.kind == "M" and any(isinstance(value, int) for value in listed):
        return [None if np.isnat(value) else str(value) for value in values]
    return listed
