"""Classifiers that learn from candidate labels: the methods that the paper compares with."""

from plclust.classify._ipal import IPAL
from plclust.classify._plknn import PLKNN
from plclust.classify._plsvm import PLSVM
from plclust.classify._sspl import SSPL

__all__ = ["IPAL", "PLKNN", "PLSVM", "SSPL"]
