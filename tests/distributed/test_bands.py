import numpy as np
import pytest

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed import _bands as home
from plclust.distributed._bands import bands_of
from plclust.distributed._blocks import fetch
from plclust.distributed._parts import Partition
from plclust.distributed._rebuild import Rebuilt

STARTS = np.array([0, 3, 4, 9, 11, 17])
N_PARTS = len(STARTS) - 1


def cut(values):
    return np.split(values, STARTS[1:-1])


@pytest.fixture
def bands(request, monkeypatch):
    """Bands of five uneven parts, for some number of threads."""
    monkeypatch.setattr(home, "n_threads", lambda: request.param)
    parts = [None] * N_PARTS
    return bands_of(Partition(STARTS, parts, np.arange(N_PARTS + 1), STARTS, None))


@pytest.mark.parametrize(
    ("bands", "first_parts"),
    [(1, [0, 5]), (2, [0, 2, 5]), (3, [0, 1, 3, 5]), (5, range(6)), (8, range(6))],
    indirect=["bands"],
)
def test_a_band_for_each_thread_and_no_more_than_parts(bands, first_parts):
    np.testing.assert_array_equal(bands.first_parts, first_parts)
    np.testing.assert_array_equal(bands.starts, STARTS[first_parts])
    assert bands.n_samples == 17


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.bool_])
@pytest.mark.parametrize("bands", [1, 2, 3, 8], indirect=True)
def test_samples_stay_in_their_order(bands, dtype):
    values = np.random.default_rng(0).standard_normal((17, 2)).astype(dtype)
    joined = bands.join(cut(values))
    for number, block in enumerate(fetch(joined)):
        np.testing.assert_array_equal(block, values[slice(*bands.span(number))], strict=True)
    for found, expected in zip(fetch(bands.cut(joined)), cut(values), strict=True):
        np.testing.assert_array_equal(found, expected, strict=True)


@pytest.mark.parametrize("bands", [1, 2, 8], indirect=True)
def test_weights_are_joined_and_errors_added(bands):
    rng = np.random.default_rng(0)
    neighbors, weights = rng.integers(17, size=(17, 3)), rng.random((17, 3))
    errors, copied = 2.0 ** np.arange(N_PARTS), 10.0 ** np.arange(N_PARTS)
    rebuilt = map(Rebuilt, cut(neighbors), cut(weights), errors, copied)
    found = fetch(bands.join_rebuilt(list(rebuilt)))
    for number, joined in enumerate(found):
        span, parts = slice(*bands.span(number)), slice(*bands.first_parts[number : number + 2])
        np.testing.assert_array_equal(joined.neighbors, neighbors[span])
        np.testing.assert_array_equal(joined.weights, weights[span])
        assert joined.error == errors[parts].sum()
        assert joined.n_copied == copied[parts].sum()
