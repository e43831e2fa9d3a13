import numpy as np
import pytest

from plclust.cluster import SSSC
from plclust.cluster._base import check_n_clusters

THREE = np.array(["a", "b", "c"])


def test_as_many_clusters_as_classes_unless_told():
    assert check_n_clusters(None, 3, THREE) == 3
    assert check_n_clusters(np.int64(2), 3, THREE) == 2


@pytest.mark.parametrize(("classes", "named"), [([], "no class"), (["a"], "only one class, a")])
def test_classes_must_tell_the_number_of_clusters(classes, named):
    with pytest.raises(ValueError, match=rf"y names {named}. Set n_clusters"):
        check_n_clusters(None, 9, np.array(classes))


def test_one_class_is_warned_of():
    with pytest.warns(UserWarning, match=r"only one class, a.*all samples count as unlabelled"):
        assert check_n_clusters(2, 9, np.array(["a"])) == 2


def test_no_more_clusters_than_samples():
    assert check_n_clusters(9, 9, THREE) == 9
    with pytest.raises(ValueError, match="n_samples=9 should be >= n_clusters=10"):
        check_n_clusters(10, 9, THREE)


def test_fit_predict_hears_the_labels():
    X = np.random.default_rng(0).standard_normal((30, 3))
    y = np.arange(30) % 2
    labels = SSSC(random_state=0).fit_predict(X, y)
    np.testing.assert_array_equal(labels, SSSC(random_state=0).fit(X, y).labels_)
    assert not np.array_equal(labels, SSSC(2, random_state=0).fit(X).labels_)
