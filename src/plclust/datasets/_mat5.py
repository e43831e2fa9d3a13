"""The numeric part of the MATLAB 5 file format.

`scipy.io.loadmat` builds whatever objects a file asks for, and a damaged file can crash the
interpreter inside it. Partial-label data are a few matrices of numbers, which need little code to
read, and here every length is checked before it is used.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from plclust.typing import AnyArray

MATRIX, COMPRESSED = 14, 15
MAX_DENSE = 2**28  # entries, so that a few damaged bytes do not ask for all memory
MAX_SIZE = 2**31  # of a dimension, for which the format has four bytes
STORED_AS = {
    1: "i1",
    2: "u1",
    3: "i2",
    4: "u2",
    5: "i4",
    6: "u4",
    7: "f4",
    9: "f8",
    12: "i8",
    13: "u8",
}
CLASSES = {1: "cell", 2: "struct", 3: "object", 4: "char", 5: "sparse", 6: "double", 7: "single"}
CLASSES |= {8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32", 13: "uint32"}
CLASSES |= {14: "int64", 15: "uint64", 16: "function", 17: "opaque"}
NUMERIC = {CLASSES[number] for number in range(5, 16)}


class DamagedError(ValueError):
    """The bytes do not follow the format."""


class Element(NamedTuple):
    """A tagged piece of a file."""

    kind: int
    body: memoryview


class Variable(NamedTuple):
    """A variable of a file, its values not yet looked at."""

    name: str
    kind: str
    shape: tuple[int, ...]
    parts: Iterator[Element]
    order: str

    def values(self) -> AnyArray:
        """The values of a matrix of numbers, dense."""
        if self.kind == "sparse":
            return self._sparse_values()
        values = _numbers(next(self.parts, None), self.order)
        _require(values.size == math.prod(self.shape), f"{self.name} is cut short")
        return values.reshape(self.shape, order="F")

    def _sparse_values(self) -> AnyArray:
        rows, starts, values = (_numbers(next(self.parts, None), self.order) for _ in range(3))
        _require({rows.dtype.kind, starts.dtype.kind} <= {"i", "u"}, f"{self.name} has no indices")
        n_rows, n_columns = self.shape
        _require(n_rows * n_columns <= MAX_DENSE, f"{self.name} is too large with its zeros")
        sound = len(starts) == n_columns + 1 and starts[0] == 0
        # Compared, not subtracted: a difference of unsigned numbers is never below zero.
        sound = sound and (starts[1:] >= starts[:-1]).all()
        _require(sound, f"{self.name} has impossible column starts")
        n_entries = int(starts[-1])
        _require(min(len(rows), len(values)) >= n_entries, f"{self.name} is cut short")
        rows, values = rows[:n_entries], values[:n_entries]
        _require(((rows >= 0) & (rows < n_rows)).all(), f"{self.name} has impossible row numbers")
        dense = np.zeros(self.shape, dtype=values.dtype)
        counts = np.diff(starts).astype(np.intp)
        dense[rows, np.repeat(np.arange(n_columns), counts)] = values
        return dense


def read_variables(content: bytes) -> list[Variable]:
    """List the variables in the bytes of a file."""
    order = {b"IM": "<", b"MI": ">"}.get(content[126:128])
    if order is None:
        raise DamagedError("it has no header of a MATLAB 5 file")
    try:
        elements = _elements(memoryview(content)[128:], order, align=1)
        return [_variable(element, order) for element in elements]
    except (struct.error, zlib.error) as error:
        raise DamagedError(str(error)) from error


def _elements(buffer: memoryview, order: str, align: int = 8) -> Iterator[Element]:
    position = 0
    while position < len(buffer):
        kind, size = struct.unpack_from(f"{order}II", buffer, position)
        start, end = position + 8, position + 8 + size
        if kind >> 16:  # up to four bytes are packed into the tag itself
            kind, size = kind & 0xFFFF, kind >> 16
            _require(size <= 4, "a small element is too large")
            start, end = position + 4, position + 4 + size
        _require(end <= len(buffer), "it ends too early")
        yield Element(kind, buffer[start:end])
        position = max(position + 8, end + -end % align)


def _variable(element: Element, order: str) -> Variable:
    if element.kind == COMPRESSED:
        packed = list(_elements(memoryview(zlib.decompress(element.body)), order, align=1))
        _require(len(packed) == 1, f"{len(packed)} elements are compressed as one")
        element = packed[0]
    _require(element.kind == MATRIX, f"an element of type {element.kind} is no variable")
    parts = _elements(element.body, order)
    words = _numbers(next(parts, None), order)
    _require(words.dtype.kind in {"i", "u"}, "flags are no whole numbers")
    flags = int(words[:1].sum())
    kind = CLASSES.get(flags & 0xFF, "unknown")
    # Opaque objects have no dimensions, and are not read anyway.
    shape = () if kind == "opaque" else tuple(_numbers(next(parts, None), order).tolist())
    sizes = all(isinstance(n, int) and 0 <= n < MAX_SIZE for n in shape)
    _require(sizes, "dimensions are no counts")
    name = next(parts, Element(0, memoryview(b""))).body.tobytes().decode("latin-1")
    is_complex = bool(flags & 0x800)
    return Variable(name, f"complex {kind}" if is_complex else kind, shape, parts, order)


def _numbers(element: Element | None, order: str) -> np.ndarray[Any, Any]:
    if element is None:
        raise DamagedError("it ends too early")
    stored = STORED_AS.get(element.kind)
    if stored is None or len(element.body) % int(stored[1]):
        raise DamagedError(f"an element of type {element.kind} holds no numbers")
    return np.frombuffer(element.body, dtype=np.dtype(f"{order}{stored}"))


def _require(condition: Any, what: str) -> None:
    if not condition:
        raise DamagedError(what)
