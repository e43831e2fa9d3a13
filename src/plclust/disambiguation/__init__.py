"""Which candidate is true (Eq. 2, 3, 9), and what follows for pairs of samples (Eq. 5, 10-13)."""

from plclust.disambiguation._confidence import (
    Confidence,
    solve_confidence,
    sweep_confidence,
    uniform_confidence,
)
from plclust.disambiguation._constraints import (
    UNDECIDED,
    Constraints,
    Propagation,
    PropagationTerms,
    edge_disagreement,
    propagate_constraints,
    propagation_objective,
    propagation_terms,
    pseudo_label_constraints,
    undecided_propagation,
)
from plclust.disambiguation._held_out import count_folds, hide_in_turn, hold_out
from plclust.disambiguation._mistrust import open_contradicted
from plclust.disambiguation._novelty import estimate_novelty
from plclust.disambiguation._opinions import as_distributions, mix_opinions
from plclust.disambiguation._quadratic import nearest_confidence, solve_quadratic
from plclust.disambiguation._recurrence import recurrence_likelihoods
from plclust.disambiguation._temperature import temper

__all__ = [
    "UNDECIDED",
    "Confidence",
    "Constraints",
    "Propagation",
    "PropagationTerms",
    "as_distributions",
    "count_folds",
    "edge_disagreement",
    "estimate_novelty",
    "hide_in_turn",
    "hold_out",
    "mix_opinions",
    "nearest_confidence",
    "open_contradicted",
    "propagate_constraints",
    "propagation_objective",
    "propagation_terms",
    "pseudo_label_constraints",
    "recurrence_likelihoods",
    "solve_confidence",
    "solve_quadratic",
    "sweep_confidence",
    "temper",
    "undecided_propagation",
    "uniform_confidence",
]
