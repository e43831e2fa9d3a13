"""Data sets: bundled ones, files of the partial-label literature, and synthetic ones.

Every loader returns a :class:`Dataset`, a bunch of one layout: `data`, `target` (the true class of
each sample), `candidates` (a boolean column per class, or None where the set has no candidates of
its own), `classes`, `feature_names`, `name`, `DESCR`, `filename` and `sha256`. With
``return_X_y=True`` it returns the samples and what an estimator takes as `y`: the candidates, or
where there are none the true classes, from which :mod:`plclust.candidates` simulates some.

A fetcher looks for its file in the folder that the environment variable ``PLCLUST_DATA`` names,
then in `data_home`, and downloads it to the latter if it knows an address.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plclust.datasets._bunch import Dataset
    from plclust.datasets._bundled import load_digits, load_ecoli, load_vehicle
    from plclust.datasets._faces import (
        fetch_fgnet,
        fetch_lost,
        fetch_lyn10,
        fetch_soccer_player,
        fetch_yahoo_news,
    )
    from plclust.datasets._largest import largest_classes
    from plclust.datasets._list import list_datasets
    from plclust.datasets._load_mat import load_mat
    from plclust.datasets._objects import (
        fetch_birdsong,
        fetch_coil20,
        fetch_mirflickr,
        fetch_msrcv2,
    )
    from plclust.datasets._registry import DatasetInfo
    from plclust.datasets._synthetic import make_candidate_blobs, make_candidate_digits

_HOMES = {
    "Dataset": "_bunch",
    "DatasetInfo": "_registry",
    "fetch_birdsong": "_objects",
    "fetch_coil20": "_objects",
    "fetch_fgnet": "_faces",
    "fetch_lost": "_faces",
    "fetch_lyn10": "_faces",
    "fetch_mirflickr": "_objects",
    "fetch_msrcv2": "_objects",
    "fetch_soccer_player": "_faces",
    "fetch_yahoo_news": "_faces",
    "largest_classes": "_largest",
    "list_datasets": "_list",
    "load_digits": "_bundled",
    "load_ecoli": "_bundled",
    "load_mat": "_load_mat",
    "load_vehicle": "_bundled",
    "make_candidate_blobs": "_synthetic",
    "make_candidate_digits": "_synthetic",
}

__all__ = [
    "Dataset",
    "DatasetInfo",
    "fetch_birdsong",
    "fetch_coil20",
    "fetch_fgnet",
    "fetch_lost",
    "fetch_lyn10",
    "fetch_mirflickr",
    "fetch_msrcv2",
    "fetch_soccer_player",
    "fetch_yahoo_news",
    "largest_classes",
    "list_datasets",
    "load_digits",
    "load_ecoli",
    "load_mat",
    "load_vehicle",
    "make_candidate_blobs",
    "make_candidate_digits",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: scikit-learn takes a while to import."""
    if name not in _HOMES:
        raise AttributeError(f"module 'plclust.datasets' has no attribute {name!r}")
    return getattr(import_module(f"plclust.datasets.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
