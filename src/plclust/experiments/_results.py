"""From the runs in a store to tables and figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from plclust.experiments._cells import SYMBOLS, details_of, figure_of, rho_name
from plclust.experiments._coverage import coverage_of, notes_of
from plclust.experiments._curves import convergence_figure, dataset_figure, sensitivity_figure
from plclust.experiments._plan import cells_of
from plclust.experiments._policies import Records, check_policy, chosen_runs, describe_policy
from plclust.experiments._significance import significance_tables
from plclust.experiments._specs import Setting, Spec, load_spec
from plclust.experiments._store import Store
from plclust.experiments._tables import Cell, ExperimentResults, ResultFigure, ResultTable
from plclust.experiments._united import unite


def build_results(store: Store, spec: Spec, policy: str = "fixed") -> ExperimentResults:
    """Make the tables and figures of an experiment from what is in the store.

    Parameters
    ----------
    store : Store
        Results of runs. Nothing is run: what is missing is counted as such.
    spec : Spec
        The experiment.
    policy : {"fixed", "no-truth", "hindsight"}, default="fixed"
        How parameters are chosen.

    Returns
    -------
    ExperimentResults
        Tables, figures, and what they rest on.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from plclust.experiments import Store, build_results, load_spec
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "runs.sqlite")) as store:
    ...     results = build_results(store, load_spec("table2", datasets=["lost"]))
    >>> results.tables[0].cells["PLC", "rho = 0.05"].paper_mean
    0.399
    """
    check_policy(policy)
    records = store.records()
    tables: Sequence[ResultTable] = ()
    figures: Sequence[ResultFigure] = ()
    if spec.kind == "table":
        tables = [_dataset_table(spec, setting, policy, records) for setting in spec.settings]
    elif spec.kind == "figure":
        figures = [
            dataset_figure(spec, setting, metric, policy, records)
            for setting in spec.settings
            for metric in spec.metrics
        ]
    elif spec.kind == "sensitivity":
        figures = [sensitivity_figure(spec, name, records) for name in spec.vary]
    elif spec.kind == "convergence":
        figures = [convergence_figure(spec, setting, policy, records) for setting in spec.settings]
    elif spec.kind == "theorem":
        tables = [_theorem(spec, method, policy, records) for method in spec.methods]
    else:
        tables = significance_tables(spec, policy, records)
    return ExperimentResults(
        spec.name,
        spec.title,
        policy,
        tuple(tables),
        tuple(figures),
        tuple(coverage_of(spec, policy, records)),
        notes_of(spec, policy, records),
        {name: getattr(spec, name) for name in ("scaling", "grid", "repeats", "quick")},
    )


def build_all_results(store: Store) -> list[ExperimentResults]:
    """Make the results of all experiments that a store was asked for, each result once.

    Parameters
    ----------
    store : Store
        Results of runs. ``plclust reproduce`` notes there what it was asked for.

    Returns
    -------
    list of ExperimentResults
        In the order in which they were asked for; methods and data sets of an experiment that were
        asked for apart stand together where they fill one table.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from plclust.experiments import Store, build_all_results
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "runs.sqlite")) as store:
    ...     store.remember("table5", "fixed", quick=True)
    ...     [results.title for results in build_all_results(store)]
    ['Table 5']
    """
    asked = [(load_spec(name, **choices), policy) for name, policy, choices in store.experiments()]
    return [build_results(store, spec, policy) for spec, policy in unite(asked, store.records())]


def _dataset_table(spec: Spec, setting: Setting, policy: str, records: Records) -> ResultTable:
    cells = {
        (cell.method, rho_name(cell.rho)): figure_of(cell, policy, records, spec.metrics[0])
        for cell in cells_of(spec)
        if cell.setting == setting
    }
    return ResultTable(
        name=f"{spec.name}-{setting.slug}",
        title=f"{spec.title}: {setting.title}",
        caption=spec.caption,
        row_names=spec.methods,
        column_names=tuple(rho_name(rho) for rho in spec.rho),
        cells=cells,
        metric=spec.metrics[0].upper(),
        policy=describe_policy(policy, spec.grid),
        notes=(
            *_order_remarks(spec.order, cells, tuple(rho_name(rho) for rho in spec.rho)),
            *_chosen_parameters(spec, setting, policy, records),
        ),
    )


def _order_remarks(
    order: tuple[str, ...], cells: Mapping[tuple[str, str], Cell], columns: tuple[str, ...]
) -> tuple[str, ...]:
    """In which columns each method of an order is better than the next, and in which it is not.

    Examples
    --------
    >>> cells = {("a", "x"): Cell(0.3, n=1), ("b", "x"): Cell(0.1, n=1), ("a", "y"): Cell(0.2, n=1)}
    >>> _order_remarks(("a", "b"), cells, ("x", "y"))
    ('a above b: yes at x.',)
    """
    held: dict[bool, list[str]] = {True: [], False: []}
    for column in columns:
        means = [cells.get((method, column), Cell()).mean for method in order]
        known = [mean for mean in means if mean is not None]
        if len(known) == len(order) > 1:
            held[all(left > right for left, right in pairwise(known))].append(column)
    found = [
        f"{word} at {', '.join(held[verdict])}"
        for verdict, word in ((True, "yes"), (False, "no"))
        if held[verdict]
    ]
    return (f"{' above '.join(order)}: {'; '.join(found)}.",) if found else ()


def _chosen_parameters(
    spec: Spec, setting: Setting, policy: str, records: Records
) -> tuple[str, ...]:
    """What a policy has chosen, as remarks."""
    notes = []
    for cell in cells_of(spec):
        if policy == "fixed" or cell.setting != setting or len(cell.grid) == 1:
            continue
        runs = [run for run in chosen_runs(cell, policy, records) if run in records]
        counts = Counter(_in_words(run.parameters) for run in runs if run is not None)
        if counts:
            chosen = "; ".join(f"{words} ({n})" for words, n in counts.most_common())
            notes.append(f"{cell.method}, {rho_name(cell.rho)}: {chosen}")
    return tuple(notes)


def _in_words(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{SYMBOLS.get(name, name)} = {v:g}" for name, v in parameters.items())


def _theorem(spec: Spec, method: str, policy: str, records: Records) -> ResultTable:
    sides = {"distance": "left side", "bound": "right side"}
    cells: dict[tuple[str, str], Cell] = {}
    rows = []
    for cell in cells_of(spec):
        if cell.method != method:
            continue
        row = f"{cell.setting.title}, {rho_name(cell.rho)}"
        rows.append(row)
        counted = figure_of(cell, policy, records, "acc")
        ended = details_of(cell, policy, records, "theorem")
        for side, column in sides.items():
            values = [float("inf") if d[side] is None else d[side] for d in ended]
            cells[row, column] = Cell.of(
                values, n_failed=counted.n_failed, n_missing=counted.n_missing
            )
    return ResultTable(
        name=f"{spec.name}-{re.sub('[^a-z0-9]+', '-', method.lower())}",
        title=f"{spec.title}: {method}",
        caption=spec.caption,
        row_names=tuple(rows),
        column_names=tuple(sides.values()),
        cells=cells,
        metric="sides of Eq. 14",
        policy=describe_policy(policy, spec.grid),
        best_is_largest=None,
        decimals=6,
    )


__all__ = ["build_all_results", "build_results"]
