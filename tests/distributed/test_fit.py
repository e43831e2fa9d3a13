import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from plclust import PartialLabelClustering
from plclust.datasets import make_candidate_blobs
from plclust.graph import _cell_centres

dask = pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")
da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

N_SAMPLES = 1600


@pytest.fixture(scope="module")
def blobs():
    return make_candidate_blobs(N_SAMPLES, 6, 5, labelled=0.2, separation=5.0, random_state=0)


@pytest.fixture(scope="module")
def in_memory(blobs):
    X, y, _ = blobs
    return fit(X, y, neighbors="approximate")


def fit(X, y, **params):
    return PartialLabelClustering(**({"guidance": 1, "random_state": 0} | params)).fit(X, y)


def assert_same(found, expected):
    assert_same_graph(found, expected)
    assert adjusted_rand_score(found.labels_, expected.labels_) > 0.99
    np.testing.assert_array_equal(found.cluster_classes_, expected.cluster_classes_)


def assert_same_graph(found, expected):
    np.testing.assert_allclose(found.objective_, expected.objective_, rtol=1e-3)
    apart = np.abs(found.label_distributions_ - expected.label_distributions_).max(axis=1)
    assert np.quantile(apart, 0.999) < 1e-2  # a sample may have another tenth neighbour
    assert found.neighbor_recall_ == pytest.approx(expected.neighbor_recall_, abs=1e-3)
    assert found.n_connected_components_ == expected.n_connected_components_


def test_threads_find_what_a_fit_in_memory_finds(blobs, in_memory):
    X, y, _ = blobs
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(700, 4)), y)
        new = X[:50] + 0.01
        np.testing.assert_array_equal(found.predict(new), in_memory.predict(new))
        np.testing.assert_allclose(
            found.predict_proba(da.from_array(new, chunks=20)),
            in_memory.predict_proba(new),
            atol=1e-2,
        )
    assert_same(found, in_memory)


def test_a_class_that_only_the_graph_hears_keeps_its_cluster(blobs, monkeypatch):
    X, y, _ = blobs

    def deaf_to_the_last(confidence, *_, **__):
        mixed = confidence.copy()
        mixed[:, -1] = 1e-4
        return mixed

    monkeypatch.setattr("plclust.distributed._fit.mix_opinions", deaf_to_the_last)
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(700, 4)), y)
    assert sorted(set(found.cluster_classes_)) == sorted(set(found.classes_))


@pytest.mark.parametrize("assign_labels", ["anchored", "kmeans"])
def test_without_classes_clusters_are_those_of_kmeans(assign_labels):
    groups = np.arange(N_SAMPLES) % 5
    X = 5.0 * np.eye(6)[groups] + np.random.default_rng(0).standard_normal((N_SAMPLES, 6))
    with dask.config.set(scheduler="threads"):
        found = fit(
            da.from_array(X, chunks=(800, -1)), None, n_clusters=5, assign_labels=assign_labels
        )
    expected = fit(X, None, n_clusters=5, assign_labels=assign_labels, neighbors="approximate")
    assert adjusted_rand_score(found.labels_, expected.labels_) > 0.99


def test_more_components_than_clusters_stay_whole():
    rng = np.random.default_rng(0)
    middles = 50.0 * np.eye(6)[:5]
    X = np.concatenate([middle + rng.standard_normal((300, 6)) for middle in middles])
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(500, -1)), None, n_clusters=3, linking=0.0)
    expected = fit(X, None, n_clusters=3, neighbors="approximate", linking=0.0)
    assert found.n_connected_components_ == expected.n_connected_components_ >= 5
    for labels in (found.labels_, expected.labels_):  # which of five go together is a tie
        assert len(np.unique(labels)) == 3
        majority = [np.bincount(group).max() for group in labels.reshape(5, 300)]
        assert min(majority) >= 297


def test_rounds_follow_each_other_as_in_memory():
    X, y, _ = make_candidate_blobs(400, 6, 5, labelled=0.2, separation=5.0, random_state=0)
    params = {"guidance": 3, "regrouping": 0}
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(150, -1)), y, **params)
    expected = fit(X, y, neighbors="approximate", **params)
    assert found.n_iter_ == expected.n_iter_ == 3
    assert_same_graph(found, expected)


@pytest.mark.parametrize(("doubt", "n_rounds"), [(1.0, 1), (60.0, 2)])
def test_rounds_end_when_labels_have_settled(doubt, n_rounds):
    """Then clusters are asked, unless the labels are trusted to have said all."""
    groups = np.arange(120) % 2
    X = 8.0 * np.eye(4)[groups] + np.random.default_rng(0).standard_normal((120, 4))
    params = {"guidance": 4, "regrouping": 1, "doubt": doubt}
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(60, -1)), groups, **params)
    expected = fit(X, groups, neighbors="approximate", **params)
    assert found.n_iter_ == expected.n_iter_ == n_rounds
    np.testing.assert_array_equal(found.labels_, expected.labels_)


def test_no_round_is_begun_out_of_time(blobs):
    X, y, _ = blobs
    X, y = da.from_array(X[:300], chunks=(150, -1)), y[:300]
    with (
        dask.config.set(scheduler="threads"),
        pytest.warns(ConvergenceWarning, match="max_time=0 s have passed: round 1 of guidance=3"),
    ):
        found = fit(X, y, guidance=3, max_time=0)
    assert found.n_iter_ == 0
    assert found.labels_.shape == (300,)


def test_nothing_is_left_of_a_fit_in_memory(blobs):
    X, y, _ = blobs
    plc = PartialLabelClustering(random_state=0).fit(X[:300], y[:300])
    plc.fit(da.from_array(X, chunks=(400, -1)), y)
    assert not hasattr(plc, "affinity_matrix_")
    assert len(plc.labels_) == len(X)


def test_confidences_of_few_labels_are_solved_for_as_long_as_in_memory():
    X, y, _ = make_candidate_blobs(600, 4, 5, labelled=0.1, random_state=0)
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(300, -1)), y)
    expected = fit(X, y, neighbors="approximate")
    apart = np.abs(found.label_distributions_ - expected.label_distributions_)
    assert apart.max() < 1e-2


def test_warns_of_neighbours_that_are_copies():
    X = np.random.default_rng(0).integers(2, size=(300, 4)).astype(float)
    with pytest.warns(UserWarning, match="97% of .* none but exact copies .* up to 10 neighbours"):
        fit(da.from_array(X, chunks=(100, -1)), None, n_clusters=4, linking=0.0)


def test_warns_of_pieces_that_are_not_linked():
    X = np.random.default_rng(0).standard_normal((400, 4)) + 50.0 * np.repeat(np.eye(4), 100, 0)
    with pytest.warns(UserWarning, match="falls into 4 pieces, more than n_clusters=2"):
        fit(da.from_array(X, chunks=(100, -1)), None, n_clusters=2)


def test_warns_if_many_neighbours_were_not_found(monkeypatch):
    monkeypatch.setattr(_cell_centres, "CELL_SIZE", 16)
    monkeypatch.setattr("plclust.graph._recall.MOST_PROBES", 8)
    X = np.random.default_rng(0).standard_normal((1500, 40))
    with pytest.warns(UserWarning, match="of the nearest neighbours were found"):
        fit(da.from_array(X, chunks=(500, -1)), None, n_clusters=2)
