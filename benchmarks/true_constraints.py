"""Constrained clustering with 40 % of the true labels known: ACC on the other samples.

    python benchmarks/true_constraints.py [data sets] [--splits N]

Data sets that are not on this machine are named by the environment variable PLCLUST_DATA.
"""

import argparse
import time

import numpy as np

from plclust.candidates import is_labelled
from plclust.cluster import DPGLPCA, SC, SSCTLRR, SSSC
from plclust.experiments import RunIdentity, make_problem
from plclust.metrics import clustering_accuracy

SIMULATED = {"ecoli": 2, "vehicle": 2, "coil20": 2, "lost": 0}  # false candidates, not used here
MODELS = [
    SC(),
    *(SSSC(lam=lam) for lam in (0.01, 0.1, 1.0)),
    *(DPGLPCA(alpha=alpha) for alpha in (0.1, 0.01, 0.001)),
    DPGLPCA(alpha=0.01, lam=10.0),
    *(SSCTLRR(lam=lam) for lam in (0.02, 0.1, 0.5)),
]


def true_labels(name, split):
    """Features, true labels with -1 for samples to be found, and all true labels."""
    run = RunIdentity(name, "SC", "{}", rho=0.4, r=SIMULATED[name], repeat=split)
    problem = make_problem(run)
    known = is_labelled(problem.candidates)
    return problem.X, np.where(known, problem.target, -1), problem.target


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", nargs="*", default=list(SIMULATED), choices=list(SIMULATED))
    parser.add_argument("--splits", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.datasets:
        for model in MODELS:
            found, began = [], time.process_time()
            for split in range(chosen.splits):
                X, y, truth = true_labels(name, split)
                n_clusters = len(np.unique(truth))
                model.set_params(n_clusters=n_clusters, random_state=split).fit(X, y)
                found.append(clustering_accuracy(truth[y < 0], model.labels_[y < 0]))
            cpu = (time.process_time() - began) / chosen.splits
            print(f"{name:8} {model!s:60} ACC {np.mean(found):.3f}  CPU {cpu:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
