"""Partial label clustering: group data when a few samples carry a set of candidate labels."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plclust.candidates import check_candidates
    from plclust.cluster import PartialLabelClustering

__version__ = "0.1.0"

_HOMES = {
    "PartialLabelClustering": "plclust.cluster",
    "check_candidates": "plclust.candidates",
}

__all__ = ["PartialLabelClustering", "__version__", "check_candidates"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that ``import plclust`` stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'plclust' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
