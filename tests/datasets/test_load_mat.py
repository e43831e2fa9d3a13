"""MATLAB files: the layouts that are read, and everything that is refused."""

import hashlib
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse
from scipy.io import loadmat, savemat

from plclust.datasets import load_mat
from plclust.datasets._mat import read_mat
from plclust.datasets._mat5 import read_variables


@pytest.mark.parametrize("as_sparse", [False, True])
@pytest.mark.parametrize("options", [{}, {"do_compression": True}])
def test_layout_with_candidates(arrays, mat, as_sparse, options):
    path = mat(arrays, as_sparse=as_sparse, **options)
    bunch = load_mat(path)
    assert_array_equal(bunch.data, arrays["data"])
    assert bunch.data.flags.c_contiguous
    assert_array_equal(bunch.target, np.arange(30) % 3)
    assert_array_equal(bunch.candidates, arrays["partial_target"].T == 1)
    assert bunch.candidates.dtype == bool
    assert_array_equal(bunch.classes, [0, 1, 2])
    assert bunch.name == "small"
    assert bunch.filename == str(path)
    assert bunch.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert ":Samples: 30" in bunch.DESCR


def test_integer_types(arrays, mat):
    bunch = load_mat(mat(arrays))
    arrays["target"] = arrays["target"].astype(np.uint8)
    arrays["partial_target"] = arrays["partial_target"].astype(bool)
    assert_array_equal(load_mat(mat(arrays)).target, bunch.target)


@pytest.mark.parametrize("names", [("X", "Y"), ("fea", "gnd")])
def test_layout_without_candidates(mat, names):
    X, labels = np.arange(12.0).reshape(6, 2), np.array([[3, 1, 3, 1, 2, 2]], dtype=np.uint8).T
    bunch = load_mat(mat(dict(zip(names, (X, labels), strict=True))), name="mine")
    assert bunch.candidates is None
    assert bunch.name == "mine"
    assert_array_equal(bunch.target, [3, 1, 3, 1, 2, 2])
    assert_array_equal(bunch.classes, [1, 2, 3])
    assert_array_equal(bunch.data, X)


def test_other_variables_are_not_touched(arrays, mat):
    names = np.array(["Jack", "Kate"], dtype=object)
    assert load_mat(mat({**arrays, "names": names, "how": {"k": 1}})).data.shape == (30, 4)


OBJECTS = {
    "cell": np.array([np.eye(2), "two"], dtype=object),
    "struct": {"field": np.eye(2)},
    "char": np.array(["one", "two"]),
}


@pytest.mark.parametrize("variable", ["data", "target", "partial_target"])
@pytest.mark.parametrize("kind", OBJECTS)
def test_only_numbers_are_read(arrays, mat, variable, kind):
    path = mat({**arrays, variable: OBJECTS[kind]})
    with pytest.raises(ValueError, match=rf"^{variable} in .*small\.mat is of MATLAB class {kind}"):
        load_mat(path)


def test_complex_and_three_dimensions_are_refused(arrays, mat):
    path = mat({**arrays, "data": arrays["data"] + 1j})
    with pytest.raises(ValueError, match=r"complex double .* expected a matrix of real numbers"):
        load_mat(path)
    path = mat({**arrays, "data": np.zeros((30, 4, 2))})
    with pytest.raises(ValueError, match=r"\(30, 4, 2\), expected a matrix"):
        load_mat(path)


def test_variable_given_twice(arrays, mat):
    path = mat(arrays)
    twice = path.read_bytes() + mat({"data": np.eye(2)}, "more.mat").read_bytes()[128:]
    path.write_bytes(twice)
    with pytest.raises(ValueError, match="twice"):
        load_mat(path)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.3, 0.6, 0.99])
@pytest.mark.parametrize("compressed", [False, True])
def test_truncated(arrays, mat, share, compressed):
    path = mat(arrays, do_compression=compressed)
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(ValueError, match=r"small\.mat"):
        load_mat(path)


def test_damaged(arrays, mat):
    path = mat(arrays, do_compression=True)
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"small\.mat cannot be read as a MATLAB file"):
        load_mat(path)


@pytest.mark.parametrize("content", [b"Rar!\x1a\x07\x00" + bytes(500), b"<html>404</html>" * 40])
def test_something_else(tmp_path, content):
    path = tmp_path / "page.mat"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"page\.mat cannot be read"):
        load_mat(path)


@pytest.mark.parametrize(
    "content",
    [
        b"MATLAB 7.3 MAT-file, Platform: GLNXA64",
        b"\x89HDF\r\n\x1a\n",
        bytes(512) + b"\x89HDF\r\n\x1a\n",
    ],
)
def test_version_7_3(tmp_path, content):
    path = tmp_path / "new.mat"
    path.write_bytes(content + bytes(600))
    with pytest.raises(ValueError, match=r"new\.mat is a MATLAB 7\.3 .*save\('-v7'"):
        load_mat(path)


def test_unknown_layout(tmp_path):
    savemat(tmp_path / "odd.mat", {"features": np.eye(3), "target": np.eye(3)})
    with pytest.raises(ValueError, match=r"\['features', 'target'\], expected data"):
        load_mat(tmp_path / "odd.mat")


MISTAKES = {
    "samples in columns": ({"data": np.zeros((4, 30))}, "transpose the samples"),
    "labels in rows": (
        {"target": np.zeros((30, 3)), "partial_target": np.zeros((30, 3))},
        "stored classes x samples",
    ),
    "no features": ({"data": np.zeros((30, 0))}, "expected one row per sample"),
    "classes": ({"partial_target": np.ones((4, 30))}, r"\(3, 30\) and partial_target \(4, 30\)"),
    "values": ({"partial_target": np.full((3, 30), 2)}, "values from 2 to 2"),
    "fractions": ({"target": np.full((3, 30), 1 / 3)}, "expected 0 and 1"),
    "missing value": ({"data": np.full((30, 4), np.nan)}, "30 samples .* NaN"),
    "infinite value": ({"data": np.full((30, 4), np.inf)}, "infinite"),
    "no truth": ({"target": np.zeros((3, 30))}, "30 samples .* no or several true labels"),
    "truth outside": ({"partial_target": np.zeros((3, 30))}, "true label of 30 samples"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_contradictions(arrays, mat, mistake):
    change, message = MISTAKES[mistake]
    path = mat({**arrays, **change})
    with pytest.raises(ValueError, match=message):
        load_mat(path)


@pytest.mark.parametrize(
    "labels", [np.array([0.5, 1]), np.array([np.nan, 1]), np.array([np.inf, 1])]
)
def test_labels_that_are_no_integers(mat, labels):
    path = mat({"X": np.eye(2), "Y": labels})
    with pytest.raises(ValueError, match="expected a column of integers"):
        load_mat(path)


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


def small_file(*, compressed, as_sparse):
    target = np.eye(3)[:, np.arange(9) % 3]
    labels = sparse.csc_array(target) if as_sparse else target
    file = io.BytesIO()
    content = {"data": np.ones((9, 2)), "target": labels, "partial_target": labels}
    savemat(file, content, do_compression=compressed)
    return file.getvalue()


FILES = [small_file(compressed=c, as_sparse=s) for c in (False, True) for s in (False, True)]
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=4)


@given(st.sampled_from(FILES), CHANGES, st.floats(0, 1))
@settings(max_examples=300)
def test_any_damage_is_a_value_error_or_harmless(content, changes, share):
    damaged = bytearray(content)
    for place, value in changes:
        damaged[int(place * len(damaged))] = value
    kept = damaged[: int(share * len(damaged))] if share < 0.5 else damaged
    try:
        table = read_mat(bytes(kept), "small.mat")
    except ValueError as error:
        assert "small.mat" in str(error)  # noqa: PT017 most damage is an error, not all
    else:
        assert np.isfinite(table.data).all()
        assert len(table.data) == len(table.target)
