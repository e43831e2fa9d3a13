"""Curves over a parameter, with the paper's beside ours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from plclust.plotting._matplotlib import axes_or_new
from plclust.plotting._style import PAPER_LINE, SURFACE, as_written, name_legend, series_style
from plclust.typing import FloatArray

MOST_TICKS = 12  # up to so many values of x are each given a tick


class CurvesDisplay:
    """Means and deviations over a parameter, one curve per method.

    Parameters
    ----------
    series : dict of str to sequence of (x, mean, std)
        Our curves; `std` may be None. Means that are not finite leave a gap.
    paper : dict of str to sequence of (x, mean, std), default=None
        The paper's curves, drawn dashed with hollow markers, in the colour of ours of that name.
    x_label, y_label, title : str, default=""
        Texts of the axes and above them.
    x_scale : {"linear", "log"}, default="linear"
        A log scale is given up if an x is not positive.
    numbers : dict of str to int, default=None
        The style of each curve, so that it is the same in several figures; by default as in
        `series`.

    Attributes
    ----------
    ax_, figure_
        Axes and figure of the last plot.
    lines_ : list of Line2D
        Our curves, then the paper's.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from plclust.plotting import CurvesDisplay
    >>> curves = {"PLC": [(0.05, 0.40, 0.02), (0.1, 0.49, 0.03)]}
    >>> display = CurvesDisplay(curves, x_label="rho", y_label="ACC")
    >>> len(display.plot(Figure().subplots()).lines_)
    1
    """

    ax_: Any
    figure_: Any
    lines_: list[Any]

    def __init__(
        self,
        series: Mapping[str, Sequence[Any]],
        *,
        paper: Mapping[str, Sequence[Any]] | None = None,
        x_label: str = "",
        y_label: str = "",
        title: str = "",
        x_scale: str = "linear",
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        self.series = series
        self.paper = paper
        self.x_label = x_label
        self.y_label = y_label
        self.title = title
        self.x_scale = x_scale
        self.numbers = numbers

    def plot(self, ax: Any = None, *, legend: bool = True) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : Axes, default=None
            By default those of a new figure.
        legend : bool, default=True
            Name the curves beside the axes.

        Returns
        -------
        self
            With ``ax_``, ``figure_`` and ``lines_``.
        """
        ax = axes_or_new(ax)
        ours = [self._draw(ax, name, points) for name, points in self.series.items()]
        theirs = [self._draw(ax, *item, paper=True) for item in (self.paper or {}).items()]
        self._arrange(ax)
        self.ax_, self.figure_, self.lines_ = ax, ax.figure, ours + theirs
        if legend and self.lines_:
            self._name(ax)
        return self

    def _number(self, name: str) -> int:
        known = self.numbers or {}
        return known.get(name, list(dict.fromkeys([*self.series, *(self.paper or {})])).index(name))

    def _draw(self, ax: Any, name: str, points: Sequence[Any], *, paper: bool = False) -> Any:
        style = series_style(self._number(name))
        if paper:
            style |= {"linestyle": PAPER_LINE, "markerfacecolor": SURFACE, "linewidth": 1.2}
        x, mean, std = _columns(points)
        (line,) = ax.plot(x, mean, **style)
        if not paper and np.isfinite(std).any():
            low, high = mean - std, mean + std
            ax.fill_between(x, low, high, color=style["color"], alpha=0.12, linewidth=0)
        return line

    def _arrange(self, ax: Any) -> None:
        ax.set(xlabel=self.x_label, ylabel=self.y_label, title=self.title)
        as_written(ax.xaxis.label, ax.yaxis.label, ax.title)
        every = (*self.series.values(), *(self.paper or {}).values())
        xs = sorted({float(point[0]) for points in every for point in points})
        log = self.x_scale == "log" and all(x > 0 for x in xs)
        if log:
            ax.set_xscale("log")
        if xs and (log or len(xs) <= MOST_TICKS) and all(map(math.isfinite, xs)):
            ax.set_xticks(xs, [f"{x:g}" for x in xs])
            ax.set_xticks([], minor=True)

    def _name(self, ax: Any) -> None:
        names = [*self.series, *(f"{name} (paper)" for name in self.paper or {})]
        places = [str(number) for number in range(len(names))]
        legend = ax.legend(self.lines_, places, loc="upper left", bbox_to_anchor=(1.01, 1.0))
        name_legend(legend, names)


def _columns(points: Sequence[Any]) -> tuple[FloatArray, FloatArray, FloatArray]:
    rows = [[math.nan if value is None else float(value) for value in point] for point in points]
    for row in rows:
        if len(row) not in {2, 3}:
            raise ValueError(
                f"A point of a curve has {len(row)} numbers, expected (x, mean, deviation) or "
                "(x, mean). Hint: pass a list of points, one for each x."
            )
    rows = [[*row, math.nan][:3] for row in rows]
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    table[~np.isfinite(table)] = math.nan
    return table[:, 0], table[:, 1], table[:, 2]
