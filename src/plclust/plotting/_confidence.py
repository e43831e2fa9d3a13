"""How sure the classes of the samples are."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from plclust.plotting._fitted import fitted_with
from plclust.plotting._matplotlib import axes_or_new
from plclust.plotting._style import COLORS

BINS = np.linspace(0.0, 1.0, 21)


class LabelDistributionDisplay:
    """Histogram of the highest confidence of each sample.

    Parameters
    ----------
    confidence : array-like of shape (n_samples,)
        Confidence in the most probable class of each sample, from 0 to 1.
    labelled : array-like of bool of shape (n_samples,), default=None
        Which samples carried candidates: they are drawn apart.

    Attributes
    ----------
    ax_, figure_
        Axes and figure of the last plot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from plclust.plotting import LabelDistributionDisplay
    >>> LabelDistributionDisplay([0.9, 0.4, 1.0]).plot(Figure().subplots()).ax_.get_ylabel()
    'samples'
    """

    ax_: Any
    figure_: Any

    def __init__(self, confidence: ArrayLike, labelled: ArrayLike | None = None) -> None:
        self.confidence = confidence
        self.labelled = labelled

    @classmethod
    def from_estimator(cls, estimator: Any, y: Any = None, *, ax: Any = None) -> Self:
        """Draw the confidences of a fitted :class:`~plclust.cluster.PartialLabelClustering`.

        Parameters
        ----------
        estimator : fitted estimator, or a pipeline that ends in one
            With ``label_distributions_``.
        y : candidate labels, default=None
            What it was fitted to, to draw samples with candidates apart.
        ax : Axes, default=None
            By default those of a new figure.

        Returns
        -------
        LabelDistributionDisplay
            Drawn.
        """
        from plclust.candidates import is_labelled  # noqa: PLC0415 only here needed

        estimator = fitted_with(estimator, "label_distributions_")
        highest = estimator.label_distributions_.max(axis=1, initial=0.0)
        return cls(highest, None if y is None else is_labelled(y)).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the histogram.

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
        confidence = np.asarray(self.confidence, dtype=np.float64)
        if self.labelled is None:
            parts, names = [confidence], ["all samples"]
        else:
            labelled = np.asarray(self.labelled, dtype=bool)
            if labelled.shape != confidence.shape:
                raise ValueError(
                    f"labelled has shape {labelled.shape}, expected {confidence.shape}, as there "
                    "are so many confidences. Hint: pass the candidates of the fit."
                )
            parts, names = [confidence[~labelled], confidence[labelled]], ["without", "with"]
        finite = [part[np.isfinite(part)] for part in parts]
        colors = list(COLORS[: len(parts)])
        ax.hist(finite, bins=BINS, stacked=True, color=colors, label=names, edgecolor="none")
        if len(parts) > 1:
            ax.legend(title="candidates")
        ax.set(xlabel="confidence in the most probable class", ylabel="samples", xlim=(0, 1))
        ax.grid(visible=False, axis="x")
        self.ax_, self.figure_ = ax, ax.figure
        return self
