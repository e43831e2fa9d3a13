import numpy as np
import pytest

from plclust import PartialLabelClustering
from plclust.distributed import is_dask_array
from plclust.distributed._check import check_settings
from plclust.graph._cell_centres import training_samples

da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

X = np.random.default_rng(0).standard_normal((60, 4))
Y = np.repeat([0, 1], 30)


def test_dask_arrays_are_recognised():
    assert is_dask_array(da.from_array(X))
    assert not is_dask_array(X)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (lambda: da.from_array(X)[da.from_array(X)[:, 0] > 0], "compute_chunk_sizes"),
        (lambda: da.from_array(X)[0], "Reshape"),
        (lambda: da.from_array(X)[:1], "at least 2 samples"),
        (lambda: da.from_array(X.astype(str)), "real numbers"),
        (lambda: da.from_array(X + 1j), "real numbers"),
        (lambda: da.from_array(np.where(X > 2.0, np.nan, X)), "NaN"),
    ],
    ids=["unknown chunks", "one dimension", "one sample", "text", "complex", "NaN"],
)
def test_arrays_that_cannot_be_clustered(array, message):
    with pytest.raises(ValueError, match=message):
        PartialLabelClustering(n_clusters=2).fit(array(), None)


def in_blocks(features):
    return da.from_array(features, chunks=(25, -1))


@pytest.mark.parametrize("place", [np.asarray, in_blocks], ids=["memory", "Dask"])
@pytest.mark.parametrize("settings", [{}, {"offset": 0.0}, {"normalize": False}], ids=str)
@pytest.mark.parametrize(
    ("features", "message"),
    [
        (X + 1e9, "cannot be told apart in single precision"),
        (X * 1e200, "The largest feature is .*Scale X first"),
        (X * 1e-200, "The largest feature is .*Scale X first"),
    ],
    ids=["far from zero", "large", "small"],
)
def test_features_that_cannot_be_told_apart(features, message, settings, place):
    plc = PartialLabelClustering(neighbors="approximate", **settings)
    with pytest.raises(ValueError, match=message):
        plc.fit(place(features), Y)


@pytest.mark.parametrize("place", [np.asarray, in_blocks], ids=["memory", "Dask"])
@pytest.mark.parametrize("scale", [1e-25, 1e30])
def test_lengths_that_single_precision_cannot_square(scale, place):
    plc = PartialLabelClustering(neighbors="approximate", normalize=False)
    with pytest.raises(ValueError, match="cannot be told apart in single precision"):
        plc.fit(place(scale * X), Y)


@pytest.mark.parametrize("place", [np.asarray, in_blocks], ids=["memory", "Dask"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_one_sample_far_away(place):
    features = X.copy()
    unseen = np.setdiff1d(np.arange(60), training_samples(60)[1])[0]  # by the first checks
    features[unseen] = 1e36
    plc = PartialLabelClustering(neighbors="approximate", normalize=False)
    with pytest.raises(ValueError, match="overflow in single precision"):
        plc.fit(place(features), Y)


def test_y_of_another_length():
    with pytest.raises(ValueError, match=r"59|60"):
        PartialLabelClustering().fit(da.from_array(X), Y[:-1])


@pytest.mark.parametrize(
    "setting",
    [
        {"affinity": "precomputed"},
        {"neighbors": "exact"},
        {"metric": "cosine"},
        {"constraints": "all"},
        {"disambiguation": "sweeps"},
        {"assign_labels": "cluster_qr"},
        {"tolerance": 0.1},
        {"calibrate": True},
    ],
    ids=lambda setting: next(iter(setting)),
)
def test_settings_that_are_not_offered(setting):
    with pytest.raises(ValueError, match=f"{next(iter(setting))}=.*not offered for Dask arrays"):
        PartialLabelClustering(**setting).fit(da.from_array(X), Y)


def test_clusters_of_new_classes_are_refused_before_anything_is_read():
    def read(_):
        pytest.fail("a block was read")

    unread = da.from_array(X).map_blocks(read, meta=np.empty((0, 0)))
    with pytest.raises(ValueError, match="new classes"):
        PartialLabelClustering(n_clusters=3).fit(unread, Y)


def test_empty_blocks_and_integers():
    numbers = da.concatenate(
        [da.from_array((10 * X).astype(int), chunks=(30, 2)), da.zeros((0, 4), dtype=int)]
    )
    found = PartialLabelClustering(random_state=0).fit(numbers, Y)
    assert found.labels_.shape == (60,)
    assert found.n_features_in_ == 4


def test_dask_arrays_need_faiss(monkeypatch):
    monkeypatch.setattr("plclust.distributed._check.has_faiss", lambda: False)
    with pytest.raises(ValueError, match=r"Dask arrays need faiss.*plclust\[dask,faiss\]"):
        check_settings(PartialLabelClustering().get_params())
