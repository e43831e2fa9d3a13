"""Classifiers that learn from candidate labels: the methods that the paper compares with."""

from plclust.classify._aggd import AGGD
from plclust.classify._dpcls import DPCLS
from plclust.classify._ipal import IPAL
from plclust.classify._parm import PARM
from plclust.classify._plknn import PLKNN
from plclust.classify._plsvm import PLSVM
from plclust.classify._sspl import SSPL

__all__ = ["AGGD", "DPCLS", "IPAL", "PARM", "PLKNN", "PLSVM", "SSPL"]
