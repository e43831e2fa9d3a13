"""The figures of cells: what the runs that a policy has chosen come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plclust.experiments._identity import RunIdentity
from plclust.experiments._methods import find_method
from plclust.experiments._paper import paper_table
from plclust.experiments._policies import CellRuns, Records, chosen_runs
from plclust.experiments._tables import Cell

SYMBOLS = {"n_neighbors": "k"}


def figure_of(cell: CellRuns, policy: str, records: Records, metric: str) -> Cell:
    """A cell under a policy, beside the paper's figure."""
    printed = {}
    if cell.spec.paper and metric == "acc":
        key = (cell.setting.dataset, find_method(cell.method).paper_name, cell.rho)
        found = paper_table(cell.spec.paper).get(key)
        printed = {"paper_mean": found.mean, "paper_std": found.std} if found else {}
    return cell_of(chosen_runs(cell, policy, records), records, metric, **printed)


def cell_of(
    runs: Iterable[RunIdentity | None], records: Records, metric: str, **printed: float
) -> Cell:
    """A cell from the runs of its repeats."""
    ended = [records.get(run) if run is not None else None for run in runs]
    values = [record.figures[metric] for record in ended if record and record.failure is None]
    failed = sum(1 for record in ended if record and record.failure is not None)
    return Cell.of(values, n_failed=failed, n_missing=ended.count(None), **printed)


def details_of(cell: CellRuns, policy: str, records: Records, name: str) -> list[Any]:
    """A further result of the runs that a policy has chosen."""
    runs = chosen_runs(cell, policy, records)
    ended = [records[run] for run in runs if run is not None and run in records]
    return [record.details[name] for record in ended if name in record.details]


def rho_name(rho: float) -> str:
    """Heading of a column.

    Examples
    --------
    >>> rho_name(0.1)
    'rho = 0.10'
    """
    return f"rho = {rho:.2f}"


__all__ = ["SYMBOLS", "cell_of", "details_of", "figure_of", "rho_name"]
