"""One look for all figures, to be told apart without colours too."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plclust.plotting._matplotlib import require_matplotlib

# Okabe and Ito's colours without yellow, which is too light for a line on white.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
# Dashed lines are the paper's.
LINES: tuple[Any, ...] = ("-", "-.", ":")
PAPER_LINE = (0, (4, 2))
GRID = "#d0d4da"
SURFACE = "#ffffff"

SETTINGS = {
    "axes.edgecolor": "#000000",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    # Names come from data: a dollar sign in one is a dollar sign.
    "text.parse_math": False,
    "text.usetex": False,
    "axes.formatter.use_mathtext": False,
}


def series_style(number: int) -> dict[str, Any]:
    """Colour, marker and line of the curve with this number; no two of the first 56 are alike.

    Parameters
    ----------
    number : int
        Number of the curve, from 0.

    Returns
    -------
    dict of str to object
        Arguments of ``Axes.plot``.

    Examples
    --------
    >>> from plclust.plotting import series_style
    >>> series_style(0)
    {'color': '#0072B2', 'marker': 'o', 'linestyle': '-'}
    """
    return {
        "color": COLORS[number % len(COLORS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": LINES[number // len(COLORS) % len(LINES)],
    }


@contextmanager
def plot_style(**others: Any) -> Iterator[None]:
    """Draw in the style of the reports, with any other settings of matplotlib.

    Parameters
    ----------
    **others
        Settings by their names in ``matplotlib.rcParams``, which override those of the style.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from plclust.plotting import ObjectiveDisplay, plot_style
    >>> with plot_style():
    ...     display = ObjectiveDisplay([3.0, 2.0, 1.9]).plot(Figure().subplots())
    """
    matplotlib = require_matplotlib()
    with matplotlib.rc_context(SETTINGS | others), warnings.catch_warnings():
        # A browser has fonts for letters that matplotlib's own font lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


def shorten(name: object, width: int = 28) -> str:
    """A name in one line that fits into a legend.

    Examples
    --------
    >>> shorten("a very long name of a class, really", 12)
    'a very long…'
    """
    text = " ".join(
        "".join(" " if _breaks_text(letter) else letter for letter in str(name)).split()
    )
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _breaks_text(letter: str) -> bool:
    """Whether it is a control character or none at all; joiners and soft hyphens may stay."""
    category = unicodedata.category(letter)
    return category.startswith("C") and category != "Cf"


def name_legend(legend: Any, names: list[str]) -> None:
    """Write names into a legend; matplotlib itself would drop those that start with "_"."""
    as_written(*legend.get_texts())
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(shorten(name))


def as_written(*texts: Any) -> None:
    """Have texts of a figure drawn as they are, whatever the style: names may have dollar signs."""
    for text in texts:
        text.set_parse_math(False)
