"""Warnings that point at the line of the user."""

from __future__ import annotations

import inspect
import warnings

INSIDE = ("plclust", "sklearn")  # packages between the line of the user and a warning


def warn_user(message: str, category: type[Warning]) -> None:
    """Warn of the call that led into the package, however deep inside it is found to be wrong."""
    frame, depth = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in INSIDE:
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, category, stacklevel=depth + 1)


__all__ = ["warn_user"]
