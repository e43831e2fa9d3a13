"""Matrices of numbers in the MATLAB 5 format, byte by byte."""

import struct
import zlib

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse
from scipy.io import loadmat, savemat

from plclust.datasets._mat5 import COMPRESSED, MATRIX, DamagedError, read_variables

TYPES = ["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@pytest.mark.parametrize("compressed", [False, True])
def test_values_are_those_that_scipy_reads(tmp_path, compressed):
    numbers = np.random.default_rng(0).integers(0, 2, (5, 3))
    content = {f"as_{dtype}": numbers.astype(dtype) for dtype in TYPES}
    content |= {"a": np.array([[7]]), "none": np.zeros((0, 3)), "a_much_longer_name": np.eye(2)}
    content |= {
        "few": sparse.csc_array(numbers.astype(float)),
        "flags": sparse.csc_array(numbers > 0),
    }
    content |= {"nothing": sparse.csc_array((4, 6))}
    savemat(tmp_path / "all.mat", content, do_compression=compressed)
    expected = loadmat(tmp_path / "all.mat")
    read = {v.name: v.values() for v in read_variables((tmp_path / "all.mat").read_bytes())}
    assert set(read) == set(content)
    for name, values in read.items():
        reference = expected[name]
        dense = reference.toarray() if sparse.issparse(reference) else reference
        assert_array_equal(values, dense, err_msg=name)


KINDS = {"i4": 5, "u4": 6, "f8": 9, "i8": 12, "u8": 13}


def element(kind, body, order="<"):
    return struct.pack(f"{order}II", kind, len(body)) + body + bytes(-len(body) % 8)


def numbers(values, dtype, order="<"):
    return element(KINDS[dtype], np.array(values, dtype=f"{order}{dtype}").tobytes(), order)


def variable(*parts, flags=(6, 0), flags_type="u4", shape=(2, 2), shape_type="i4", order="<"):
    head = numbers(flags, flags_type, order), numbers(shape, shape_type, order)
    return element(MATRIX, b"".join([*head, element(1, b"X", order), *parts]), order)


def sparse_variable(starts=(0, 1, 2), dtype="i4", rows=(0, 1), shape=(2, 2)):
    entries = numbers(rows, "i4"), numbers(starts, dtype), numbers([3.0, 4.0], "f8")
    return variable(*entries, flags=(5, 2), shape=shape)


def values_of(content, mark=b"IM"):
    (found,) = read_variables(bytes(126) + mark + content)
    return found.values()


@pytest.mark.parametrize("dtype", ["i4", "u4", "i8", "u8"])
def test_column_starts_of_any_whole_type(dtype):
    assert_array_equal(values_of(sparse_variable(dtype=dtype)), [[3, 0], [0, 4]])


def test_the_other_byte_order():
    content = variable(numbers([1.0, 2.0, 3.0, 4.0], "f8", ">"), order=">")
    assert_array_equal(values_of(content, mark=b"MI"), [[1, 3], [2, 4]])


def test_values_are_not_looked_at_before_they_are_asked_for():
    (found,) = read_variables(bytes(126) + b"IM" + variable(numbers([1.0], "f8")))
    assert (found.name, found.kind, found.shape) == ("X", "double", (2, 2))
    with pytest.raises(DamagedError, match="X is cut short"):
        found.values()


FULL = numbers([1.0] * 4, "f8")
DAMAGE = {
    "falling starts": (sparse_variable([0, 2, 1]), "impossible column starts"),
    "unsigned falling starts": (sparse_variable([0, 2, 1], "u4"), "impossible column starts"),
    "far starts": (sparse_variable([0, 2**31 - 1, -(2**31)]), "impossible column starts"),
    "late start": (sparse_variable([1, 1, 2]), "impossible column starts"),
    "too few starts": (sparse_variable([0, 2]), "impossible column starts"),
    "more entries than stored": (sparse_variable([0, 1, 3]), "cut short"),
    "starts with fractions": (sparse_variable(dtype="f8"), "no indices"),
    "row below zero": (sparse_variable(rows=(0, -1)), "impossible row numbers"),
    "row beyond the last": (sparse_variable(rows=(0, 2)), "impossible row numbers"),
    "large with zeros": (sparse_variable(shape=(2**20, 2**20)), "too large with its zeros"),
    "flags of nan": (variable(FULL, flags=[np.nan], flags_type="f8"), "flags are no whole"),
    "flags without end": (variable(FULL, flags=[np.inf], flags_type="f8"), "flags are no whole"),
    "shape of fractions": (variable(FULL, shape_type="f8"), "dimensions are no counts"),
    "shape below zero": (variable(FULL, shape=(-2, -2)), "dimensions are no counts"),
    "no rows of far too many": (
        variable(numbers([], "f8"), shape=(0, 2**63), shape_type="u8"),
        "dimensions are no counts",
    ),
    "no values": (variable(), "ends too early"),
    "values that are no numbers": (variable(element(16, b"text")), "type 16 holds no numbers"),
    "half a number": (variable(element(9, bytes(4))), "type 9 holds no numbers"),
    "no variable": (numbers([1.0], "f8"), "type 9 is no variable"),
    "nothing compressed": (element(COMPRESSED, zlib.compress(b"")), "0 elements are compressed"),
    "two compressed": (
        element(COMPRESSED, zlib.compress(2 * variable(FULL))),
        "2 elements are compressed",
    ),
    "no stream": (element(COMPRESSED, b"text"), "decompressing"),
    "large small element": (struct.pack("<II", 5 << 16 | 1, 0), "small element is too large"),
    "cut": (variable(FULL)[:-1], "ends too early"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_told(kind):
    content, message = DAMAGE[kind]
    with pytest.raises(DamagedError, match=message):
        values_of(content)


def test_a_file_without_header_is_told():
    with pytest.raises(DamagedError, match="no header of a MATLAB 5 file"):
        values_of(variable(FULL), mark=b"IN")
