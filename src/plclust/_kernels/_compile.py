"""The one place that decides how kernels are compiled.

Kernels are serial and release the GIL; callers run them on blocks of rows in threads. That keeps
the results identical for any number of threads, and leaves no thread pool behind that a later fork
or a nested parallel section could trip over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

Function = TypeVar("Function", bound=Callable[..., Any])

SOURCES = sha256(
    b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
).hexdigest()


class KernelCache(FunctionCache):
    """Compiled kernels on disk, for as long as all kernels stay as they are.

    Numba looks at the file of a kernel alone, and would go on with what it calls in another one as
    that was before an update.
    """

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (*super()._index_key(sig, codegen), SOURCES)


def compiled(function: Function) -> Function:
    """Compile `function` on first use, without the GIL, and keep the result on disk if possible."""
    return _kept(numba.njit(nogil=True, error_model="numpy")(function), function)


def compiled_with_free_sums(function: Function) -> Function:
    """The same, where sums may be taken in any order, on vector units. No number may be NaN."""
    free = {"reassoc", "contract", "nnan", "nsz"}
    return _kept(numba.njit(nogil=True, error_model="numpy", fastmath=free)(function), function)


def _kept(dispatcher: Any, function: Function) -> Function:
    with suppress(RuntimeError):  # where nothing can be kept, each process compiles for itself
        dispatcher._cache = KernelCache(function)  # noqa: SLF001 as cache=True does with its own
    return cast("Function", dispatcher)


__all__ = ["SOURCES", "compiled", "compiled_with_free_sums"]
