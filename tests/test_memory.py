import pytest

from plclust import _memory
from plclust._memory import available_memory, check_memory


def test_memory_is_refused_before_it_is_allocated(monkeypatch):
    monkeypatch.setattr(_memory, "available_memory", lambda: 2**30)
    check_memory(2**29, "a matrix")
    with pytest.raises(ValueError, match=r"a matrix would take 4 GiB of memory, but only 1 GiB"):
        check_memory(2**32, "a matrix")
    monkeypatch.setattr(_memory, "available_memory", lambda: None)
    check_memory(2**62, "a matrix")


def test_available_memory_is_plausible():
    assert available_memory() is None or available_memory() > 2**20
