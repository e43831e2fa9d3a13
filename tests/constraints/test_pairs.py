import numpy as np
import pytest
from scipy import sparse

from plclust.constraints._pairs import check_pairs


@pytest.mark.parametrize(
    "nothing", [None, [], (), set(), frozenset(), {}, {}.items(), np.empty((0, 2))]
)
def test_no_pairs(nothing):
    assert check_pairs(nothing, 3, "must_link").shape == (0, 2)


@pytest.mark.parametrize("form", [list, tuple, np.array, lambda pairs: np.array(pairs, "uint8")])
def test_forms_of_pairs(form):
    np.testing.assert_array_equal(check_pairs(form([(0, 2), (1, 0)]), 3, ""), [[0, 2], [1, 0]])


@pytest.mark.parametrize(
    "pairs", [{(0, 2), (1, 0)}, {0: 2, 1: 0}.items(), {"a": (0, 2), "b": (1, 0)}.values()]
)
def test_sets_and_views_list_pairs(pairs):
    assert sorted(check_pairs(pairs, 3, "must_link").tolist()) == [[0, 2], [1, 0]]


def test_masked_pairs_are_refused():
    pairs = np.ma.array([[0, 1], [2, 3]], mask=[[0, 0], [1, 1]])
    with pytest.raises(ValueError, match=r"must_link has masked.*compress_rows\(must_link\)"):
        check_pairs(pairs, 4, "must_link")
    assert check_pairs(np.ma.compress_rows(pairs), 4, "must_link").tolist() == [[0, 1]]


@pytest.mark.parametrize(
    "pairs, message",
    [
        ([(0, 3)], "cannot_link names sample 3, expected numbers from 0 to 2.*counted from zero"),
        ([(-1, 1)], "cannot_link names sample -1, expected numbers from 0 to 2"),
        ([(0, 1), (2, 2)], "pairs sample 2 with itself, expected two different.*drop such pairs"),
        ([(0, 1, 2)], r"has shape \(1, 3\).*expected pairs of integers.*\[\(0, 3\), \(5, 1\)\]"),
        ([(0.5, 1.0)], "type float64, expected pairs of integers"),
        ([0, 1], r"has shape \(2,\)"),
    ],
)
def test_wrong_pairs_are_refused_with_a_hint(pairs, message):
    with pytest.raises(ValueError, match=message):
        check_pairs(pairs, 3, "cannot_link")


def test_pairs_may_come_one_by_one():
    assert check_pairs(zip([0, 3], [2, 1], strict=True), 4, "must_link").tolist() == [
        [0, 2],
        [3, 1],
    ]


@pytest.mark.parametrize("pairs", [[(0, 1), (2,)], [[]], {0: 1}, sparse.csr_array(np.eye(4)), 3])
def test_what_is_no_list_of_pairs_is_refused(pairs):
    with pytest.raises(ValueError, match=r"must_link has shape .*expected pairs of integers"):
        check_pairs(pairs, 4, "must_link")


def test_the_number_of_samples_is_needed():
    with pytest.raises(TypeError, match="n_samples is None, expected an integer"):
        check_pairs([(0, 1)], None, "must_link")
