"""Choosing parameters without the truth: by candidate sets that were hidden from a fit.

:func:`cross_val_consistency` hides sets and keeps their samples in the fit, as befits clustering;
:class:`CandidateKFold` and :func:`consistency_scorer` bring the same to the searches of
scikit-learn, which keep samples out and have to predict them.
"""

from __future__ import annotations

from plclust.model_selection._consistency import (
    classes_of_clusters,
    consistency_scorer,
    cross_val_consistency,
)
from plclust.model_selection._split import CandidateKFold

__all__ = [
    "CandidateKFold",
    "classes_of_clusters",
    "consistency_scorer",
    "cross_val_consistency",
]
