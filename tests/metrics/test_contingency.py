import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from plclust.candidates import check_candidates
from plclust.metrics import clustering_accuracy, match_clusters
from plclust.metrics._contingency import as_label_pair, as_labels, contingency, encode


def test_a_mixed_list_keeps_numbers_and_text_apart():
    assert clustering_accuracy([1, "1", 1, "1"], [0, 1, 0, 1]) == 1
    assert match_clusters([1, "1"], ["x", 2]) == {"x": 1, 2: "1"}


def test_matching_returns_plain_python_labels():
    matching = match_clusters(np.array(["a", "b"]), np.array([4, 2]))
    assert repr(matching) == "{2: 'b', 4: 'a'}"


def test_classes_may_be_dates():
    days = np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[ns]")
    assert match_clusters(days[[0, 0, 1]], [5, 5, 3]) == {5: days[0], 3: days[1]}
    with pytest.raises(ValueError, match="missing labels"):
        match_clusters(np.array(["2020-01-01", "NaT"], dtype="datetime64[ns]"), [0, 1])


def test_counts_by_class_and_cluster():
    found = contingency(["b", "a", "b", "b"], [2, 5, 2, 5])
    np.testing.assert_array_equal(found.table, [[0, 1], [2, 1]])
    assert found.classes == ["a", "b"]
    assert found.clusters == [2, 5]


@pytest.mark.parametrize(
    "labels, names",
    [
        ([3, 1, 3], [1, 3]),
        ([3, "b", 3], [3, "b"]),
        (np.array(["b", "a", "b"], dtype=object), ["a", "b"]),
    ],
    ids=["numbers", "mixed", "objects"],
)
def test_labels_are_kept_and_sorted_where_they_can_be(labels, names):
    kept = as_labels(labels, "labels")
    assert kept.tolist() == list(labels)
    codes, found = encode(kept, "labels")
    assert found == names
    assert [found[code] for code in codes] == list(labels)


def test_masked_labels_become_none():
    assert as_labels(np.ma.array([1, 2], mask=[0, 1]), "labels").tolist() == [1, None]
    assert as_labels(np.ma.array([1, 2]), "labels").tolist() == [1, 2]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT, np.float32("nan")])
def test_missing_labels_are_refused_by_name(missing):
    with pytest.raises(ValueError, match=r"predicted has missing labels.*Leave those samples out"):
        contingency(["a", "b"], np.array(["x", missing], dtype=object), "predicted")


@pytest.mark.parametrize(
    "truth, found, message",
    [
        ([0, 1, 2], [0], r"y_true has 3 samples and predicted has 1.*sliced"),
        ([], [], r"y_true and predicted are empty\. Pass at least one"),
        ([[0, 1]], [0, 1], r"y_true has shape \(1, 2\).*np\.ravel\(y_true\)"),
        (0, [0], r"y_true has shape \(\)"),
        ([0], [[0]], r"predicted has shape \(1, 1\)"),
    ],
)
def test_labellings_that_are_no_pair(truth, found, message):
    with pytest.raises(ValueError, match=message):
        as_label_pair(truth, found, "predicted")


def test_labels_that_cannot_be_hashed_are_refused():
    with pytest.raises(ValueError, match=r"y_true has labels that cannot be hashed.*belong in y"):
        contingency([{"a"}, {"b"}], [0, 1])


def test_bytes_in_arrays_are_text():
    for truth in (np.array([b"cat", b"dog"]), np.array([b"cat", b"dog"], dtype=object)):
        assert as_labels(truth, "y_true").tolist() == ["cat", "dog"]


def test_integers_too_large_for_a_float_stay_apart():
    assert clustering_accuracy([2**63 + 1, 2**63 + 2, -1], [0, 1, 2]) == 1.0
    assert clustering_accuracy([2**53, 2**53 + 1, 0.5], [0, 1, 2]) == 1.0


def test_classes_may_be_tuples():
    assert match_clusters([("a", 1), ("b", 2), ("a", 1)], [7, 8, 7]) == {7: ("a", 1), 8: ("b", 2)}


def test_missing_labels_that_became_strings_are_refused_but_noise_is_not():
    with pytest.raises(ValueError, match=r"y_true\[1\] is 'nan', as NumPy writes a missing label"):
        contingency(np.array(["cat", np.nan, "dog"]), [0, 1, 2])
    assert contingency(["a", "b"], np.array(["-1", "0"])).clusters == ["-1", "0"]


def test_labels_of_mixed_type_are_in_the_order_of_classes():
    labels = ["b", 10, "a", 2]
    assert encode(as_labels(labels, "y"), "y").names == check_candidates(labels)[1].tolist()


def test_labels_may_be_columns_of_arrow():
    table = contingency(pa.array(["a", "b", "a"]), pa.chunked_array([[0, 1], [0]]))
    assert (table.classes, table.clusters) == (["a", "b"], [0, 1])
    with pytest.raises(ValueError, match="y_true has missing labels"):
        contingency(pa.array(["a", None]), [0, 1])
