"""The objective of a fit, round by round."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from plclust.plotting._fitted import fitted_with
from plclust.plotting._matplotlib import axes_or_new
from plclust.plotting._style import series_style


class ObjectiveDisplay:
    """The objective after every round of a fit.

    Parameters
    ----------
    objective : array-like of shape (n_rounds + 1,)
        The objective before the first and after every round.

    Attributes
    ----------
    ax_, figure_
        Axes and figure of the last plot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from plclust.plotting import ObjectiveDisplay
    >>> ObjectiveDisplay([3.0, 2.0, 1.9]).plot(Figure().subplots()).ax_.get_xlabel()
    'round'
    """

    ax_: Any
    figure_: Any

    def __init__(self, objective: ArrayLike) -> None:
        self.objective = objective

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the objective of a fitted estimator.

        Parameters
        ----------
        estimator : fitted estimator, or a pipeline that ends in one
            With ``objective_``.
        ax : Axes, default=None
            By default those of a new figure.

        Returns
        -------
        ObjectiveDisplay
            Drawn.
        """
        estimator = fitted_with(estimator, "objective_")
        return cls(estimator.objective_).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the curve.

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
        objective = np.asarray(self.objective, dtype=np.float64)
        ax.plot(np.arange(len(objective)), objective, **series_style(0))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set(xlabel="round", ylabel="objective")
        self.ax_, self.figure_ = ax, ax.figure
        return self
