"""One page about one fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from plclust.plotting import ClusterDisplay, ClusterSizesDisplay, LabelDistributionDisplay, draw_svg
from plclust.plotting._clusters import principal_plane
from plclust.plotting._sizes import cluster_names
from plclust.report._page import render_page, safe
from plclust.typing import BoolArray, FloatArray, IntArray

CAPTIONS = {
    "Samples by cluster": "The features along their first two principal components. Clusters that "
    "lie over each other here may be apart in the other directions.",
    "Sizes of clusters": "Number of samples of each cluster.",
    "Confidence": "How sure the most probable class of each sample is, for samples that came with "
    "candidates and for those without.",
}


class ClusterRow(NamedTuple):
    """A cluster: its number, the class that names it, its size, its mean confidence."""

    cluster: int
    name: str
    size: int
    confidence: float | None


@dataclass(frozen=True)
class FitSummary:
    """What a page about a fit tells.

    Parameters
    ----------
    clusters : sequence of ClusterRow
        The clusters in the order of their numbers.
    labels : array of int of shape (n_samples,)
        Cluster of each sample.
    confidence : array of shape (n_samples,)
        Confidence in the most probable class; NaN where there is no class.
    labelled : array of bool of shape (n_samples,)
        Which samples carry candidates.
    X : array of shape (n_samples, n_features)
        The features as they were clustered.
    numbers, facts : dict of str to str, default={}
        Figures to be shown large, and all else worth knowing, by name.
    unnamed : sequence of str, default=()
        Classes that name no cluster.
    warnings : sequence of str, default=()
        What a reader should be warned of.
    """

    clusters: Sequence[ClusterRow]
    labels: IntArray
    confidence: FloatArray
    labelled: BoolArray
    X: FloatArray
    numbers: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    unnamed: Sequence[str] = ()
    warnings: Sequence[str] = ()

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return len(self.labels)

    @property
    def n_labelled(self) -> int:
        """Number of samples with candidates."""
        return int(np.count_nonzero(self.labelled))


def render_fit_summary(summary: FitSummary, *, title: str = "Clusters") -> str:
    """Write a page with the clusters of a fit and pictures of them.

    Parameters
    ----------
    summary : FitSummary
        What to show; names of classes are shown as they are, whatever they contain.
    title : str, default="Clusters"
        Heading.

    Returns
    -------
    str
        One HTML page that needs nothing but itself.

    Examples
    --------
    >>> import numpy as np
    >>> from plclust.report import ClusterRow, FitSummary, render_fit_summary
    >>> summary = FitSummary(
    ...     [ClusterRow(0, "cat", 2, 0.9)], np.array([0, 0]), np.array([0.9, 0.9]),
    ...     np.array([True, False]), np.array([[0.0, 1.0], [1.0, 0.0]]),
    ... )
    >>> "<h1>Cats</h1>" in render_fit_summary(summary, title="Cats")
    True
    """
    return render_page(
        "summary.html.jinja",
        title=title,
        summary=summary,
        numbers=summary.numbers,
        facts=summary.facts,
        pictures=list(_pictures(summary)),
    )


def _pictures(summary: FitSummary) -> list[tuple[str, str, object]]:
    names = cluster_names([cluster.name or None for cluster in summary.clusters])
    points, axes = principal_plane(summary.X)
    plane = ClusterDisplay(points, summary.labels, names, x_label=axes[0], y_label=axes[1])
    sizes = ClusterSizesDisplay([cluster.size for cluster in summary.clusters], names)
    confidence = LabelDistributionDisplay(summary.confidence, summary.labelled)
    height = max(3.6, 0.6 + 0.24 * min(len(names), 40))
    drawn = [
        draw_svg(plane.plot, "plane", description="Samples by cluster", size=(5.6, 4.0)),
        draw_svg(sizes.plot, "sizes", description="Sizes of clusters", size=(5.6, height)),
        draw_svg(
            confidence.plot, "confidence", description="Histogram of confidences", size=(5.6, 3.4)
        ),
    ]
    return [(*text, safe(svg)) for text, svg in zip(CAPTIONS.items(), drawn, strict=True)]


__all__ = ["ClusterRow", "FitSummary", "render_fit_summary"]
