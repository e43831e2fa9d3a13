"""Telling the user how far a fit has come: scikit-learn's callbacks, and lines on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
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
    number of steps stands for steps of equal cost. Where several `fits` of the same costs follow
    each other, all of them are one progress, and each is a callback task with its steps below it.
    """

    def __init__(
        self,
        estimator: Any,
        costs: int | list[float],
        *,
        verbose: bool = False,
        fits: Sequence[str] = ("fit",),
    ) -> None:
        self._estimator = estimator
        self._verbose = verbose
        steps = [1.0] * costs if isinstance(costs, int) else costs
        self._n_steps = len(steps)
        self._costs = steps * len(fits)
        self._fits = fits
        self._n_ended = 0  # fits
        self._n_done = 0  # steps, or left out
        self._began = time.perf_counter()
        self._whole: Any = None  # task of callbacks
        self._fit: Any = None  # and that of one of several fits
        if hasattr(estimator, "_init_callback_context"):
            self._whole = estimator._init_callback_context(  # noqa: SLF001
                max_subtasks=self._n_steps if len(fits) == 1 else len(fits)
            )
            self._whole.call_on_fit_task_begin(estimator=estimator)

    def step(self, text: str) -> None:
        """Report that a step has ended."""
        self._n_done += 1
        if self._verbose:
            self._write(text)
        if self._whole is not None:
            task = self._task_of_fit().subcontext(task_name=text)
            task.call_on_fit_task_begin(estimator=self._estimator)
            task.call_on_fit_task_end(estimator=self._estimator)

    def last_step(self, text: str) -> None:
        """Report that the last step of a fit has ended, which may have left out others."""
        self._n_done = (self._n_ended + 1) * self._n_steps - 1
        self.step(text)

    def end(self) -> None:
        """Report that a fit has ended, and with the last one all of it."""
        self._n_ended += 1
        self._n_done = self._n_ended * self._n_steps
        self._end_task_of_fit()
        if self._n_ended == len(self._fits):
            self.end_all()

    def end_all(self) -> None:
        """Report that no other fit follows, whether all have come to an end or not."""
        self._end_task_of_fit()
        if self._whole is not None:
            self._whole.call_on_fit_task_end(estimator=self._estimator)
            self._whole = None

    def _write(self, text: str) -> None:
        elapsed = time.perf_counter() - self._began
        name = type(self._estimator).__name__
        fit = f"{self._fits[self._n_ended]}: " if self._n_ended else ""
        left = time_left(elapsed, self._costs, self._n_done)
        sys.stderr.write(f"[{name}] {elapsed:7.2f} s  {fit}{text}{left}\n")

    def _task_of_fit(self) -> Any:
        if len(self._fits) == 1:
            return self._whole
        if self._fit is None and self._whole is not None:
            self._fit = self._whole.subcontext(
                task_name=self._fits[self._n_ended], max_subtasks=self._n_steps
            )
            self._fit.call_on_fit_task_begin(estimator=self._estimator)
        return self._fit

    def _end_task_of_fit(self) -> None:
        if self._fit is not None:
            self._fit.call_on_fit_task_end(estimator=self._estimator)
            self._fit = None


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
