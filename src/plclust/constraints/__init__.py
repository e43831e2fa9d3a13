"""Pairwise constraints: which samples belong together, and which do not."""

from plclust.constraints._pairwise import PairwiseConstraints

__all__ = ["PairwiseConstraints"]
