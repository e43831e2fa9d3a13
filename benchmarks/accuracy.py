"""Accuracy of the paper's algorithm and of the defaults beside the paper's own figures.

    PLCLUST_DATA=... python benchmarks/accuracy.py [--repeats 10]

k = 10 and alpha = beta = 0.01 for the paper's algorithm; accuracy on the unlabelled samples, mean
and deviation over random splits of the protocol in ``plclust.experiments``. The paper tuned alpha,
beta and k per data set in a way that it does not state.
"""

from __future__ import annotations

import argparse

import numpy as np

from plclust.experiments import RunIdentity, execute
from plclust.experiments._identity import canonical

SETTINGS = [
    ("msrcv2", 0, 0.1, 0.359),
    ("lost", 0, 0.1, 0.497),
    ("lost", 0, 0.4, 0.641),
    ("ecoli", 2, 0.1, None),
]
METHODS = {"PLC": {"alpha": 0.01, "beta": 0.01, "n_neighbors": 10}, "PLC (default)": {}}


def accuracies(dataset, r, rho, method, params, repeats):
    runs = [
        RunIdentity(dataset, method, canonical(params), rho=rho, r=r, repeat=repeat)
        for repeat in range(repeats)
    ]
    return np.array([execute(run)["acc"] for run in runs])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=10)
    repeats = parser.parse_args().repeats
    for dataset, r, rho, paper in SETTINGS:
        for method, params in METHODS.items():
            acc = accuracies(dataset, r, rho, method, params, repeats)
            beside = "" if paper is None else f"  paper {paper:.3f}"
            print(
                f"{dataset:8} r={r} rho={rho:.2f}  {method:14} "
                f"{acc.mean():.3f} +/- {acc.std(ddof=1):.3f}{beside}"
            )


if __name__ == "__main__":
    main()
