"""How time and memory of a default fit grow with the number of samples, stage by stage.

    python benchmarks/growth.py [--data blobs|digits] [--sizes 10000,100000,1000000]
                                [--features 32] [--classes 10] [--separation 8]
                                [--neighbors auto] [--json]

Mixture of Gaussians, three to a class, or samples that are like handwritten digits; float32, 1 % of
the samples with two wrong labels beside the true one, k = 10. Each fit runs in a process of its own
on one thread: seconds are CPU time, with wall time beside; memory is the peak of the resident set,
and what it grew by during the fit. Compilation is warmed up before anything is timed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import numpy as np

from plclust import PartialLabelClustering
from plclust.datasets import make_candidate_blobs, make_candidate_digits
from plclust.metrics import clustering_accuracy

STAGES = {
    "neighbours": [("_neighborhood", "fit_cells"), ("_neighborhood", "cell_graph"),
                   ("_neighborhood", "fit_neighbors"), ("_neighborhood", "neighbor_graph")],
    "guided neighbours": [("_neighborhood", "second_neighbor_graph")],
    "weights": [("_neighborhood", "reconstruction_weights"), ("_joint_model", "symmetrize")],
    "confidences": [("_joint_model", "solve_confidence")],
    "objective": [("_joint_model", "reconstruction_error")],
    "embedding": [("_in_memory", "spectral_embedding")],
    "assignment": [("_in_memory", "assign_by_anchored_kmeans")],
}  # fmt: skip
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def watch_stages():
    """CPU seconds of each stage, added up as the fit calls its functions."""
    seconds = defaultdict(float)

    def watched(function, stage):
        def call(*arguments, **options):
            began = time.process_time()
            try:
                return function(*arguments, **options)
            finally:
                seconds[stage] += time.process_time() - began

        return call

    for stage, functions in STAGES.items():
        for module, name in functions:
            home = import_module(f"plclust.cluster.{module}")
            setattr(home, name, watched(getattr(home, name), stage))
    return seconds


def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def draw(size, options):
    common = {"labelled": 0.01, "dtype": np.float32, "random_state": 0}
    if options.data == "digits":
        return make_candidate_digits(size, options.features, **common)
    return make_candidate_blobs(
        size, options.features, options.classes, separation=options.separation, **common
    )


def measure(size, options):
    warm = make_candidate_blobs(3000, options.features, 4, dtype=np.float32, random_state=1)
    for neighbors in ("exact", "approximate"):
        PartialLabelClustering(neighbors=neighbors, random_state=0).fit(*warm[:2])
    X, y, truth = draw(size, options)
    seconds, before = watch_stages(), peak_mb()
    cpu, wall = time.process_time(), time.perf_counter()
    plc = PartialLabelClustering(neighbors=options.neighbors, random_state=0).fit(X, y)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    graph = seconds["neighbours"]
    return {
        "n_samples": size,
        "n_features": options.features,
        "n_classes": y.shape[1],
        "neighbors": plc.neighbors_,
        "recall": plc.neighbor_recall_,
        "acc": clustering_accuracy(truth, plc.labels_),
        "transduction": float((plc.transduction_ == truth).mean()),
        "cpu": cpu,
        "wall": wall,
        "after_graph": (cpu - graph) / graph,
        "peak_mb": peak_mb(),
        "growth_mb": peak_mb() - before,
        "stages": dict(seconds) | {"rest": cpu - sum(seconds.values())},
    }


def measure_in_child(size, arguments):
    command = [sys.executable, str(Path(__file__)), "--child", str(size), *arguments]
    child = subprocess.run(  # noqa: S603 this very file
        command, env=os.environ | ONE_THREAD, check=True, capture_output=True, text=True
    )
    return json.loads(child.stdout)


def shown(row):
    stages = row.pop("stages")
    line = "  ".join(
        f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}"
        for key, value in row.items()
    )
    return line + "\n    " + "  ".join(f"{name} {cpu:.1f}" for name, cpu in stages.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", choices=["blobs", "digits"], default="blobs")
    parser.add_argument("--sizes", default="10000,30000,100000,300000,1000000")
    parser.add_argument("--features", type=int, default=32)
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--separation", type=float, default=8.0)
    parser.add_argument("--neighbors", default="auto")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        print(json.dumps(measure(options.child, options)))
        return
    rows = []
    for size in map(int, options.sizes.split(",")):
        rows.append(measure_in_child(size, sys.argv[1:]))
        if not options.json:
            print(shown(dict(rows[-1])), flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))
    elif len(rows) > 1:
        first, last = rows[0], rows[-1]
        print(
            f"from {first['n_samples']} to {last['n_samples']} samples: "
            f"CPU x {last['cpu'] / first['cpu']:.1f}, "
            f"peak memory x {last['peak_mb'] / first['peak_mb']:.1f}, "
            f"growth of memory x {last['growth_mb'] / first['growth_mb']:.1f}"
        )


if __name__ == "__main__":
    main()
