"""Displays in the manner of scikit-learn: hold what is drawn, draw with ``plot``.

All need matplotlib, which ``pip install "plclust[report]"`` brings.
"""

from plclust.plotting._clusters import ClusterDisplay
from plclust.plotting._confidence import LabelDistributionDisplay
from plclust.plotting._curves import CurvesDisplay
from plclust.plotting._objective import ObjectiveDisplay
from plclust.plotting._sizes import ClusterSizesDisplay
from plclust.plotting._style import plot_style, series_style
from plclust.plotting._svg import draw_svg

__all__ = [
    "ClusterDisplay",
    "ClusterSizesDisplay",
    "CurvesDisplay",
    "LabelDistributionDisplay",
    "ObjectiveDisplay",
    "draw_svg",
    "plot_style",
    "series_style",
]
