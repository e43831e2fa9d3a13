import os
import signal
import threading
import time

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from plclust import PartialLabelClustering
from plclust.datasets import make_candidate_blobs

dask = pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")
da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

N_SAMPLES = 1600


@pytest.fixture(scope="module")
def blobs():
    return make_candidate_blobs(
        N_SAMPLES, 6, 3, labelled=0.2, separation=5.0, dtype=np.float32, random_state=0
    )


@pytest.fixture(scope="module")
def in_memory(blobs):
    X, y, _ = blobs
    return PartialLabelClustering(neighbors="approximate", guidance=1, random_state=0).fit(X, y)


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip(
        "dask.distributed", reason="clusters need the package distributed"
    )
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def fit(X, y, **params):
    return PartialLabelClustering(**({"guidance": 1, "random_state": 0} | params)).fit(X, y)


def assert_same(found, expected):
    assert adjusted_rand_score(found.labels_, expected.labels_) > 0.99
    np.testing.assert_allclose(found.objective_, expected.objective_, rtol=1e-3)
    np.testing.assert_allclose(found.label_distributions_, expected.label_distributions_, atol=1e-2)
    np.testing.assert_array_equal(found.cluster_classes_, expected.cluster_classes_)
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


def test_workers_find_what_a_fit_in_memory_finds(client, blobs, in_memory):
    X, y, _ = blobs
    assert client.status == "running"
    assert_same(fit(da.from_array(X, chunks=(600, -1)), y), in_memory)


def kill_a_worker(client, killed):
    while "_rebuild_nearest" not in client.run_on_scheduler(
        lambda dask_scheduler: list(dask_scheduler.task_prefixes)
    ):
        time.sleep(0.05)
    victim = next(iter(client.run(os.getpid).values()))
    os.kill(victim, signal.SIGKILL)
    killed.append(victim)


def test_a_killed_worker_does_not_lose_the_fit(client, blobs, in_memory):
    X, y, _ = blobs
    client.restart()
    killed = []
    thread = threading.Thread(target=kill_a_worker, args=(client, killed), daemon=True)
    thread.start()
    found = fit(da.from_array(X, chunks=(600, -1)), y)
    thread.join()
    assert killed
    assert_same(found, in_memory)


@pytest.mark.parametrize("assign_labels", ["anchored", "kmeans"])
def test_without_classes_clusters_are_those_of_kmeans(blobs, assign_labels):
    X, _, truth = blobs
    with dask.config.set(scheduler="threads"):
        found = fit(
            da.from_array(X, chunks=(800, -1)), None, n_clusters=3, assign_labels=assign_labels
        )
    expected = fit(X, None, n_clusters=3, assign_labels=assign_labels, neighbors="approximate")
    assert adjusted_rand_score(found.labels_, expected.labels_) > 0.99
    assert len(truth) == len(found.labels_)


def test_more_components_than_clusters():
    rng = np.random.default_rng(0)
    middles = 50.0 * np.eye(6)[:5]
    X = np.concatenate([middle + rng.standard_normal((300, 6)) for middle in middles])
    y = np.full(len(X), -1)
    y[[0, 1, 300, 301, 600]] = [0, 0, 1, 1, 0]
    with dask.config.set(scheduler="threads"):
        found = fit(da.from_array(X, chunks=(500, -1)), y, guidance=0)
    expected = fit(X, y, neighbors="approximate", guidance=0)
    assert found.n_connected_components_ == expected.n_connected_components_ >= 5
    assert adjusted_rand_score(found.labels_, expected.labels_) > 0.99
