"""Telling the user how far a fit has come: scikit-learn's callbacks, and lines on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

Report: TypeAlias = Callable[[str], None]  # takes a line of text when a step has ended

Method = TypeVar("Method", bound=Callable[..., Any])

try:
    from sklearn.callback import CallbackSupportMixin
    from sklearn.callback import with_callbacks as _with_callbacks
except ImportError:  # scikit-learn before 1.9

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Stands in for the mixin of newer versions of scikit-learn."""

    def _with_callbacks(method: Any) -> Any:
        """Stand in for the decorator of newer versions of scikit-learn."""
        return method


def with_callbacks(method: Method) -> Method:
    """The decorator of scikit-learn, which keeps the type of what it decorates."""
    decorated: Method = _with_callbacks(method)
    return decorated


class FitProgress:
    """One line per step when verbose, and one callback task per step where they exist.

    `costs` are what the steps cost relative to each other, from which the time left is told; a
    number of steps stands for steps of equal cost.
    """

    def __init__(self, estimator: Any, costs: int | list[float], *, verbose: bool) -> None:
        self._estimator = estimator
        self._verbose = verbose
        self._costs = [1.0] * costs if isinstance(costs, int) else costs
        self._n_done = 0
        self._began = time.perf_counter()
        self._context = None
        if hasattr(estimator, "_init_callback_context"):
            self._context = estimator._init_callback_context(  # noqa: SLF001
                max_subtasks=len(self._costs)
            )
            self._context.call_on_fit_task_begin(estimator=estimator)

    def step(self, text: str) -> None:
        """Report that a step has ended."""
        self._n_done += 1
        if self._verbose:
            elapsed = time.perf_counter() - self._began
            name = type(self._estimator).__name__
            left = time_left(elapsed, self._costs, self._n_done)
            sys.stderr.write(f"[{name}] {elapsed:7.2f} s  {text}{left}\n")
        if self._context is not None:
            task = self._context.subcontext(task_name=text)
            task.call_on_fit_task_begin(estimator=self._estimator)
            task.call_on_fit_task_end(estimator=self._estimator)

    def end(self) -> None:
        """Report that the fit has ended."""
        if self._context is not None:
            self._context.call_on_fit_task_end(estimator=self._estimator)


def time_left(elapsed: float, costs: list[float], n_done: int) -> str:
    """How much longer it takes, if the first steps took as long as they did.

    Examples
    --------
    >>> time_left(30.0, [3.0, 1.0, 1.0], 1)
    ', about 20 s left'
    """
    left = elapsed * sum(costs[n_done:]) / max(sum(costs[:n_done]), 1e-9)
    return f", about {left:.0f} s left" if left >= 1.0 else ""


__all__ = ["CallbackSupportMixin", "FitProgress", "Report", "with_callbacks"]
