import numpy as np
import pytest

from plclust.metrics import consistency_score

SETS = [{"a", "b"}, {"c"}, None, {"d"}]


def test_only_labelled_samples_count():
    assert consistency_score(SETS, ["b", "c", "a", "d"]) == 1.0
    assert consistency_score(SETS, ["b", "c", "d", "d"]) == 1.0


def test_misses_cost_more_the_larger_the_set():
    # (0 - 2/4) / (1 - 2/4) = -1 and (0 - 1/4) / (1 - 1/4) = -1/3, beside two hits
    assert consistency_score(SETS, ["d", "c", "a", "d"]) == pytest.approx((-1 + 1 + 1) / 3)
    assert consistency_score(SETS, ["a", "b", "a", "d"]) == pytest.approx((1 - 1 / 3 + 1) / 3)


def test_random_classes_score_zero():
    rng = np.random.default_rng(0)
    candidates = np.eye(5, dtype=bool)[rng.integers(5, size=20_000)]
    candidates |= rng.random(candidates.shape) < 0.2
    assert abs(consistency_score(candidates, rng.integers(5, size=20_000))) < 0.03


def test_more_classes_than_were_named():
    # A set of all classes that y names is informative once there are others.
    with pytest.raises(ValueError, match="None of the 2 samples carries candidates"):
        consistency_score([{"a", "b"}, {"a", "b"}], ["a", "c"])
    assert consistency_score(
        [{"a", "b"}, {"a", "b"}], ["a", "c"], classes=["a", "b", "c"]
    ) == pytest.approx(-0.5)


def test_a_class_that_nobody_named_is_a_miss():
    assert consistency_score([{0}, {1}], [7, None]) == -1.0


def test_one_prediction_per_sample():
    with pytest.raises(ValueError, match="y describes 4 samples, expected 2"):
        consistency_score(SETS, ["a", "b"])
    with pytest.raises(ValueError, match="predicted has shape"):
        consistency_score(SETS, [["a"], ["b"], ["a"], ["b"]])


def test_masked_predictions_are_no_candidates():
    predicted = np.ma.array([0, 1], mask=[0, 1])
    assert consistency_score([0, 1], predicted) == consistency_score([0, 1], [0, None]) == 0.0


@pytest.mark.parametrize("unit", ["ns", "D"])
def test_classes_may_be_dates(unit):
    days = np.array(["2020-01-01", "2020-01-02"], dtype=f"datetime64[{unit}]")
    assert consistency_score(days, days) == 1.0
    assert consistency_score(days, days[::-1]) == -1.0


def test_bytes_in_arrays_are_text():
    names = np.array([b"cat", b"dog"])
    assert consistency_score(names, names) == consistency_score(names, ["cat", "dog"]) == 1.0


@pytest.mark.parametrize(
    "y, predicted", [(np.eye(3), ["a", "b", "c"]), ([1, 2, 2], ["1", "2", "2"]), (SETS, [0] * 4)]
)
def test_classes_that_can_never_be_equal_are_refused(y, predicted):
    with pytest.raises(ValueError, match=r"predicted has labels such as .* differ in type.*Hint"):
        consistency_score(y, predicted)


def test_numbers_of_any_kind_may_be_equal():
    assert consistency_score([1, 2, None], np.array([2.0, 1.0, 2.0])) == -1.0
