"""Win/tie/loss counts of a method against each other: paired t-tests over the same splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

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
GROUPS = {"real-world": "real-world data sets", "uci": "UCI data sets", "total": "all data sets"}
VERDICTS = ("win", "tie", "loss")
ABOVE = "above"  # whatever a test says


def significance_tables(spec: Spec, policy: str, records: Records) -> list[ResultTable]:
    """One table per group of data sets: methods by verdict."""
    counts = Counter(
        key
        for method, group, verdict in _verdicts(spec, policy, records)
        for key in ((method, group, verdict), (method, "total", verdict))
    )
    methods = tuple(dict.fromkeys(cell.method for cell in _compared(spec)))
    return [_table(spec, group, policy, methods, counts) for group in GROUPS]


def _compared(spec: Spec) -> Iterator[CellRuns]:
    """Cells of methods that the reference is compared with; not of variants of the paper's PLC."""
    variants = {spec.reference}
    if spec.paper:
        printed = find_method(spec.reference).paper_name
        variants = {cell.method for cell in cells_of(spec) if _paper_name(cell) == printed}
    return (cell for cell in cells_of(spec) if cell.method not in variants)


def _paper_name(cell: CellRuns) -> str:
    return find_method(cell.method).paper_name


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
        named = (find_method(method).paper_name, group)
        printed = paper_significance().get(named, ()) if spec.paper else ()
        for verdict, paper in zip_longest((*VERDICTS, ABOVE), printed):
            count = float(counts[method, group, verdict]) if n_cases else None
            cells[method, verdict] = Cell(count, None, n_cases, paper_mean=paper)
    return ResultTable(
        name=f"{spec.name}-{group}",
        title=f"{spec.title}: {GROUPS[group]}",
        caption=spec.caption,
        row_names=methods,
        column_names=(*VERDICTS, ABOVE),
        cells=cells,
        metric="Cases",
        policy=describe_policy(policy, spec.grid),
        best_is_largest=None,
        decimals=0,
    )


def _verdicts(spec: Spec, policy: str, records: Records) -> Iterator[tuple[str, str, str]]:
    """Method, group and verdict of every case with results of both methods, and if it is above."""
    seen: set[tuple[object, ...]] = set()
    for cell in _compared(spec):
        case = (cell.setting, cell.method, cell.rho)
        reference = CellRuns(cell.spec, cell.setting, spec.reference, cell.rho)
        reached = _accuracies(reference, policy, records)
        theirs = _accuracies(cell, policy, records)
        shared = sorted(reached.keys() & theirs.keys())
        if case in seen or len(shared) < 2 or spec.reference not in cell.spec.methods:
            continue
        seen.add(case)
        own = list_datasets()[cell.setting.dataset].n_candidates is not None
        group = "real-world" if own else "uci"
        pair = [reached[i] for i in shared], [theirs[i] for i in shared]
        yield cell.method, group, compare(*pair)
        if np.mean(pair[0]) > np.mean(pair[1]):
            yield cell.method, group, ABOVE


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
