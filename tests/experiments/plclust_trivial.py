"""Estimators for tests of the runner, which imports them in other processes."""

import os
import signal
import time
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin


def fork(*, stubborn):
    """Begin another process; a lock tells whether it has ended."""
    import fcntl  # noqa: PLC0415 there is none on Windows

    file = Path(os.environ["PLCLUST_TRIVIAL_LOCK"]).open("w", encoding="ascii")  # noqa: SIM115
    fcntl.flock(file, fcntl.LOCK_EX)
    if os.fork() == 0:
        if stubborn:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        os._exit(0)


class Trivial(ClusterMixin, BaseEstimator):
    """Random clusters, or one of several ways to fail; every fit leaves a line in a log."""

    def __init__(self, mode="well", random_state=None):
        self.mode = mode
        self.random_state = random_state

    def fit(self, X, y):
        if log := os.environ.get("PLCLUST_TRIVIAL_LOG"):
            with Path(log).open("a", encoding="ascii") as file:
                file.write(f"{self.random_state}\n")
        if self.mode.startswith("forks"):
            fork(stubborn="stubborn" in self.mode)
        if self.mode == "writes":
            X[:], y[:] = 0.0, True
        if self.mode.endswith("slow"):
            time.sleep(60)
        if self.mode == "wrong":
            raise RuntimeError("wrong on purpose")
        if self.mode.endswith("greedy"):
            np.ones(2**31).sum()
        if self.mode.endswith("crash"):
            os.abort()
        print("noise on stdout")  # noqa: T201
        time.sleep(0.02)
        self.labels_ = np.random.RandomState(self.random_state).randint(3, size=len(X))
        return self


class Learner(BaseEstimator):
    """The last class for every sample, and clusters if wanted."""

    def __init__(self, clusters=False):
        self.clusters = clusters

    def fit(self, X, y):
        self.transduction_ = np.full(len(X), y.shape[1] - 1)
        if self.clusters:
            self.labels_ = np.zeros(len(X), dtype=int)
        return self
