"""What all compared clustering methods do: scikit-learn's checks, constraints, errors, progress."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from plclust.candidates import to_sets
from plclust.cluster import DPGLPCA, SC, SSCTLRR, SSSC
from plclust.metrics import clustering_accuracy

CONSTRAINED = [SSSC, DPGLPCA, SSCTLRR]
each_method = pytest.mark.parametrize("method", CONSTRAINED)


@parametrize_with_checks([SC(), *(method() for method in CONSTRAINED)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@each_method
def test_finds_separated_classes(method, blobs):
    X, y, truth = blobs
    assert clustering_accuracy(truth, method(random_state=0).fit_predict(X, y)) > 0.95


@each_method
def test_pairs_alone_are_used(method, overlapping):
    X, _, truth = overlapping()
    known = np.arange(45)
    pairs = [(i, j) for i in known for j in known if i < j]
    must = [(i, j) for i, j in pairs if truth[i] == truth[j]]
    cannot = [(i, j) for i, j in pairs if truth[i] != truth[j]]
    model = method(3, random_state=0).fit(X, must_link=must, cannot_link=cannot)
    by_labels = method(3, random_state=0).fit(X, np.where(np.arange(90) < 45, truth, -1))
    np.testing.assert_array_equal(model.labels_, by_labels.labels_)
    assert model.classes_.tolist() == []
    np.testing.assert_array_equal(model.constraints_.must_link, must)


@each_method
def test_pairs_join_the_candidates(method, overlapping):
    X, y, _ = overlapping(n_labelled=4)
    model = method(random_state=0).fit(X, y, must_link=[(0, 50)], cannot_link=[(60, 61)])
    assert [0, 50] in model.constraints_.must_link.tolist()
    cannot = model.constraints_.cannot_link.tolist()
    assert [1, 50] in cannot
    assert [60, 61] in cannot


@each_method
@pytest.mark.parametrize(
    "pairs, message",
    [
        ({"must_link": [(0, 1)]}, "Contradictory constraints: samples 0 and 1 cannot be together"),
        ({"cannot_link": [(0, 90)]}, "cannot_link names sample 90, expected numbers from 0 to 89"),
        ({"must_link": [(7, 7)]}, "must_link pairs sample 7 with itself"),
        ({"must_link": [(50, 51)], "cannot_link": [(51, 50)]}, "chain of must-links joins them"),
    ],
)
def test_wrong_pairs_are_refused(method, pairs, message, overlapping):
    X, y, _ = overlapping()
    with pytest.raises(ValueError, match=message):
        method(random_state=0).fit(X, y, **pairs)


@each_method
def test_memory_is_estimated_before_it_is_taken(method, monkeypatch, overlapping):
    X, y, _ = overlapping()
    monkeypatch.setattr("plclust._memory.available_memory", lambda: 10_000)
    name = method.__name__
    message = f"{name} of 90 samples would take .* GiB of memory, but only .* available.*is sparse"
    with pytest.raises(ValueError, match=message):
        method().fit(X, y)


@each_method
def test_the_estimate_of_memory_grows_with_what_is_dense(method):
    model = method()
    few, many = model._memory(5000, 40, 250), model._memory(5000, 40, 2000)
    assert few < many < 10 * 2**30
    if method is SSSC:
        assert model._memory(10**5, 40, 500) < 8 * 2**30
    else:
        assert model._memory(10**5, 40, 500) > 64 * 2**30


@each_method
@pytest.mark.parametrize("n_jobs", [2])
@pytest.mark.usefixtures("small_blocks")
def test_number_of_jobs_changes_nothing(method, n_jobs, overlapping):
    X, y, _ = overlapping()
    one = method(random_state=0).fit(X, y)
    many = method(random_state=0, n_jobs=n_jobs).fit(X, y)
    np.testing.assert_array_equal(one.labels_, many.labels_)
    assert one.residual_ == many.residual_


@each_method
def test_same_seed_same_result(method, overlapping):
    X, _, truth = overlapping()
    y = [{label, (label + i) % 3} for i, label in enumerate(truth)]
    model = method(disambiguator="random", random_state=3)
    first, second = clone(model).fit(X, y), clone(model).fit(X, y)
    np.testing.assert_array_equal(first.transduction_, second.transduction_)
    np.testing.assert_array_equal(first.labels_, second.labels_)
    other = clone(model).set_params(random_state=4).fit(X, y)
    assert np.any(other.transduction_ != first.transduction_)


@each_method
def test_progress_of_every_iteration(method, capfd, overlapping):
    X, y, _ = overlapping()
    model = method(random_state=0, verbose=True).fit(X, y)
    lines = capfd.readouterr().err.splitlines()
    assert all(line.startswith(f"[{method.__name__}]") for line in lines)
    assert "45 of 90 samples in constraints" in lines[0]
    assert not any("left" in line for line in lines)
    assert sum("iteration" in line for line in lines) == model.n_iter_
    method(random_state=0).fit(X, y)
    assert not capfd.readouterr().err


@each_method
def test_residuals_are_reached_or_a_warning_is_given(method, overlapping):
    X, y, _ = overlapping()
    model = method(random_state=0).fit(X, y)
    assert model.residual_ < model.tol
    with pytest.warns(ConvergenceWarning, match=r"max_iter=2.*Increase max_iter"):
        short = method(random_state=0, max_iter=2).fit(X, y)
    assert short.n_iter_ == 2
    assert short.residual_ >= short.tol


def test_dissimilarities_that_have_not_settled_are_warned_of(overlapping):
    X, y, _ = overlapping()
    with pytest.warns(ConvergenceWarning, match=r"dissimilarities still changed.*max_iter=32"):
        DPGLPCA(random_state=0, max_iter=32, tol=0.5).fit(X, y)


def test_forms_of_candidates_are_equivalent(blobs):
    X, y, _ = blobs
    expected = DPGLPCA(random_state=0).fit(X, y)
    for form in (sparse.csr_array(y.astype(int)), to_sets(y, np.array(["a", "b", "c", "d"]))):
        model = DPGLPCA(random_state=0).fit(X, form)
        np.testing.assert_array_equal(model.labels_, expected.labels_)
    assert model.classes_.tolist() == ["a", "b", "c", "d"]
    labelled = y.sum(axis=1) < 4
    assert set(model.transduction_[labelled]) == {"a", "b", "c", "d"}


@each_method
def test_duplicates_and_a_single_feature(method):
    X = np.repeat([[-1.0], [2.0], [0.0]], 8, axis=0)
    y = np.repeat([0, 1, 2], 8)
    assert clustering_accuracy(y, method(random_state=0).fit_predict(X, y)) == 1.0


@each_method
def test_one_cluster_and_one_per_sample(method, overlapping):
    X, y, _ = overlapping(8, 4)
    assert set(method(1, random_state=0).fit_predict(X, y)) == {0}
    assert method(8, random_state=0).fit(X, y).labels_.shape == (8,)


@pytest.mark.parametrize("method", [SC, *CONSTRAINED])
def test_number_of_clusters(method, overlapping):
    X, y, _ = overlapping(12, 6)
    assert len(set(method(random_state=0).fit_predict(X, y))) == 3
    with pytest.raises(ValueError, match=r"y names no class.*Set n_clusters"):
        method().fit(X)
    with pytest.raises(ValueError, match="y names only one class, 4"):
        method().fit(X, [4] * 12)
    with pytest.raises(ValueError, match=r"n_samples=12 should be >= n_clusters=13"):
        method(13).fit(X)


@each_method
def test_input_is_not_edited(method, overlapping):
    X, y, _ = overlapping(30, 15)
    before = X.copy(), y.copy()
    method(random_state=0).fit(X, y)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])
