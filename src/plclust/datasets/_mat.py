"""MATLAB files of partial-label data. Only matrices of numbers are ever read from them."""

from __future__ import annotations

import struct

from plclust.datasets._mat5 import NUMERIC, DamagedError, Variable, read_variables
from plclust.datasets._tables import Table, candidate_table, label_table
from plclust.typing import AnyArray

CANDIDATES = ("data", "target", "partial_target")
LABELS = (("X", "Y"), ("fea", "gnd"))
HDF5 = b"\x89HDF\r\n\x1a\n"


def read_mat(content: bytes, name: str) -> Table:
    """Read samples and labels from the bytes of a MATLAB file called `name`."""
    _refuse_hdf5(content, name)
    try:
        variables = read_variables(content)
    except DamagedError as error:
        raise _unreadable(name, error) from error
    layout = _choose_layout({variable.name for variable in variables}, name)
    needed = [variable for variable in variables if variable.name in layout]
    _refuse_non_numeric(needed, layout, name)
    arrays = {variable.name: _values(variable, name) for variable in needed}
    first, *others = (arrays[variable] for variable in layout)
    if layout == CANDIDATES:
        return candidate_table(first, others[0], others[1], name)
    return label_table(first, others[0], name)


def _refuse_hdf5(content: bytes, name: str) -> None:
    if content.startswith((HDF5, b"MATLAB 7.3")) or content[512:520] == HDF5:
        raise ValueError(
            f"{name} is a MATLAB 7.3 (HDF5) file, expected one of version 5 to 7. "
            f"Hint: load it in MATLAB or Octave and save it again with save('-v7', ...)."
        )


def _values(variable: Variable, name: str) -> AnyArray:
    try:
        return variable.values()
    except (DamagedError, struct.error, MemoryError) as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> ValueError:
    return ValueError(
        f"{name} cannot be read as a MATLAB file ({error}), expected an undamaged .mat file of "
        f"version 5 to 7. Hint: get the file again; unpack archives; save old files with '-v7'."
    )


def _choose_layout(names: set[str], name: str) -> tuple[str, ...]:
    for layout in (CANDIDATES, *LABELS):
        if names.issuperset(layout):
            return layout
    raise ValueError(
        f"{name} has the variables {sorted(names)}, expected data, target and partial_target, or "
        f"X and Y. Hint: rename the variables and save the file again."
    )


def _refuse_non_numeric(needed: list[Variable], layout: tuple[str, ...], name: str) -> None:
    if len(needed) > len(layout):
        raise ValueError(
            f"{name} has one of the variables {', '.join(layout)} twice, expected each once. "
            f"Hint: save the file again with one of each."
        )
    for variable in needed:
        if variable.kind not in NUMERIC or len(variable.shape) != 2:
            raise ValueError(
                f"{variable.name} in {name} is of MATLAB class {variable.kind} and shape "
                f"{variable.shape}, expected a matrix of real numbers. "
                f"Hint: convert it to a plain or sparse matrix and save the file again."
            )
