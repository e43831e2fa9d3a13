"""The layout of a data set, and the text about it."""

import pickle
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest
from sklearn.utils import Bunch

from plclust.datasets._bunch import Dataset, describe, figures, make_bunch
from plclust.datasets._registry import registry
from plclust.datasets._tables import Table

CANDIDATES = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=bool)


@pytest.fixture
def table():
    return Table(np.zeros((3, 2)), np.array([0, 1, 2]), CANDIDATES, np.arange(3))


def test_every_bunch_has_the_same_entries(table):
    bunch = make_bunch(table, name="mine", descr="text")
    assert list(bunch) == [
        *("data", "target", "candidates", "classes"),
        *("feature_names", "name", "DESCR", "filename", "sha256"),
    ]
    assert (bunch.name, bunch.DESCR, bunch.filename) == ("mine", "text", None)
    found = make_bunch(table, name="mine", descr="", path=Path("a") / "b.mat", sha256="1f")
    assert (found.filename, found.sha256) == (str(Path("a") / "b.mat"), "1f")
    assert set(get_type_hints(Dataset)) == set(bunch)


def test_a_data_set_is_a_bunch(table):
    bunch = make_bunch(table, name="mine", descr="text")
    copy = pickle.loads(pickle.dumps(bunch))  # noqa: S301
    assert isinstance(copy, Bunch)
    assert (type(copy), copy.name) == (Dataset, "mine")


def test_figures_are_those_of_the_table(table):
    assert figures(table) == (
        ":Samples: 3\n:Features: 2\n:Classes: 3\n:Candidates: 2.00 on average\n"
    )
    assert figures(table._replace(candidates=None)).endswith(":Candidates: none of their own\n")


def test_description_tells_where_the_data_come_from(table):
    info = registry()["lost"]
    text = describe(info, table)
    assert text.startswith("Lost\n====\n\n")
    for part in (info.note, ":Samples: 3\n", info.homepage, info.licence, info.citation):
        assert part in text
    assert describe(info, table, "Read twice.") == f"{text}\nRead twice.\n"
