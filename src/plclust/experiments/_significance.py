"""Win/tie/loss counts of PLC against each method: paired t-tests over the same splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from scipy.stats import ttest_rel

from plclust.datasets import list_datasets
from plclust.experiments._methods import find_method
from plclust.experiments._paper import paper_significance
from plclust.experiments._plan import cells_of
from plclust.experiments._policies import CellRuns, Records, chosen_runs, describe_policy
from plclust.experiments._specs import Spec
from plclust.experiments._tables import Cell, ResultTable

LEVEL = 0.05
REFERENCE = "PLC"
GROUPS = {"real-world": "real-world data sets", "uci": "UCI data sets", "total": "all data sets"}
VERDICTS = ("win", "tie", "loss")


def significance_tables(spec: Spec, policy: str, records: Records) -> list[ResultTable]:
    """One table per group of data sets: methods by verdict."""
    counts = Counter(
        key
        for method, group, verdict in _verdicts(spec, policy, records)
        for key in ((method, group, verdict), (method, "total", verdict))
    )
    methods = tuple(
        method
        for method in dict.fromkeys(cell.method for cell in cells_of(spec))
        if find_method(method).paper_name != REFERENCE
    )
    return [_table(spec, group, policy, methods, counts) for group in GROUPS]


def _table(
    spec: Spec,
    group: str,
    policy: str,
    methods: tuple[str, ...],
    counts: Counter[tuple[str, str, str]],
) -> ResultTable:
    cells: dict[tuple[str, str], Cell] = {}
    for method in methods:
        n_cases = sum(counts[method, group, verdict] for verdict in VERDICTS)
        printed = paper_significance().get((find_method(method).paper_name, group))
        for i, verdict in enumerate(VERDICTS):
            count = float(counts[method, group, verdict]) if n_cases else None
            paper = float(printed[i]) if printed else None
            cells[method, verdict] = Cell(count, None, n_cases, paper_mean=paper)
    return ResultTable(
        name=f"{spec.name}-{group}",
        title=f"{spec.title}: {GROUPS[group]}",
        caption=spec.caption,
        row_names=methods,
        column_names=VERDICTS,
        cells=cells,
        metric="Cases",
        policy=describe_policy(policy, spec.grid),
        best_is_largest=None,
        decimals=0,
    )


def _verdicts(spec: Spec, policy: str, records: Records) -> Iterator[tuple[str, str, str]]:
    """Method, group and verdict of every case with results of both methods."""
    seen: set[tuple[object, ...]] = set()
    for cell in cells_of(spec):
        if find_method(cell.method).paper_name == REFERENCE or REFERENCE not in cell.spec.methods:
            continue
        case = (cell.setting, cell.method, cell.rho)
        reference = CellRuns(cell.spec, cell.setting, REFERENCE, cell.rho)
        ours = _accuracies(reference, policy, records)
        theirs = _accuracies(cell, policy, records)
        shared = sorted(ours.keys() & theirs.keys())
        if case in seen or len(shared) < 2:
            continue
        seen.add(case)
        own = list_datasets()[cell.setting.dataset].n_candidates is not None
        verdict = compare([ours[i] for i in shared], [theirs[i] for i in shared])
        yield cell.method, "real-world" if own else "uci", verdict


def _accuracies(cell: CellRuns, policy: str, records: Records) -> dict[int, float]:
    """ACC by repeat."""
    runs = [run for run in chosen_runs(cell, policy, records) if run is not None]
    return {
        run.repeat: records[run].figures["acc"]
        for run in runs
        if run in records and records[run].failure is None
    }


def compare(ours: list[float], theirs: list[float]) -> str:
    """Verdict of a two-sided paired t-test.

    Examples
    --------
    >>> compare([0.5, 0.6, 0.7], [0.4, 0.51, 0.6]), compare([0.5, 0.6], [0.6, 0.5])
    ('win', 'tie')
    """
    differences = np.subtract(ours, theirs)
    if np.ptp(differences) < 1e-12:  # the test would divide by zero
        lead = float(differences.mean())
        return "tie" if abs(lead) < 1e-12 else ("win" if lead > 0 else "loss")
    test = ttest_rel(ours, theirs)
    if test.pvalue >= LEVEL:
        return "tie"
    return "win" if test.statistic > 0 else "loss"


__all__ = ["compare", "significance_tables"]
