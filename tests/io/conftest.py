"""Columns of all kinds."""

import numpy as np
import pytest

from plclust.io._table import as_objects


@pytest.fixture
def columns():
    return {
        "id": as_objects(["007", "a,b", 'say "x"', "é"]),
        "cluster": np.array([0, 1, 1, 2]),
        "class": as_objects(["cat", None, "=1+1", "-"]),
        "confidence": np.array([0.5, np.nan, 1.0, 0.25]),
    }
