"""Settings that every test shares."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import scipy.linalg  # noqa: F401 brings the libraries in whose threads are limited
from hypothesis import settings
from threadpoolctl import threadpool_limits

settings.register_profile("plclust", deadline=None, print_blob=True)
settings.load_profile("plclust")
threadpool_limits(1, user_api="blas")  # threads of small products wait for each other on busy cores


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks so small that few samples need several threads; some must be started."""
    pools = []

    class CountedPool(ThreadPoolExecutor):
        def __init__(self, *args):
            pools.append(self)
            super().__init__(*args)

    monkeypatch.setattr("plclust._kernels._blocks.BLOCK_ROWS", 32)
    monkeypatch.setattr("plclust._kernels._blocks.ThreadPoolExecutor", CountedPool)
    yield
    assert pools
