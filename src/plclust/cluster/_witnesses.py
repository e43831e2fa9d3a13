"""What other samples say about the class of a sample, when its candidate set may be wrong.

Graph, label map and clusters each foretell the classes of the labelled samples of a fold from the
sets of the other folds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from plclust._threads import one_thread
from plclust.cluster._naming import name_clusters
from plclust.disambiguation import as_distributions, hold_out, open_contradicted
from plclust.guidance import Teaching
from plclust.spectral import (
    assign_by_anchored_kmeans,
    separation,
    spectral_embedding,
    trust_beside,
)
from plclust.typing import BoolArray, FloatArray, IntArray

N_PARTITIONS = 3  # of the labelled samples into folds
N_STARTS = 2  # of k-means in each fold


@dataclass(frozen=True)
class Witnesses:
    """Judges of the candidate sets."""

    share: float  # of the sets that may miss the true class
    n_clusters: int
    anchoring: float
    trust: float  # in the labels, from 0 to 1
    embedding: dict[str, Any]  # parameters of the spectral embedding
    seed: int  # of folds, eigenvectors and k-means
    n_jobs: int | None = None
    teaching: Teaching | None = None

    def trusted(
        self, reconstruction: sparse.csr_array, affinity: sparse.csr_array, candidates: BoolArray
    ) -> BoolArray:
        """The candidates, with all classes for the sets that are not believed."""
        random_state = check_random_state(self.seed)
        with one_thread():
            embedding = spectral_embedding(affinity, random_state=random_state, **self.embedding)
        anchoring = self.anchoring * trust_beside(
            separation(affinity, embedding, self.n_clusters), self.trust
        )
        said = np.zeros((2 if self.teaching is None else 3, *candidates.shape))
        for _ in range(N_PARTITIONS):
            for fold, confidence in hold_out(
                reconstruction, candidates, random_state=random_state, n_jobs=self.n_jobs
            ):
                said[0, fold] += confidence[fold] / N_PARTITIONS
                named = self._classes_of_clusters(embedding, confidence, anchoring, random_state)
                said[1, fold, named[fold]] += 1.0 / N_PARTITIONS
                if self.teaching is not None:
                    outputs = self.teaching.outputs_at(fold, confidence)
                    said[2, fold] += as_distributions(outputs) / N_PARTITIONS
        return open_contradicted(candidates, list(said), self.share)

    def _classes_of_clusters(
        self,
        embedding: FloatArray,
        confidence: FloatArray,
        anchoring: float,
        random_state: np.random.RandomState,
    ) -> IntArray:
        with one_thread():
            clusters = assign_by_anchored_kmeans(
                embedding,
                confidence,
                self.n_clusters,
                anchoring=anchoring,
                n_init=N_STARTS,
                random_state=random_state,
            )
        classes = np.arange(confidence.shape[1])
        return np.asarray(
            name_clusters(clusters, confidence, classes, self.n_clusters)[0][clusters]
        )


__all__ = ["Witnesses"]
