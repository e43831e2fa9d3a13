"""AGGD: its objective and regressor, and figures from the literature."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import minmax_scale

from plclust.classify import AGGD
from plclust.classify._neighbors import nearest_graph
from reference.graphs import random_confidence, random_problem


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    lam=st.sampled_from([0.0, 0.1, 1.0, 10.0]),
    mu=st.sampled_from([0.01, 1.0, 100.0]),
    gamma=st.sampled_from([0.005, 0.05, 5.0]),
)
def test_objective_never_rises(seed, lam, mu, gamma):
    """Each step minimises it over its own unknowns; the confidences to `tol` of their part."""
    X, candidates = random_problem(seed)
    model = AGGD(5, lam=lam, mu=mu, gamma=gamma, tol=1e-9).fit(X, candidates)
    assert model.objective_.shape == (11,)
    assert np.all(np.diff(model.objective_) <= 1e-8 * model.objective_[0])


def test_graph_minimises_its_part_of_the_objective():
    """Graphs of other weights of the features are worse."""
    X, candidates = random_problem(0)
    F = random_confidence(np.random.default_rng(0), candidates)
    graph = nearest_graph(X, None, 5, None)

    def cost(lam):
        S = AGGD(lam=lam, mu=3.0)._update_graph(X, graph, F)
        return 0.2 * np.sum((X - S @ X) ** 2) + 3.0 * np.sum((F - S @ F) ** 2)

    assert all(cost(0.2) < cost(other) for other in (0.0, 0.1, 0.4, 1.0))


def test_more_rounds_go_on_where_fewer_end():
    X, candidates = random_problem(0)
    few, many = (AGGD(5, max_iter=n).fit(X, candidates) for n in (3, 6))
    np.testing.assert_array_equal(many.objective_[:4], few.objective_)


def test_prediction_in_batches(monkeypatch):
    X, candidates = random_problem(0)
    model = AGGD().fit(X, candidates)
    expected = model.decision_function(X)
    monkeypatch.setattr("plclust.classify._kernel_ridge.KERNEL_ENTRIES", 100)
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-12)


def test_refuses_what_does_not_fit_into_memory(monkeypatch):
    X, candidates = random_problem(0)
    monkeypatch.setattr("plclust._memory.available_memory", lambda: 1000)
    with pytest.raises(ValueError, match=r"kernel matrix of 40 labelled samples .* GiB"):
        AGGD().fit(X, candidates)


# Accuracy of an independent prototype on half of the samples, features scaled to [-1, 1]; it has
# three splits, so 0.04 is two deviations of a split (0.02 here).
@pytest.mark.parametrize("name, prototype", [("lost", 0.698), ("msrcv2", 0.479)])
def test_half_labelled(load, name, prototype):
    real = load(name)
    real.X = minmax_scale(real.X, (-1, 1))
    assert real.splits(AGGD, 0.5, 5).mean() == pytest.approx(prototype, abs=0.04)


# At rho = 0.10, by the deviation of a split in Table 4 of the paper: the prototype within one of
# them, the table within two.
@pytest.mark.parametrize(
    "name, prototype, published, spread",
    [
        ("lost", 0.380, 0.447, 0.040),
        ("msrcv2", 0.348, 0.334, 0.019),
        ("birdsong", 0.649, 0.638, 0.014),
    ],
)
def test_table_4(load, name, prototype, published, spread):
    found = load(name).splits(AGGD).mean()
    assert found == pytest.approx(prototype, abs=spread)
    assert found == pytest.approx(published, abs=2 * spread)
