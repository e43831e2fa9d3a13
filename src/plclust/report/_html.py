"""The report as one HTML page that needs nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plclust.experiments._tables import ExperimentResults, Point, ResultFigure, ResultTable
from plclust.plotting import CurvesDisplay, draw_svg
from plclust.report._entries import TableEntries, lay_out
from plclust.report._escape import Anchors, one_line
from plclust.report._page import render_page, safe
from plclust.report._parts import (
    HOW_TO_READ,
    TITLE,
    by_experiment,
    coverage_rows,
    facts_of,
    figure_table,
)


@dataclass(frozen=True)
class _Table:
    anchor: str
    table: ResultTable
    laid_out: TableEntries
    facts: str


@dataclass(frozen=True)
class _Figure(_Table):
    figure: ResultFigure
    svg: Any


@dataclass(frozen=True)
class _Policy:
    anchor: str
    name: str
    notes: tuple[str, ...]
    tables: list[_Table]
    figures: list[_Figure]


@dataclass(frozen=True)
class _Experiment:
    anchor: str
    title: str
    policies: list[_Policy]


def render_html(
    results: Iterable[ExperimentResults],
    environment: Mapping[str, str] | None = None,
    *,
    title: str = TITLE,
    notes: Sequence[str] = (),
) -> str:
    """Write results as one page without scripts and without anything from elsewhere.

    Names and texts in the results are shown as they are, whatever they contain.

    Parameters
    ----------
    results : iterable of ExperimentResults
        What to show, in this order. Several results of one experiment, for different policies,
        come together.
    environment : dict of str to str, default=None
        Machine and versions, see :func:`describe_environment`.
    title : str, default="Partial label clustering: the experiments"
        Heading.
    notes : sequence of str, default=()
        Remarks about the whole, at the top.

    Returns
    -------
    str
        The page.

    Examples
    --------
    >>> from plclust.experiments import ExperimentResults
    >>> from plclust.report import render_html
    >>> page = render_html([ExperimentResults("t", "<b>", "fixed")])
    >>> "<h2>&lt;b&gt;</h2>" in page
    True
    """
    results = list(results)
    anchors = Anchors("coverage", "environment")
    coverage = coverage_rows(results)
    return render_page(
        "report.html.jinja",
        title=title,
        how_to_read=HOW_TO_READ,
        notes=notes,
        experiments=[
            _Experiment(
                anchors(group[0].name), heading, [_policy(result, anchors) for result in group]
            )
            for heading, group in by_experiment(results)
        ],
        coverage=coverage,
        totals={
            name: sum(getattr(row, name) for row in coverage)
            for name in ("planned", "done", "failed", "missing")
        },
        environment=dict(environment or {}),
    )


def _policy(result: ExperimentResults, anchors: Anchors) -> _Policy:
    names = [name for figure in result.figures for name in (*figure.series, *figure.paper)]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return _Policy(
        anchors(result.name, result.policy),
        result.policy,
        result.notes,
        [
            _Table(anchors(table.name, result.policy), table, lay_out(table), facts_of(table))
            for table in result.tables
        ],
        [
            _figure(figure, anchors(figure.name, result.policy), numbers)
            for figure in result.figures
        ],
    )


def _figure(figure: ResultFigure, anchor: str, numbers: Mapping[str, int]) -> _Figure:
    table = figure_table(figure)
    svg = _draw(figure, anchor, numbers) if _has_points(figure) else ""
    return _Figure(anchor, table, lay_out(table), f"Policy {figure.policy}.", figure, safe(svg))


def _has_points(figure: ResultFigure) -> bool:
    curves = (*figure.series.values(), *figure.paper.values())
    return any(math.isfinite(point.mean) for points in curves for point in points)


def _draw(figure: ResultFigure, anchor: str, numbers: Mapping[str, int]) -> str:
    display = CurvesDisplay(
        _places(figure.series),
        paper=_places(figure.paper),
        x_label=one_line(figure.x_label),
        y_label=one_line(figure.y_label),
        x_scale=figure.x_scale,
        numbers=numbers,
    )
    n_names = len(figure.series) + len(figure.paper)
    height = max(3.2, 0.6 + 0.21 * n_names)
    return draw_svg(
        lambda ax: display.plot(ax=ax),
        anchor,
        description=one_line(figure.title),
        size=(5.6, height),
    )


def _places(curves: Mapping[str, Sequence[Point]]) -> dict[str, list[Any]]:
    """Points as (x, mean, deviation)."""
    return {name: [point[:3] for point in points] for name, points in curves.items()}
