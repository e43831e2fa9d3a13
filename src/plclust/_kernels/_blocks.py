"""Run a kernel over blocks of rows, in threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from joblib import effective_n_jobs

BLOCK_ROWS = 8192  # fixed, so that sums over blocks do not depend on the number of threads


def run_in_blocks(
    kernel: Callable[..., Any],
    n_rows: int,
    *arguments: Any,
    n_jobs: int | None = None,
    block_rows: int | None = None,
) -> list[Any]:
    """Call ``kernel(start, stop, *arguments)`` for each block of rows; results in block order."""
    if n_jobs == 0:
        raise ValueError("n_jobs is 0, expected a number of threads. Hint: -1 takes all cores.")
    step = BLOCK_ROWS if block_rows is None else block_rows
    starts = range(0, n_rows, step)
    threads = min(effective_n_jobs(n_jobs), len(starts)) if len(starts) > 1 else 1

    def call(start: int) -> Any:
        return kernel(start, min(start + step, n_rows), *arguments)

    if threads <= 1:
        return [call(start) for start in starts]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(call, starts))
