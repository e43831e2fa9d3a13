"""What the base class accepts, refuses and hands on."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.exceptions import DataConversionWarning, NotFittedError

from plclust.classify._base import DecisionClassifier, ProbabilityClassifier


class Recorder(ProbabilityClassifier):
    """Keeps what it is given; prefers the last candidate in the fit and the first class later."""

    _parameter_constraints = {}  # noqa: RUF012

    def _fit(self, X, candidates):
        self.given = X, candidates
        return np.eye(candidates.shape[1])[[np.flatnonzero(row)[-1] for row in candidates]]

    def _scores(self, X):
        return np.eye(len(self.classes_))[np.zeros(len(X), int)]


class Decider(Recorder, DecisionClassifier):
    pass


class Greedy(Recorder):
    _uses_unlabelled = True


X = np.arange(8.0).reshape(4, 2)
Y = ["a|b", None, "b|c", "a"]


def test_only_labelled_samples_are_handed_on():
    model = Recorder().fit(X, Y)
    np.testing.assert_array_equal(model.given[0], X[[0, 2, 3]])
    np.testing.assert_array_equal(model.given[1], [[1, 1, 0], [0, 1, 1], [1, 0, 0]])
    assert model.transduction_.tolist() == ["b", "a", "c", "a"]
    np.testing.assert_array_equal(model.label_distributions_, np.eye(3)[[1, 0, 2, 0]])


def test_all_samples_are_handed_on_to_those_that_use_them():
    model = Greedy().fit(X, Y)
    assert model.given[0].shape == (4, 2)
    assert model.given[1][1].all()
    assert model.transduction_.tolist() == ["b", "c", "c", "a"]


def test_all_samples_of_a_single_class_are_labelled():
    with pytest.warns(UserWarning, match="only one class, a, which is predicted for every sample"):
        model = Recorder().fit(X, ["a", None, "a", "a"])
    assert model.given[0].shape == (4, 2)
    assert model.predict(X).tolist() == ["a"] * 4


def test_decision_has_one_column_for_two_classes():
    two = Decider().fit(X, [0, 1, 1, 0])
    np.testing.assert_array_equal(two.decision_function(X), np.full(4, -1.0))
    assert Decider().fit(X, Y).decision_function(X).shape == (4, 3)


def test_a_column_of_numbers_is_raveled_with_a_warning():
    with pytest.warns(DataConversionWarning, match="column-vector"):
        model = Recorder().fit(X, np.array([[0], [1], [1], [0]]))
    assert model.classes_.tolist() == [0, 1]


def test_a_table_with_one_column_of_sets_needs_no_warning():
    assert Recorder().fit(X, pd.DataFrame({"who": Y})).classes_.tolist() == ["a", "b", "c"]


@pytest.mark.parametrize("y", [[1, -1, 1, -1], np.array([1.0, -1.0, 1.0, -1.0])])
def test_one_and_minus_one_are_the_classes_of_a_binary_problem(y):
    with pytest.warns(UserWarning, match="-1 is taken for a class and not for missing"):
        model = Recorder().fit(X, y)
    assert model.classes_.tolist() == [-1, 1]
    assert model.transduction_.tolist() == [1, -1, 1, -1]


def test_minus_one_is_unlabelled_beside_other_classes():
    assert len(Recorder().fit(X, [1, -1, 2, 2]).given[0]) == 3


@pytest.mark.parametrize(
    "y",
    [
        [1, -1, None, 1],
        [{1}, -1, {1}, -1],
        np.array([1.0, -1.0, np.nan, 1]),
        np.ma.array([1, -1, 5, 1], mask=[0, 0, 1, 0]),
    ],
)
def test_minus_one_is_unlabelled_beside_sets_and_other_missing_labels(y):
    with pytest.warns(UserWarning, match="only one class, 1, .*Hint: .*-1 is a missing label"):
        assert Recorder().fit(X, y).classes_.tolist() == [1]


@pytest.mark.parametrize(
    "y",
    [
        ["a", "b", "a|b", "c"],
        [{"a"}, {"b"}, "c", None],
        [{"a"}, {"b"}, {"c"}, {"a"}],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]],
        np.eye(4, 3),
        sparse.csr_array(np.eye(4, 3)),
        ["a", None, "a", "a"],
        [0, 1, -1, 1],
        np.array([0, 1, np.nan, 1]),
        pa.array([0, 1, None, 1]),
        np.ma.array([0, 1, 1, 0], mask=[0, 0, 0, 1]),
    ],
)
def test_candidates_are_no_truth_to_score_by(y):
    with pytest.raises(ValueError, match=r"expected the true class of each sample.*consistency"):
        Recorder().fit(X, Y).score(X, y)


@pytest.mark.parametrize("y", [None, 3, "abca"])
def test_what_is_no_sequence_is_no_truth_either(y):
    with pytest.raises(ValueError, match=r"y is of type .*, expected a list, array or Series"):
        Recorder().fit(X, Y).score(X, y)


@pytest.mark.parametrize("labels", [[0, 1, 1, 0], ["a", "b", "b", "a"]])
def test_a_column_is_scored_as_what_is_in_it(labels):
    model = Recorder().fit(X, labels)
    for y in (np.array(labels)[:, None], pd.DataFrame({"who": labels})):
        assert model.score(X, y) == 0.5


def test_a_masked_label_in_a_column_is_missing():
    y = np.ma.array([[0], [1], [5], [0]], mask=[[0], [0], [1], [0]])
    with pytest.warns(DataConversionWarning, match="column-vector"):
        model = Recorder().fit(X, y)
    assert model.classes_.tolist() == [0, 1]
    assert len(model.given[0]) == 3


def test_bytes_are_text():
    y = np.array([b"a", b"", b"b", b"a"])
    model = Recorder().fit(X, y)
    assert model.classes_.tolist() == ["a", "b"]
    assert model.score(X[[0, 2]], y[[0, 2]]) == 0.5


@pytest.mark.parametrize("labels", [[0, 1, 1, 0], ["a", "b", "b", "a"], [True, False, True, True]])
def test_the_truth_is_read_as_the_labels_are(labels):
    model = Recorder().fit(X, labels)
    expected = model.score(X, labels)
    for y in (pa.array(labels), pa.table({"y": labels}), pd.Series(labels, dtype="category")):
        assert model.score(X, y) == expected


def test_names_that_are_fractions_are_names():
    model = Recorder().fit(X, [{0.5}, {1.5}, {0.5, 1.5}, {0.5}])
    assert model.classes_.tolist() == [0.5, 1.5]


@pytest.mark.filterwarnings("ignore:y has the labels 1 and -1 only")
@pytest.mark.parametrize("form", [list, np.array, pd.Series])
def test_numbers_are_scored_as_they_are(form):
    y = form([1, -1, 1, -1])
    assert Recorder().fit(X, y).score(X, y) == 0.5


@pytest.mark.parametrize(
    "y",
    [
        ["a", 1, 1, "a"],
        np.array(["2020-01-01", "2020-01-02", "2020-01-02", "2020-01-01"], dtype="datetime64[D]"),
    ],
    ids=["mixed", "dates"],
)
def test_classes_of_any_type_are_scored(y):
    model = Recorder().fit(X, y)
    assert model.score(X, y) == 0.5
    assert model.score(X, y, sample_weight=[1, 0, 0, 0]) in {0.0, 1.0}


def test_a_class_is_no_set_whatever_its_name():
    names = np.array(["a|b", "c"])
    model = Recorder().fit(X, pd.DataFrame(np.eye(2)[[0, 1, 1, 0]], columns=names))
    assert model.score(X, names[[0, 1, 1, 0]]) == 0.5
    pairs = [("a", 1), ("b", 2), ("b", 2), ("a", 1)]
    assert Recorder().fit(X, [{pair} for pair in pairs]).score(X, pairs) == 0.5


def test_truth_of_another_type_is_not_just_wrong():
    model = Recorder().fit(X, [0, 1, 1, 0])
    with pytest.raises(ValueError, match=r"such as '0'.*such as 0: none is equal.*Hint: convert"):
        model.score(X, ["0", "1", "1", "0"])
    assert model.score(X, [7, 7, 7, 7]) == 0.0
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        model.score(X, [0, 1])


def test_a_failed_fit_is_no_fit():
    model = Recorder()
    with pytest.raises(ValueError, match="none of the 4 samples"):
        model.fit(X, [None] * 4)
    with pytest.raises(NotFittedError):
        model.predict(X)
    with pytest.raises(NotFittedError):
        model.score(X, [0, 1, 0, 1])


@pytest.mark.parametrize(
    "y, message",
    [
        (None, "requires y to be passed"),
        ([0.5, 1.5, 0.1, 0.3], "Unknown label type: continuous"),
        ([None] * 4, "none of the 4 samples"),
        (np.ones((4, 3)), "none of the 4 samples"),
        ([-1] * 4, "none of the 4 samples"),
        (["a", "b"], "expected 4"),
    ],
)
def test_refuses(y, message):
    with pytest.raises(ValueError, match=message):
        Recorder().fit(X, y)
