"""What is read from MATLAB files, and all that is refused."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.io import savemat

from plclust.datasets import load_mat
from plclust.datasets._mat import read_mat


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
    with pytest.raises(ValueError, match="partial_target twice, expected each once"):
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
