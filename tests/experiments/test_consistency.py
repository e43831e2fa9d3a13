import numpy as np

from plclust.candidates import is_labelled
from plclust.experiments import RunIdentity, candidate_consistency, make_problem


def test_hidden_candidates_are_hidden():
    candidates = make_problem(RunIdentity("ecoli", "PLC", "{}", 0.1, 1, 0)).candidates
    labelled = is_labelled(candidates)
    seen = []

    def labels_for(shown):
        assert (shown[~labelled]).all()
        seen.append(labelled & ~is_labelled(shown))
        return np.zeros(len(shown), dtype=int)

    candidate_consistency(labels_for, candidates, seed=0)
    assert [hidden.sum() for hidden in seen] == [round(labelled.sum() / 3)]


def test_random_clusters_are_at_the_rate_of_chance():
    rng = np.random.default_rng(0)
    candidates = np.eye(5, dtype=bool)[rng.integers(5, size=3000)] | (rng.random((3000, 5)) < 0.2)
    score = candidate_consistency(lambda shown: rng.integers(5, size=len(shown)), candidates)
    assert abs(score) < 0.05


def test_clusters_are_matched_with_what_was_shown_whatever_is_written_into_it():
    truth = np.arange(30) % 3
    candidates = np.eye(3, dtype=bool)[truth]

    def labels_for(shown):
        shown[:] = np.roll(shown, 1, axis=1)
        return truth

    assert candidate_consistency(labels_for, candidates) == 1.0
