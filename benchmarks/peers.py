"""A default fit beside scikit-learn's estimators for related problems, all in one process.

    OMP_NUM_THREADS=1 python benchmarks/peers.py [--samples 20000] [--repeats 1] [--json]

The data of benchmarks/growth.py. LabelSpreading cannot use a set of candidates: it gets the true
class of every labelled sample, which nobody else does. Rows are at unit length for all. Seconds
are CPU time on one thread.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.preprocessing import normalize
from sklearn.semi_supervised import LabelSpreading
from threadpoolctl import threadpool_limits

from plclust import PartialLabelClustering
from plclust.candidates import is_labelled
from plclust.datasets import make_candidate_blobs
from plclust.metrics import clustering_accuracy


def peers(n_classes):
    return {
        "PartialLabelClustering": PartialLabelClustering(random_state=0),
        "SpectralClustering": SpectralClustering(
            n_classes, affinity="nearest_neighbors", random_state=0
        ),
        "LabelSpreading": LabelSpreading(kernel="knn", n_neighbors=10),
        "KMeans": KMeans(n_classes, n_init=10, random_state=0),
    }


def measure(estimator, X, y, repeats):
    cpu, wall = [], []
    for _ in range(repeats):
        began = time.process_time(), time.perf_counter()
        estimator.fit(X, y)
        cpu.append(time.process_time() - began[0])
        wall.append(time.perf_counter() - began[1])
    found = getattr(estimator, "transduction_", None)
    return min(cpu), min(wall), estimator.labels_ if hasattr(estimator, "labels_") else found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--features", type=int, default=32)
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--separation", type=float, default=8.0)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    X, candidates, truth = make_candidate_blobs(
        options.samples,
        options.features,
        options.classes,
        labelled=0.01,
        separation=options.separation,
        dtype=np.float32,
        random_state=0,
    )
    PartialLabelClustering(neighbors="approximate", random_state=0).fit(X[:3000], candidates[:3000])
    rows = []
    for name, estimator in peers(options.classes).items():
        y = np.where(is_labelled(candidates), truth, -1) if name == "LabelSpreading" else candidates
        given = X if name == "PartialLabelClustering" else normalize(X)
        with threadpool_limits(1):
            cpu, wall, labels = measure(estimator, given, y, options.repeats)
        acc = clustering_accuracy(truth, labels)
        rows.append({"method": name, "cpu": cpu, "wall": wall, "acc": acc})
        rows[-1]["cpu_of_plclust"] = rows[0]["cpu"] / cpu
        if not options.json:
            print(
                f"{name:<24} CPU {cpu:8.2f} s  wall {wall:8.2f} s  ACC {acc:.3f}  "
                f"PartialLabelClustering takes {rows[-1]['cpu_of_plclust']:.3f} of it",
                flush=True,
            )
    if options.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
