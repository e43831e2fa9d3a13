"""From the identity of a run to the data it works on: the protocol of the paper's experiments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from plclust import datasets
from plclust.candidates import hide_candidates, is_labelled, simulate_false_positives
from plclust.experiments._identity import RunIdentity, seed_of
from plclust.typing import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class Problem:
    """Samples, candidates of a few of them, and the truth that no method sees.

    Classes are numbers: the columns of `candidates`, and the entries of `target`.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
        Features, scaled.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    target : array of int of shape (n_samples,)
        True class of each sample.
    """

    X: FloatArray
    candidates: BoolArray
    target: IntArray

    @property
    def n_classes(self) -> int:
        """Number of classes, those included that are never true."""
        return int(self.candidates.shape[1])


def make_problem(identity: RunIdentity) -> Problem:
    """Draw the labelled samples of a run, hide the candidates of the others, scale the features.

    Parameters
    ----------
    identity : RunIdentity
        Only its data set, rho, r, repeat and scaling matter.

    Returns
    -------
    Problem
        The same for every method.

    Examples
    --------
    >>> from plclust.candidates import is_labelled
    >>> from plclust.experiments import RunIdentity, make_problem
    >>> problem = make_problem(RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0))
    >>> problem.X.shape, problem.n_classes, int(is_labelled(problem.candidates).sum())
    ((336, 7), 8, 34)
    """
    bunch = load_dataset(identity.dataset)
    target = _codes(bunch.target, bunch.classes)
    candidates = hide_candidates(
        _all_candidates(bunch, target, identity),
        identity.rho,
        random_state=seed_of("split", *identity.problem),
    )
    X = scale_features(bunch.data, is_labelled(candidates), identity.scaling)
    return Problem(X, candidates, target)


@lru_cache(maxsize=4)
def load_dataset(name: str, *, download: bool = False) -> Any:
    """Read a data set by its name in the registry."""
    info = datasets.list_datasets()[name]
    load = getattr(datasets, info.loader)
    return load(download_if_missing=download) if info.source == "file" else load()


def scale_features(X: FloatArray, labelled: BoolArray, scaling: str) -> FloatArray:
    """Bring the columns to mean 0 and deviation 1, as :class:`RunIdentity` says.

    As in MATLAB the deviation is that of a sample (ddof=1), and a constant column becomes 0.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0, 1.0], [2.0, 1.0], [5.0, 1.0], [7.0, 2.0]])
    >>> scale_features(X, np.array([True, True, False, False]), "blocks").round(2)
    array([[-0.71,  0.  ],
           [ 0.71,  0.  ],
           [-0.71, -0.71],
           [ 0.71,  0.71]])
    """
    if scaling == "none":
        return np.array(X, dtype=np.float64)
    blocks = [labelled, ~labelled] if scaling == "blocks" else [np.full(len(X), True)]
    scaled = np.zeros(X.shape)
    for block in blocks:
        if block.sum() > 1:
            scaled[block] = _standardize(X[block])
    return scaled


def _standardize(X: FloatArray) -> FloatArray:
    deviation = X.std(axis=0, ddof=1)
    constant = X.max(axis=0) == X.min(axis=0)
    scaled: FloatArray = (X - X.mean(axis=0)) / np.where(constant, 1.0, deviation)
    scaled[:, constant] = 0.0
    return scaled


def _all_candidates(bunch: Any, target: IntArray, identity: RunIdentity) -> BoolArray:
    own = bunch.candidates is not None
    if own != (identity.r == 0):
        raise ValueError(
            f"r={identity.r} for the data set {identity.dataset!r}, which has "
            f"{'candidates' if own else 'no candidates'} of its own. "
            f"Hint: use r={'0' if own else '1 or more'}."
        )
    if own:
        return np.asarray(bunch.candidates, dtype=np.bool_)
    seed = seed_of("candidates", *identity.problem)
    classes = np.arange(len(bunch.classes))
    return simulate_false_positives(target, identity.r, classes=classes, random_state=seed)[0]


def _codes(target: Any, classes: Any) -> IntArray:
    number = {name: code for code, name in enumerate(np.asarray(classes).tolist())}
    return np.array([number[name] for name in np.asarray(target).tolist()], dtype=np.int64)


__all__ = ["Problem", "load_dataset", "make_problem", "scale_features"]
