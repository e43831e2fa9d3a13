import gc
import time
from contextlib import contextmanager

import numpy as np
import pytest

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")
distributed = pytest.importorskip("distributed", reason="workers need plclust[dask]")

from plclust.distributed._blocks import (  # noqa: E402
    each,
    fetch,
    keep,
    one,
    share,
    told_if_lost,
    total,
)


@contextmanager
def connected():
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def client():
    with connected() as client:
        yield client


def scaled(values, factor):
    return values * factor


@pytest.mark.usefixtures("client")
def test_what_a_block_is_made_from_outlives_its_name():
    blocks = each(scaled, [np.ones(2), np.ones(3)], factor=share(2.0))
    gc.collect()
    time.sleep(0.1)  # a release would reach the scheduler by now
    np.testing.assert_array_equal(np.concatenate(fetch(keep(blocks))), np.full(5, 2.0))


@pytest.mark.usefixtures("client")
def test_many_steps_follow_each_other():
    values = keep(each(np.ones, [2, 3]))
    for _ in range(50):
        values = keep(each(scaled, values, factor=one(float, share(1.0))))
    assert fetch([total(each(np.sum, values))]) == [5.0]


def test_sums_of_tuples_and_arrays():
    assert fetch([total([(1, 2.0), (3, 4.0)])]) == [(4, 6.0)]
    np.testing.assert_array_equal(fetch([total([np.ones(2), np.ones(2)])])[0], [2.0, 2.0])


def lose():
    """A block on a cluster that is gone."""
    with connected():
        lost = keep(each(np.ones, [2]))
        fetch(lost)
    return lost


def test_lost_blocks_are_told_of():
    lost = lose()
    with (
        pytest.raises(ValueError, match=r"no longer on Dask's workers.*fit anew"),
        told_if_lost(lost),
    ):
        fetch(each(np.sum, lost))


def test_lost_blocks_are_told_of_on_another_cluster():
    lost = lose()
    with (
        connected(),
        pytest.raises(ValueError, match="no longer on Dask's workers"),
        told_if_lost(lost),
    ):
        fetch(each(np.sum, lost))
