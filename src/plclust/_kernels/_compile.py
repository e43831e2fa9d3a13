"""The one place that decides how kernels are compiled.

Kernels are serial and release the GIL; callers run them on blocks of rows in threads. That keeps
the results identical for any number of threads, and leaves no thread pool behind that a later fork
or a nested parallel section could trip over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` on first use, without the GIL, and keep the result on disk."""
    dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast("Function", dispatcher)


def compiled_with_free_sums(function: Function) -> Function:
    """The same, where sums may be taken in any order, on vector units. No number may be NaN."""
    dispatcher: Any = numba.njit(
        cache=True,
        nogil=True,
        error_model="numpy",
        fastmath={"reassoc", "contract", "nnan", "nsz"},
    )(function)
    return cast("Function", dispatcher)
