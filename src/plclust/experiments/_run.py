"""Running whole experiments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plclust.experiments._isolation import Limits
from plclust.experiments._plan import missing_runs, planned_runs
from plclust.experiments._policies import check_policy
from plclust.experiments._runner import run_missing
from plclust.experiments._specs import Spec
from plclust.experiments._store import Store


def run_experiments(
    specs: Sequence[Spec],
    store: Store,
    *,
    policy: str = "fixed",
    n_jobs: int | None = None,
    limits: Limits | None = None,
    retry_failed: bool = False,
    progress: Any = None,
) -> int:
    """Carry out all runs of some experiments that are not in the store yet.

    Data sets that are not on this machine and methods that are not available are left out;
    :func:`build_results` tells which.

    Parameters
    ----------
    specs : sequence of Spec
        The experiments; runs that they share are carried out once.
    store : Store
        Where results are.
    policy : {"fixed", "no-truth", "hindsight"}
        How parameters are chosen.
    n_jobs, limits, progress
        As in :func:`run_missing`.
    retry_failed : bool, default=False
        Carry out again what failed before.

    Returns
    -------
    int
        Number of runs that were carried out.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from plclust.experiments import Store, load_spec, run_experiments
    >>> spec = load_spec("fig1", quick=True, datasets=["ecoli"], methods=["K-means"])
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "runs.sqlite")) as store:
    ...     run_experiments([spec], store, progress=False)
    4
    """
    check_policy(policy)
    if retry_failed:
        store.remove_failed(planned_runs(specs, policy, store.records()))
    n_runs = 0
    # A policy may need results to tell which runs come next.
    while todo := missing_runs(specs, policy, store.records()):
        n_runs += run_missing(todo, store, n_jobs=n_jobs, limits=limits, progress=progress)
    return n_runs


__all__ = ["run_experiments"]
