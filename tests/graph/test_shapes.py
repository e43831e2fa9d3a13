"""Samples that are not those of the graph."""

import numpy as np
import pytest
from scipy import sparse

from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights


@pytest.mark.parametrize(
    "given",
    [
        {"features": np.ones((3, 2))},
        {"references": np.ones((3, 2))},
        {"references": np.ones((9, 5))},
        {"linear": np.zeros(2)},
        {"confidence": np.ones((2, 2))},
        {"start": sparse.csr_array((9, 9))},
        {"references": np.ones((9, 2)), "confidence": np.ones((9, 2))},
        {"features": np.ones(9)},
        {"features": np.full((9, 2), None)},
    ],
    ids=lambda given: next(iter(given)),
)
def test_shapes_that_do_not_fit_are_refused(given):
    X = np.random.default_rng(0).standard_normal((9, 2))
    graph = neighbor_graph(fit_neighbors(X, 3), 3)
    with pytest.raises(ValueError, match=r"expected (\d+|the same|one of|two).*Hint"):
        reconstruction_weights(**{"features": X, "graph": graph, **given})


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"features": [[1.0, 2.0]] * 9}, r"features is of type list.*np.asarray"),
        ({"references": sparse.csr_array((9, 2))}, "dense and sparse"),
        ({"graph": sparse.csc_array(np.ones((9, 9)))}, r"graph is a csc_array.*csr_array\(graph"),
    ],
    ids=["list", "dense and sparse", "csc"],
)
def test_other_kinds_are_refused(given, match):
    X = np.random.default_rng(0).standard_normal((9, 2))
    graph = neighbor_graph(fit_neighbors(X, 3), 3)
    with pytest.raises(TypeError, match=match):
        reconstruction_weights(**{"features": X, "graph": graph, **given})
