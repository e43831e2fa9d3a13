import numpy as np
import pytest
from sklearn.neighbors import RadiusNeighborsTransformer

from plclust.cluster._neighborhood import Neighborhood, choose_neighbors


def test_samples_without_neighbours_are_told():
    affinities = np.zeros((4, 4))
    affinities[0, 1] = 1.0  # 1 is heard, though it hears nobody
    neighborhood = Neighborhood.from_affinity(affinities, 2)
    with pytest.warns(UserWarning, match="2 of 4 samples have no neighbour"):
        neighborhood.check_edges()


def test_a_graph_without_edges_is_refused():
    lonely = RadiusNeighborsTransformer(radius=0.1)
    neighborhood = Neighborhood.from_features(np.eye(3), 2, "euclidean", lonely, None)
    with pytest.raises(ValueError, match=r"3 of 3 samples have no neighbour.*larger radius"):
        neighborhood.check_edges()


def test_neighbours_of_all_samples_are_no_news():
    Neighborhood.from_affinity(np.ones((3, 3)), 1).check_edges()


@pytest.mark.parametrize(
    "metric", ["precomputed", "haversine", "seuclidean", "mahalanobis", "hamming", "jaccard"]
)
def test_metrics_that_are_not_offered_have_a_hint(metric):
    with pytest.raises(ValueError, match=rf"metric='{metric}' is not offered.*(first|[Pp]ass)"):
        choose_neighbors("auto", np.eye(3), metric)


@pytest.mark.parametrize("metric", ["cosine", "manhattan", "chebyshev"])
def test_metrics_of_numbers_are_offered(metric):
    assert choose_neighbors("auto", np.eye(3), metric) == "exact"
