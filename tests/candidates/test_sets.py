"""Sequences with one entry per sample."""

import pytest

from plclust.candidates._sets import as_set, encode


@pytest.mark.parametrize(
    "elements, n_read", [(["a", "b|a", "a", "b|a"], 2), ([{"a"}, "a|b", {"a"}, "b|a"], 4)]
)
def test_equal_elements_are_read_once_where_they_can_be_hashed(elements, n_read):
    read = []

    def recorded(element, where):
        read.append(where)
        return as_set(element, where)

    encoded = encode(elements, recorded)
    assert read == [f"y[{i}]" for i in range(n_read)]
    assert encoded.sets == [{"a"}, {"a", "b"}]
    assert encoded.which.tolist() == [0, 1, 0, 1]
