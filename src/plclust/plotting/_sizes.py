"""How many samples each cluster has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from plclust.plotting._fitted import fitted_with
from plclust.plotting._matplotlib import axes_or_new
from plclust.plotting._style import COLORS, as_written, shorten


class ClusterSizesDisplay:
    """One bar per cluster, from the first at the top.

    Parameters
    ----------
    sizes : array-like of shape (n_clusters,)
        Number of samples of each cluster.
    names : sequence of str
        Name of each cluster.

    Attributes
    ----------
    ax_, figure_
        Axes and figure of the last plot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from plclust.plotting import ClusterSizesDisplay
    >>> display = ClusterSizesDisplay([30, 12], ["0: cat", "1: dog"])
    >>> len(display.plot(Figure().subplots()).ax_.patches)
    2
    """

    ax_: Any
    figure_: Any

    def __init__(self, sizes: ArrayLike, names: Sequence[str]) -> None:
        self.sizes = sizes
        self.names = names

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the clusters of a fitted :class:`~plclust.cluster.PartialLabelClustering`.

        Parameters
        ----------
        estimator : fitted estimator, or a pipeline that ends in one
            With ``labels_`` and ``cluster_classes_``.
        ax : Axes, default=None
            By default those of a new figure.

        Returns
        -------
        ClusterSizesDisplay
            Drawn.
        """
        estimator = fitted_with(estimator, "labels_", "cluster_classes_")
        names = cluster_names(estimator.cluster_classes_)
        return cls(np.bincount(estimator.labels_, minlength=len(names)), names).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the bars.

        Parameters
        ----------
        ax : Axes, default=None
            By default those of a new figure.

        Returns
        -------
        self
            With ``ax_`` and ``figure_``.
        """
        ax = axes_or_new(ax)
        sizes, places = np.asarray(self.sizes), np.arange(len(self.names))
        if sizes.shape != places.shape:
            raise ValueError(
                f"sizes has shape {sizes.shape}, expected {places.shape}, a size for each of the "
                "names. Hint: name all clusters."
            )
        bars = ax.barh(places, sizes, color=COLORS[0])
        if len(places) <= 40:
            ax.set_yticks(places, [shorten(name, 24) for name in self.names])
            as_written(*ax.get_yticklabels())
            ax.bar_label(bars, padding=3, fontsize=8)
        ax.invert_yaxis()
        ax.grid(visible=False, axis="y")
        ax.set(xlabel="samples", ylabel="" if len(places) <= 40 else "cluster")
        self.ax_, self.figure_ = ax, ax.figure
        return self


def cluster_names(classes: Sequence[Any]) -> list[str]:
    """Number and class of each cluster.

    Examples
    --------
    >>> cluster_names(["cat", None])
    ['0: cat', '1']
    """
    return [
        str(number) if name is None else f"{number}: {name}" for number, name in enumerate(classes)
    ]
