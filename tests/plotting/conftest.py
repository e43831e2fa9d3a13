"""No windows, and a fit to be drawn."""

import pytest
from sklearn.datasets import make_blobs

from plclust import PartialLabelClustering


@pytest.fixture(autouse=True)
def no_window():
    pytest.importorskip("matplotlib").use("agg")
    yield
    import matplotlib.pyplot as plt  # noqa: PLC0415

    plt.close("all")


@pytest.fixture(scope="session")
def fitted():
    X, truth = make_blobs(60, centers=3, random_state=0)
    y = [{"a", "b"} if t == 0 else None for t in truth]
    y[0:3] = ["a", "b", "c"]
    return PartialLabelClustering(random_state=0).fit(X, y), X, y
