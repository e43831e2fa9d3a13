"""Parquet files, through pyarrow or polars, whichever is installed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plclust.io._table import Table, as_list, as_objects, is_numeric, repeated_names
from plclust.typing import AnyArray

PANDAS_INDEX = "__index_level_"


class _Column(NamedTuple):
    name: str
    numbers: Callable[[], AnyArray] | None  # called for the values as numbers
    objects: Callable[[], list[Any]]  # called for the values as Python objects
    kind: str


def read_parquet(path: Path, as_is: Collection[str]) -> Table:
    """Read a Parquet file; columns named in `as_is` keep their types."""
    columns: dict[str, AnyArray] = {}
    left_out: dict[str, str] = {}
    n_rows, found = _read_columns(path)
    for column in found:
        if column.name in as_is:
            columns[column.name] = as_objects(column.objects())
        elif column.name.startswith(PANDAS_INDEX):
            left_out[column.name] = "the index of a pandas table"
        elif column.numbers is None:
            left_out[column.name] = f"column of type {column.kind}"
        else:
            columns[column.name] = column.numbers()
    return Table(n_rows, columns, left_out)


def _read_columns(path: Path) -> tuple[int, Iterator[_Column]]:
    name, library = require_parquet()
    try:
        if name == "pyarrow.parquet":
            with library.ParquetFile(path) as file:  # unlike read_table it takes repeated names
                table = file.read()
            names, each = table.column_names, table.columns
        else:
            table = library.read_parquet(path)
            names, each = table.columns, table.get_columns()
    except Exception as error:
        if isinstance(error, OSError) and not path.exists():
            raise
        raise ValueError(f"{path} cannot be read as a Parquet file: {error}") from error
    repeated = repeated_names(names)
    if repeated:
        raise ValueError(
            f"{path} repeats the column {repeated[0]!r}, expected distinct names of columns."
        )
    read = _from_arrow if name == "pyarrow.parquet" else _from_polars
    return len(table), map(read, names, each)


def _from_arrow(name: str, column: Any) -> _Column:
    kind = str(column.type)
    numeric = kind.startswith(("int", "uint", "float", "double", "halffloat", "bool", "decimal"))
    numbers = partial(_arrow_as_floats, column) if numeric else None
    return _Column(name, numbers, column.to_pylist, kind)


def _arrow_as_floats(column: Any) -> AnyArray:
    """Integers beyond 2^53 are rounded, whether others are null or not."""
    return _as_floats(column.cast("float64", safe=False) if column.null_count else column)


def _from_polars(name: str, column: Any) -> _Column:
    kind = str(column.dtype)
    numeric = column.dtype.is_numeric() or kind == "Boolean"
    return _Column(name, partial(_as_floats, column) if numeric else None, column.to_list, kind)


def _as_floats(column: Any) -> AnyArray:
    values = np.asarray(column.to_numpy())
    return values if is_numeric(values) else values.astype(np.float64)


def write_parquet(path: Path, columns: Mapping[str, AnyArray]) -> None:
    """Write columns to a Parquet file; mixed types and integers beyond 64 bits become text."""
    name, library = require_parquet()
    lists = {key: _of_one_type(as_list(values)) for key, values in columns.items()}
    if name == "pyarrow.parquet":
        library.write_table(import_module("pyarrow").table(lists), path)
    else:
        library.DataFrame(lists).write_parquet(path)


def _of_one_type(values: list[Any]) -> list[Any]:
    present = {type(value) for value in values if value is not None}
    if len(present) < 2 and not (present == {int} and _exceeds_int64(values)):
        return values
    return [None if value is None else str(value) for value in values]


def _exceeds_int64(values: list[int | None]) -> bool:
    limits = np.iinfo(np.int64)
    return any(value is not None and not limits.min <= value <= limits.max for value in values)


def require_parquet() -> tuple[str, Any]:
    """Name and module of the library for Parquet files."""
    for name in ("pyarrow.parquet", "polars"):
        try:
            return name, import_module(name)
        except ImportError:
            continue
    raise ImportError(
        "Parquet files need pyarrow or polars, and neither is installed. "
        "Hint: pip install pyarrow, or save the table as CSV."
    )


__all__ = ["read_parquet", "require_parquet", "write_parquet"]
