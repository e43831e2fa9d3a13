"""Linear algebra on one thread, so that sums do not depend on the number of threads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import OpenBLASController, ThreadpoolController


@contextmanager
def one_thread(user_api: str | None = None) -> Iterator[None]:
    """Context in which BLAS and OpenMP, or only OpenMP, use one thread.

    Unlike :func:`threadpoolctl.threadpool_limits`, it looks for libraries once, which takes longer
    than many a step of a small fit, and may be entered by several threads at a time: OpenMP has a
    limit for each of them, BLAS one for all, which is lifted when the last of them has left.

    Examples
    --------
    >>> import numpy as np
    >>> with one_thread():
    ...     product = np.ones((2, 2)) @ np.ones((2, 2))
    """
    with _libraries("openmp").limit(limits=1):
        if user_api == "openmp":
            yield
        else:
            with _BLAS:
                yield


class _SharedLimit:
    """One thread for BLAS, from when the first enters until the last has left."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if self._n_inside == 0:
                _take_control()
                self._limit = _libraries("blas").limit(limits=1)
            self._n_inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._n_inside -= 1
            if self._n_inside == 0:
                _take_control()
                self._limit.restore_original_limits()
                _take_control()  # and leave it to others


def _take_control() -> None:
    """Let this thread set limits: since threadpoolctl 3.8 only the one that set the last may."""
    if hasattr(OpenBLASController, "clear_controlling_thread"):
        OpenBLASController.clear_controlling_thread(force=True)


_BLAS = _SharedLimit()


def _libraries(user_api: str) -> ThreadpoolController:
    return _libraries_beside(user_api, faiss="faiss" in sys.modules)


@cache
def _libraries_beside(user_api: str, *, faiss: bool) -> ThreadpoolController:
    """Those loaded by now; faiss, which may come later, brings some along.

    Only one kind at a time: a limit that is lifted sets all libraries of its controller free.
    """
    del faiss
    return ThreadpoolController().select(user_api=user_api)


__all__ = ["one_thread"]
