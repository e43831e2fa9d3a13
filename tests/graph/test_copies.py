import numpy as np
import pytest
from scipy import sparse

from plclust.graph import fit_neighbors, neighbor_graph, share_of_copies, warn_of_copies


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_copies_are_counted_where_all_neighbours_are_copies(form):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 3))
    X[:10] = X[0]
    X[10:13] = X[10]  # fewer than there are neighbours
    graph = neighbor_graph(fit_neighbors(X, 5), 5)
    assert share_of_copies(form(X), graph) == 0.25
    assert share_of_copies(form(X), graph, form(X)) == 0.25
    assert share_of_copies(form(X), graph, form(X + 1.0)) == 0.0


def test_samples_without_neighbours_have_no_copies():
    assert share_of_copies(np.ones((3, 2)), sparse.csr_array((3, 3))) == 0.0


def test_many_copies_are_warned_of():
    with pytest.warns(UserWarning, match="25% of .* none but exact copies .* up to 7 neighbours"):
        warn_of_copies(0.25, 7)
    warn_of_copies(0.24, 7)
