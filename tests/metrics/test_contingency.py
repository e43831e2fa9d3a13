import numpy as np
import pytest

from plclust.metrics import clustering_accuracy, match_clusters


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
