"""Carrying out runs, as many at a time as there are workers, and whole experiments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from joblib import Parallel, delayed

from plclust.experiments._identity import RunIdentity
from plclust.experiments._isolation import POOL, Limits, run_isolated
from plclust.experiments._plan import missing_runs, planned_runs
from plclust.experiments._policies import check_policy
from plclust.experiments._progress import Progress
from plclust.experiments._specs import Spec
from plclust.experiments._store import Store


def run_missing(
    identities: Iterable[RunIdentity],
    store: Store,
    *,
    n_jobs: int | None = None,
    limits: Limits | None = None,
    progress: Any = None,
) -> int:
    """Carry out the runs that are not in the store, and store each as soon as it has ended.

    Runs go through joblib, so :func:`joblib.parallel_config` can send them to Dask or Ray. Wherever
    they are sent, each is carried out in a process of its own that can be killed: a run that
    fails, crashes or exceeds a limit is recorded as failed and does not stop the others. Only this
    process writes to the store.

    Parameters
    ----------
    identities : iterable of RunIdentity
        The runs, in the order in which they are to be started.
    store : Store
        Where results are.
    n_jobs : int, default=None
        Runs at a time.
    limits : Limits, default=None
        Most time and memory that a run may take. Time is enforced everywhere, memory on Linux.
    progress : text file or False, default=None
        Where to show progress, by default stderr; False for nowhere.

    Returns
    -------
    int
        Number of runs that were carried out.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from plclust.experiments import RunIdentity, Store, run_missing
    >>> runs = [RunIdentity("ecoli", "K-means", "{}", rho=0.1, r=1, repeat=i) for i in range(2)]
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "runs.sqlite")) as store:
    ...     run_missing(runs, store, progress=False), run_missing(runs, store, progress=False)
    (2, 0)
    """
    known = store.records()
    todo = [identity for identity in dict.fromkeys(identities) if identity not in known]
    if not todo:
        return 0
    display = None if progress is False else Progress(len(todo), progress)
    # Threads are enough to wait for child processes. They are a hint that a backend chosen by the
    # user overrides. Batches would keep results from being stored as soon as they are there.
    parallel = Parallel(
        n_jobs=n_jobs, prefer="threads", return_as="generator_unordered", batch_size=1
    )
    outcomes = parallel(delayed(run_isolated)(run, limits or Limits()) for run in todo)
    try:
        for record in outcomes:
            store.add(record)
            if display is not None:
                display.update(record)
    except BaseException:
        POOL.kill()  # else closing the generator would wait for the runs under way
        outcomes.close()
        raise
    finally:
        POOL.close_idle()
        if display is not None:
            display.end()
    return len(todo)


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
    policy : {"fixed", "no-truth", "hindsight"}, default="fixed"
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
        records = store.records()
        store.remove_failed(planned_runs(specs, policy, records, possible=True))
    n_runs = 0
    # A policy may need results to tell which runs come next.
    while todo := missing_runs(specs, policy, store.records()):
        n_runs += run_missing(todo, store, n_jobs=n_jobs, limits=limits, progress=progress)
    return n_runs


__all__ = ["run_experiments", "run_missing"]
