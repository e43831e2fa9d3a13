import sklearn.neighbors  # noqa: F401 brings BLAS and OpenMP along

from plclust._threads import _controller, one_thread


def threads(user_api=None):
    # Not threadpool_info(): libraries that another test has loaded since are nobody's business.
    libraries = _controller().info()
    return {
        library["filepath"]: library["num_threads"]
        for library in libraries
        if user_api in (None, library["user_api"])
    }


def test_all_libraries_are_limited_and_set_free_again():
    before = threads()
    assert before
    with one_thread():
        assert set(threads().values()) == {1}
    assert threads() == before


def test_openmp_alone():
    before = threads()
    with one_thread("openmp"):
        assert set(threads("openmp").values()) == {1}
    assert threads() == before
