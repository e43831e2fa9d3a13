import numpy as np
import pytest

da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

from plclust.distributed._blocks import fetch  # noqa: E402
from plclust.distributed._parts import Bounds, learn_scaling_of_blocks, partition  # noqa: E402
from plclust.graph import Scaling, _cell_centres, learn_scaling  # noqa: E402


@pytest.fixture(autouse=True)
def _small_cells(monkeypatch):
    monkeypatch.setattr(_cell_centres, "CELL_SIZE", 32)


def test_numbers_are_split_by_block():
    bounds = Bounds(np.array([0, 3, 4, 9]))
    pieces = bounds.split(np.array([1, 2, 4, 8]))
    assert [piece.tolist() for piece in pieces] == [[1, 2], [], [0, 4]]
    assert bounds.owners(np.array([8, 1])) == [0, 2]
    assert bounds.n_samples == 9


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_each_row_is_in_one_part_and_each_cell_follows_the_last(dtype):
    X = np.random.default_rng(0).standard_normal((500, 3)).astype(dtype)
    found = partition(da.from_array(X, chunks=(130, -1)), scaling=Scaling())
    parts, centres = fetch(found.parts), fetch([found.centres])[0]
    rows = np.concatenate([part.rows for part in parts])
    np.testing.assert_array_equal(np.sort(rows), np.arange(500))
    for part in parts:
        np.testing.assert_array_equal(part.samples[:], X[part.rows])
    cell_of = np.repeat(np.arange(len(centres)), np.diff(found.offsets))
    nearest = np.linalg.norm(X[rows][:, None] - centres, axis=2).argmin(axis=1)
    assert (cell_of == nearest).mean() > 0.999
    assert len(found) == len(parts) > 1
    for number, part in enumerate(parts):
        assert len(part.rows) == np.diff(found.span(number))[0]
        assert found.cells(number)[1][-1] == len(part.rows)


def test_a_block_may_be_near_zero_if_others_are_not():
    X = np.random.default_rng(0).standard_normal((100, 3))
    X[:50] *= 1e-200
    blocks = da.from_array(X, chunks=(50, -1))
    found = partition(blocks, scaling=learn_scaling_of_blocks(blocks, offset=0.35))
    assert found.n_samples == 100


def test_scaling_is_that_in_memory():
    X = np.random.default_rng(0).standard_normal((100, 3)).astype(np.float32)
    blocks = da.from_array(X, chunks=(30, -1))
    settings = {"tail_limit": 0.5, "offset": 0.35}
    found, expected = learn_scaling_of_blocks(blocks, **settings), learn_scaling(X, **settings)
    np.testing.assert_allclose(found(X), expected(X), rtol=1e-5)
