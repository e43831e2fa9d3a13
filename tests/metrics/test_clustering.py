import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import normalized_mutual_info_score

from plclust.metrics import clustering_accuracy, match_clusters, normalized_mutual_info, purity

METRICS = [clustering_accuracy, normalized_mutual_info, purity]


@st.composite
def labellings(draw):
    """Two labellings of the same samples, with their own numbers of groups."""
    n = draw(st.integers(1, 25))
    truth, found = (
        draw(st.lists(st.integers(0, draw(st.integers(0, 4))), min_size=n, max_size=n))
        for _ in range(2)
    )
    return truth, found


def brute_force_accuracy(truth, found):
    """Try every one-to-one map from clusters to classes; dummies even the two sides out."""
    size = max(len(set(truth)), len(set(found)))
    classes = sorted(set(truth)) + [None] * (size - len(set(truth)))
    clusters = sorted(set(found))
    best = 0
    for permutation in itertools.permutations(classes):
        names = dict(zip(clusters, permutation, strict=False))
        best = max(best, sum(names[c] == t for t, c in zip(truth, found, strict=True)))
    return best / len(truth)


@settings(max_examples=60, deadline=None)
@given(labellings())
def test_accuracy_is_the_best_of_all_permutations(pair):
    assert clustering_accuracy(*pair) == pytest.approx(brute_force_accuracy(*pair))


@settings(max_examples=60, deadline=None)
@given(labellings())
def test_matching_attains_the_accuracy_one_to_one(pair):
    truth, found = pair
    matching = match_clusters(truth, found)
    assert len(set(matching.values())) == len(matching)
    assert len(matching) == min(len(set(truth)), len(set(found)))
    hits = sum(matching.get(c, -1) == t for t, c in zip(truth, found, strict=True))
    assert hits / len(truth) == pytest.approx(clustering_accuracy(truth, found))


@settings(max_examples=40, deadline=None)
@given(labellings(), st.permutations(range(5)))
def test_names_of_clusters_do_not_matter(pair, permutation):
    truth, found = pair
    renamed = [permutation[c] for c in found]
    for metric in METRICS:
        assert metric(truth, renamed) == pytest.approx(metric(truth, found))


@settings(max_examples=40, deadline=None)
@given(labellings())
def test_order_of_the_figures(pair):
    assert clustering_accuracy(*pair) <= purity(*pair) <= 1
    arithmetic = normalized_mutual_info(*pair, average="arithmetic")
    assert 0 <= arithmetic <= normalized_mutual_info(*pair) + 1e-12 <= 1 + 1e-12


def test_hand_computed_table():
    # Classes a and b, clusters 0, 1, 2, with counts [[3, 1, 0], [1, 2, 3]].
    truth = list("aaaabbbbbb")
    found = [0, 0, 0, 1, 0, 1, 1, 2, 2, 2]
    assert clustering_accuracy(truth, found) == pytest.approx(0.6)
    assert purity(truth, found) == pytest.approx(0.8)
    assert match_clusters(truth, found) == {0: "a", 2: "b"}


def test_greedy_matching_would_be_worse():
    # Counts [[3, 2], [2, 0]]: the largest cell first gives 3, the best matching 4.
    assert clustering_accuracy([0] * 5 + [1] * 2, [0, 0, 0, 1, 1, 0, 0]) == pytest.approx(4 / 7)


@pytest.mark.parametrize("average", ["geometric", "arithmetic"])
def test_mutual_information_by_its_formula(average):
    counts = np.array([[3, 1, 0], [1, 2, 3]])
    truth = np.repeat([0, 0, 0, 1, 1, 1], counts.ravel())
    found = np.repeat([0, 1, 2, 0, 1, 2], counts.ravel())
    joint = counts / counts.sum()
    p, q = joint.sum(axis=1), joint.sum(axis=0)
    seen = joint > 0
    information = (joint[seen] * np.log((joint / np.outer(p, q))[seen])).sum()
    entropies = -(p @ np.log(p)), -(q @ np.log(q))
    mean = np.mean(entropies) if average == "arithmetic" else np.sqrt(np.prod(entropies))
    score = normalized_mutual_info(truth, found, average=average)
    assert score == pytest.approx(information / mean)
    assert score == pytest.approx(
        normalized_mutual_info_score(truth, found, average_method=average)
    )


def test_labellings_without_a_split():
    assert normalized_mutual_info([0, 0, 0], [1, 1, 1]) == 1
    assert normalized_mutual_info([0, 0, 0], [0, 1, 2]) == 0
    assert normalized_mutual_info([0, 1, 2], [0, 0, 0]) == 0
    assert clustering_accuracy([0, 1, 2], [0, 0, 0]) == pytest.approx(1 / 3)
    assert clustering_accuracy(["x"], ["y"]) == purity(["x"], ["y"]) == 1


@pytest.mark.parametrize(
    "truth",
    [
        ["a", "b", "c", "d"],
        [1, "1", 2.5, "d"],
        np.array([1, "1", frozenset("a"), frozenset("b")], dtype=object),
        np.array([0.5, 1.5, -1.0, 3.0]),
        pd.Series(["a", "b", "c", "d"], dtype="category"),
        np.array([b"a", b"b", b"c", b"d"]),
    ],
    ids=["text", "mixed", "objects", "floats", "categories", "bytes"],
)
def test_labels_of_any_type(truth):
    found = np.array([3, 2, 1, 0])
    for metric in METRICS:
        assert metric(truth, found) == 1
    assert len(match_clusters(truth, found)) == 4


@pytest.mark.parametrize("function", [*METRICS, match_clusters])
@pytest.mark.parametrize(
    "truth, found, message",
    [
        ([0, 1], [0, 1, 2], "2 samples and labels has 3"),
        ([], [], "empty"),
        ([[0], [1]], [0, 1], "y_true has shape"),
        ([0, 1], [[0, 1]], "labels has shape"),
        ([0, np.nan], [0, 1], "y_true has missing"),
        (["a", np.nan], [0, 1], "y_true has missing"),
        (["a", pd.NA], [0, 1], "y_true has missing"),
        ([0, 1], [0, None], "labels has missing"),
        (np.ma.array([1, 2], mask=[0, 1]), [0, 1], "y_true has missing"),
        ([0, 1], np.ma.array(["a", "b"], mask=[0, 1]), "labels has missing"),
        ([{"a"}, {"b"}], [0, 1], "cannot be hashed"),
    ],
)
def test_errors_say_what_came(function, truth, found, message):
    with pytest.raises(ValueError, match=message):
        function(truth, found)


def test_unknown_average():
    with pytest.raises(ValueError, match="'max', but 'geometric'"):
        normalized_mutual_info([0, 1], [0, 1], average="max")
