"""The joint model of Eq. 6 and its block updates.

Unknowns are the reconstruction weights R (row i rebuilds sample i), the label confidences F, and
the similarities S and dissimilarities D. With W = (R + R') / 2 and L its Laplacian, the objective
is

    ||X - RX||^2 + ||F - RF||^2 + ||D o S||_1 + alpha Tr(D L D') + beta Tr(S L S')
        + gamma (||P o (S - M)||^2 + ||P o (D - C)||^2),

Eq. 6 with the equality constraints on S and D replaced by the penalty of Eq. 10.

Because Tr(D L D') is half of the sum of r_ij H_ij over all edges, the weights that minimise this
objective solve Eq. 8 with alpha H / 2 + beta K / 2. Eq. 8 as printed has alpha H + beta K: it
minimises the objective with alpha and beta doubled, while Eq. 10, 12 and 13 minimise it with alpha
and beta as they are. The published updates therefore descend on two objectives in turn, and neither
need fall; with the halves in Eq. 8 every update lowers the one above.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from plclust._fitting import Settings
from plclust._limits import ENOUGH_PRODUCTS, FEW_PRODUCTS, GAP, MANY
from plclust.candidates import is_labelled
from plclust.cluster._neighborhood import Neighborhood
from plclust.cluster._witnesses import Witnesses
from plclust.disambiguation import (
    UNDECIDED,
    Confidence,
    Constraints,
    Propagation,
    PropagationTerms,
    edge_disagreement,
    propagate_constraints,
    propagation_objective,
    propagation_terms,
    pseudo_label_constraints,
    solve_confidence,
    sweep_confidence,
    undecided_propagation,
)
from plclust.graph import reconstruction_error, symmetrize
from plclust.typing import BoolArray, FloatArray

CONSTRAINT_GAP = 3e-4  # proven accuracy of the confidences on which constraints rest
LATER_GAP = 1e-2  # of those in the rounds after that, as a share of the first objective
MOST_PRODUCTS = 20_000  # with R and its transpose for one F on which constraints rest


class JointTerms(NamedTuple):
    """The terms of the joint objective."""

    reconstruction: float  # ||X - RX||^2
    disambiguation: float  # ||F - RF||^2
    propagation: PropagationTerms


@dataclass
class JointModel:
    """R, F, S and D, and how each is updated while the others stay.

    It begins with lines 2 to 5 of Algorithm 1, F from `start` if it is given. That is not used if
    sets may be left out: it need not be feasible then.
    """

    neighborhood: Neighborhood
    candidates: BoolArray
    settings: Settings
    witnesses: Witnesses | None = None  # who tell which sets to believe; all of them by default
    start: InitVar[FloatArray | None] = None
    trusted: BoolArray = field(init=False)  # candidates, without the sets that are not believed
    reconstruction: sparse.csr_array = field(init=False)
    constraints: Constraints = field(init=False)
    _confidence: Confidence = field(init=False)
    _propagation: Propagation = field(init=False)
    _accuracy: float = field(init=False)
    _affinity: sparse.csr_array | None = field(init=False)

    def __post_init__(self, start: FloatArray | None) -> None:
        """Eq. 1, Eq. 2, Eq. 4 and Eq. 5."""
        self._set_reconstruction(self._weights_by_features())
        self.trusted = self.candidates
        if self.witnesses is not None:
            start = None
            self.trusted = self.witnesses.trusted(
                self.reconstruction, self.affinity, self.candidates
            )
        among = self._constrained_samples()
        self._confidence = self._first_confidence(start, constrained=bool(among.any()))
        self._accuracy = LATER_GAP * self._confidence.objective
        if among.any():
            self.constraints = pseudo_label_constraints(self.confidence, among)
            self._propagation = self._propagate(start=None)
        else:
            self.constraints = Constraints(np.full(len(among), UNDECIDED), 0)
            self._propagation = undecided_propagation(self.constraints)

    @property
    def confidence(self) -> FloatArray:
        """F."""
        return self._confidence.values

    @property
    def affinity(self) -> sparse.csr_array:
        """W, made when it is first asked for."""
        if self._affinity is None:
            self._affinity = symmetrize(self.reconstruction)
        return self._affinity

    def update_weights(self) -> None:
        """Eq. 8."""
        cost = edge_disagreement(
            self.neighborhood.graph,
            self.constraints,
            self._propagation,
            alpha=self.settings.alpha,
            beta=self.settings.beta,
            n_jobs=self.settings.n_jobs,
        )
        if self.settings.weighting == "consistent":
            cost *= 0.5
        self._set_reconstruction(
            self.neighborhood.weights(
                self.confidence, cost, self.reconstruction, self.settings.n_jobs
            )
        )

    def update_confidence(self) -> None:
        """Eq. 3, or Eq. 9 by sweeps, from the confidences at hand."""
        self._confidence = self._solve_confidence(self.confidence, atol=self._accuracy)

    def update_propagation(self) -> None:
        """Eq. 10 by Eq. 12 and 13, from S and D at hand."""
        self._propagation = self._propagate(self._propagation)

    def terms(self) -> JointTerms:
        """The terms of the joint objective as the model stands."""
        residual = self.confidence - self.reconstruction @ self.confidence
        return JointTerms(
            reconstruction=self._reconstruction_error(),
            disambiguation=float(np.sum(residual**2)),
            propagation=propagation_terms(self.affinity, self.constraints, self._propagation)
            if self.constraints.n_classes > 0
            else PropagationTerms(0.0, 0.0, 0.0, 0.0),
        )

    def objective(self) -> float:
        """The joint objective as the model stands."""
        terms, settings = self.terms(), self.settings
        return (
            terms.reconstruction
            + terms.disambiguation
            + propagation_objective(
                terms.propagation, alpha=settings.alpha, beta=settings.beta, gamma=settings.gamma
            )
        )

    def _set_reconstruction(self, reconstruction: sparse.csr_array) -> None:
        self.reconstruction = reconstruction
        self._affinity = None

    def _weights_by_features(self) -> sparse.csr_array:
        """R (Eq. 1), with links between pieces where there are to be any."""
        settings = self.settings
        weights = self.neighborhood.weights(n_jobs=settings.n_jobs)
        if settings.linking == 0.0:
            return weights
        weights = self.neighborhood.with_copies(weights)
        return self.neighborhood.linked(
            weights, settings.n_clusters, settings.linking, settings.n_jobs
        )

    def _constrained_samples(self) -> BoolArray:
        """Whether each sample may be in constraints."""
        if self.settings.constraints == "labelled":
            return is_labelled(self.candidates)
        return np.full(len(self.candidates), self.settings.constraints == "all")

    def _first_confidence(self, start: FloatArray | None, *, constrained: bool) -> Confidence:
        """F (Eq. 2), as accurate as what rests on it needs."""
        if constrained:
            return self._solve_confidence(start, tol=CONSTRAINT_GAP)
        if len(self.candidates) <= MANY:
            return self._solve_confidence(start, tol=GAP, max_iter=ENOUGH_PRODUCTS)
        return self._solve_confidence(start, tol=GAP, max_iter=FEW_PRODUCTS, dtype=np.float32)

    def _solve_confidence(
        self,
        start: FloatArray | None,
        *,
        tol: float = 0.0,
        atol: float = 0.0,
        max_iter: int = MOST_PRODUCTS,
        dtype: npt.DTypeLike = np.float64,
    ) -> Confidence:
        n_sweeps = self.settings.n_sweeps
        if n_sweeps is not None:
            return sweep_confidence(
                self.reconstruction, self.trusted, start=start, n_sweeps=n_sweeps
            )
        return solve_confidence(
            self.reconstruction.astype(dtype, copy=False),
            self.trusted,
            start=start,
            tol=tol,
            atol=atol,
            max_iter=max_iter,
            n_jobs=self.settings.n_jobs,
        )

    def _propagate(self, start: Propagation | None) -> Propagation:
        return propagate_constraints(
            self.affinity,
            self.constraints,
            alpha=self.settings.alpha,
            beta=self.settings.beta,
            gamma=self.settings.gamma,
            start=start,
        )

    def _reconstruction_error(self) -> float:
        features = self.neighborhood.features
        if features is None:
            return float(np.sum((self.reconstruction.data - self.neighborhood.graph.data) ** 2))
        return reconstruction_error(features, self.reconstruction, n_jobs=self.settings.n_jobs)
