"""Samples that are not those of the graph."""

import numpy as np
import pytest
from scipy import sparse

from plclust.graph import Samples, fit_neighbors, neighbor_graph, reconstruction_weights
from plclust.graph._shapes import check_length, check_shapes


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


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, Samples])
@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.uint8, bool])
def test_numbers_of_any_form_and_type_fit(form, dtype):
    features, references = (form(np.ones((n, 4), dtype=dtype)) for n in (3, 2))
    check_shapes(sparse.csr_array((3, 2)), features, references)


@pytest.mark.parametrize(
    "features, references, message",
    [
        (np.ones((2, 4)), np.ones((2, 4)), "^features has 2 rows or entries, expected 3"),
        (np.ones((3, 4)), np.ones((3, 4)), r"^references \(by default.*has 3 rows.*expected 2"),
        (np.ones((3, 4)), np.ones((2, 5)), "features has 4 columns, references has 5"),
        (np.ones((3, 4), dtype=complex), np.ones((2, 4)), r"shape \(3, 4\) and complex128"),
    ],
    ids=["rows", "columns", "features", "complex"],
)
def test_what_does_not_fit_is_named(features, references, message):
    with pytest.raises(ValueError, match=message):
        check_shapes(sparse.csr_array((3, 2)), features, references)


def test_a_dense_graph_is_refused():
    with pytest.raises(TypeError, match="graph is a ndarray, expected rows of stored entries"):
        check_shapes(np.ones((3, 2)), np.ones((3, 4)), np.ones((2, 4)))


def test_lengths():
    check_length("start", 0, 0)
    with pytest.raises(ValueError, match=r"^start has 4 rows.*expected 3.*same samples"):
        check_length("start", 4, 3)
