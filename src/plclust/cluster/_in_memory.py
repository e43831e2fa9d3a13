"""Algorithm 1, and what goes beyond it, on samples in memory."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from plclust._fitting import Fitted, Settings
from plclust._limits import MANY
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
from plclust.disambiguation import estimate_novelty, mix_opinions
from plclust.graph import Copies, Samples, Scaling, warn_of_low_recall
from plclust.guidance import (
    FEW_STARTS,
    Teaching,
    guide,
    guided_features,
    has_settled,
    mean_length,
    n_moved,
    with_novelty,
)
from plclust.spectral import (
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    assign_by_qr,
    separation,
    spectral_embedding,
    trust_beside,
)
from plclust.typing import BoolArray, FloatArray, IntArray

NOTHING = 1e-9  # objective per sample below which only rounding is left to change


class Shared(NamedTuple):
    """What all rounds of guidance share."""

    X: Any
    features: Any  # X as neighbours see it
    scaling: Scaling
    length: float  # of the features
    teaching: Teaching
    witnesses: Witnesses | None
    apart: BoolArray | None  # samples whose outputs come from the map fitted to the others


@dataclass(frozen=True)
class InMemoryFit:
    """A fit, from the neighbours to the clusters."""

    settings: Settings
    random_state: np.random.RandomState
    progress: FitProgress
    deadline: Deadline

    def run(self, X: Any, scaling: Scaling, features: Any, candidates: BoolArray) -> Fitted:
        """What was reached, and the clusters; `features` are X as neighbours see it."""
        settings, progress = self.settings, self.progress
        state, teaching = self._begin(X, scaling, features, candidates)
        progress.step(f"graph of {X.shape[0]} samples: objective {state.objective[-1]:.6g}")
        interrupted = False
        try:
            for reached in self._rounds(X, state, teaching):
                state = reached
                progress.step(f"guidance: objective {state.objective[-1]:.6g}")
            uncut = state.model.affinity
            if settings.constraints != "none":
                for reached in self._alternate(state):
                    state = reached
            state = replace(state, novelty=self._novelty(state.model))
            opinions, anchoring = self._opinions(state.model, teaching), settings.last_anchoring
            labels = self._cut(state, uncut, settings.n_init, opinions, anchoring)
            progress.last_step(f"{settings.n_clusters} clusters")
        except KeyboardInterrupt:
            if candidates.shape[1] == 0:
                raise
            labels = most_confident_clusters(state.model.confidence, settings.n_clusters)
            interrupted = True
            warn_of_interrupt(f"after {len(state.objective) - 1} rounds")
        progress.end()
        return state.left_with(labels, interrupted=interrupted)

    def _begin(
        self, X: Any, scaling: Scaling, features: Any, candidates: BoolArray
    ) -> tuple[FitState, Teaching | None]:
        """Lines 1 to 5 of Algorithm 1, and what maps will be fitted to."""
        neighborhood = self._find_neighbors(features)
        neighborhood.check_edges()
        neighborhood.warn_of_copies()
        warn_of_low_recall(neighborhood.recall)
        candidates = candidates[neighborhood.order]
        teaching = self._teaching(neighborhood.features, X)
        witnesses = self._witnesses(candidates, teaching)
        model = JointModel(neighborhood, candidates, self.settings, witnesses)
        return FitState(model, scaling, objective=[model.objective()]), teaching

    def _teaching(self, features: Any, X: Any) -> Teaching | None:
        """What maps are fitted to, if any are asked for."""
        if not self.settings.needs_map:
            return None
        given = features.unscaled() if isinstance(features, Samples) else X
        return Teaching.over(given, self.random_state, self.settings.n_jobs)

    def _rounds(self, X: Any, state: FitState, teaching: Teaching | None) -> Iterator[FitState]:
        """Rounds of guidance."""
        if teaching is None:
            return iter(())
        model, features = state.model, state.model.neighborhood.features
        apart = None if model.witnesses is None else is_labelled(model.candidates)
        length = mean_length(features)
        shared = Shared(X, features, state.scaling, length, teaching, model.witnesses, apart)
        return guide(
            state,
            n_rounds=self.settings.n_rounds,
            n_regroupings=self.settings.n_regroupings,
            trust=self.settings.trust,
            by_labels=partial(self._follow_labels, shared),
            by_clusters=partial(self._follow_clusters, shared),
            settled=_settled,
            out_of_time=self.deadline.stops,
        )

    def _follow_labels(self, shared: Shared, state: FitState) -> FitState:
        taught = with_novelty(state.model.confidence, self._novelty(state.model))
        return self._follow(shared, state, taught, self.settings.trust, self.settings.map_share)

    def _follow_clusters(self, shared: Shared, state: FitState) -> FitState:
        by_clusters = shared._replace(apart=None)  # labels do not teach here
        return self._follow(by_clusters, state, self._membership(state), 1.0)

    def _follow(
        self,
        shared: Shared,
        state: FitState,
        taught: FloatArray,
        trust: float,
        map_share: float = 0.0,
    ) -> FitState:
        """Fit the map, and find graph and confidences under features and outputs of the map.

        F of many samples is not solved to the end, and from the F before it would not get far from
        the labels. By `map_share` it begins with what the map says, which knows all regions.
        """
        label_map, outputs = shared.teaching.fit(taught, apart=shared.apart)
        scaling = self._weighted(shared, taught, trust)
        length = trust * shared.length
        guided = guided_features(_features(shared, scaling), outputs, length)
        start = state.model.confidence
        if map_share > 0.0 and len(start) > MANY:
            outputs = outputs[:, : start.shape[1]]  # without that of novelty
            start = mix_opinions(start, outputs, state.model.trusted, map_share)
        del outputs  # before the peak of memory
        model = JointModel(
            self._find_neighbors(guided, state.model.neighborhood),
            state.model.candidates,
            self.settings,
            shared.witnesses,
            start=start,
        )
        objective = [*state.objective, model.objective()]
        return FitState(model, scaling, label_map, length, objective)

    def _weighted(self, shared: Shared, taught: FloatArray, trust: float) -> Scaling:
        """The scaling under which features count by how well they tell apart what is taught."""
        strength = self.settings.relevance * trust
        if strength == 0.0:
            return shared.scaling
        weights = shared.teaching.feature_weights(taught, shared.scaling, strength)
        return shared.scaling.weighted(weights)

    def _opinions(self, model: JointModel, teaching: Teaching | None) -> FloatArray:
        """What graph and map say together."""
        if teaching is None or self.settings.map_share == 0.0:
            return model.confidence
        outputs = teaching.fit(model.confidence)[1]
        return mix_opinions(model.confidence, outputs, model.trusted, self.settings.map_share)

    def _membership(self, state: FitState) -> FloatArray:
        """The clusters of the graph at hand, as certain as labels can be."""
        state = replace(state, novelty=self._novelty(state.model))
        confidence, anchoring = state.model.confidence, self.settings.anchoring
        n_init = min(self.settings.n_init, FEW_STARTS)
        labels = self._cut(state, state.model.affinity, n_init, confidence, anchoring)
        return np.eye(self.settings.n_clusters, dtype=confidence.dtype)[labels]

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
            features,
            settings.n_neighbors,
            settings.metric,
            settings.neighbors,
            settings.n_jobs,
            self._copies(features) if found is None else found.copies,
        )

    def _copies(self, features: Any) -> Copies | None:
        """The samples that are copies of each other, if they are to be told from neighbours."""
        if self.settings.linking == 0.0:
            return None
        copies = Copies.among(features)
        told = self.settings.n_neighbors < copies.n_distinct < features.shape[0]
        return copies if told else None

    def _witnesses(self, candidates: BoolArray, teaching: Teaching | None) -> Witnesses | None:
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
            teaching,
        )

    def _novelty(self, model: JointModel) -> FloatArray | None:
        """Chance of each sample to be of no named class, if there are more clusters than those."""
        labelled = is_labelled(model.candidates)
        n_named = np.count_nonzero(model.candidates[labelled].any(axis=0))
        if not self.settings.anchored or not 0 < n_named < self.settings.n_clusters:
            return None
        return estimate_novelty(model.affinity, labelled, random_state=self.random_state)

    def _cut(
        self,
        state: FitState,
        uncut: sparse.csr_array,
        n_init: int,
        confidence: FloatArray,
        anchoring: float,
    ) -> IntArray:
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
            if settings.anchored:
                apart = separation(graph, embedding, settings.n_clusters)
                return assign_by_anchored_kmeans(
                    embedding,
                    confidence,
                    settings.n_clusters,
                    novelty=state.novelty,
                    anchoring=anchoring * trust_beside(apart, settings.trust),
                    n_init=n_init,
                    random_state=random_state,
                )
            return assign_by_kmeans(
                embedding, settings.n_clusters, n_init=n_init, random_state=random_state
            )


def _features(shared: Shared, scaling: Scaling) -> Any:
    """The features under another scaling."""
    if scaling is shared.scaling:
        return shared.features
    if isinstance(shared.features, Samples):
        return shared.features.seen_through(scaling)
    return scaling(shared.X)


def _settled(before: FitState, after: FitState) -> bool:
    moved = n_moved(before.model.confidence, after.model.confidence)
    return has_settled(moved, len(after.model.candidates))


__all__ = ["InMemoryFit"]
