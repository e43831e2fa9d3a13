"""A graph that listens to the labels: a smooth map from features to label confidences.

The map is kernel ridge regression on the confidences F, in linear time through a Nystroem basis
of the Gaussian kernel. In each round its outputs, as long as the features, join the features, and
these count by how well they tell the classes apart; neighbours and reconstruction weights are then
those of both.
"""

from plclust.guidance._basis import Basis, values_at, wide_kernel
from plclust.guidance._features import guided_features, mean_length
from plclust.guidance._label_map import LabelMap, normal_equations, solve_ridge
from plclust.guidance._relevance import ClassSums, class_sums, weights_by_relevance
from plclust.guidance._rounds import FEW_STARTS, guide, has_settled, n_moved
from plclust.guidance._taught import certainty, with_novelty
from plclust.guidance._teaching import BASIS_SIZE, Teaching, choose_samples

__all__ = [
    "BASIS_SIZE",
    "FEW_STARTS",
    "Basis",
    "ClassSums",
    "LabelMap",
    "Teaching",
    "certainty",
    "choose_samples",
    "class_sums",
    "guide",
    "guided_features",
    "has_settled",
    "mean_length",
    "n_moved",
    "normal_equations",
    "solve_ridge",
    "values_at",
    "weights_by_relevance",
    "wide_kernel",
    "with_novelty",
]
