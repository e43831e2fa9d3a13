"""Fits that may be stopped: what has been reached, and how much time is left."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse.csgraph import connected_components
from sklearn.exceptions import ConvergenceWarning

from plclust._fitting import Fitted
from plclust._warnings import warn_user
from plclust.cluster._joint_model import JointModel
from plclust.graph import Scaling
from plclust.guidance import LabelMap
from plclust.typing import FloatArray, IntArray


@dataclass(frozen=True)
class FitState:
    """What a fit has reached: complete in itself, and replaced as a whole by the next round."""

    model: JointModel
    scaling: Scaling  # of the features
    label_map: LabelMap | None = None
    length: float = 1.0  # of the features, which the outputs of the map take on
    objective: list[float] = field(default_factory=list)
    novelty: FloatArray | None = None  # None without clusters of new classes

    def left_with(self, labels: IntArray, *, interrupted: bool) -> Fitted:
        """What the fit leaves, with the clusters that were found."""
        model, neighborhood = self.model, self.model.neighborhood
        return Fitted(
            labels=neighborhood.as_given(labels),
            confidence=neighborhood.as_given(model.confidence),
            objective=self.objective,
            n_pieces=connected_components(model.affinity, directed=False)[0],
            neighborhood=neighborhood,
            label_map=self.label_map,
            length=self.length,
            scaling=self.scaling,
            novelty=None if self.novelty is None else neighborhood.as_given(self.novelty),
            affinity=neighborhood.matrix_as_given(model.affinity),
            reconstruction=neighborhood.matrix_as_given(model.reconstruction),
            trusted=None if model.witnesses is None else neighborhood.as_given(model.trusted),
            interrupted=interrupted,
        )


class Deadline:
    """The moment after which no further round is begun."""

    def __init__(self, max_time: float | None) -> None:
        self.max_time = max_time
        self._began = time.monotonic()

    def left(self) -> float | None:
        """Seconds, None if there is no end."""
        if self.max_time is None:
            return None
        return max(self.max_time - (time.monotonic() - self._began), 0.0)

    def stops(self, what: str, so: str = "clusters are read off what was reached") -> bool:
        """Whether the time is up; then a warning says what is left out."""
        if self.left() != 0.0:
            return False
        warn_user(
            f"max_time={self.max_time} s have passed: {what} and what follows is left out, and "
            f"{so}. Increase max_time for all of it.",
            ConvergenceWarning,
        )
        return True


def warn_of_interrupt(reached: str) -> None:
    """Tell that an interrupted fit is usable, and what it lacks."""
    warn_user(
        f"The fit was interrupted {reached}. The estimator can be used: label_distributions_ are "
        "those of the last complete round, and each cluster is a most probable class.",
        ConvergenceWarning,
    )


def most_confident_clusters(confidence: FloatArray, n_clusters: int) -> IntArray:
    """The most probable class of each sample as its cluster, among the largest `n_clusters`.

    Examples
    --------
    >>> import numpy as np
    >>> confidence = np.array([[0.6, 0.4, 0.0], [0.6, 0.4, 0.0], [0.0, 0.9, 0.1], [0.1, 0.0, 0.9]])
    >>> most_confident_clusters(confidence, 3)
    array([0, 0, 1, 2])
    >>> most_confident_clusters(confidence, 2)
    array([0, 0, 1, 0])
    """
    sizes = np.bincount(confidence.argmax(axis=1), minlength=confidence.shape[1])
    largest = np.sort(np.argsort(-sizes, kind="stable")[:n_clusters])
    return np.asarray(confidence[:, largest].argmax(axis=1))
