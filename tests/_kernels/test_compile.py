import numpy as np
import pytest

from plclust._kernels import _compile
from plclust._kernels._compile import compiled, compiled_with_free_sums


def kernel(values):
    return values.sum()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))


@pytest.mark.parametrize("compile_it", [compiled, compiled_with_free_sums])
def test_kernels_are_compiled_again_when_the_source_of_any_has_changed(compile_it, monkeypatch):
    def use():
        ready = compile_it(kernel)
        assert ready(np.ones(3)) == 3.0
        return sum(ready.stats.cache_hits.values())

    assert use() == 0
    assert use() == 1
    monkeypatch.setattr(_compile, "SOURCES", "changed")
    assert use() == 0
    assert use() == 1


def test_kernels_work_where_nothing_can_be_kept(monkeypatch):
    def nowhere(_):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(_compile, "KernelCache", nowhere)
    assert compiled(kernel)(np.ones(3)) == 3.0
