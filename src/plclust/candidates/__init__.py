"""Candidate labels: the sets of classes of which exactly one is true.

A sample's candidates are one row of a boolean matrix with a column per class. A sample about which
nothing is known has every class as a candidate.
"""

from __future__ import annotations

from plclust.candidates._check import check_candidates
from plclust.candidates._convert import from_complementary, is_labelled, to_sets
from plclust.candidates._cooccurring import simulate_cooccurring
from plclust.candidates._hide import hide_candidates
from plclust.candidates._instance_dependent import simulate_instance_dependent
from plclust.candidates._simulate import simulate_false_positives, simulate_flips
from plclust.candidates._votes import from_votes
from plclust.candidates._worth import labels_per_class

__all__ = [
    "check_candidates",
    "from_complementary",
    "from_votes",
    "hide_candidates",
    "is_labelled",
    "labels_per_class",
    "simulate_cooccurring",
    "simulate_false_positives",
    "simulate_flips",
    "simulate_instance_dependent",
    "to_sets",
]
