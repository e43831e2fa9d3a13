"""How neighbours see features: against plain NumPy, dense and sparse."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import normalize

from plclust.graph import Scaling, learn_scaling, unit_rows
from plclust.graph import _samples as rooms
from plclust.graph._scaling import Moments, with_constant
from reference.tails import drawn_in


@pytest.fixture(name="X", params=[np.float64, np.float32])
def features(request):
    """Heavy tails, in columns of several scales, of which one is far from zero."""
    X = np.random.default_rng(0).standard_t(2.0, (300, 4))
    return (X * [1.0, 10.0, 0.1, 1.0] + [0.0, 0.0, 0.0, 30.0]).astype(request.param)


def as_defined(X, limit):
    X = X.astype(np.float64)
    return drawn_in(X, X.mean(axis=0), X.std(axis=0), limit)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_moments_of_parts_are_those_of_the_whole(X, form):
    parts = [Moments.of(form(X[rows])) for rows in (slice(0, 7), slice(7, 200), slice(200, 300))]
    found = Moments.pooled(parts)
    assert found.n_rows == 300
    np.testing.assert_allclose(found.mean, X.mean(axis=0, dtype=np.float64), rtol=1e-6)
    np.testing.assert_allclose(found.variance, X.var(axis=0, dtype=np.float64), rtol=1e-5)


@pytest.mark.parametrize("limit", [0.5, 2.0])
def test_tails_are_drawn_in_by_the_formula(X, limit, monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_ROWS", 64)
    before = X.copy()
    found = learn_scaling(X, tail_limit=limit)(X)
    assert found.dtype == X.dtype
    np.testing.assert_allclose(found, as_defined(X, limit), rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(X, before)


def test_values_keep_their_order(X):
    """So no two samples become copies of each other."""
    found = learn_scaling(X.astype(np.float64), tail_limit=0.1)(X.astype(np.float64))
    for column, seen in zip(X.T, found.T, strict=True):
        assert (np.diff(seen[np.argsort(column, kind="stable")]) >= 0.0).all()
        assert len(np.unique(seen)) == len(np.unique(column))


def test_a_column_that_does_not_vary_stays_as_it_is():
    X = np.column_stack([np.full(20, 7.0), np.arange(20.0)])
    np.testing.assert_array_equal(learn_scaling(X, tail_limit=0.5)(X)[:, 0], X[:, 0])
    np.testing.assert_array_equal(learn_scaling(X, tail_limit=np.inf)(X), X)


def test_rows_are_of_unit_length_beside_a_share_of_the_mean_length(X):
    seen = as_defined(X, 1.0)
    constant = 0.35 * np.sqrt(np.mean(np.sum(seen**2, axis=1)))
    expected = normalize(np.column_stack([seen, np.full(300, constant)]))
    found = learn_scaling(X, tail_limit=1.0, offset=0.35)(X)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_the_constant_follows_the_weights(X):
    weights = np.array([0.5, 0.0, 3.0, 1.0])
    seen = weights * as_defined(X, 1.0)
    scaling = learn_scaling(X, tail_limit=1.0, offset=0.35).weighted(weights)
    mean_length = np.sqrt(np.mean(np.sum(seen**2, axis=1)))
    assert scaling.constant == pytest.approx(0.35 * mean_length, rel=1e-4)
    expected = normalize(np.column_stack([seen, np.full(300, scaling.constant)]))
    np.testing.assert_allclose(scaling(X), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("settings", [{"tail_limit": 0.5}, {"tail_limit": 1.0, "offset": 0.35}])
def test_sparse_features_stay_sparse_and_are_seen_as_dense_ones(X, settings):
    X[np.random.default_rng(1).random(X.shape) < 0.6] = 0.0
    thin = sparse.csr_array(X)
    weights = np.array([1.0, 2.0, 0.5, 0.0])
    dense, scarce = (learn_scaling(form, **settings).weighted(weights) for form in (X, thin))
    found = scarce(thin)
    assert found.dtype == X.dtype
    assert found.nnz <= thin.nnz + len(X)
    np.testing.assert_allclose(found.toarray(), dense(X), rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(thin.toarray(), X)


def test_nothing_to_do(X):
    assert Scaling()(X) is X
    np.testing.assert_array_equal(Scaling(offset=0.0)(X), normalize(X))


def test_sparse_and_dense_features_get_the_same_constant(X):
    thin = with_constant(sparse.csr_array(X), 0.3)
    assert thin.format == "csr"
    assert thin.dtype == X.dtype
    np.testing.assert_array_equal(thin.toarray(), with_constant(X, 0.3))
    assert with_constant(X, 0.0) is X


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("dtype", "length"), [(np.float64, 1e-100), (np.float32, 1e-9)])
def test_rows_of_any_length_are_scaled_to_one(form, dtype, length):
    rows = np.array([[3.0, 0.0, 4.0], [0.0, 0.0, 0.0], [3e9, 4e9, 0.0]]) * length
    values = form(rows.astype(dtype))
    found = unit_rows(values)
    assert found.dtype == dtype
    expected = [[0.6, 0.0, 0.8], [0.0, 0.0, 0.0], [0.6, 0.8, 0.0]]
    np.testing.assert_allclose(found.toarray() if form is not np.asarray else found, expected, 1e-6)
    given = values.toarray() if form is not np.asarray else values
    np.testing.assert_array_equal(given, rows.astype(dtype))  # left alone


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("dtype", "scale"), [(np.float32, 1e-30), (np.float64, 1e-200)])
def test_short_rows_beside_long_ones_have_unit_length_too(form, dtype, scale):
    rows = np.array([[3.0, 4.0], [0.0, 0.0], [3.0 * scale, 4.0 * scale], [0.0, scale]], dtype)
    unit = unit_rows(form(rows))
    assert unit.dtype == dtype
    unit = unit.toarray() if sparse.issparse(unit) else unit
    np.testing.assert_allclose(unit, [[0.6, 0.8], [0.0, 0.0], [0.6, 0.8], [0.0, 1.0]], rtol=1e-6)
