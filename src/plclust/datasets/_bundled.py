"""Data sets that need no file: those that come with the package or with scikit-learn."""

from __future__ import annotations

import csv
from importlib.resources import files

import numpy as np
from sklearn import datasets as sklearn_datasets

from plclust.datasets._bunch import Dataset, describe, make_bunch
from plclust.datasets._loader import SamplesAndY, as_result, loader
from plclust.datasets._registry import registry
from plclust.datasets._tables import Table


@loader
def load_ecoli(*, return_X_y: bool = False) -> Dataset | SamplesAndY:
    """Load Ecoli: 336 proteins, 7 features, 8 classes, no candidates.

    Parameters
    ----------
    return_X_y : bool, default=False
        Return the samples and their true classes instead of a bunch.

    Returns
    -------
    bunch : Dataset
        With `data`, `target` (names of classes), `candidates` (None), `classes`, `feature_names`,
        `name` and `DESCR`. If `return_X_y`, the tuple (data, target).

    Notes
    -----
    From the UCI Machine Learning Repository, by K. Nakai, under CC BY 4.0.

    Examples
    --------
    >>> from plclust.candidates import simulate_false_positives
    >>> from plclust.datasets import load_ecoli
    >>> bunch = load_ecoli()
    >>> bunch.data.shape
    (336, 7)
    >>> y, classes = simulate_false_positives(bunch.target, 2, random_state=0)
    >>> y.shape
    (336, 8)
    """
    return as_result(_load_csv("ecoli"), return_X_y)


@loader
def load_vehicle(*, return_X_y: bool = False) -> Dataset | SamplesAndY:
    """Load Vehicle: 846 silhouettes, 18 features, 4 classes, no candidates.

    Parameters
    ----------
    return_X_y : bool, default=False
        Return the samples and their true classes instead of a bunch.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`load_ecoli`. If `return_X_y`, the tuple (data, target).

    Notes
    -----
    Statlog (Vehicle Silhouettes) from the UCI Machine Learning Repository, by P. Mowforth and
    B. Shepherd, under CC BY 4.0.

    Examples
    --------
    >>> from plclust.datasets import load_vehicle
    >>> load_vehicle().classes
    array(['bus', 'opel', 'saab', 'van'], dtype='<U4')
    """
    return as_result(_load_csv("vehicle"), return_X_y)


@loader
def load_digits(*, return_X_y: bool = False) -> Dataset | SamplesAndY:
    """Load scikit-learn's digits: 1797 images, 64 pixels, 10 classes, no candidates.

    Parameters
    ----------
    return_X_y : bool, default=False
        Return the samples and their true classes instead of a bunch.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`load_ecoli`. If `return_X_y`, the tuple (data, target).

    Examples
    --------
    >>> from plclust.datasets import load_digits
    >>> X, y = load_digits(return_X_y=True)
    >>> X.shape
    (1797, 64)
    """
    digits = sklearn_datasets.load_digits()
    table = Table(digits.data, digits.target, None, np.arange(10))
    return as_result(_describe("digits", table, list(digits.feature_names)), return_X_y)


def _load_csv(name: str) -> Dataset:
    file = files("plclust.datasets").joinpath("data", f"{name}.csv")
    header, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
    data = np.array([row[:-1] for row in rows], dtype=np.float64)
    target = np.array([row[-1] for row in rows])
    return _describe(name, Table(data, target, None, np.unique(target)), header[:-1])


def _describe(name: str, table: Table, feature_names: list[str]) -> Dataset:
    info = registry()[name]
    return make_bunch(
        table,
        name=name,
        descr=describe(info, table),
        feature_names=feature_names,
        sha256=info.sha256,
    )
