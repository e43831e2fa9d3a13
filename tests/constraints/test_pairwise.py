from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plclust.constraints import PairwiseConstraints

labellings = st.lists(st.integers(-1, 3), min_size=1, max_size=12)
sets = st.lists(st.sets(st.sampled_from("abcd"), max_size=4), min_size=1, max_size=10)


def pairs_of(array):
    return {tuple(pair) for pair in array.tolist()}


@given(labellings)
def test_labels_say_it_of_all_pairs(labels):
    known = PairwiseConstraints.from_labels(labels)
    both = [
        (i, j) for i, j in combinations(range(len(labels)), 2) if min(labels[i], labels[j]) >= 0
    ]
    assert pairs_of(known.must_link) == {(i, j) for i, j in both if labels[i] == labels[j]}
    assert pairs_of(known.cannot_link) == {(i, j) for i, j in both if labels[i] != labels[j]}


def test_a_label_that_is_alone_constrains_nobody():
    known = PairwiseConstraints.from_labels([-1, 7, -1])
    assert known.constrained.tolist() == []
    assert known.groups.tolist() == [-1, -1, -1]


@given(sets)
def test_candidates_prove_disjoint_and_equal_single_sets(candidates):
    known = PairwiseConstraints.from_candidates(candidates)
    named = set().union(*candidates)
    labelled = [i for i, c in enumerate(candidates) if c and c != named]
    must, cannot = set(), set()
    for i, j in combinations(labelled, 2):
        if len(candidates[i]) == 1 and candidates[i] == candidates[j]:
            must.add((i, j))
        if not candidates[i] & candidates[j]:
            cannot.add((i, j))
    assert pairs_of(known.must_link) == must
    assert pairs_of(known.cannot_link) == cannot
    in_a_pair = {i for pair in must | cannot for i in pair}
    assert set(known.constrained.tolist()) == in_a_pair


@given(labellings, st.randoms())
def test_pairs_are_closed(labels, random):
    """Any pairs that hold for a labelling imply only what holds for it, and all chains."""
    pairs = list(combinations(range(len(labels)), 2))
    drawn = random.sample(pairs, min(len(pairs), 8))
    must = [(i, j) for i, j in drawn if labels[i] == labels[j]]
    cannot = [(j, i) for i, j in drawn if labels[i] != labels[j]]
    known = PairwiseConstraints.from_pairs(len(labels), must, cannot)
    closed_must, closed_cannot = _closure(len(labels), must, cannot)
    assert pairs_of(known.must_link) == closed_must
    assert pairs_of(known.cannot_link) == closed_cannot


def _closure(n_samples, must, cannot):
    """Matrices of what is implied, by products until nothing is added."""
    together = np.eye(n_samples, dtype=bool)
    for i, j in must:
        together[i, j] = together[j, i] = True
    for _ in range(n_samples):
        together = together @ together
    apart = np.zeros_like(together)
    for i, j in cannot:
        apart[i, j] = apart[j, i] = True
    apart = together @ apart @ together
    return tuple({(i, j) for i, j in np.argwhere(part) if i < j} for part in (together, apart))


@given(labellings, st.randoms())
def test_both_sets_imply_what_their_pairs_imply(labels, random):
    pairs = list(combinations(range(len(labels)), 2))
    parts = []
    for _ in range(2):
        drawn = random.sample(pairs, min(len(pairs), 5))
        must = [(i, j) for i, j in drawn if labels[i] == labels[j]]
        parts.append((must, [(i, j) for i, j in drawn if labels[i] != labels[j]]))
    n = len(labels)
    both = PairwiseConstraints.from_pairs(n, *parts[0]) & PairwiseConstraints.from_pairs(
        n, *parts[1]
    )
    at_once = PairwiseConstraints.from_pairs(
        n, parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]
    )
    np.testing.assert_array_equal(both.must_link, at_once.must_link)
    np.testing.assert_array_equal(both.cannot_link, at_once.cannot_link)


def test_contradictions_are_refused_and_named():
    message = "samples 0 and 3 cannot be together, but a chain of must-links.*Hint: drop one side"
    with pytest.raises(ValueError, match=message):
        PairwiseConstraints.from_pairs(5, [(0, 1), (1, 2), (2, 3)], [(4, 1), (0, 3)])
    with pytest.raises(ValueError, match=r"1 cannot-links are contradicted"):
        PairwiseConstraints.from_labels([0, 1]) & PairwiseConstraints.from_pairs(2, [(0, 1)])


def test_constraints_of_other_samples_are_refused():
    with pytest.raises(ValueError, match="between 2 and 3 samples, expected the same"):
        PairwiseConstraints.from_labels([0, 1]) & PairwiseConstraints.from_pairs(3)


@pytest.mark.parametrize("labels", [[0.0, np.nan, 1.0, np.nan], ["a", None, "b", None]])
def test_missing_labels_are_in_no_constraint(labels):
    known = PairwiseConstraints.from_labels(labels)
    assert known.must_link.size == 0
    assert known.cannot_link.tolist() == [[0, 2]]


def test_only_constraints_can_be_joined():
    known = PairwiseConstraints.from_labels([0, 1])
    with pytest.raises(TypeError, match="unsupported operand"):
        known & 3
    assert known == known  # noqa: PLR0124
    assert known != PairwiseConstraints.from_labels([1, 1])


@pytest.mark.parametrize(
    "labels, message",
    [
        (np.array(["a", "-1"]), r"^labels\[1\] is '-1', as NumPy writes"),
        (["a", "a "], "^labels names 'a ?' and 'a ?', which differ in blanks"),
    ],
)
def test_wrong_labels_are_called_labels(labels, message):
    with pytest.raises(ValueError, match=message):
        PairwiseConstraints.from_labels(labels)


def test_masked_labels_are_in_no_constraint():
    labels = np.ma.array([0, 1, 0], mask=[0, 0, 1])
    assert PairwiseConstraints.from_labels(labels).groups.tolist() == [0, 1, -1]
