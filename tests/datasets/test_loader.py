"""What loaders return, and what type checkers know of it."""

import inspect
import typing
from pathlib import Path

import numpy as np
import pytest

from plclust import datasets
from plclust.datasets._bunch import Dataset, make_bunch
from plclust.datasets._loader import Fetcher, Loader, SamplesAndY, as_result
from plclust.datasets._tables import Table

CANDIDATES = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=bool)
LOADERS = [name for name in datasets.__all__ if name.startswith(("load_", "fetch_"))]


def test_y_is_the_candidates_or_else_the_true_classes():
    table = Table(np.zeros((3, 2)), np.array([0, 1, 2]), CANDIDATES, np.arange(3))
    bunch = make_bunch(table, name="mine", descr="")
    assert as_result(bunch, return_X_y=False) is bunch
    X, y = as_result(bunch, return_X_y=True)
    assert X is table.data
    assert y is CANDIDATES
    without = make_bunch(table._replace(candidates=None), name="mine", descr="")
    assert as_result(without, return_X_y=True)[1] is table.target


@pytest.mark.parametrize("name", [name for name in LOADERS if name != "load_mat"])
def test_loaders_have_the_parameters_that_they_are_declared_with(name):
    load = getattr(datasets, name)
    declared = Fetcher if name.startswith("fetch_") else Loader
    for overload in typing.get_overloads(declared.__call__):
        _, *expected = inspect.signature(overload).parameters
        assert list(inspect.signature(load).parameters) == expected
    assert typing.get_type_hints(load)["return"] == Dataset | SamplesAndY


TYPED = """
from typing import assert_type

from plclust.datasets import Dataset, fetch_lost, largest_classes, load_ecoli, load_mat
from plclust.typing import AnyArray, BoolArray, FloatArray

assert_type(load_ecoli(), Dataset)
assert_type(load_ecoli(return_X_y=True), tuple[FloatArray, AnyArray])
assert_type(fetch_lost(data_home="."), Dataset)
assert_type(fetch_lost(data_home=".", return_X_y=True), tuple[FloatArray, AnyArray])
assert_type(fetch_lost().data, FloatArray)
assert_type(load_mat("mine.mat").candidates, BoolArray | None)
assert_type(largest_classes(load_ecoli()).classes, AnyArray)
"""


def test_strict_type_checkers_know_what_is_returned(tmp_path, monkeypatch):
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(tmp_path)  # with no configuration but mypy's own
    source = Path(datasets.__file__).parents[2]
    if source.name == "src":  # installed packages are found, and must not be in this path
        monkeypatch.setenv("MYPYPATH", str(source))
    said, wrong, status = api.run(["--strict", "--follow-imports=silent", "-c", TYPED])
    assert (status, wrong) == (0, ""), said
