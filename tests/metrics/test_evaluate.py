import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from plclust.metrics import (
    clustering_accuracy,
    evaluate_classification,
    evaluate_clustering,
    normalized_mutual_info,
    purity,
)

TRUTH = np.array(["a", "a", "b", "b", "c", "c", "a", "b"])
FOUND = np.array([0, 0, 1, 0, 2, 2, 1, 1])
# Samples 0, 2 and 4 carry candidates.
CANDIDATE_SETS = [{"a", "b"}, None, {"b"}, None, {"b", "c"}, None, None, None]
UNLABELLED = np.array([1, 3, 5, 6, 7])


def candidate_matrix():
    matrix = np.zeros((8, 3), dtype=int)
    matrix[0, [0, 1]] = matrix[2, 1] = matrix[4, [1, 2]] = 1
    return matrix


def test_all_samples_without_candidates():
    figures = evaluate_clustering(TRUTH, FOUND)
    assert list(figures) == ["acc", "nmi", "nmi_arithmetic", "ari", "purity", "n_evaluated"]
    assert figures["acc"] == clustering_accuracy(TRUTH, FOUND) == 0.75
    assert figures["nmi"] == normalized_mutual_info(TRUTH, FOUND)
    assert figures["nmi_arithmetic"] == normalized_mutual_info(TRUTH, FOUND, average="arithmetic")
    assert figures["ari"] == adjusted_rand_score(TRUTH, FOUND)
    assert figures["purity"] == purity(TRUTH, FOUND) == 0.75
    assert figures["n_evaluated"] == 8


@pytest.mark.parametrize(
    "y",
    [
        CANDIDATE_SETS,
        candidate_matrix(),
        np.where(candidate_matrix().any(axis=1, keepdims=True), candidate_matrix(), 1),
        sparse.csr_array(candidate_matrix()),
        ["a|b", None, "b", None, "b|c", None, None, None],
    ],
    ids=["sets", "zero rows", "full rows", "sparse", "text"],
)
def test_samples_with_candidates_are_left_out(y):
    figures = evaluate_clustering(TRUTH, FOUND, y)
    assert figures == evaluate_clustering(TRUTH[UNLABELLED], FOUND[UNLABELLED])
    assert figures["n_evaluated"] == 5
    assert figures["acc"] == pytest.approx(3 / 5)


def test_truth_of_left_out_samples_is_not_read():
    truth = TRUTH.astype(object)
    truth[[0, 2, 4]] = None
    assert evaluate_clustering(truth, FOUND, CANDIDATE_SETS)["n_evaluated"] == 5


def test_classification_counts_names_not_groups():
    swapped = np.array(["b", "b", "a", "a", "c", "c", "b", "a"])
    figures = evaluate_classification(TRUTH, swapped)
    assert figures["acc"] == 0.25
    assert figures["nmi"] == figures["ari"] == 1
    assert evaluate_classification(TRUTH, TRUTH, CANDIDATE_SETS) == {
        "acc": 1,
        "nmi": 1,
        "ari": 1,
        "n_evaluated": 5,
    }


def test_classification_with_labels_of_other_types():
    assert evaluate_classification([1, 2, 2], ["1", "2", "2"])["acc"] == 0
    assert evaluate_classification([1, 2, 2], [1.0, 2.0, 1.0])["acc"] == pytest.approx(2 / 3)
    assert evaluate_classification(np.array([1, "x"], dtype=object), [1, "x"])["acc"] == 1


@pytest.mark.parametrize("evaluate", [evaluate_clustering, evaluate_classification])
def test_errors(evaluate):
    with pytest.raises(ValueError, match="all 3 samples carry candidates"):
        evaluate(["a", "b", "a"], ["a", "b", "b"], [{"a"}, {"b"}, {"a"}])
    with pytest.raises(ValueError, match="2 samples"):
        evaluate([0, 1], [0])
    with pytest.raises(ValueError, match="empty"):
        evaluate([], [])
    with pytest.raises(ValueError):
        evaluate([0, 1, 0], [0, 1, 0], [0, -1])


def test_import_stays_light():
    code = (
        "import sys, plclust.metrics; "
        "assert not {'sklearn.cluster', 'numba', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_both_means_of_the_entropies_are_told_apart():
    truth, labels = ["a", "a", "b", "c"], [0, 0, 0, 1]
    figures = evaluate_clustering(truth, labels)
    assert figures["nmi"] == pytest.approx(normalized_mutual_info(truth, labels))
    arithmetic = normalized_mutual_info_score(truth, labels, average_method="arithmetic")
    assert figures["nmi_arithmetic"] == pytest.approx(arithmetic)
    assert figures["nmi"] > arithmetic + 0.01


def test_masked_labels_are_missing():
    masked = np.ma.array([0, 1], mask=[0, 1])
    for evaluate in (evaluate_clustering, evaluate_classification):
        with pytest.raises(ValueError, match="y_true has missing labels"):
            evaluate(masked, [0, 1])
        with pytest.raises(ValueError, match="missing labels"):
            evaluate([0, 1], masked)
