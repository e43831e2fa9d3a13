"""Folds of the samples that carry candidates; all others are always there to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.model_selection import BaseCrossValidator
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples

from plclust.candidates import check_candidates, is_labelled
from plclust.typing import IntArray


class CandidateKFold(BaseCrossValidator):
    """Divide the labelled samples into folds; unlabelled samples are in every training set.

    A sample without candidates cannot say whether a prediction is right, and is what methods that
    use unlabelled samples live on. The folds of :class:`~sklearn.model_selection.KFold` would hold
    it out all the same.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds.
    random_state : int, RandomState or None, default=0
        Determines the folds, which are drawn at random.

    See Also
    --------
    cross_val_consistency : Hides candidates and keeps their samples in the fit.

    Examples
    --------
    >>> from plclust.model_selection import CandidateKFold
    >>> y = [{"cat", "dog"}, None, {"cat"}, {"dog"}, None, {"dog", "owl"}]
    >>> X = [[0.0]] * 6
    >>> for train, test in CandidateKFold(2).split(X, y):
    ...     print(train, test)
    [0 1 2 4] [3 5]
    [1 3 4 5] [0 2]
    """

    def __init__(
        self, n_splits: int = 5, *, random_state: int | np.random.RandomState | None = 0
    ) -> None:
        self.n_splits = n_splits
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
        """Number of folds.

        Parameters
        ----------
        X, y, groups : object
            Not used; here for scikit-learn.

        Returns
        -------
        int
            `n_splits`.
        """
        return self.n_splits

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[IntArray, IntArray]]:
        """Draw the folds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Samples; only their number counts.
        y : candidate labels
            In any form of :func:`plclust.candidates.check_candidates`.
        groups : object
            Not used; here for scikit-learn.

        Yields
        ------
        train, test : arrays of int
            Rows to learn from, and rows to predict.
        """
        # Here, because scikit-learn's own split does not take every form of candidates.
        candidates = None if y is None else check_candidates(y, _num_samples(X))[0]
        yield from super().split(X, candidates, groups)

    def _iter_test_indices(
        self,
        X: Any = None,  # noqa: ARG002
        y: Any = None,
        groups: Any = None,  # noqa: ARG002
    ) -> Iterator[IntArray]:
        if not isinstance(self.n_splits, Integral):
            raise TypeError(f"n_splits is {self.n_splits!r}, expected an integer from 2 on.")
        if y is None:
            raise ValueError(
                "y is None, expected the candidates of the samples: folds are parts of the "
                "labelled ones. Hint: split(X, y)."
            )
        labelled = np.flatnonzero(is_labelled(y))
        if not 2 <= self.n_splits <= len(labelled):
            raise ValueError(
                f"n_splits={self.n_splits} with {len(labelled)} labelled samples, expected from 2 "
                "folds to one for each of them. Hint: lower n_splits, or label more samples; -1, "
                "and a set of all classes, label nothing."
            )
        order = check_random_state(self.random_state).permutation(labelled)
        return (np.sort(fold) for fold in np.array_split(order, self.n_splits))


__all__ = ["CandidateKFold"]
