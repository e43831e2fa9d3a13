import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from plclust.metrics import TheoremBound, theorem_bound


def random_case(seed, n=20, q=3, k=4):
    """Row-stochastic weights with some stored zeros, random confidences, every class present."""
    rng = np.random.default_rng(seed)
    neighbours = np.array(
        [rng.choice(np.delete(np.arange(n), i), k, replace=False) for i in range(n)]
    )
    weights = rng.dirichlet(np.full(k, 0.3), size=n) * (rng.random((n, k)) < 0.7)
    weights[:, 0] += weights.sum(axis=1) == 0
    weights /= weights.sum(axis=1, keepdims=True)
    W = sparse.csr_array(
        (weights.ravel(), (np.repeat(np.arange(n), k), neighbours.ravel())), shape=(n, n)
    )
    y = rng.permutation(np.concatenate([np.arange(q), rng.integers(0, q, n - q)]))
    return W, rng.dirichlet(np.full(q, 0.5), size=n), y


def ideal_weights(W, y):
    """W_G, dense and sample by sample."""
    n = len(y)
    stored = np.zeros((n, n), dtype=bool)
    coo = W.tocoo()
    stored[coo.row, coo.col] = True
    ideal = np.where(y[:, None] == y, W.toarray(), 0)
    for i in range(n):
        if ideal[i].sum() == 0:
            friends = np.flatnonzero(stored[i] & (y == y[i]))
            members = np.flatnonzero(y == y[i])
            after = members[(np.searchsorted(members, i) + 1) % len(members)]
            ideal[i, friends if len(friends) else after] = 1
        ideal[i] /= ideal[i].sum()
    return ideal


def dense_sides(W, F, y):
    """Both sides of Eq. 14 as printed."""
    n, q = F.shape
    F_G = np.eye(q)[y]
    eigenvalue = np.linalg.eigvalsh(F_G.T @ F_G)[0]
    gram = np.linalg.norm(F.T @ F - F_G.T @ F_G)
    return (
        np.linalg.norm(ideal_weights(W, y) - W.toarray()) / n**2,
        (n + 2) / (eigenvalue * n) * gram + (2 * n + q - 1) / (eigenvalue * n),
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(6, 30), st.integers(1, 5))
def test_both_sides_match_the_plain_formula_and_hold(seed, n, q):
    W, F, y = random_case(seed, n, q)
    result = theorem_bound(W, F, y)
    assert result == pytest.approx(dense_sides(W, F, y))
    assert result.holds
    # What makes the inequality hold has nothing to do with F.
    assert result.distance <= np.sqrt(2) * n**-1.5 < 2 / n <= result.bound


def test_hand_computed():
    W = sparse.csr_array([[0, 0.5, 0.5, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], dtype=float)
    F = np.array([[0.5, 0.5], [1, 0], [0, 1], [0, 1]])
    distance, bound = theorem_bound(W, F, [0, 0, 1, 1])
    # The first row of W_G is (0, 1, 0, 0); F^T F - F_G^T F_G is [[-0.75, 0.25], [0.25, 0.25]].
    assert distance == pytest.approx(np.sqrt(0.5) / 16)
    assert bound == pytest.approx(6 / 8 * np.sqrt(0.75) + 9 / 8)


def test_perfect_weights_have_distance_zero():
    W = sparse.csr_array(np.eye(4)[[1, 0, 3, 2]])
    assert theorem_bound(W, np.eye(2)[[0, 0, 1, 1]], list("aabb")) == (0, pytest.approx(9 / 8))


def test_a_row_that_loses_its_weight():
    y = np.array([0, 0, 0, 1, 1, 2])
    rows = [0, 0, 0, 1, 2, 3, 4, 5]
    columns = [1, 2, 3, 3, 3, 4, 0, 0]
    # Row 0 has stored zeros within its class; rows 1, 2 and 4 have nothing there, and the last
    # class has one sample.
    data = [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    W = sparse.csr_array((data, (rows, columns)), shape=(6, 6))
    F = np.eye(3)[y]
    expected = np.zeros((6, 6))
    expected[0, [1, 2]] = 0.5
    expected[[1, 2, 3, 4, 5], [2, 0, 4, 3, 5]] = 1
    np.testing.assert_array_equal(ideal_weights(W, y), expected)
    assert theorem_bound(W, F, y) == pytest.approx(dense_sides(W, F, y))


def test_shuffled_confidence_has_the_bound_of_the_truth():
    W, _, y = random_case(0)
    truth = np.eye(3)[y]
    shuffled = np.random.default_rng(1).permutation(truth)
    assert theorem_bound(W, shuffled, y).bound == pytest.approx(theorem_bound(W, truth, y).bound)


def test_the_step_of_the_proof_that_fails():
    # lambda * |D|^2 <= |D F_G|^2, stated before Eq. S7.
    after = np.eye(3)[[1, 2, 0]]
    delta = after - after.T
    F_G = np.ones((3, 1))
    assert np.linalg.norm(delta @ F_G) == 0
    assert np.linalg.norm(delta) ** 2 == pytest.approx(6)


def test_classes_name_the_columns():
    W, F, y = random_case(3)
    names = np.array(["c", "a", "b"])
    expected = theorem_bound(W, F, y)
    assert theorem_bound(W, F, names[y], classes=names) == expected
    assert theorem_bound(W, F[:, [1, 2, 0]], names[y]) == pytest.approx(expected)


def test_columns_of_dates_and_of_mixed_names():
    W, F, y = random_case(3)
    expected = theorem_bound(W, F, y)
    days = np.array(["2020-01-01", "2020-01-02", "2020-01-03"], dtype="datetime64[D]")
    assert theorem_bound(W, F, days[y], classes=days) == expected
    names = np.array([10, 2, "a"], dtype=object)  # in the order of check_candidates
    assert theorem_bound(W, F, names[y]) == expected


def test_a_class_that_nobody_has_makes_the_bound_infinite():
    W, F, y = random_case(4)
    result = theorem_bound(W, np.hstack([F, np.zeros((20, 1))]), y, classes=range(4))
    assert result.bound == np.inf
    assert result.holds


def test_holds_compares_the_sides():
    assert TheoremBound(1.0, 1.0).holds
    assert not TheoremBound(1.1, 1.0).holds


def test_input_is_not_changed_and_may_take_other_forms():
    W, F, y = random_case(5)
    expected = theorem_bound(W, F, y)
    before = W.copy()
    assert theorem_bound(sparse.csc_matrix(W), F.tolist(), y.tolist()) == pytest.approx(expected)
    halves = sparse.coo_array(
        (np.tile(W.tocoo().data / 2, 2), tuple(np.tile(c, 2) for c in W.tocoo().coords)),
        shape=W.shape,
    )
    assert theorem_bound(halves, F, y) == pytest.approx(expected)
    np.testing.assert_array_equal(W.data, before.data)
    np.testing.assert_array_equal(W.indices, before.indices)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"W": sparse.csr_array(np.ones((20, 19)) / 19)}, "square"),
        ({"W": sparse.csr_array((0, 0))}, "square"),
        ({"W": sparse.csr_array(np.full((20, 20), 1.0))}, "sum to one"),
        ({"W": np.eye(20) * 2 - np.eye(20)[::-1]}, "negative"),
        ({"W": np.full((20, 20), np.nan)}, "sum to one"),
        ({"F": np.ones((19, 3))}, "F has shape"),
        ({"F": np.ones(20)}, "F has shape"),
        ({"F": np.full((20, 3), np.nan)}, "NaN"),
        ({"F": np.ones((20, 4))}, "F has 4 columns"),
        ({"y_true": np.zeros(19)}, "19 samples"),
        ({"classes": [0, 1]}, "classes has 2 classes"),
        ({"classes": [0, 1, 1]}, "distinct"),
        ({"classes": ["0", "1", "2"]}, "spelled as in y_true"),
    ],
)
def test_errors(change, message):
    W, F, y = random_case(6)
    with pytest.raises(ValueError, match=message):
        theorem_bound(**({"W": W, "F": F, "y_true": y} | change))
