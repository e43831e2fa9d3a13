"""Which runs experiments still need, and what stands in the way of others."""

from __future__ import annotations

from collections.abc import Iterable

from plclust.datasets import list_datasets
from plclust.experiments._identity import RunIdentity, canonical
from plclust.experiments._methods import find_method
from plclust.experiments._policies import CellRuns, Records, wanted_runs
from plclust.experiments._problem import load_dataset
from plclust.experiments._specs import Spec


def cells_of(spec: Spec) -> list[CellRuns]:
    """The cells of the tables, or the points of the curves, that an experiment asks for."""
    return [
        CellRuns(part, setting, method, rho)
        for part in spec.parts or (spec,)
        for setting in part.settings
        for method in part.methods
        for rho in part.rho
    ]


def varied_runs(spec: Spec, cell: CellRuns, name: str, value: float) -> list[RunIdentity]:
    """The runs of a point of the sensitivity to a parameter."""
    tuned = find_method(cell.method).tuned
    if name not in spec.vary or name not in tuned:
        return []
    return cell.runs(canonical(tuned | {name: value}))


def runs_of(spec: Spec, cell: CellRuns, policy: str, records: Records) -> list[RunIdentity]:
    """All runs that a cell needs."""
    if spec.kind == "sensitivity":
        return [
            run
            for name, values in spec.vary.items()
            for value in values
            for run in varied_runs(spec, cell, name, value)
        ]
    return wanted_runs(cell, policy, records)


def obstacle(cell: CellRuns) -> str:
    """Why the runs of a cell cannot be carried out; empty if they can."""
    info = list_datasets()[cell.setting.dataset]
    if not info.present:
        return (
            f"{info.title} is not on this machine ({info.file or info.cut_from}; {info.homepage})"
        )
    return find_method(cell.method).missing


def planned_runs(
    specs: Iterable[Spec], policy: str, records: Records, *, possible: bool = False
) -> set[RunIdentity]:
    """All runs that experiments need, or those of them that can be carried out."""
    return {
        run
        for spec in specs
        for cell in cells_of(spec)
        if not (possible and obstacle(cell))
        for run in runs_of(spec, cell, policy, records)
    }


def missing_runs(specs: Iterable[Spec], policy: str, records: Records) -> list[RunIdentity]:
    """Runs that experiments need, that can be carried out, and that have not been.

    Small data sets come first, and the repeats in turn, so that tables fill evenly. The policy
    "no-truth" needs results to tell which runs come next: ask again when these have ended.

    Parameters
    ----------
    specs : iterable of Spec
        The experiments; runs that they share are listed once.
    policy : {"fixed", "no-truth", "hindsight"}
        How parameters are chosen.
    records : dict of RunIdentity to RunRecord
        Runs that have ended, well or not: ``records()`` of a store.

    Returns
    -------
    list of RunIdentity
        In the order in which they are to be started.

    Examples
    --------
    >>> from plclust.experiments import load_spec, missing_runs
    >>> spec = load_spec("fig1", quick=True, datasets=["ecoli"], methods=["K-means"])
    >>> [(run.rho, run.repeat) for run in missing_runs([spec], "fixed", {})]
    [(0.1, 0), (0.4, 0), (0.1, 1), (0.4, 1)]
    """
    sizes = {name: info.n_samples for name, info in list_datasets().items()}
    found: dict[RunIdentity, None] = {}
    for spec in specs:
        for cell in cells_of(spec):
            if not obstacle(cell):
                found |= dict.fromkeys(runs_of(spec, cell, policy, records))
    todo = [run for run in found if run not in records]
    return sorted(todo, key=lambda run: (sizes[run.dataset], run.repeat))


def fetch_missing_datasets(specs: Iterable[Spec]) -> dict[str, str]:
    """Download what the registry has an address of; returns why others cannot be had."""
    names = {cell.setting.dataset for spec in specs for cell in cells_of(spec)}
    reasons: dict[str, str] = {}
    for name in sorted(names):
        if list_datasets()[name].present:
            continue
        try:
            load_dataset(name, download=True)
        except (OSError, ValueError) as error:
            reasons[name] = str(error)
    return reasons


__all__ = [
    "cells_of",
    "fetch_missing_datasets",
    "missing_runs",
    "obstacle",
    "planned_runs",
    "runs_of",
    "varied_runs",
]
