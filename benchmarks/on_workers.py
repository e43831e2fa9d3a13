"""A fit on a local Dask cluster whose workers cannot hold X, against the same fit in memory.

    python benchmarks/on_workers.py [--samples 200000] [--features 768] [--blocks 48]
                                    [--workers 2] [--limit-mb 1200] [--kill-worker] [--json]

Mixture of Gaussians in 16 dimensions, three to each of ten classes, turned into as many features as
asked for, float64; 1 % of the samples with two wrong labels beside the true one. Workers make their
blocks of X themselves; this process makes X only for the fit in memory, after the cluster is gone.
With --kill-worker, a worker process is killed when the first round of guidance has begun.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import threading
import time

import dask.array as da
import numpy as np
from dask import delayed
from dask.distributed import Client, LocalCluster
from sklearn.metrics import adjusted_rand_score

from plclust import PartialLabelClustering
from plclust.metrics import clustering_accuracy

N_CLASSES, N_DIMENSIONS, SEPARATION = 10, 16, 6.0
MIDDLE = "_rebuild_nearest"  # a task of the rounds of guidance


def classes_of(block, n_rows):
    return np.random.default_rng([block, 0]).integers(N_CLASSES, size=n_rows)


def features_of(block, n_rows, n_features):
    shared, own = np.random.default_rng(0), np.random.default_rng([block, 1])
    centres = shared.standard_normal((N_CLASSES, 3, N_DIMENSIONS))
    centres *= SEPARATION / np.linalg.norm(centres, axis=2, keepdims=True)
    turned = np.linalg.qr(shared.standard_normal((n_features, N_DIMENSIONS)))[0].T
    middle = centres[classes_of(block, n_rows), own.integers(3, size=n_rows)]
    return (middle + own.standard_normal(middle.shape)) @ turned


def make_blocks(sizes, n_features):
    blocks = [
        da.from_delayed(
            delayed(features_of)(block, n_rows, n_features), (n_rows, n_features), float
        )
        for block, n_rows in enumerate(sizes)
    ]
    return da.concatenate(blocks)


def make_candidates(truth):
    rng = np.random.default_rng(1)
    y = np.zeros((len(truth), N_CLASSES), dtype=np.int8)
    for row in rng.choice(len(truth), len(truth) // 100, replace=False):
        y[row, rng.choice(N_CLASSES, 2, replace=False)] = 1
        y[row, truth[row]] = 1
    return y


def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def has_begun(dask_scheduler):
    return any(str(key).startswith(MIDDLE) for key in dask_scheduler.tasks)


def kill_in_the_middle(client, killed):
    while not client.run_on_scheduler(has_begun):
        time.sleep(0.5)
    victim = next(iter(client.run(os.getpid).values()))
    os.kill(victim, signal.SIGKILL)
    killed.append(victim)


def fit_on_cluster(sizes, y, options):
    cluster = LocalCluster(
        n_workers=options.workers,
        threads_per_worker=1,
        processes=True,
        memory_limit=f"{options.limit_mb}MB",
        dashboard_address=":0",
    )
    killed = []
    with cluster, Client(cluster) as client:
        if options.kill_worker:
            arguments = client, killed
            threading.Thread(target=kill_in_the_middle, args=arguments, daemon=True).start()
        began = time.perf_counter()
        X = make_blocks(sizes, options.features)
        plc = PartialLabelClustering(random_state=0, verbose=True).fit(X, y)
        seconds = time.perf_counter() - began
        peaks = list(client.run(peak_mb).values())
    return plc, seconds, peaks, len(killed)


def fit_in_memory(sizes, y, options):
    X = np.concatenate([features_of(*block, options.features) for block in enumerate(sizes)])
    began = time.perf_counter()
    plc = PartialLabelClustering(neighbors="approximate", random_state=0).fit(X, y)
    return plc, time.perf_counter() - began


def measure(options):
    sizes = [len(rows) for rows in np.array_split(np.arange(options.samples), options.blocks)]
    truth = np.concatenate([classes_of(*block) for block in enumerate(sizes)])
    y = make_candidates(truth)
    there, seconds, peaks, n_killed = fit_on_cluster(sizes, y, options)
    client_peak = peak_mb()
    here, seconds_in_memory = fit_in_memory(sizes, y, options)
    return {
        "n_samples": options.samples,
        "n_features": options.features,
        "x_mb": options.samples * options.features * 8 / 1e6,
        "worker_limit_mb": options.limit_mb,
        "worker_peak_mib": [round(peak) for peak in peaks],
        "client_peak_mib": round(client_peak),
        "workers_killed": n_killed,
        "wall": round(seconds, 1),
        "wall_in_memory": round(seconds_in_memory, 1),
        "recall": there.neighbor_recall_,
        "ari_with_in_memory": adjusted_rand_score(here.labels_, there.labels_),
        "acc": clustering_accuracy(truth, there.labels_),
        "acc_in_memory": clustering_accuracy(truth, here.labels_),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=200_000)
    parser.add_argument("--features", type=int, default=768)
    parser.add_argument("--blocks", type=int, default=48)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit-mb", type=int, default=1200)
    parser.add_argument("--kill-worker", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    row = measure(options)
    if options.json:
        print(json.dumps(row, indent=2))
    else:
        print("\n".join(f"{key:20} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
