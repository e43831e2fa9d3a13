"""Memory of a fit whose features stay on disk.

    python benchmarks/on_disk.py [--samples 200000] [--features 768] [--json]

float32 features in a memory-mapped file. The fit runs in a process of its own on one thread; memory
is what the resident set, pages of the file included, grew by at its peak.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from plclust import PartialLabelClustering
from plclust.datasets import make_candidate_blobs
from plclust.metrics import clustering_accuracy

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def memory_mb(field):
    """VmRSS, or VmHWM for its peak. The peak in ``resource`` may be that of the parent process."""
    status = Path("/proc/self/status").read_text()
    return int(status.split(f"{field}:")[1].split()[0]) / 1024


def measure(folder, options):
    shape = options.samples, options.features
    X = np.memmap(folder / "X", dtype=np.float32, mode="r", shape=shape)
    y, truth = np.load(folder / "y.npy"), np.load(folder / "truth.npy")
    warm = make_candidate_blobs(3000, 8, 4, dtype=np.float32, random_state=1)
    PartialLabelClustering(neighbors="approximate", random_state=0).fit(*warm[:2])
    before, cpu, wall = memory_mb("VmRSS"), time.process_time(), time.perf_counter()
    plc = PartialLabelClustering(random_state=0).fit(X, y)
    return {
        "n_samples": options.samples,
        "n_features": options.features,
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "recall": plc.neighbor_recall_,
        "acc": clustering_accuracy(truth, plc.labels_),
        "peak_mb": memory_mb("VmHWM"),
        "growth_mb": memory_mb("VmHWM") - before,
        "half_of_float64_mb": X.size * 4 / 2**20,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=200_000)
    parser.add_argument("--features", type=int, default=768)
    parser.add_argument("--separation", type=float, default=12.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        print(json.dumps(measure(options.child, options)))
        return
    with tempfile.TemporaryDirectory() as folder:
        X, y, truth = make_candidate_blobs(
            options.samples,
            options.features,
            10,
            labelled=0.01,
            separation=options.separation,
            dtype=np.float32,
            random_state=0,
        )
        X.tofile(Path(folder) / "X")
        np.save(Path(folder) / "y.npy", y)
        np.save(Path(folder) / "truth.npy", truth)
        del X
        child = subprocess.run(  # noqa: S603 this very file
            [sys.executable, __file__, "--child", folder, *sys.argv[1:]],
            env=os.environ | ONE_THREAD,
            check=True,
            capture_output=True,
            text=True,
        )
    row = json.loads(child.stdout)
    if options.json:
        print(json.dumps(row, indent=2))
    else:
        print("  ".join(f"{key} {value:.4g}" for key, value in row.items()))


if __name__ == "__main__":
    main()
