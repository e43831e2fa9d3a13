"""A fit of partial label clustering, wherever the samples are: what is asked for, what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scipy import sparse

from plclust.graph import Scaling
from plclust.guidance import LabelMap
from plclust.typing import BoolArray, FloatArray, IntArray

TRUSTED_ANCHORS = 2.0  # times as much in the last cut as before it, where labels are trusted


@dataclass(frozen=True)
class Settings:
    """What the estimator is asked for."""

    n_clusters: int
    n_neighbors: int
    neighbors: Any
    metric: str
    precomputed: bool  # affinities instead of features
    alpha: float  # what dissimilarities weigh in the joint model, Eq. 6
    beta: float  # what similarities weigh in it
    gamma: float  # what their targets weigh in it
    weighting: str
    n_sweeps: int | None  # by rows in an update of F; None solves for F exactly
    linking: float  # share of R that links pieces, where there are more than clusters
    n_rounds: int  # of guidance
    n_regroupings: int
    constraints: str
    trust: float  # in the labels, from 0 to 1
    relevance: float  # how much features count by it, from 0 to 1
    map_share: float  # of the map in the confidences, from 0 to 1
    tolerance: float
    assign_labels: str
    anchoring: float
    uncut_share: float
    embedding: dict[str, Any]  # parameters of the spectral embedding
    n_init: int
    max_iter: int
    tol: float
    n_jobs: int | None

    @property
    def last_anchoring(self) -> float:
        """What confidence is worth in the last cut: more than before, as no round learns of it."""
        return self.anchoring * max(1.0, TRUSTED_ANCHORS * self.trust)

    @property
    def needs_map(self) -> bool:
        """Whether a map is fitted at all."""
        return self.n_rounds + self.n_regroupings > 0 or self.map_share > 0.0

    @property
    def anchored(self) -> bool:
        """Whether the classes hold on to clusters."""
        return self.assign_labels == "anchored"


@dataclass(frozen=True)
class Fitted:
    """What a fit leaves: per sample in the order of X, and what new samples are compared with."""

    labels: IntArray
    confidence: FloatArray
    objective: list[float]
    n_pieces: int  # of the graph
    neighborhood: Any
    label_map: LabelMap | None
    length: float  # of the features, which the outputs of the map take on
    scaling: Scaling  # of the features
    novelty: FloatArray | None = None  # None without clusters of new classes
    affinity: sparse.csr_array | None = None  # None where the graph is on workers
    reconstruction: sparse.csr_array | None = None
    trusted: BoolArray | None = None  # candidates, where not all sets are believed
    interrupted: bool = False


__all__ = ["Fitted", "Settings"]
