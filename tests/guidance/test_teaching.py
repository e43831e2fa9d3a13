from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils import check_random_state

from plclust.graph import Samples, Scaling, learn_scaling
from plclust.guidance import Teaching, _teaching, certainty
from plclust.guidance._label_map import RIDGE


@pytest.fixture
def samples():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((80, 3))
    confidence = rng.dirichlet(np.ones(4), 80)
    return X, confidence


def weighted_ridge(values, confidence, weights):
    """Outputs of ridge regression on the basis functions, by its normal equations."""
    weighted = values * weights[:, None]
    gram = weighted.T @ values + RIDGE * np.eye(values.shape[1])
    return values @ np.linalg.solve(gram, weighted.T @ confidence)


def test_map_is_ridge_regression_weighted_by_certainty(samples):
    X, confidence = samples
    teaching = Teaching.over(X, check_random_state(0))
    expected = weighted_ridge(teaching.values, confidence, certainty(confidence))
    np.testing.assert_allclose(teaching.fit(confidence)[1], expected, atol=1e-8)


def test_uncertain_samples_teach_nothing(samples):
    X, confidence = samples
    confidence[40:] = 0.25
    teaching = Teaching.over(X, check_random_state(0))
    _, outputs = teaching.fit(confidence)
    elsewhere = teaching.values.copy()
    elsewhere[40:] *= -1.0
    _, changed = replace(teaching, values=elsewhere).fit(confidence)
    np.testing.assert_allclose(changed[:40], outputs[:40], atol=1e-3)


@pytest.mark.parametrize("very_many", [79, 80])
@pytest.mark.parametrize("form", [np.asarray, np.float32, sparse.csr_array])
def test_outputs_at_known_and_new_samples_agree(samples, monkeypatch, form, very_many):
    """Whether all teach or some, and whether all are asked for or some."""
    monkeypatch.setattr(_teaching, "VERY_MANY", very_many)
    X, confidence = form(samples[0]), samples[1]
    teaching = Teaching.over(X, check_random_state(0))
    label_map, outputs = teaching.fit(confidence)
    atol = 1e-3 if X.dtype == np.float32 else 1e-8
    np.testing.assert_allclose(label_map.outputs_of(X), outputs, atol=atol)
    some = np.array([3, 70, 8])
    np.testing.assert_allclose(teaching.outputs_at(some, confidence), outputs[some], atol=atol)


def test_another_fit_leaves_the_map_as_it_is(samples):
    X, confidence = samples
    teaching = Teaching.over(X, check_random_state(0))
    label_map, _ = teaching.fit(confidence)
    before = label_map.outputs_of(X)
    teaching.fit(confidence[::-1])
    np.testing.assert_array_equal(label_map.outputs_of(X), before)


def test_single_precision_has_the_map_of_double_precision(samples):
    X, confidence = samples
    rounded = X.astype(np.float32)
    outputs = [
        Teaching.over(features, check_random_state(0)).fit(confidence)[1]
        for features in (rounded, rounded.astype(np.float64))
    ]
    np.testing.assert_allclose(*outputs, atol=1e-4)


def test_sample_apart_has_no_say_in_its_own_output(samples):
    X, confidence = samples
    teaching = Teaching.over(X, check_random_state(0))
    apart = np.arange(80) == 7
    _, outputs = teaching.fit(confidence, apart=apart)
    weights = np.where(apart, 0.0, certainty(confidence))
    without = weighted_ridge(teaching.values, confidence, weights)
    np.testing.assert_allclose(outputs[7], without[7], atol=1e-8)
    np.testing.assert_array_equal(outputs[~apart], teaching.fit(confidence)[1][~apart])


@pytest.mark.usefixtures("small_blocks")
def test_threads_do_not_change_the_map():
    rng = np.random.default_rng(0)
    X, confidence = rng.standard_normal((5000, 3)), rng.dirichlet(np.ones(3), 5000)
    one, two = (
        Teaching.over(X, check_random_state(0), n_jobs).fit(confidence)[1] for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def relevance_of(X, taught, weights):
    """Share of the variance of each feature that is between classes, class by class."""
    mean = np.average(X, axis=0, weights=weights)
    within = 0.0
    for degree in taught.T:
        centre = np.average(X, axis=0, weights=weights * degree)
        within = within + (weights * degree) @ (X - centre) ** 2
    total = weights @ (X - mean) ** 2
    return 1.0 - within / total, total


@pytest.mark.parametrize("very_many", [79, 80])
@pytest.mark.parametrize("form", [np.asarray, np.float32, sparse.csr_array, Samples])
def test_features_count_by_the_share_of_their_variance_between_classes(
    samples, monkeypatch, form, very_many
):
    monkeypatch.setattr(_teaching, "VERY_MANY", very_many)
    X, confidence = samples
    scaling = learn_scaling(X, tail_limit=1.0, offset=0.35)
    teaching = Teaching.over(form(X), check_random_state(0))
    taught = confidence[teaching.teachers]
    relevance, total = relevance_of(
        scaling.columns(X)[teaching.teachers], taught, certainty(taught)
    )
    expected = 1.0 + 0.7 * (relevance / np.average(relevance, weights=total) - 1.0)
    found = teaching.feature_weights(confidence, scaling, 0.7)
    np.testing.assert_allclose(found**2, expected, rtol=1e-4)
    assert found @ (total * found) == pytest.approx(total.sum(), rel=1e-4)  # on average as long


@pytest.mark.usefixtures("small_blocks")
def test_threads_do_not_change_the_weights_of_features():
    rng = np.random.default_rng(0)
    X, confidence = rng.standard_normal((5000, 3)), rng.dirichlet(np.ones(3), 5000)
    one, two = (
        Teaching.over(X, check_random_state(0), n_jobs).feature_weights(confidence, Scaling(), 1.0)
        for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_identical_samples_have_a_map():
    teaching = Teaching.over(np.ones((20, 2)), check_random_state(0))
    _, outputs = teaching.fit(np.full((20, 2), 0.5))
    assert np.isfinite(outputs).all()


def test_of_very_many_samples_some_make_the_basis_and_some_teach(monkeypatch):
    monkeypatch.setattr(_teaching, "VERY_MANY", 2000)
    few = _teaching.choose_samples(2000, check_random_state(0))
    assert few.teachers == slice(None)
    assert not np.isin(few.centres, few.some).all()
    many = _teaching.choose_samples(2001, check_random_state(0))
    assert np.isin(many.centres, many.some).all()
    assert len(many.teachers) == len(np.unique(many.teachers)) == 2000
    for chosen in (few, many):
        assert len(np.unique(chosen.centres)) == _teaching.BASIS_SIZE
        assert len(np.unique(chosen.some)) == _teaching.WIDTH_SAMPLES
