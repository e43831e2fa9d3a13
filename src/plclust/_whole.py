"""Fits that replace the one before as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Fit = TypeVar("Fit", bound=Callable[..., Any])


def whole_or_not_at_all(fit: Fit) -> Fit:
    """Have a fit that fails, or is interrupted, leave the estimator as it was before.

    Examples
    --------
    >>> class Estimator:
    ...     @whole_or_not_at_all
    ...     def fit(self, X):
    ...         self.n_features_in_ = len(X[0])
    ...         self.mean_ = sum(X[0]) / self.n_features_in_
    >>> estimator = Estimator()
    >>> estimator.fit([[1.0, 3.0]])
    >>> estimator.fit(["abc"])
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for +: 'int' and 'str'
    >>> vars(estimator)
    {'n_features_in_': 2, 'mean_': 2.0}
    """

    @wraps(fit)
    def restoring(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = dict(vars(self))
        try:
            return fit(self, *args, **kwargs)
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    return cast("Fit", restoring)


__all__ = ["whole_or_not_at_all"]
