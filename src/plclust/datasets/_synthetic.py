"""Synthetic samples with candidates."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.datasets import load_digits
from sklearn.metrics import euclidean_distances
from sklearn.utils import check_random_state, gen_batches

from plclust.candidates import hide_candidates, simulate_false_positives
from plclust.typing import BoolArray, FloatArray, IntArray

N_DIGITS, N_PIXELS = 10, 64
N_NEAR, N_PARENTS = 10, 5  # digits of the class among which the parents of a sample are, and those
BLOCK_SIZE = 2**14  # samples that are drawn at a time


def make_candidate_blobs(
    n_samples: int = 1000,
    n_features: int = 10,
    n_classes: int = 5,
    *,
    n_false_positives: int = 2,
    labelled: float = 0.1,
    components_per_class: int = 3,
    separation: float = 6.0,
    dtype: npt.DTypeLike = np.float64,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[FloatArray, BoolArray, IntArray]:
    """Draw samples from a mixture of Gaussians, a few for each class, with candidates for some.

    The components have unit variance and equal weight, and their centres are drawn from a Gaussian
    as well. So a class is a few groups that lie apart, as in real data, and how well the groups
    can be told apart depends on `separation`, and little on the number of features.

    Parameters
    ----------
    n_samples, n_features, n_classes : int, default=1000, 10, 5
        Number of samples, of features and of classes.
    n_false_positives : int, default=2
        Number of wrong labels among the candidates of a labelled sample.
    labelled : float or int, default=0.1
        The samples that have candidates: as a float their share, as an int their number. The others
        have every class as a candidate.
    components_per_class : int, default=3
        Number of Gaussians in a class.
    separation : float, default=6.0
        Typical distance between two centres, in standard deviations of a component. By default,
        with ten features, the nearest neighbour of a sample has its class in about 0.88 of all
        cases; with 4 in 0.63, with 8 in 0.97.
    dtype : {numpy.float64, numpy.float32}, default=numpy.float64
        Type of the samples; float32 halves the memory.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The samples.
    candidates : ndarray of bool of shape (n_samples, n_classes)
        The candidates, the true class always among them.
    target : ndarray of int of shape (n_samples,)
        The true classes.

    Examples
    --------
    >>> from plclust.datasets import make_candidate_blobs
    >>> X, candidates, target = make_candidate_blobs(100, n_features=4, random_state=0)
    >>> X.shape, candidates.shape
    ((100, 4), (100, 5))
    >>> int((candidates.sum(axis=1) == 3).sum())
    10
    """
    counts = {
        "n_samples": n_samples,
        "n_features": n_features,
        "n_classes": n_classes,
        "components_per_class": components_per_class,
    }
    for name, count in counts.items():
        _check_count(count, name)
    _check_separation(separation)
    state = check_random_state(random_state)
    n_components = n_classes * components_per_class
    component = state.permutation(np.arange(n_samples) % n_components)
    X = _draw_around(component, n_components, n_features, separation, np.dtype(dtype), state)
    target = component % n_classes
    return X, _draw_candidates(target, n_classes, n_false_positives, labelled, state), target


def make_candidate_digits(
    n_samples: int = 1000,
    n_features: int = 32,
    *,
    n_false_positives: int = 2,
    labelled: float = 0.1,
    noise: float = 0.5,
    dtype: npt.DTypeLike = np.float64,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[FloatArray, BoolArray, IntArray]:
    """Draw any number of samples that are like handwritten digits, with candidates for some.

    Each sample is a random mean of five of scikit-learn's 1,797 digits, one and four of its nearest
    of the same class, with noise. So the samples lie on something of few dimensions inside the
    space of the features, as images and their embeddings do, whatever their number.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of samples.
    n_features : int, default=32
        Principal components of the digits, 1 to 64.
    n_false_positives : int, default=2
        Number of wrong labels among the candidates of a labelled sample.
    labelled : float or int, default=0.1
        The samples that have candidates: as a float their share, as an int their number. The others
        have every class as a candidate.
    noise : float, default=0.5
        Standard deviation of the noise in a feature, as a share of the deviation of the feature.
    dtype : {numpy.float64, numpy.float32}, default=numpy.float64
        Type of the samples; float32 halves the memory.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The samples.
    candidates : ndarray of bool of shape (n_samples, 10)
        The candidates, the true class always among them.
    target : ndarray of int of shape (n_samples,)
        The true classes.

    Examples
    --------
    >>> from plclust.datasets import make_candidate_digits
    >>> X, candidates, target = make_candidate_digits(100, random_state=0)
    >>> X.shape, candidates.shape
    ((100, 32), (100, 10))
    """
    _check_count(n_samples, "n_samples")
    _check_count(n_features, "n_features")
    if n_features > N_PIXELS:
        raise ValueError(
            f"n_features is {n_features}, expected at most {N_PIXELS}, the pixels of a digit. "
            "Hint: make_candidate_blobs has any number of features."
        )
    if not isinstance(noise, Real) or not 0 <= noise < np.inf:
        raise ValueError(
            f"noise is {noise!r}, expected a number from 0 on. Hint: 0.5 is half a deviation."
        )
    state = check_random_state(random_state)
    digits, classes = _digit_components(n_features)
    near = _nearest_of_class(digits, classes)
    # RandomState draws float64 only, and half as fast.
    rng = np.random.default_rng(state.randint(np.iinfo(np.int32).max))
    first = rng.integers(len(digits), size=n_samples)
    X = np.empty((n_samples, n_features), dtype=_checked(np.dtype(dtype)))
    for block in gen_batches(n_samples, BLOCK_SIZE):
        X[block] = _means_of_parents(digits, near, first[block], rng)
        X[block] += noise * digits.std(axis=0) * rng.standard_normal(X[block].shape)
    target = classes[first]
    return X, _draw_candidates(target, N_DIGITS, n_false_positives, labelled, state), target


def _draw_candidates(
    target: IntArray,
    n_classes: int,
    n_false_positives: int,
    labelled: float,
    state: np.random.RandomState,
) -> BoolArray:
    """True classes and wrong ones for some samples, all classes for the others."""
    if n_false_positives >= n_classes - 1:
        raise ValueError(
            f"n_false_positives={n_false_positives} of {n_classes} classes make sets of all "
            f"classes, which say nothing; expected at most {max(n_classes - 2, 0)}. Hint: more "
            "classes, or fewer false positives."
        )
    candidates, _ = simulate_false_positives(
        target, n_false_positives, classes=np.arange(n_classes), random_state=state
    )
    return hide_candidates(candidates, labelled, random_state=state)


def _digit_components(n_features: int) -> tuple[FloatArray, IntArray]:
    """Leading principal components of scikit-learn's digits, and their classes."""
    images, classes = load_digits(return_X_y=True)
    centred = images - images.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return centred @ directions[:, : -n_features - 1 : -1], classes


def _nearest_of_class(samples: FloatArray, classes: IntArray) -> IntArray:
    """For each sample the nearest of its class, itself first."""
    near = np.empty((len(samples), N_NEAR + 1), dtype=np.int64)
    for label in np.unique(classes):
        members = np.flatnonzero(classes == label)
        apart = euclidean_distances(samples[members])
        near[members] = members[np.argsort(apart, axis=1, kind="stable")[:, : N_NEAR + 1]]
    return near


def _means_of_parents(
    samples: FloatArray, near: IntArray, first: IntArray, rng: np.random.Generator
) -> FloatArray:
    """Random means of samples and of some that are near them."""
    others = rng.permuted(near[first, 1:], axis=1)[:, : N_PARENTS - 1]
    parents = np.column_stack([first, others])
    weights = rng.dirichlet(np.ones(N_PARENTS), len(first))
    means: FloatArray = np.einsum("ij,ijk->ik", weights, samples[parents])
    return means


def _draw_around(
    component: IntArray,
    n_components: int,
    n_features: int,
    separation: float,
    dtype: np.dtype[Any],
    state: np.random.RandomState,
) -> FloatArray:
    """Draw a sample around the centre of each entry of `component`."""
    dtype = _checked(dtype)
    # RandomState draws float64 only, and half as fast.
    rng = np.random.default_rng(state.randint(np.iinfo(np.int32).max))
    scale = separation / np.sqrt(2 * n_features)
    centres = (scale * rng.standard_normal((n_components, n_features))).astype(dtype)
    X = rng.standard_normal((len(component), n_features), dtype=dtype.type)
    X += centres[component]
    return X


def _checked(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype not in {np.dtype(np.float32), np.dtype(np.float64)}:
        raise ValueError(
            f"dtype is {dtype}, expected float32 or float64. Hint: convert X afterwards."
        )
    return dtype


def _check_count(count: int, name: str) -> None:
    if not isinstance(count, Integral) or count < 1:
        raise ValueError(f"{name} is {count!r}, expected a positive integer. Hint: pass 1 or more.")


def _check_separation(separation: float) -> None:
    if not isinstance(separation, Real) or not 0 <= separation < np.inf:
        raise ValueError(
            f"separation is {separation!r}, expected a number from 0 on. "
            f"Hint: 0 makes the classes indistinguishable, 10 makes them disjoint."
        )
