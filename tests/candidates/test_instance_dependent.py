"""False positives where a classifier finds them plausible."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from plclust.candidates import simulate_instance_dependent


@pytest.fixture(scope="module")
def line():
    """Three classes side by side, the last one far off."""
    rng = np.random.RandomState(0)
    y = np.repeat(["low", "mid", "top"], 1000)
    X = np.repeat([0.0, 2.0, 9.0], 1000)[:, None] + rng.normal(size=(3000, 1))
    return X, y


def test_neighbours_are_confused(line):
    X, y = line
    candidates, classes = simulate_instance_dependent(X, y, 0.6, random_state=0)
    assert classes.tolist() == ["low", "mid", "top"]
    np.testing.assert_allclose(candidates[y == "low"].mean(axis=0)[:2], [1, 0.6], atol=0.08)
    assert candidates[y == "low", 2].mean() < 0.05
    assert candidates[y == "top", 1].mean() > candidates[y == "top", 0].mean()


def test_most_confusable_class_enters_with_the_rate(line):
    X, y = line
    certain, _ = simulate_instance_dependent(X, y, 1.0, random_state=0)
    assert (certain.sum(axis=1) >= 2).all()
    none, _ = simulate_instance_dependent(X, y, 0.0, random_state=0)
    assert (none.sum(axis=1) == 1).all()


def test_wrong_classes_enter_in_proportion_to_their_probabilities():
    y = np.repeat([0, 1, 2], 1000)
    X = y[:, None] + np.random.RandomState(0).normal(size=(3000, 1))
    candidates, _ = simulate_instance_dependent(X, y, 0.8, random_state=0)
    wrong = LogisticRegression().fit(X, y).predict_proba(X)
    wrong[np.arange(3000), y] = 0.0
    expected = np.eye(3)[y] + 0.8 * wrong / wrong.max(axis=1, keepdims=True)
    per_class = np.eye(3)[y].T / 1000
    np.testing.assert_allclose(per_class @ candidates, per_class @ expected, atol=0.05)


def test_sure_predictions_do_not_underflow():
    X = np.repeat([[0.0], [1e3], [2e3]], 50, axis=0)
    y = np.repeat([0, 1, 2], 50)
    candidates, _ = simulate_instance_dependent(X, y, 1.0, random_state=0)
    assert candidates[y != 1, 1].all()


def test_two_classes(line):
    X, y = line
    near = y != "top"
    candidates, _ = simulate_instance_dependent(X[near], y[near], 0.3, random_state=0)
    np.testing.assert_allclose((candidates.sum(axis=1) == 2).mean(), 0.3, atol=0.06)


def test_class_nobody_has_never_enters(line):
    X, y = line
    candidates, classes = simulate_instance_dependent(
        X, y, 1.0, classes=["top", "none", "low", "mid"], random_state=0
    )
    assert classes.tolist() == ["top", "none", "low", "mid"]
    assert not candidates[:, 1].any()
    assert candidates[y == "low"][:, [2, 3]].all()


def test_order_of_classes_changes_nothing_but_columns(line):
    X, y = line
    one, _ = simulate_instance_dependent(X, y, 1.0, classes=["low", "mid", "top"])
    two, _ = simulate_instance_dependent(X, y, 1.0, classes=["top", "low", "mid"])
    np.testing.assert_array_equal(one[y == "low"][:, 1], two[y == "low"][:, 2])


def test_sparse_samples(line):
    X, y = line
    candidates, _ = simulate_instance_dependent(sparse.csr_array(X), y, 1.0, random_state=0)
    assert candidates[y == "low", 1].all()


def test_seed_determines_the_draw(line):
    first, again = (simulate_instance_dependent(*line, random_state=3)[0] for _ in range(2))
    np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize(
    "y, rate, message",
    [
        (["a", "a"], 0.5, "y has fewer than two classes.*Hint: give every sample"),
        (["a", "b"], 1.5, r"rate is 1\.5, expected a number from 0 to 1"),
        (["a", None], 0.5, r"y\[1\] is missing"),
        (["a", "b", "a"], 0.5, "inconsistent numbers of samples"),
    ],
)
def test_mistakes(y, rate, message):
    with pytest.raises(ValueError, match=message):
        simulate_instance_dependent([[0.0], [1.0]], y, rate)
