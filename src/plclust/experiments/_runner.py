"""Carrying out runs, as many at a time as there are workers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from joblib import Parallel, delayed

from plclust.experiments._identity import RunIdentity
from plclust.experiments._isolation import POOL, Limits, run_isolated
from plclust.experiments._progress import Progress
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


__all__ = ["run_missing"]
