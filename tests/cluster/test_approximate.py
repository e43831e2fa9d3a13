"""Fits with approximate neighbours, and how they are chosen."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import KNeighborsTransformer

from plclust import PartialLabelClustering
from plclust.cluster import _joint_model, _neighborhood
from plclust.datasets import make_candidate_blobs
from plclust.graph import _cell_centres, _recall
from plclust.guidance import _teaching
from plclust.spectral import _anchored, _assignment, _embedding

pytest.importorskip("faiss")


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch):
    """The ways of large fits, for fits that are quick to test."""
    monkeypatch.setattr(_cell_centres, "CELL_SIZE", 32)
    for room in (_anchored, _joint_model, _neighborhood):
        monkeypatch.setattr(room, "MANY", 400)
    for room in (_teaching, _assignment, _embedding):
        monkeypatch.setattr(room, "VERY_MANY", 400)


@pytest.fixture
def blobs():
    X, y, truth = make_candidate_blobs(
        1200, 6, 4, labelled=0.2, n_false_positives=1, separation=9.0, random_state=8
    )
    return X, y, truth


def fit(X, y, **params):
    return PartialLabelClustering(random_state=0, **params).fit(X, y)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"guidance": 0},
        {"normalize": False},
        {"constraints": "all", "tol": 1e-2},
        {"disambiguation": "sweeps"},
    ],
)
def test_approximate_fits_are_as_good_as_exact_ones(blobs, params):
    X, y, truth = blobs
    approximate = fit(X, y, **params)
    exact = fit(X, y, neighbors="exact", **params)
    assert approximate.neighbors_ == "approximate"
    assert 0.9 < approximate.neighbor_recall_ <= 1.0
    assert exact.neighbor_recall_ == 1.0
    shares = [(plc.cluster_classes_[plc.labels_] == truth).mean() for plc in (approximate, exact)]
    assert shares[0] > max(0.4, shares[1] - 0.05)


def test_kmeans_finds_the_same_groups_as_on_exact_neighbours():
    X, y, truth = make_candidate_blobs(
        1200, 6, 4, labelled=0.2, components_per_class=1, separation=9.0, random_state=8
    )
    approximate = fit(X, y, assign_labels="kmeans")
    exact = fit(X, y, assign_labels="kmeans", neighbors="exact")
    assert approximate.neighbors_ == "approximate"
    assert adjusted_rand_score(approximate.labels_, exact.labels_) > 0.98
    assert adjusted_rand_score(approximate.labels_, truth) > 0.95


def test_results_are_in_the_order_of_the_samples(blobs):
    X, y, truth = blobs
    plc = fit(X, y)
    assert (plc.transduction_ == truth).mean() > 0.95
    assert (plc.label_distributions_[~y] == 0.0).all()
    affinity, rebuilding = plc.affinity_matrix_, plc.reconstruction_matrix_
    assert abs(affinity - affinity.T).max() == 0.0
    np.testing.assert_allclose(rebuilding.sum(axis=1), 1.0)
    np.testing.assert_allclose(
        ((rebuilding + rebuilding.T) / 2 - affinity).toarray(), 0.0, atol=1e-15
    )
    rows, columns = rebuilding.nonzero()
    assert np.sum(rebuilding.data[truth[rows] == truth[columns]]) > 0.9 * len(truth)
    assert affinity.indices.dtype == np.int32


def test_known_and_new_samples_find_their_place(blobs):
    X, y, truth = blobs
    plc = fit(X, y)
    assert (plc.predict(X) == plc.labels_).mean() > 0.99
    np.testing.assert_allclose(plc.predict_proba(X), plc.label_distributions_, atol=1e-5)
    new = X + 0.1 * np.random.default_rng(0).standard_normal(X.shape)
    assert (plc.cluster_classes_[plc.predict(new)] == truth).mean() > 0.9
    np.testing.assert_allclose(plc.predict_proba(new).sum(axis=1), 1.0, atol=1e-6)


def test_threads_do_not_change_the_result(monkeypatch):
    monkeypatch.setattr("plclust._kernels._blocks.BLOCK_ROWS", 256)
    X, y, _ = make_candidate_blobs(1500, 4, 3, n_false_positives=1, random_state=0)
    X = np.round(X, 1)
    one, two = (fit(X, y, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.labels_, two.labels_)
    np.testing.assert_array_equal(one.label_distributions_, two.label_distributions_)
    np.testing.assert_array_equal(one.objective_, two.objective_)


def test_features_on_disk_are_as_good_as_in_memory(blobs, tmp_path):
    X, y, _ = blobs
    X.tofile(tmp_path / "features")
    on_disk = np.memmap(tmp_path / "features", dtype=X.dtype, mode="r", shape=X.shape)
    plain, mapped = fit(X, y), fit(on_disk, y)
    np.testing.assert_array_equal(plain.label_distributions_, mapped.label_distributions_)
    np.testing.assert_array_equal(plain.labels_, mapped.labels_)
    np.testing.assert_array_equal(plain.predict(X), mapped.predict(on_disk))


@pytest.mark.parametrize(
    ("value", "message"), [(np.nan, "NaN or infinity"), (1e160, "The largest feature is 1e")]
)
def test_features_on_disk_are_checked(blobs, tmp_path, value, message):
    X, y, _ = blobs
    X[-1, -1] = value
    X.tofile(tmp_path / "features")
    on_disk = np.memmap(tmp_path / "features", dtype=X.dtype, mode="r", shape=X.shape)
    with pytest.raises(ValueError, match=message):
        fit(on_disk, y)


def test_warns_if_many_neighbours_were_not_found(monkeypatch):
    X = np.random.default_rng(0).standard_normal((3000, 40))
    assert fit(X, None, n_clusters=2).neighbor_recall_ >= 0.95
    monkeypatch.setattr(_recall, "MOST_PROBES", 8)
    with pytest.warns(UserWarning, match=r"Only \d\d\.\d% of the nearest .*PCA"):
        plc = fit(X, None, n_clusters=2)
    assert plc.neighbor_recall_ < 0.95


def test_single_precision_stays_single(blobs):
    X, y, _ = blobs
    plc = fit(X.astype(np.float32), y)
    assert plc._neighborhood.features[:1].dtype == np.float32
    assert adjusted_rand_score(plc.labels_, fit(X, y).labels_) > 0.95


class TestChoice:
    def test_few_samples_are_exact_and_the_same(self, blobs):
        X, y, _ = blobs
        auto, exact = fit(X[:400], y[:400]), fit(X[:400], y[:400], neighbors="exact")
        assert auto.neighbors_ == "exact"
        np.testing.assert_array_equal(auto.label_distributions_, exact.label_distributions_)
        np.testing.assert_array_equal(auto.labels_, exact.labels_)

    @pytest.mark.parametrize("params", [{"metric": "manhattan"}, {"sparse": True}])
    def test_what_cannot_be_approximate_is_exact(self, blobs, params):
        X, y, _ = blobs
        X = sparse.csr_array(X) if params.pop("sparse", False) else X
        assert fit(X, y, **params).neighbors_ == "exact"
        with pytest.raises(ValueError, match=r"needs dense X and metric='euclidean'.*Use"):
            fit(X, y, neighbors="approximate", **params)

    def test_transformers_are_left_alone(self, blobs):
        X, y, _ = blobs
        plc = fit(X, y, neighbors=KNeighborsTransformer(n_neighbors=10))
        assert isinstance(plc.neighbors_, KNeighborsTransformer)
        assert np.isnan(plc.neighbor_recall_)

    def test_without_faiss_a_hint(self, blobs, monkeypatch):
        X, y, _ = blobs
        monkeypatch.setattr(_neighborhood, "has_faiss", lambda: False)
        with pytest.warns(UserWarning, match=r"faiss is not installed.*plclust\[faiss\]"):
            plc = fit(X, y)
        assert plc.neighbors_ == "exact"
        assert fit(X, y, neighbors="exact").neighbors_ == "exact"
        with pytest.raises(ValueError, match=r"needs faiss.*Install"):
            fit(X, y, neighbors="approximate")
