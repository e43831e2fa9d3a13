"""Objects in images and sounds."""

from plclust.datasets import fetch_coil20


def test_set_without_candidates(arrays, mat, register, tmp_path):
    content = {"X": arrays["data"], "Y": arrays["target"].argmax(axis=0) + 1}
    register("coil20", mat(content, "COIL20.mat"))
    bunch = fetch_coil20(data_home=tmp_path)
    assert bunch.candidates is None
    _, target = fetch_coil20(data_home=str(tmp_path), return_X_y=True)
    assert set(target) == {1, 2, 3}
