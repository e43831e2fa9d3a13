import numpy as np
import pytest

from plclust.graph._recall import enough_probes


@pytest.mark.parametrize(("needed", "expected"), [(3, (8, 1.0)), (11, (12, 1.0)), (99, (16, 0.5))])
def test_more_cells_are_searched_until_enough_is_found_or_there_are_no_more(needed, expected):
    """Half of the neighbours are found, and all of them from so many cells on."""
    nearest = np.ones((10, 4))

    def search(n_probes):
        return np.where((n_probes >= needed) | (np.arange(4) % 2 == 0), 1.0, 9.0) * nearest

    assert enough_probes(search, nearest, np.zeros((10, 2)), n_cells=16) == expected
