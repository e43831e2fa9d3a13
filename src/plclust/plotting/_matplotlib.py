"""matplotlib, imported when something is drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def require_matplotlib(module: str = "matplotlib") -> Any:
    """Import a module of matplotlib, or say how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            'Figures need matplotlib, which is not installed. Hint: pip install "plclust[report]".'
        ) from error


def axes_or_new(ax: Any) -> Any:
    """The given axes, or those of a new figure of pyplot."""
    if ax is not None:
        return ax
    return require_matplotlib("matplotlib.pyplot").subplots(layout="constrained")[1]
