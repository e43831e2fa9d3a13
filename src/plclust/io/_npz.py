"""Arrays by name in one npz file. Nothing is unpickled: a file cannot run code."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import numpy as np

from plclust.io._table import Table, is_numeric
from plclust.typing import AnyArray


def read_npz(path: Path, as_is: Collection[str]) -> Table:
    """Read the arrays of a file that have one row per sample."""
    arrays, left_out = _load(path)
    n_rows = _count_rows(arrays, as_is)
    columns = {}
    for name, values in arrays.items():
        reason = _why_left_out(values, n_rows, as_is=name in as_is)
        if reason:
            left_out[name] = reason
        else:
            columns[name] = values
    lost = [name for name in left_out if name in as_is]
    if lost:
        raise ValueError(
            f"the array {lost[0]!r} of {path} cannot be read: {left_out[lost[0]]}. Hint: save one "
            "entry per sample, sets as strings such as 'a|b', with np.array([...], dtype=str)."
        )
    return Table(n_rows, columns, left_out)


def _load(path: Path) -> tuple[dict[str, AnyArray], dict[str, str]]:
    with path.open("rb") as file:  # which NumPy leaves open if it cannot be read
        try:
            archive = np.load(file, allow_pickle=False)
        except (ValueError, EOFError, BadZipFile) as error:
            # A ValueError advises to unpickle the file.
            what = "it does not begin like one" if isinstance(error, ValueError) else error
            raise ValueError(
                f"{path} is no npz file: {what}. Hint: write it with np.savez."
            ) from error
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise ValueError(  # noqa: TRY004 the file is wrong, not an argument
                f"{path} holds a single array. Hint: write several with np.savez."
            )
        return _members(archive, path)


def _members(
    archive: np.lib.npyio.NpzFile, path: Path
) -> tuple[dict[str, AnyArray], dict[str, str]]:
    arrays, left_out = {}, {}
    with archive:
        for name in archive.files:
            try:
                member = archive[name]
            except ValueError:  # what NumPy raises for an array of objects
                left_out[name] = "an array of Python objects, which only pickle could read"
            except (BadZipFile, EOFError, zlib.error, RuntimeError) as error:
                raise ValueError(f"the array {name!r} of {path} is damaged: {error}.") from error
            else:
                if isinstance(member, np.ndarray):
                    arrays[name] = member
                else:
                    left_out[name] = "no array"
    return arrays, left_out


def _count_rows(arrays: Mapping[str, AnyArray], as_is: Collection[str]) -> int:
    lengths = {name: len(values) for name, values in arrays.items() if values.ndim}
    asked = [length for name, length in lengths.items() if name in as_is]
    return max(asked or lengths.values(), default=0)


def _why_left_out(values: AnyArray, n_rows: int, *, as_is: bool) -> str:
    if values.ndim not in {1, 2} or len(values) != n_rows:
        return f"shape {values.shape}, which is not one row for each of {n_rows} samples"
    return "" if as_is or is_numeric(values) else f"array of type {values.dtype}"


def write_npz(path: Path, columns: Mapping[str, AnyArray]) -> None:
    """Write columns as arrays, those of objects in their natural type or as text."""
    # np.savez could not write a column called "file".
    with ZipFile(path, "x", ZIP_DEFLATED) as archive:
        for name, values in columns.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, _natural(values), allow_pickle=False)


def _natural(values: AnyArray) -> AnyArray:
    if values.dtype != object:
        return values
    filled = ["" if value is None else value for value in values.tolist()]
    try:
        natural = np.array(filled)
    except ValueError:  # lists of different lengths, or bytes beside text
        natural = values
    return natural if natural.dtype != object and natural.ndim == 1 else np.array(_texts(filled))


def _texts(values: list[object]) -> list[str]:
    return [
        value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)
        for value in values
    ]
