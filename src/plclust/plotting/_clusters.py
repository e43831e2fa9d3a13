"""Clusters in the plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils.validation import check_array

from plclust.plotting._fitted import fitted_with
from plclust.plotting._matplotlib import axes_or_new
from plclust.plotting._sizes import cluster_names
from plclust.plotting._style import SURFACE, as_written, name_legend, series_style
from plclust.typing import FloatArray

MOST_VECTORS = 2000  # with more points, they are embedded as one picture
MOST_NAMES = 40


class ClusterDisplay:
    """Samples as points of the plane, coloured and marked by cluster.

    Parameters
    ----------
    points : array-like of shape (n_samples, 2)
        Where the samples are drawn.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.
    names : sequence of str
        Name of each cluster.
    x_label, y_label : str, default=""
        What the axes are.

    Attributes
    ----------
    ax_, figure_
        Axes and figure of the last plot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from sklearn.datasets import make_blobs
    >>> from plclust import PartialLabelClustering
    >>> from plclust.plotting import ClusterDisplay
    >>> X, y = make_blobs(60, random_state=0)
    >>> plc = PartialLabelClustering(random_state=0).fit(X, y)
    >>> display = ClusterDisplay.from_estimator(plc, X, ax=Figure().subplots())
    >>> display.names
    ['0: 0', '1: 1', '2: 2']
    """

    ax_: Any
    figure_: Any

    def __init__(
        self,
        points: ArrayLike,
        labels: ArrayLike,
        names: Sequence[str],
        *,
        x_label: str = "",
        y_label: str = "",
    ) -> None:
        self.points = points
        self.labels = labels
        self.names = names
        self.x_label = x_label
        self.y_label = y_label

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any = None, *, ax: Any = None) -> Self:
        """Draw the clusters of a fitted :class:`~plclust.cluster.PartialLabelClustering`.

        Parameters
        ----------
        estimator : fitted estimator, or a pipeline that ends in one
            With ``labels_`` and ``cluster_classes_``; with ``affinity_matrix_`` if `X` is None.
        X : array or sparse matrix of shape (n_samples, n_features), default=None
            The features it was fitted to, drawn along their first two principal components. By
            default samples are drawn along two eigenvectors of the affinity.
        ax : Axes, default=None
            By default those of a new figure.

        Returns
        -------
        ClusterDisplay
            Drawn.
        """
        estimator = fitted_with(estimator, "labels_", "cluster_classes_")
        names = cluster_names(estimator.cluster_classes_)
        if X is None:
            affinity = fitted_with(estimator, "affinity_matrix_").affinity_matrix_
            points, labels = _from_affinity(affinity)
        else:
            points, labels = principal_plane(X)
        display = cls(points, estimator.labels_, names, x_label=labels[0], y_label=labels[1])
        return display.plot(ax=ax)

    def plot(self, ax: Any = None, *, legend: bool = True) -> Self:
        """Draw the points.

        Parameters
        ----------
        ax : Axes, default=None
            By default those of a new figure.
        legend : bool, default=True
            Name the clusters beside the axes.

        Returns
        -------
        self
            With ``ax_`` and ``figure_``.
        """
        ax = axes_or_new(ax)
        points, labels = np.asarray(self.points, dtype=np.float64), np.asarray(self.labels)
        if points.shape != (len(labels), 2):
            raise ValueError(
                f"points has shape {points.shape}, expected {(len(labels), 2)}, two coordinates "
                "for each of the labels. Hint: pass the samples of the fit."
            )
        known = np.isin(labels, np.arange(len(self.names)))
        if not known.all():
            raise ValueError(
                f"labels has {labels[~known][0]!r}, expected numbers from 0 to "
                f"{len(self.names) - 1}, one for each of the names. Hint: name all clusters, and "
                "leave out samples that are in none."
            )
        handles, names = [], []
        for cluster, name in enumerate(self.names):
            members = points[labels == cluster]
            if len(members):
                handles.append(_draw(ax, members, cluster, rasterized=len(points) > MOST_VECTORS))
                names.append(name)
        for cluster in range(len(self.names)):
            _write_number(ax, points[labels == cluster], cluster)
        if legend and len(names) <= MOST_NAMES:
            places = [str(number) for number in range(len(names))]
            columns = 1 + (len(names) - 1) // 16
            where = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "ncols": columns}
            name_legend(ax.legend(handles, places, markerscale=1.5, **where), names)
        ax.set(xlabel=self.x_label, ylabel=self.y_label)
        as_written(ax.xaxis.label, ax.yaxis.label)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _draw(ax: Any, members: FloatArray, cluster: int, *, rasterized: bool) -> Any:
    style = series_style(cluster)
    return ax.scatter(
        members[:, 0],
        members[:, 1],
        s=16,
        color=style["color"],
        marker=style["marker"],
        alpha=0.6,
        linewidths=0,
        rasterized=rasterized,
    )


def _write_number(ax: Any, members: FloatArray, cluster: int) -> None:
    """Write the number of a cluster at its middle, in case that its colour is not seen."""
    if len(members):
        x, y = np.median(members, axis=0)
        box = {"boxstyle": "round,pad=0.15", "facecolor": SURFACE, "edgecolor": "none"}
        ax.text(x, y, str(cluster), ha="center", va="center", fontsize=8, bbox=box | {"alpha": 0.8})


def principal_plane(X: Any) -> tuple[FloatArray, tuple[str, str]]:
    """First two principal components, and what share of the variance each has.

    Examples
    --------
    >>> import numpy as np
    >>> points, names = principal_plane(np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]]))
    >>> names
    ('component 1 (100 % of the variance)', 'component 2 (0 % of the variance)')
    """
    from sklearn.decomposition import PCA  # noqa: PLC0415 not needed for other points

    X = check_array(X, accept_sparse="csr")
    n_components = min(2, *X.shape)
    if sparse.issparse(X) and min(X.shape) <= n_components:  # too small for sparse solvers
        X = X.toarray()
    pca = PCA(n_components, svd_solver="arpack" if _is_wide(X) else "auto", random_state=0)
    found = np.asarray(pca.fit_transform(X))
    points = np.zeros((len(found), 2))
    points[:, :n_components] = found
    shares = np.zeros(2)
    shares[:n_components] = np.nan_to_num(pca.explained_variance_ratio_)
    return points, (
        f"component 1 ({100 * shares[0]:.0f} % of the variance)",
        f"component 2 ({100 * shares[1]:.0f} % of the variance)",
    )


def _is_wide(X: Any) -> bool:
    return bool(min(X.shape) > 500)


def _from_affinity(affinity: Any) -> tuple[FloatArray, tuple[str, str]]:
    from plclust.spectral import spectral_embedding  # noqa: PLC0415 not needed for other points

    embedding = spectral_embedding(affinity, 3, random_state=0)
    points = np.zeros((len(embedding), 2))
    found = embedding[:, 1:3] if embedding.shape[1] > 2 else embedding[:, :2]
    points[:, : found.shape[1]] = found
    return points, ("eigenvector 2", "eigenvector 3")
