"""Constraint propagation with one column a class, against the paper's n x n matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from plclust.disambiguation import (
    Constraints,
    Propagation,
    edge_disagreement,
    propagate_constraints,
    propagation_objective,
    propagation_terms,
    pseudo_label_constraints,
    undecided_propagation,
)
from plclust.graph import symmetrize
from reference import objective as overall
from reference import propagation as reference
from reference.graphs import random_reconstruction


def updated(affinity, constraints, n_updates, *, start=None, **weights):
    """Exactly this many pairs of updates, whatever the objective says."""
    for _ in range(n_updates):
        start = propagate_constraints(affinity, constraints, start=start, max_iter=1, **weights)
    return start


@st.composite
def problems(draw):
    """Graph (some samples isolated), constraints of all samples or some, and weights of terms."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, q = draw(st.integers(6, 18)), draw(st.integers(1, 5))
    R = random_reconstruction(rng, n, 3, isolated=draw(st.integers(0, 2)))
    among = draw(st.sampled_from(["all", "some"]))
    chosen = rng.random(n) < 0.5 if among == "some" else None
    confidence = rng.dirichlet(np.ones(q), n)
    confidence[rng.random(n) < 0.2] = 1.0 / q
    constraints = pseudo_label_constraints(confidence, chosen)
    weights = {
        "alpha": draw(st.sampled_from([0.0, 0.01, 1.0, 30.0])),
        "beta": draw(st.sampled_from([0.0, 0.01, 1.0, 30.0])),
        "gamma": draw(st.sampled_from([0.1, 1.0, 10.0])),
    }
    return R, constraints, weights, rng


def positive_start(rng, constraints):
    shape = (len(constraints.labels), constraints.n_classes)
    return Propagation(rng.uniform(0.01, 1.5, shape), rng.uniform(0.01, 1.5, shape))


def expanded(propagation, constraints):
    return tuple(reference.expand(values, constraints.labels) for values in propagation)


@settings(max_examples=60)
@given(problem=problems(), n_updates=st.sampled_from([1, 2, 7, 40]), cold=st.booleans())
def test_columns_per_class_stand_for_full_matrices(problem, n_updates, cold):
    R, constraints, weights, rng = problem
    affinity, labels = symmetrize(R), constraints.labels
    if cold:
        start, S, D = None, reference.undecided(labels), reference.undecided(labels)
    else:
        start = positive_start(rng, constraints)
        S, D = expanded(start, constraints)
    S, D = reference.propagate(affinity.toarray(), labels, S, D, **weights, n_updates=n_updates)
    found = updated(affinity, constraints, n_updates, start=start, **weights)
    similarity, dissimilarity = expanded(found, constraints)
    np.testing.assert_allclose(similarity, S, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(dissimilarity, D, rtol=1e-10, atol=1e-10)


@settings(max_examples=60)
@given(problem=problems())
def test_terms_and_edges_are_those_of_full_matrices(problem):
    R, constraints, weights, rng = problem
    affinity, labels = symmetrize(R), constraints.labels
    propagation = positive_start(rng, constraints)
    S, D = expanded(propagation, constraints)

    terms = propagation_terms(affinity, constraints, propagation)
    expected = reference.propagation_terms(affinity.toarray(), labels, S, D)
    np.testing.assert_allclose(terms, expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(
        propagation_objective(terms, **weights),
        reference.propagation_objective(affinity.toarray(), labels, S, D, **weights),
        rtol=1e-9,
        atol=1e-12,
    )

    rows = np.repeat(np.arange(R.shape[0]), np.diff(R.indptr))
    H = reference.column_distances(D)[rows, R.indices]
    K = reference.column_distances(S)[rows, R.indices]
    for alpha, beta, value in ((1.0, 0.0, H), (0.0, 1.0, K), (0.3, 7.0, 0.3 * H + 7.0 * K)):
        found = edge_disagreement(R, constraints, propagation, alpha=alpha, beta=beta)
        np.testing.assert_allclose(found, value, rtol=1e-10, atol=1e-14)


@settings(max_examples=60)
@given(problem=problems(), n_updates=st.integers(0, 30))
def test_each_update_lowers_the_objective(problem, n_updates):
    R, constraints, weights, rng = problem
    affinity = symmetrize(R)

    def objective(similarity, dissimilarity):
        pair = Propagation(similarity, dissimilarity)
        return propagation_objective(propagation_terms(affinity, constraints, pair), **weights)

    start = positive_start(rng, constraints)
    S, D = updated(affinity, constraints, n_updates, start=start, **weights)
    next_S, next_D = updated(affinity, constraints, 1, start=Propagation(S, D), **weights)
    before, half, after = objective(S, D), objective(next_S, D), objective(next_S, next_D)
    rounding = 1e-14 * len(constraints.labels) ** 2 * (1.0 + sum(weights.values()))
    assert half <= before + rounding
    assert after <= half + rounding


@pytest.mark.parametrize("beta", [0.1, 10.0])
def test_updates_end_at_a_stationary_point(beta):
    """No slope where S (or D) is positive, and none downhill where it is zero."""
    rng = np.random.default_rng(0)
    affinity = symmetrize(random_reconstruction(rng, 20, 4))
    constraints = pseudo_label_constraints(rng.dirichlet(np.ones(3), 20))
    S, D = expanded(
        updated(affinity, constraints, 5000, alpha=0.5, beta=beta, gamma=2.0), constraints
    )
    labels, L = constraints.labels, reference.laplacian(affinity.toarray())
    P = reference.positions(labels)
    slopes = (
        D + 2 * beta * S @ L + 4.0 * P * (S - reference.must_links(labels)),
        S + 2 * 0.5 * D @ L + 4.0 * P * (D - reference.cannot_links(labels)),
    )
    for values, slope in zip((S, D), slopes, strict=True):
        np.testing.assert_allclose(values * slope, 0.0, atol=1e-9)
        assert slope.min() > -1e-6


def test_stops_by_tolerance_and_goes_on_from_there():
    rng = np.random.default_rng(0)
    affinity = symmetrize(random_reconstruction(rng, 40, 4))
    constraints = pseudo_label_constraints(rng.dirichlet(np.ones(3), 40), rng.random(40) < 0.3)
    weights = {"alpha": 1.0, "beta": 1.0, "gamma": 10.0}

    def objective(propagation):
        return propagation_objective(
            propagation_terms(affinity, constraints, propagation), **weights
        )

    start = undecided_propagation(constraints)
    loose, tight = (
        propagate_constraints(affinity, constraints, **weights, tol=tol, max_iter=5000)
        for tol in (1e-2, 1e-10)
    )
    assert objective(tight) < objective(loose) < objective(start)
    resumed = propagate_constraints(
        affinity, constraints, **weights, start=loose, tol=1e-10, max_iter=5000
    )
    np.testing.assert_allclose(objective(resumed), objective(tight), rtol=1e-7)


def test_start_is_not_edited():
    constraints = Constraints(np.array([0, 1, -1]), 2)
    start = positive_start(np.random.default_rng(0), constraints)
    copies = [values.copy() for values in start]
    edges = sparse.csr_array([[0, 1.0, 1.0], [1.0, 0, 0], [1.0, 0, 0]])
    propagate_constraints(edges, constraints, alpha=1, beta=1, gamma=1, start=start)
    for values, copy in zip(start, copies, strict=True):
        np.testing.assert_array_equal(values, copy)


@settings(max_examples=30)
@given(problem=problems())
def test_smoothness_is_half_the_disagreement_of_weighted_edges(problem):
    """Tr(D L D') = sum_e R_e H_e / 2, so alpha H + beta K is twice the slope of Eq. 10 in R."""
    R, constraints, _, rng = problem
    propagation = positive_start(rng, constraints)
    terms = propagation_terms(symmetrize(R), constraints, propagation)
    H = edge_disagreement(R, constraints, propagation, alpha=1.0, beta=0.0)
    K = edge_disagreement(R, constraints, propagation, alpha=0.0, beta=1.0)
    np.testing.assert_allclose(terms.dissimilarity, R.data @ H / 2, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(terms.similarity, R.data @ K / 2, rtol=1e-9, atol=1e-12)


def test_overall_objective_is_the_sum_of_its_parts():
    """Eq. 6 and the penalty of Eq. 10, from what the package keeps."""
    rng = np.random.default_rng(0)
    R, X, F = random_reconstruction(rng, 15, 3), rng.random((15, 4)), rng.dirichlet(np.ones(3), 15)
    constraints = pseudo_label_constraints(F)
    propagation = positive_start(rng, constraints)
    S, D = expanded(propagation, constraints)
    terms = propagation_terms(symmetrize(R), constraints, propagation)
    parts = propagation_objective(terms, alpha=0.2, beta=0.7, gamma=3.0)
    parts += np.sum((X - R @ X) ** 2) + np.sum((F - R @ F) ** 2)
    args = R.toarray(), F, S, D, constraints.labels
    expected = overall.overall_objective(X, *args, alpha=0.2, beta=0.7)
    expected += overall.penalty(R.toarray(), S, D, constraints.labels, gamma=3.0)
    np.testing.assert_allclose(parts, expected, rtol=1e-12)


def test_pseudo_labels_are_the_most_confident_classes():
    confidence = np.array([[0.2, 0.5, 0.3], [1.0, 0.0, 0.0], [0.0, 0.4, 0.6]])
    constraints = pseudo_label_constraints(confidence)
    np.testing.assert_array_equal(constraints.labels, [1, 0, 2])
    np.testing.assert_array_equal(constraints.counts, [1, 1, 1])
    assert constraints.n_classes == 3


def test_ties_are_undecided():
    third = 1.0 / 3.0
    confidence = np.array(
        [
            [0.4, 0.4, 0.2],
            [third, third, 1.0 - 2.0 * third],
            [0.4, 0.4 + 1e-12, 0.2],
            [0.4, 0.4 + 1e-6, 0.2],
            [0.6, 0.2, 0.2],
        ]
    )
    np.testing.assert_array_equal(pseudo_label_constraints(confidence).labels, [-1, -1, -1, 1, 0])


def test_only_chosen_samples_are_constrained():
    confidence = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], [0.0, 1.0]])
    constraints = pseudo_label_constraints(confidence, np.array([True, False, True, True]))
    np.testing.assert_array_equal(constraints.labels, [0, -1, -1, 1])
    np.testing.assert_array_equal(constraints.positions[:, 0], [1, 0, 0, 1])
    np.testing.assert_array_equal(constraints.must_links, [[1, 0], [0, 0], [0, 0], [0, 1]])


def test_classes_that_nobody_has_are_counted():
    constraints = Constraints(np.array([2, 2, -1, 0]), 4)
    np.testing.assert_array_equal(constraints.counts, [1, 0, 2, 0])


@pytest.mark.parametrize("labels, q", [([-1] * 6, 0), ([-1] * 6, 3), ([0] * 6, 1)])
def test_no_constraint_and_no_class(labels, q):
    rng = np.random.default_rng(0)
    R = random_reconstruction(rng, 6, 2, isolated=1)
    constraints = pseudo_label_constraints(np.full((6, q), 1.0 / max(q, 1)))
    np.testing.assert_array_equal(constraints.labels, labels)
    found = propagate_constraints(symmetrize(R), constraints, alpha=1, beta=1, gamma=1)
    assert found.similarity.shape == found.dissimilarity.shape == (6, q)
    assert np.all(np.isfinite(found))
    terms = propagation_terms(symmetrize(R), constraints, found)
    disagreement = edge_disagreement(R, constraints, found, alpha=1, beta=1)
    assert disagreement.shape == (R.nnz,)
    assert np.all(np.isfinite(disagreement))
    if q != 1:
        assert tuple(terms) == (0.0, 0.0, 0.0, 0.0)
        assert np.all(disagreement == 0.0)


def test_samples_without_edges():
    """Nothing spreads: constrained samples keep their constraints, the others nothing."""
    constraints = Constraints(np.array([0, 1, -1]), 2)
    nothing = sparse.csr_array((3, 3))
    found = updated(nothing, constraints, 100, alpha=1, beta=1, gamma=10)
    np.testing.assert_allclose(found.similarity[:2], np.eye(2), atol=1e-12)
    np.testing.assert_allclose(found.dissimilarity[:2], 1.0 - np.eye(2), atol=1e-12)
    np.testing.assert_allclose(found.similarity[2] * found.dissimilarity[2], 0.0, atol=1e-50)


def test_thousands_of_updates_do_not_underflow():
    """Far from every constraint S loses to D for ever; 5000 updates would make it denormal."""
    chain = sparse.diags_array([np.ones(11), np.ones(11)], offsets=[-1, 1]).tocsr()
    apart = sparse.csr_array(sparse.block_diag([chain, chain]))
    weights = {"alpha": 0.05, "beta": 0.05, "gamma": 10.0}
    constraints = Constraints(np.r_[0, 1, np.full(22, -1)], 2)
    found = updated(apart, constraints, 5000, **weights)
    assert np.all(np.isfinite(found))
    smallest = min(found.similarity[12:].min(), found.dissimilarity[12:].min())
    assert 0.0 < smallest < 1e-50, "the test should come close to zero"

    moved = Constraints(np.r_[np.full(22, -1), 0, 1], 2)
    again = updated(apart, moved, 300, start=found, **weights)
    assert np.all(np.isfinite(again))
    np.testing.assert_allclose(np.diag(again.similarity[22:]), 1.0, atol=0.05)


def test_overflow_is_no_consequence_of_what_the_updates_return():
    """Quotients with the smallest S and D, for targets exchanged between solutions."""
    edge = sparse.csr_array([[0, 1.0], [1.0, 0]])
    weights = {"alpha": 0.0, "beta": 0.0, "gamma": 10.0}
    found = updated(edge, Constraints(np.array([0, 1]), 2), 3, **weights)
    again = updated(edge, Constraints(np.array([1, 0]), 2), 300, start=found, **weights)
    np.testing.assert_allclose(again.similarity, 1.0 - np.eye(2), atol=1e-9)
    np.testing.assert_allclose(again.dissimilarity, np.eye(2), atol=1e-9)


def test_a_propagation_of_other_samples_is_refused():
    everyone = sparse.csr_array(np.ones((4, 4)))
    constraints = Constraints(np.array([0, 1, 0, 1]), 2)
    with pytest.raises(ValueError, match=r"S or D is of shape \(2, 2\), expected \(4, 2\)"):
        edge_disagreement(
            everyone, constraints, Propagation(np.eye(2), np.eye(2)), alpha=1.0, beta=1.0
        )
