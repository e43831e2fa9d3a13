"""The figures of the paper, as curves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from plclust.experiments._cells import SYMBOLS, cell_of, details_of, figure_of, rho_name
from plclust.experiments._plan import cells_of, varied_runs
from plclust.experiments._policies import Records, describe_policy
from plclust.experiments._specs import Setting, Spec
from plclust.experiments._tables import Cell, Point, ResultFigure


def dataset_figure(
    spec: Spec, setting: Setting, metric: str, policy: str, records: Records
) -> ResultFigure:
    """A metric on one data set against rho."""
    series: dict[str, tuple[Point, ...]] = {}
    cells = [cell for cell in cells_of(spec) if cell.setting == setting]
    for method, group in groupby(cells, key=lambda cell: cell.method):
        found = [(cell.rho, figure_of(cell, policy, records, metric)) for cell in group]
        series |= _curve(method, found)
    return ResultFigure(
        name=f"{spec.name}-{setting.slug}-{metric}",
        title=f"{spec.title}: {setting.title}, {metric.upper()}",
        caption=spec.caption,
        x_label="rho",
        y_label=metric.upper(),
        series=series,
        policy=describe_policy(policy, spec.grid),
    )


def sensitivity_figure(spec: Spec, name: str, records: Records) -> ResultFigure:
    """ACC against one parameter."""
    series: dict[str, tuple[Point, ...]] = {}
    for cell in cells_of(spec):
        found = [
            (float(value), cell_of(varied_runs(spec, cell, name, value), records, "acc"))
            for value in spec.vary[name]
        ]
        several = len(spec.rho) > 1 or len(spec.methods) > 1
        more = f", {cell.method}, {rho_name(cell.rho)}" if several else ""
        series |= _curve(f"{cell.setting.title}{more}", found)
    symbol = SYMBOLS.get(name, name)
    return ResultFigure(
        name=f"{spec.name}-{symbol}",
        title=f"{spec.title}: varying {symbol}",
        caption=spec.caption,
        x_label=symbol,
        y_label="ACC",
        series=series,
        policy="fixed, except for the parameter that varies: alpha = beta = 0.1, k = 10",
        x_scale="linear" if name == "n_neighbors" else "log",
    )


def convergence_figure(spec: Spec, setting: Setting, policy: str, records: Records) -> ResultFigure:
    """The objective against rounds, as a share of its start."""
    series: dict[str, tuple[Point, ...]] = {}
    for cell in cells_of(spec):
        if cell.setting != setting:
            continue
        ended = details_of(cell, policy, records, "objective")
        n_rounds = max((len(objective) for objective in ended), default=0)
        # A fit that has converged stays where it is while others go on.
        padded = [obj + obj[-1:] * (n_rounds - len(obj)) for obj in ended]
        found = [
            (float(i), Cell.of([objective[i] / objective[0] for objective in padded]))
            for i in range(n_rounds)
        ]
        several = len(spec.rho) > 1
        series |= _curve(f"{cell.method}{', ' + rho_name(cell.rho) if several else ''}", found)
    return ResultFigure(
        name=f"{spec.name}-{setting.slug}",
        title=f"{spec.title}: {setting.title}",
        caption=spec.caption,
        x_label="round",
        y_label="objective / objective at the start",
        series=series,
        policy=describe_policy(policy, spec.grid),
    )


def _curve(name: str, cells: Iterable[tuple[float, Cell]]) -> dict[str, tuple[Point, ...]]:
    points = tuple(
        Point(x, cell.mean, cell.std, cell.n, cell.n_failed, cell.n_missing)
        for x, cell in cells
        if cell.mean is not None
    )
    return {name: points} if points else {}


__all__ = ["convergence_figure", "dataset_figure", "sensitivity_figure"]
