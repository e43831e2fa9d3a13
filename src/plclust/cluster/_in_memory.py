"""Algorithm 1, and what goes beyond it, on samples in memory."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from plclust._guidance import (
    FEW_STARTS,
    LabelMap,
    guided_features,
    has_settled,
    mean_length,
    n_moved,
    says_all,
    with_novelty,
)
from plclust._progress import FitProgress
from plclust._threads import one_thread
from plclust._warnings import warn_user
from plclust.candidates import is_labelled
from plclust.cluster._anytime import (
    Deadline,
    FitState,
    most_confident_clusters,
    warn_of_interrupt,
)
from plclust.cluster._joint_model import JointModel
from plclust.cluster._neighborhood import Neighborhood
from plclust.cluster._witnesses import Witnesses
from plclust.disambiguation import estimate_novelty
from plclust.graph import Samples
from plclust.spectral import (
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    assign_by_qr,
    heard_classes,
    separation,
    spectral_embedding,
    trust_beside,
)
from plclust.typing import BoolArray, FloatArray, IntArray

NOTHING = 1e-9  # objective per sample below which only rounding is left to change


@dataclass(frozen=True)
class Settings:
    """What the estimator is asked for."""

    n_clusters: int
    n_neighbors: int
    neighbors: Any
    metric: str
    precomputed: bool  # affinities instead of features
    model: dict[str, Any]  # parameters of the joint model
    n_rounds: int  # of guidance
    n_regroupings: int
    constraints: str
    trust: float  # in the labels, from 0 to 1
    tolerance: float
    assign_labels: str
    anchoring: float
    uncut_share: float
    embedding: dict[str, Any]  # parameters of the spectral embedding
    n_init: int
    max_iter: int
    tol: float
    n_jobs: int | None


class Guide(NamedTuple):
    """What all rounds of guidance share."""

    features: Any
    length: float  # of the features
    label_map: LabelMap
    witnesses: Witnesses | None
    apart: BoolArray | None  # samples whose outputs come from the map fitted to the others


@dataclass(frozen=True)
class InMemoryFit:
    """A fit, from the neighbours to the clusters."""

    settings: Settings
    random_state: np.random.RandomState
    progress: FitProgress
    deadline: Deadline

    def run(self, X: Any, features: Any, candidates: BoolArray) -> tuple[FitState, IntArray]:
        """What was reached, and the clusters, in the order of the neighbourhood.

        `features` are X as neighbours see it.
        """
        settings, progress = self.settings, self.progress
        rounds = self._rounds(X, features, candidates)
        state = next(rounds)
        progress.step(f"graph of {X.shape[0]} samples: objective {state.objective[-1]:.6g}")
        try:
            for reached in rounds:
                state = reached
                progress.step(f"guidance: objective {state.objective[-1]:.6g}")
            uncut = state.model.affinity
            if settings.constraints != "none":
                for reached in self._alternate(state):
                    state = reached
            state = replace(state, novelty=self._novelty(state.model))
            labels = self._cut(state, uncut, settings.n_init)
            progress.step(f"{settings.n_clusters} clusters")
        except KeyboardInterrupt:
            if candidates.shape[1] == 0:
                raise
            labels = most_confident_clusters(state.model.confidence, settings.n_clusters)
            state = replace(state, interrupted=True)
            warn_of_interrupt(f"after {len(state.objective) - 1} rounds")
        progress.end()
        return state, labels

    def _begin(
        self, X: Any, features: Any, candidates: BoolArray
    ) -> tuple[FitState, LabelMap | None, Witnesses | None]:
        """Lines 1 to 5 of Algorithm 1, and who will guide and judge."""
        neighborhood = self._find_neighbors(features)
        neighborhood.warn_of_copies()
        candidates = candidates[neighborhood.order]
        label_map = self._label_map(neighborhood.features, X)
        witnesses = self._witnesses(candidates, label_map)
        model = self._start_model(neighborhood, candidates, witnesses)
        return FitState(model, objective=[model.objective()]), label_map, witnesses

    def _label_map(self, features: Any, X: Any) -> LabelMap | None:
        """The map that guides, if anything does."""
        if self.settings.n_rounds + self.settings.n_regroupings == 0:
            return None
        given = features.as_given() if isinstance(features, Samples) else X
        return LabelMap.over(given, self.random_state, self.settings.n_jobs)

    def _rounds(self, X: Any, features: Any, candidates: BoolArray) -> Iterator[FitState]:
        """What the graph of the features reaches, and each round of guidance after it.

        Labels guide first, then clusters. Rounds by labels end when they change nothing; if there
        are many labels, so do all rounds.
        """
        state, label_map, witnesses = self._begin(X, features, candidates)
        yield state
        if label_map is None:
            return
        features = state.model.neighborhood.features
        apart = None if witnesses is None else is_labelled(state.model.candidates)
        guide = Guide(features, mean_length(features), label_map, witnesses, apart)
        n_rounds, n_regroupings = self.settings.n_rounds, self.settings.n_regroupings
        for step in range(n_rounds):
            if self.deadline.stops(f"round {step + 1} of guidance={n_rounds}"):
                return
            before = state.model.confidence
            taught = with_novelty(before, self._novelty(state.model))
            state = self._follow(guide, state, taught, self.settings.trust)
            yield state
            if has_settled(n_moved(before, state.model.confidence), len(before)):
                n_regroupings = 0 if says_all(self.settings.trust) else n_regroupings
                break
        for step in range(n_regroupings):
            if self.deadline.stops(f"round {step + 1} of regrouping={n_regroupings}"):
                return
            by_clusters = guide._replace(apart=None)  # labels do not teach here
            state = self._follow(by_clusters, state, self._membership(state), 1.0)
            yield state

    def _follow(self, guide: Guide, state: FitState, taught: FloatArray, trust: float) -> FitState:
        """Teach the map, and find graph and confidences under features and outputs of the map."""
        outputs = guide.label_map.fit(taught, apart=guide.apart)
        length = trust * guide.length
        guided = guided_features(guide.features, outputs, length)
        del outputs  # before the peak of memory
        model = self._start_model(
            self._find_neighbors(guided, state.model.neighborhood),
            state.model.candidates,
            guide.witnesses,
            confidence=state.model.confidence,
        )
        objective = [*state.objective, model.objective()]
        return FitState(model, guide.label_map.without_samples(), length, objective)

    def _membership(self, state: FitState) -> FloatArray:
        """The clusters of the graph at hand, as certain as labels can be."""
        state = replace(state, novelty=self._novelty(state.model))
        n_init = min(self.settings.n_init, FEW_STARTS)
        labels = self._cut(state, state.model.affinity, n_init)
        return np.eye(self.settings.n_clusters, dtype=state.model.confidence.dtype)[labels]

    def _alternate(self, state: FitState) -> Iterator[FitState]:
        """Lines 6 to 12 of Algorithm 1: what each round reaches."""
        max_iter, tol = self.settings.max_iter, self.settings.tol
        for iteration in range(1, max_iter + 1):
            if self.deadline.stops(f"round {iteration} of max_iter={max_iter}"):
                return
            model = copy(state.model)
            model.update_weights()
            model.update_confidence()
            model.update_propagation()
            before, after = state.objective[-1], model.objective()
            self.progress.step(f"round {iteration}: objective {after:.6g}")
            state = replace(state, model=model, objective=[*state.objective, after])
            yield state
            if abs(before - after) <= tol * max(abs(before), NOTHING * len(model.candidates)):
                return
        warn_user(
            f"The objective still changed by more than tol={tol} of its value in round "
            f"max_iter={max_iter}. Increase max_iter or tol.",
            ConvergenceWarning,
        )

    def _find_neighbors(self, features: Any, found: Neighborhood | None = None) -> Neighborhood:
        """Line 1 of Algorithm 1; approximate ones are looked for among those already found."""
        settings = self.settings
        if settings.precomputed:
            return Neighborhood.from_affinity(features, settings.n_neighbors)
        if found is not None and isinstance(features, Samples):
            return found.seen_by(features, settings.n_jobs)
        return Neighborhood.from_features(
            features, settings.n_neighbors, settings.metric, settings.neighbors, settings.n_jobs
        )

    def _start_model(
        self,
        neighborhood: Neighborhood,
        candidates: BoolArray,
        witnesses: Witnesses | None,
        *,
        confidence: FloatArray | None = None,
    ) -> JointModel:
        """Lines 2 to 5 of Algorithm 1."""
        model = JointModel(neighborhood, candidates, witnesses=witnesses, **self.settings.model)
        model.initialise(among=self._constrained_samples(candidates), start=confidence)
        return model

    def _witnesses(self, candidates: BoolArray, label_map: LabelMap | None) -> Witnesses | None:
        """Who tell which candidate sets to believe, if there are any and not all are believed."""
        settings = self.settings
        if settings.tolerance == 0.0 or not is_labelled(candidates).any():
            return None
        return Witnesses(
            settings.tolerance,
            settings.n_clusters,
            settings.anchoring,
            settings.trust,
            settings.embedding,
            self.random_state.randint(2**31 - 1),
            settings.n_jobs,
            label_map,
        )

    def _constrained_samples(self, candidates: BoolArray) -> BoolArray | None:
        if self.settings.constraints == "none":
            return np.zeros(len(candidates), dtype=bool)
        return is_labelled(candidates) if self.settings.constraints == "labelled" else None

    def _novelty(self, model: JointModel) -> FloatArray | None:
        """Chance of each sample to be of no class, if there are clusters that no class claims."""
        n_claimed = np.count_nonzero(heard_classes(model.confidence))
        anchored = self.settings.assign_labels == "anchored"
        if not anchored or not 0 < n_claimed < self.settings.n_clusters:
            return None
        labelled = is_labelled(model.candidates)
        return estimate_novelty(model.affinity, labelled, random_state=self.random_state)

    def _cut(self, state: FitState, uncut: sparse.csr_array, n_init: int) -> IntArray:
        """Line 13 of Algorithm 1: spectral clustering of the final graph.

        On one thread: the sums of BLAS and k-means would depend on their number.
        """
        settings, random_state = self.settings, self.random_state
        graph = state.model.affinity
        if graph is not uncut:
            graph = sparse.csr_array(graph + settings.uncut_share * uncut)
        with one_thread():
            embedding = spectral_embedding(graph, random_state=random_state, **settings.embedding)
            if settings.assign_labels == "cluster_qr":
                return assign_by_qr(embedding)
            if settings.assign_labels == "anchored":
                apart = separation(graph, embedding, settings.n_clusters)
                return assign_by_anchored_kmeans(
                    embedding,
                    state.model.confidence,
                    settings.n_clusters,
                    novelty=state.novelty,
                    anchoring=settings.anchoring * trust_beside(apart, settings.trust),
                    n_init=n_init,
                    random_state=random_state,
                )
            return assign_by_kmeans(
                embedding, settings.n_clusters, n_init=n_init, random_state=random_state
            )


__all__ = ["InMemoryFit", "Settings"]
