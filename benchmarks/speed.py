"""CPU time and memory of a fit, beside scikit-learn's spectral clustering in the same process.

    PLCLUST_DATA=... python benchmarks/speed.py [--repeats 7] [--json]

MSRCv2 and BirdSong, 10 % of the samples labelled, k = 10, alpha = beta = 0.01, five rounds. The
authors' MATLAB code takes 481 s of CPU for the first (GNU Octave, 2 shared cores). Compilation is
warmed up before anything is timed; fits take turns, and each figure is the least of the repeats.
Memory is the peak of what the fit allocates, by tracemalloc.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
import warnings

import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates
from plclust.datasets import fetch_birdsong, fetch_msrcv2

AUTHORS_CPU_SECONDS = {"MSRCv2": 481.0}


def problem(fetch):
    data = fetch()
    X = StandardScaler().fit_transform(data.data)
    return X, hide_candidates(data.candidates, 0.1, random_state=0)


def fit_published(X, y):
    estimator = PartialLabelClustering.as_published(
        alpha=0.01, beta=0.01, max_iter=5, tol=0.0, random_state=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return estimator.fit(X, y)


def fit_spectral(X, y):
    return SpectralClustering(y.shape[1], affinity="nearest_neighbors", random_state=0).fit(X)


def least_times(fits, X, y, repeats):
    """Least CPU and wall seconds of each fit. They take turns, so that noise hits them all."""
    cpu, wall = np.empty((repeats, len(fits))), np.empty((repeats, len(fits)))
    for turn in range(repeats):
        for number, fit in enumerate(fits):
            began = time.process_time(), time.perf_counter()
            fit(X, y)
            cpu[turn, number] = time.process_time() - began[0]
            wall[turn, number] = time.perf_counter() - began[1]
    return cpu.min(axis=0), wall.min(axis=0)


def memory_growth(X, y):
    """Megabytes that a fit holds at its peak beyond its input."""
    tracemalloc.start()
    fit_published(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


FETCHERS = {"MSRCv2": fetch_msrcv2, "BirdSong": fetch_birdsong}


def measure(name, repeats):
    X, y = problem(FETCHERS[name])
    fit_published(X[:200], y[:200])
    cpu, wall = least_times([fit_published, fit_spectral], X, y, repeats)
    row = {
        "data": name,
        "n_samples": len(X),
        "plclust_cpu": cpu[0],
        "plclust_wall": wall[0],
        "spectral_cpu": cpu[1],
        "spectral_wall": wall[1],
        "cpu_ratio": cpu[0] / cpu[1],
        "memory_growth_mb": memory_growth(X, y),
    }
    if name in AUTHORS_CPU_SECONDS:
        row["authors_cpu_ratio"] = AUTHORS_CPU_SECONDS[name] / cpu[0]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = [measure(name, arguments.repeats) for name in FETCHERS]
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print("  ".join(f"{key} {_shown(value)}" for key, value in row.items()))


def _shown(value):
    return f"{value:.3g}" if isinstance(value, float | np.floating) else value


if __name__ == "__main__":
    main()
