"""What the constrained clustering methods share: constraints, the solver's end, the final cut."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

from plclust._memory import check_memory
from plclust._progress import CallbackSupportMixin, FitProgress, Report, with_callbacks
from plclust._threads import one_thread
from plclust._warnings import warn_user
from plclust._whole import whole_or_not_at_all
from plclust.candidates import is_labelled
from plclust.cluster._compared.base import CandidateClusterer
from plclust.cluster._compared.disambiguate import (
    DISAMBIGUATORS,
    UNLABELLED,
    constraints_from_candidates,
)
from plclust.constraints import PairwiseConstraints
from plclust.spectral import assign_by_kmeans
from plclust.typing import AnyArray, FloatArray, IntArray


class EmbeddedSamples(NamedTuple):
    """Rows on which k-means finds the clusters, and how the solver that found them ended."""

    rows: FloatArray
    n_iter: int
    residual: float


class ConstrainedClusterer(CallbackSupportMixin, CandidateClusterer):
    """Base of the methods that cluster under must-links and cannot-links.

    It checks the input and turns candidates and pairs into constraints. A subclass defines
    `_embed`, its algorithm, and `_memory`, the bytes that the algorithm takes.
    """

    transduction_: AnyArray
    constraints_: PairwiseConstraints
    n_iter_: int
    residual_: float

    disambiguator: Any
    max_iter: int
    tol: float
    verbose: bool | int

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CandidateClusterer._parameter_constraints,  # noqa: SLF001 as scikit-learn does
        "disambiguator": [StrOptions(DISAMBIGUATORS), HasMethods(["fit"])],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "verbose": ["verbose"],
    }

    @with_callbacks
    @whole_or_not_at_all
    def fit(self, X: Any, y: Any = None, *, must_link: Any = None, cannot_link: Any = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.
        y : candidate labels, default=None
            In any form of :func:`plclust.candidates.check_candidates`: one set (list, tuple,
            "a|b|c") per sample, an indicator matrix, or plain labels; None, NaN, -1, an empty set
            or all classes for samples without. The `disambiguator` turns them into constraints.
        must_link, cannot_link : array-like of shape (n_pairs, 2), default=None
            Pairs of row numbers that belong together, or do not; with all that they imply.

        Returns
        -------
        self
            The fitted estimator.
        """
        X, candidates, n_clusters, random_state = self._check_input(X, y)
        listed = PairwiseConstraints.from_pairs(len(X), must_link, cannot_link)
        n_constrained = int(is_labelled(candidates).sum()) + len(listed.constrained)
        check_memory(
            self._memory(len(X), X.shape[1], min(n_constrained, len(X))),
            f"{type(self).__name__} of {len(X)} samples",
            "cluster a part of the samples, or use PartialLabelClustering, which is sparse",
        )
        unknown = [0.0] * (self.max_iter + 4)  # nobody knows after how many steps a solver ends
        progress = FitProgress(self, unknown, verbose=bool(self.verbose))
        with one_thread():  # sums would depend on the number of threads
            derived, chosen = constraints_from_candidates(
                X, candidates, self.disambiguator, random_state
            )
            constraints = derived & listed
            progress.step(f"{len(constraints.constrained)} of {len(X)} samples in constraints")
            embedding = self._embed(X, constraints, n_clusters, random_state, progress.step)
            self.labels_ = assign_by_kmeans(
                embedding.rows, n_clusters, n_init=self.n_init, random_state=random_state
            )
        progress.step(f"{n_clusters} clusters")
        progress.end()
        self.constraints_ = constraints
        self.transduction_ = _class_names(chosen, self.classes_)
        self.n_iter_, self.residual_ = embedding.n_iter, embedding.residual
        self._warn_unless_converged()
        return self

    @abstractmethod
    def _embed(
        self,
        X: FloatArray,
        constraints: PairwiseConstraints,
        n_clusters: int,
        random_state: np.random.RandomState,
        report: Report,
    ) -> EmbeddedSamples:
        """Solve the problem of the method; `report` takes a line of text after each iteration."""

    @abstractmethod
    def _memory(self, n_samples: int, n_features: int, n_constrained: int) -> float:
        """Bytes that the algorithm takes, at most."""

    def _warn_unless_converged(self) -> None:
        if not self.residual_ < self.tol:
            warn_user(
                f"The largest residual is {self.residual_:.2g} after max_iter={self.max_iter} "
                f"iterations, not below tol={self.tol}. Increase max_iter or tol.",
                ConvergenceWarning,
            )


def _class_names(chosen: IntArray, classes: AnyArray) -> AnyArray:
    names = np.full(len(chosen), None, dtype=object)
    known = chosen != UNLABELLED
    names[known] = classes[chosen[known]]
    return names
