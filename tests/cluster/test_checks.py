import numpy as np
import pytest

from plclust.cluster._checks import check_affinities, check_n_neighbors


def test_neighbors_are_at_most_the_other_samples():
    assert check_n_neighbors(9, 10) == 9
    with pytest.warns(UserWarning, match="n_neighbors=10 is lowered to 9"):
        assert check_n_neighbors(10, 10) == 9


def test_affinities_of_new_samples_need_not_be_square():
    affinities = np.ones((2, 3))
    assert check_affinities(affinities, square=False) is affinities
    with pytest.raises(ValueError, match="expects a square matrix"):
        check_affinities(affinities, square=True)


def test_negative_affinities_are_refused():
    with pytest.raises(ValueError, match="smallest is -1"):
        check_affinities(np.array([[0.0, -1.0], [-1.0, 0.0]]), square=True)
