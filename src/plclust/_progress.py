"""Telling the user how far a fit has come: scikit-learn's callbacks, and lines on stderr."""

from __future__ import annotations

import sys
import time
from typing import Any

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:  # scikit-learn before 1.9

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Stands in for the mixin of newer versions of scikit-learn."""

    def with_callbacks(method: Any) -> Any:
        """Stand in for the decorator of newer versions of scikit-learn."""
        return method


class FitProgress:
    """One line per step when verbose, and one callback task per step where they exist."""

    def __init__(self, estimator: Any, n_steps: int, *, verbose: bool) -> None:
        self._estimator = estimator
        self._verbose = verbose
        self._began = time.perf_counter()
        self._context = None
        if hasattr(estimator, "_init_callback_context"):
            self._context = estimator._init_callback_context(max_subtasks=n_steps)  # noqa: SLF001
            self._context.call_on_fit_task_begin(estimator=estimator)

    def step(self, text: str) -> None:
        """Report that a step has ended."""
        if self._verbose:
            elapsed = time.perf_counter() - self._began
            name = type(self._estimator).__name__
            sys.stderr.write(f"[{name}] {elapsed:7.2f} s  {text}\n")
        if self._context is not None:
            task = self._context.subcontext(task_name=text)
            task.call_on_fit_task_begin(estimator=self._estimator)
            task.call_on_fit_task_end(estimator=self._estimator)

    def end(self) -> None:
        """Report that the fit has ended."""
        if self._context is not None:
            self._context.call_on_fit_task_end(estimator=self._estimator)


__all__ = ["CallbackSupportMixin", "FitProgress", "with_callbacks"]
