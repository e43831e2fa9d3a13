from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sklearn.neighbors  # noqa: F401 brings BLAS and OpenMP along
from threadpoolctl import threadpool_limits

from plclust._threads import _libraries, one_thread


@pytest.fixture(autouse=True)
def _two_threads():
    """As a user has them; all other tests have one."""
    with threadpool_limits(2):
        yield


def threads(user_api):
    """How many the libraries have; a BLAS may obey the limits of OpenMP, or know no threads."""
    libraries = _libraries(user_api).info()
    return {
        library["num_threads"]
        for library in libraries
        if user_api == "openmp" or library.get("threading_layer") not in {"openmp", "disabled"}
    }


def test_all_libraries_are_limited_and_set_free_again():
    assert threads("blas") == threads("openmp") == {2}
    with one_thread():
        assert threads("blas") == threads("openmp") == {1}
    assert threads("blas") == threads("openmp") == {2}


def test_openmp_alone():
    with one_thread("openmp"):
        assert threads("openmp") == {1}
        assert threads("blas") == {2}
    assert threads("openmp") == {2}


def test_threads_that_overlap_set_blas_free_when_the_last_has_left():
    both_inside, first_left = Barrier(2), Barrier(2)
    seen = []

    def first():
        with one_thread():
            both_inside.wait(10)
        first_left.wait(10)

    def last():
        with one_thread():
            both_inside.wait(10)
            first_left.wait(10)
            seen.append(threads("blas"))

    with ThreadPoolExecutor(2) as pool:
        for task in [pool.submit(first), pool.submit(last)]:
            task.result()
    assert seen == [{1}]
    assert threads("blas") == {2}
