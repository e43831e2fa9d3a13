"""Single labels."""

from collections import UserList, deque

import numpy as np
import pytest

from plclust.candidates._labels import as_elements


@pytest.mark.parametrize("values", [[1, 2], [1.0, np.nan], (1, -1)])
def test_lists_of_numbers_are_arrays(values):
    elements = as_elements(values)
    assert isinstance(elements, np.ndarray)
    np.testing.assert_array_equal(elements, values)


@pytest.mark.parametrize("values", [[1, 2.0], [True, False], [1, None], [2**63, 1], ["a", "b"]])
def test_other_lists_are_left_as_they_are(values):
    elements = as_elements(values)
    assert isinstance(elements, list)
    assert list(map(type, elements)) == list(map(type, values))


@pytest.mark.parametrize(
    "values",
    [deque([1, "a"]), UserList([1, "a"]), {1: 0, "a": 0}.keys(), {0: 1, 2: "a"}.values()],
    ids=lambda values: type(values).__name__,
)
def test_other_sequences_are_read_as_lists(values):
    assert as_elements(values) == [1, "a"]


@pytest.mark.parametrize("values", ["ab", b"ab", bytearray(b"ab"), {"a"}, {"a": 1}, {1: 2}.items()])
def test_text_and_what_has_no_order_is_refused(values):
    with pytest.raises(ValueError, match=r"y is of type .*, expected a list, array or Series"):
        as_elements(values)


def test_bytes_in_an_array_of_objects_are_text():
    assert as_elements(np.array([b"a|b", None, "c"], dtype=object)) == ["a|b", None, "c"]
    with pytest.raises(ValueError, match=r"no UTF-8, such as b'\\xe9'"):
        as_elements(np.array([b"\xe9"], dtype=object))


@pytest.mark.parametrize("missing", [-1, -1.0, None, np.nan])
def test_missing_labels_that_became_strings_are_refused(missing):
    with pytest.raises(ValueError, match=r"y\[1\] is .*, as NumPy writes a missing label"):
        as_elements(np.array(["a", missing], dtype=str))
