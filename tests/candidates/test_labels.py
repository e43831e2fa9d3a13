"""Single labels."""

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
