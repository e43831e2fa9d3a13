"""Linear algebra on one thread, so that sums do not depend on the number of threads."""

from __future__ import annotations

from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


def one_thread(user_api: str | None = None) -> Any:
    """Context in which BLAS and OpenMP, or one of them, use one thread.

    Unlike :func:`threadpoolctl.threadpool_limits`, it looks for libraries once, which takes longer
    than many a step of a small fit. Those loaded later, such as faiss, are not limited.

    Examples
    --------
    >>> import numpy as np
    >>> with one_thread():
    ...     product = np.ones((2, 2)) @ np.ones((2, 2))
    """
    return _controller().limit(limits=1, user_api=user_api)


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


__all__ = ["one_thread"]
