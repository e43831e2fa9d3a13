"""What every classifier does: scikit-learn's checks, every form of y, and tiny labelled sets."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.utils.estimator_checks import parametrize_with_checks

from plclust import classify
from plclust.candidates import hide_candidates, simulate_false_positives, to_sets

ALL = [getattr(classify, name)() for name in classify.__all__]
each_classifier = pytest.mark.parametrize("model", ALL, ids=classify.__all__)


# Some checks have features far from zero, on which subgradient steps need not settle.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore:y names only one class")
@parametrize_with_checks(ALL)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def problem(n_samples=90, n_classes=3, n_labelled=45):
    """Blobs in different directions, candidates of two classes, some samples unlabelled."""
    angles = 2.0 * np.pi * np.arange(n_classes) / n_classes
    centers = 8.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    X, truth = make_blobs(n_samples, centers=centers, random_state=0)
    candidates, _ = simulate_false_positives(truth, 1, random_state=0)
    labelled = np.arange(n_samples) < n_labelled
    return X, np.where(labelled[:, None], candidates, True), truth, labelled


@pytest.fixture
def fresh(model):
    """A copy with its random state fixed, where it has one."""
    copy = clone(model)
    return copy.set_params(random_state=0) if "random_state" in copy.get_params() else copy


@each_classifier
def test_finds_the_classes(fresh):
    X, candidates, truth, labelled = problem()
    fresh.fit(X, candidates)
    assert np.mean(fresh.transduction_ == truth) > 0.95
    assert np.mean(fresh.predict(X[~labelled]) == truth[~labelled]) > 0.95


@each_classifier
def test_confidences_are_distributions_over_the_candidates(fresh):
    X, candidates, _, _ = problem()
    fresh.fit(X, candidates)
    if not fresh._has_confidences:
        assert not hasattr(fresh, "label_distributions_")
        return
    F = fresh.label_distributions_
    assert np.all(F >= 0.0)
    np.testing.assert_allclose(F.sum(axis=1), 1.0)
    assert np.all(F[~candidates] == 0.0)
    np.testing.assert_array_equal(fresh.classes_[F.argmax(axis=1)], fresh.transduction_)


@each_classifier
def test_label_of_a_sample_is_one_of_its_candidates(fresh):
    X, candidates, _, _ = problem()
    fresh.fit(X, candidates)
    assert np.all(candidates[np.arange(len(X)), fresh.transduction_])


@each_classifier
def test_inductive_methods_ignore_unlabelled_samples(fresh):
    X, candidates, _, labelled = problem()
    if fresh._uses_unlabelled:
        pytest.skip("learns from unlabelled samples")
    predicted = fresh.fit(X[labelled], candidates[labelled]).predict(X)
    fresh.fit(X, candidates)
    np.testing.assert_array_equal(fresh.predict(X), predicted)
    np.testing.assert_array_equal(fresh.transduction_[~labelled], predicted[~labelled])


@each_classifier
@pytest.mark.parametrize(
    "form", [lambda y: sparse.csr_array(y.astype(int)), lambda y: list(to_sets(y, [0, 1, 2]))]
)
def test_forms_of_candidates_are_equivalent(fresh, form):
    X, candidates, _, _ = problem()
    expected = fresh.fit(X, candidates).transduction_
    np.testing.assert_array_equal(fresh.fit(X, form(candidates)).transduction_, expected)


@each_classifier
def test_classes_may_be_strings(fresh):
    X, candidates, truth, _ = problem()
    names = np.array(["ann", "bob", "cid"])
    fresh.fit(X, to_sets(candidates, names))
    np.testing.assert_array_equal(fresh.classes_, names)
    assert np.mean(fresh.predict(X) == names[truth]) > 0.95


@each_classifier
@pytest.mark.parametrize("n_labelled", [1, 2, 12])
def test_tiny_labelled_sets_with_absent_classes(fresh, n_labelled):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 5))
    y = np.zeros((60, 16), dtype=bool)
    y[np.arange(n_labelled), rng.integers(0, 9, n_labelled)] = True
    y[np.arange(n_labelled), rng.integers(0, 9, n_labelled)] = True
    fresh.fit(X, y)
    assert fresh.transduction_.shape == (60,)
    assert np.all(y[np.arange(n_labelled), fresh.transduction_[:n_labelled]])
    assert np.isin(fresh.predict(rng.standard_normal((7, 5))), fresh.classes_).all()


@each_classifier
def test_all_samples_labelled(fresh):
    X, candidates, truth, _ = problem(n_labelled=90)
    assert np.mean(fresh.fit(X, candidates).predict(X) == truth) > 0.95


@each_classifier
def test_a_single_class_is_predicted(fresh):
    X = np.random.default_rng(0).standard_normal((8, 3))
    with pytest.warns(UserWarning, match="y names only one class, only, which is predicted"):
        fresh.fit(X, ["only"] * 8)
    assert set(fresh.predict(X)) == set(fresh.transduction_) == {"only"}


@each_classifier
def test_duplicates_and_zero_rows(fresh):
    X = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 8, axis=0)
    y = np.repeat([{"a", "b"}, {"b"}, {"c"}], 8)
    fresh.fit(X, y)
    assert fresh.predict(X[8:]).tolist() == ["b"] * 8 + ["c"] * 8


@each_classifier
@pytest.mark.parametrize("n_jobs", [2, -1])
def test_number_of_jobs_changes_nothing(fresh, n_jobs, request):
    if "n_jobs" not in fresh.get_params():
        pytest.skip("has no n_jobs")
    request.getfixturevalue("small_blocks")
    X, candidates, _, _ = problem()
    one = fresh.fit(X, candidates)
    many = clone(fresh).set_params(n_jobs=n_jobs).fit(X, candidates)
    np.testing.assert_array_equal(one.label_distributions_, many.label_distributions_)
    np.testing.assert_array_equal(one._scores(X), many._scores(X))


@each_classifier
def test_input_is_not_edited(fresh):
    X, candidates, _, _ = problem()
    before = X.copy(), candidates.copy()
    fresh.fit(X, candidates).predict(X)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(candidates, before[1])


@each_classifier
def test_hidden_candidates_and_one_percent_of_a_real_set(fresh, load):
    """rho = 0.01 on Lost: eleven labelled samples, fewer than neighbours plus one, 16 classes."""
    real = load("lost")
    y = hide_candidates(real.candidates, 0.01, random_state=0)
    fresh.fit(real.X, y)
    assert np.mean(fresh.transduction_ == real.target) > 0.08
