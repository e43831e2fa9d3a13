import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from plclust.cluster import SSCTLRR
from plclust.cluster._compared.ssctlrr import constrained_laplacian, refine
from plclust.metrics import clustering_accuracy


@pytest.fixture
def planes():
    """Three planes in six dimensions that nearly touch, with noise; a third is labelled."""
    rng = np.random.default_rng(1)
    bases = rng.standard_normal((3, 2, 6)) + 0.8
    truth = np.arange(120) % 3
    X = np.einsum("ij,ijk->ik", rng.standard_normal((120, 2)), bases[truth])
    X += 0.3 * rng.standard_normal(X.shape)
    return X, np.where(np.arange(120) < 40, truth, -1), truth


def test_constraints_improve_the_clusters(planes):
    X, y, truth = planes
    without, guided = (SSCTLRR(3, random_state=0).fit(X, labels).labels_ for labels in (None, y))
    assert clustering_accuracy(truth, guided) > clustering_accuracy(truth, without) + 0.1


def test_both_solvers_end_near_each_other(planes):
    X, y, _ = planes
    released, admm = (SSCTLRR(solver=s, random_state=0).fit(X, y) for s in ("released", "admm"))
    assert released.scale_ == admm.scale_ > 0.01
    assert max(released.residual_, admm.residual_) < 1e-3
    difference = np.abs(released.affinity_matrix_ - admm.affinity_matrix_)
    assert difference.mean() < 0.02


def test_affinity_is_strong_at_must_links_and_weak_at_cannot_links(planes):
    X, y, _ = planes
    model = SSCTLRR(random_state=0).fit(X, y)
    W = model.affinity_matrix_
    np.testing.assert_allclose(W, W.T, atol=1e-6)
    assert W.min() >= 0.0
    assert W[tuple(model.constraints_.must_link.T)].min() > 0.9
    assert W[tuple(model.constraints_.cannot_link.T)].max() < 0.1


def test_divergence_falls_back_to_current_residuals(planes, monkeypatch, capfd):
    from plclust.cluster._compared import ssctlrr  # noqa: PLC0415

    solve = ssctlrr.tensor_representation

    def diverge_when_stale(*args, stale, **params):
        if stale:
            raise FloatingPointError("The representation diverged in iteration 3.")
        return solve(*args, stale=stale, **params)

    X, y, _ = planes
    expected = SSCTLRR(solver="admm", random_state=0).fit(X, y)
    monkeypatch.setattr(ssctlrr, "tensor_representation", diverge_when_stale)
    model = SSCTLRR(random_state=0, verbose=True).fit(X, y)
    assert "diverged in iteration 3. Again with current" in capfd.readouterr().err
    np.testing.assert_array_equal(model.labels_, expected.labels_)


def test_a_tiny_weight_of_errors_does_not_blow_up_the_scale(planes):
    X, y, _ = planes
    assert SSCTLRR(lam=1e-4, random_state=0).fit(X, y).scale_ == 1e-3


def test_lam_lrr_is_for_the_scale_only(planes):
    X, y, _ = planes
    same = SSCTLRR(lam=0.2, lam_lrr=0.2, random_state=0).fit(X, y)
    assert same.scale_ == SSCTLRR(lam=0.2, random_state=0).fit(X, y).scale_
    assert same.scale_ != SSCTLRR(lam=0.2, lam_lrr=0.05, random_state=0).fit(X, y).scale_


graphs = st.integers(3, 9).flatmap(
    lambda n: arrays(np.float64, (n, n), elements=st.floats(0, 1, width=16))
)


@given(graphs, st.integers(0, 1000))
def test_laplacian_follows_the_constraints(weights, seed):
    weights = np.triu(weights, 1) + np.triu(weights, 1).T
    labels = np.random.default_rng(seed).integers(0, 2, 3)
    signs = np.where(labels[:, None] == labels, 1.0, -1.0) - np.eye(3)
    L = constrained_laplacian(sparse.csr_array(weights), np.arange(3), signs)
    np.testing.assert_allclose(L, L.T)
    np.testing.assert_allclose(L.sum(axis=1), 0.0, atol=1e-9)
    assert np.linalg.eigvalsh(L)[0] > -1e-9
    np.testing.assert_array_equal(-L[:3, :3][signs > 0], 1.0)
    np.testing.assert_array_equal(L[:3, :3][signs < 0], 0.0)
    np.testing.assert_array_equal(-L[3:, :3], weights[3:, :3])


@given(graphs, st.integers(0, 1000))
def test_refined_affinity_is_symmetric_and_not_negative(first, seed):
    second = np.random.default_rng(seed).uniform(-1.5, 1.5, first.shape)
    W = refine(first, second)
    np.testing.assert_array_equal(W, W.T)
    assert W.min() >= 0.0
    np.testing.assert_array_equal(np.diag(W), 0.0)
    np.testing.assert_allclose(refine(first, np.ones_like(first)), 1.0 - np.eye(len(first)))
    np.testing.assert_allclose(refine(first, -np.ones_like(first)), 0.0)
