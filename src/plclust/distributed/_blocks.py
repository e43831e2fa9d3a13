"""Blocks: values that live on the workers, one for each part of the samples.

A block is a Delayed, so the same functions run on Dask's threads and on a cluster. Blocks that are
kept are known by the tasks that made them: what is lost with a worker is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from dask.base import compute, persist
from dask.delayed import delayed

Block: TypeAlias = Any
Blocks: TypeAlias = list[Any]


def each(function: Callable[..., Any], *columns: Sequence[Any], **shared: Any) -> Blocks:
    """The function of the first of each column, of the second of each, and so on.

    Examples
    --------
    >>> fetch(each(max, [1, 5], [2, 3]))
    [2, 5]
    """
    return [one(function, *arguments, **shared) for arguments in zip(*columns, strict=True)]


def one(function: Callable[..., Any], *arguments: Any, **options: Any) -> Block:
    """A single block, made by the function; lists of blocks may be among its arguments."""
    return _task(function, tuple(options))(*options.values(), *arguments)


def get(name: str, blocks: Blocks) -> Blocks:
    """An attribute of each block."""
    return each(_get, blocks, name=name)


def share(value: Any) -> Block:
    """A value that many tasks need: sent to the cluster once, and between workers as needed."""
    return keep([delayed(value, pure=False, traverse=False)])[0]


def keep(blocks: Blocks) -> Blocks:
    """Start to compute blocks, which then stay where they are."""
    kept = list(persist(*blocks, optimize_graph=False))  # type: ignore[no-untyped-call]
    _hold(blocks, kept)
    return kept


def fetch(blocks: Blocks) -> list[Any]:
    """The values of (small) blocks."""
    return list(compute(*blocks))  # type: ignore[no-untyped-call]


def total(blocks: Blocks) -> Any:
    """Sum of the values of blocks, added up in their order wherever they are."""
    return one(_add, blocks)


def keep_in_waves(make: Callable[[int], Block], n_blocks: int) -> Blocks:
    """Keep one block after the other, only as many at a time as there are threads.

    What a block needs of others while it is made is then held for few blocks at a time.
    """
    kept: Blocks = []
    step = n_threads()
    for start in range(0, n_blocks, step):
        wave = keep([make(number) for number in range(start, min(start + step, n_blocks))])
        fetch(each(_done, wave))
        kept += wave
    return kept


@contextmanager
def told_if_lost(blocks: Blocks) -> Iterator[None]:
    """Tell that kept blocks are gone, with the cluster that had them."""
    lost = ValueError(
        "The fitted samples are no longer on Dask's workers, expected the Client with which the "
        "estimator was fitted. Hint: predict before it is closed, or fit anew."
    )
    if any(future.status == "cancelled" for future in _futures_of(blocks)):
        raise lost
    try:
        yield
    except (KeyError, ValueError, CancelledError) as error:
        if isinstance(error, ValueError) and "Missing dependency" not in str(error):
            raise
        raise lost from error


def n_threads() -> int:
    """Threads of the cluster, or of this machine where there is none."""
    try:
        from distributed import get_client  # noqa: PLC0415 optional

        client: Any = get_client()
        return max(int(sum(client.nthreads().values())), 1)
    except (ImportError, ValueError):
        from joblib import cpu_count  # noqa: PLC0415

        return int(cpu_count())


@dataclass(frozen=True)
class _WithOptions:
    """A function whose first arguments are its options.

    Dask does not hold on to what is kept on a cluster and given to a task by name.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]

    @property
    def __name__(self) -> str:
        return self.function.__name__

    def __call__(self, *arguments: Any) -> Any:
        options = dict(zip(self.names, arguments, strict=False))
        return self.function(*arguments[len(options) :], **options)


@cache
def _task(function: Callable[..., Any], names: tuple[str, ...]) -> Any:
    return delayed(_WithOptions(function, names) if names else function, pure=False)


def _hold(blocks: Blocks, kept: Blocks) -> None:
    """Hold what the kept blocks are made from until one of them is there.

    A scheduler reads tasks some time after they were sent. What they need and nobody holds by then
    would be lost.
    """
    for future in _futures_of(kept)[:1]:
        future.add_done_callback(lambda _: blocks)


def _futures_of(blocks: Blocks) -> list[Any]:
    """What stands for blocks that are on a cluster."""
    try:
        from distributed import futures_of  # noqa: PLC0415 optional
    except ImportError:
        return []
    futures: list[Any] = futures_of(blocks)  # type: ignore[no-untyped-call]
    return futures


def _add(values: Sequence[Any]) -> Any:
    if isinstance(values[0], tuple):
        return tuple(_add(parts) for parts in zip(*values, strict=True))
    return np.sum(np.stack(values), axis=0) if np.ndim(values[0]) else sum(values)


def _get(value: Any, name: str) -> Any:
    return getattr(value, name)


def _done(_: Any) -> None:
    return None


__all__ = [
    "Block",
    "Blocks",
    "each",
    "fetch",
    "get",
    "keep",
    "keep_in_waves",
    "n_threads",
    "one",
    "share",
    "told_if_lost",
    "total",
]
