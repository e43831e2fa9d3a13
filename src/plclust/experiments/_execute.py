"""One run, from its identity to its figures."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from plclust.experiments._consistency import candidate_consistency
from plclust.experiments._identity import RunIdentity, seed_of
from plclust.experiments._methods import Outcome, find_method
from plclust.experiments._problem import Problem, make_problem
from plclust.metrics import evaluate_classification, evaluate_clustering, theorem_bound
from plclust.model_selection import classes_of_clusters
from plclust.typing import BoolArray, IntArray

MAX_WARNINGS = 5
Run = Callable[[BoolArray], Outcome]


def execute(identity: RunIdentity) -> dict[str, Any]:
    """Carry out a run and compare its result with the truth.

    Parameters
    ----------
    identity : RunIdentity
        The run. Nothing else has an influence on the figures, times aside.

    Returns
    -------
    dict
        ``acc``, ``nmi``, ``ari`` and ``n_evaluated`` over the unlabelled samples, or ``score`` if
        the run measures candidate consistency; seconds ``cpu`` and ``wall``; and ``details``: the
        objective of every round, both sides of Theorem 1, warnings.

    Examples
    --------
    >>> from plclust.experiments import RunIdentity, execute
    >>> figures = execute(RunIdentity("ecoli", "K-means", "{}", rho=0.1, r=1, repeat=0))
    >>> figures["n_evaluated"]
    302
    """
    method = find_method(identity.method)
    problem = make_problem(identity)
    seed = seed_of("method", identity.key)
    times: dict[str, float] = {}

    def run(candidates: BoolArray) -> Outcome:
        # Whatever a method writes into its arguments, it is judged on the problem as it was.
        X, shown = np.array(problem.X), np.array(candidates)
        wall, cpu = time.perf_counter(), time.process_time()
        outcome = method.run(X, shown, identity.parameters, seed)
        times.update(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
        return outcome

    measure = _consistency if identity.measure == "consistency" else _evaluation
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figures, details = measure(run, problem, identity)
    messages = list(dict.fromkeys(f"{w.category.__name__}: {w.message}" for w in caught))
    if messages:
        details["warnings"] = messages[:MAX_WARNINGS]
    return {**figures, **times, "details": details}


def _evaluation(
    run: Run, problem: Problem, _: RunIdentity
) -> tuple[dict[str, Any], dict[str, Any]]:
    outcome = run(problem.candidates)
    evaluate = evaluate_clustering if outcome.kind == "clustering" else evaluate_classification
    figures = evaluate(problem.target, outcome.labels, problem.candidates)
    kept = {name: figures[name] for name in ("acc", "nmi", "ari", "n_evaluated")}
    return kept, _details(outcome, problem)


def _details(outcome: Outcome, problem: Problem) -> dict[str, Any]:
    details: dict[str, Any] = {"n_clusters": len(np.unique(outcome.labels))}
    if outcome.objective is not None:
        details["objective"] = [float(value) for value in outcome.objective]
    if outcome.reconstruction is not None and outcome.confidence is not None:
        sides = theorem_bound(
            outcome.reconstruction,
            outcome.confidence,
            problem.target,
            classes=np.arange(problem.n_classes),
        )
        bound = sides.bound if math.isfinite(sides.bound) else None  # a class is never true
        details["theorem"] = {"distance": sides.distance, "bound": bound}
    return details


def _consistency(
    run: Run, problem: Problem, identity: RunIdentity
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The policies that choose parameters see this figure, and nothing that knows the truth."""

    def classes(shown: BoolArray) -> IntArray:
        outcome = run(shown)
        if outcome.kind == "clustering":
            return classes_of_clusters(outcome.labels, shown)
        return outcome.labels

    hidden = seed_of("hidden", *identity.problem)
    score = candidate_consistency(classes, problem.candidates, kind="classification", seed=hidden)
    return {"score": score}, {}


__all__ = ["execute"]
