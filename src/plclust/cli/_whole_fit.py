"""Fits of which nothing is kept if they are stopped."""

from __future__ import annotations

import warnings
from typing import Any


def fit_whole(estimator: Any, X: Any, y: Any) -> Any:
    """Fit to the end: what a stopped fit has reached is of use in a session, not to a command."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The fit was interrupted", UserWarning)
        estimator.fit(X, y)
    if getattr(estimator, "_interrupted", False):
        raise KeyboardInterrupt
    return estimator


__all__ = ["fit_whole"]
