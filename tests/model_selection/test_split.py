import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from plclust.candidates import check_candidates, is_labelled, to_sets
from plclust.classify import PLKNN
from plclust.datasets import make_candidate_blobs
from plclust.model_selection import CandidateKFold, consistency_scorer

X, CANDIDATES, _ = make_candidate_blobs(
    60, n_classes=3, n_false_positives=1, labelled=0.5, random_state=0
)


def test_folds_part_the_labelled_samples():
    folds = list(CandidateKFold(4).split(X, CANDIDATES))
    tested = np.concatenate([test for _, test in folds])
    assert sorted(tested) == np.flatnonzero(is_labelled(CANDIDATES)).tolist()
    for train, test in folds:
        assert sorted([*train, *test]) == list(range(60))
        assert len(test) in (7, 8)


@pytest.mark.parametrize(
    "form",
    [
        np.asarray,
        sparse.csr_array,
        to_sets,
        pd.DataFrame,
        lambda matrix: list(to_sets(matrix)),
        lambda matrix: dict(enumerate(to_sets(matrix))).values(),
    ],
)
def test_folds_depend_on_the_seed_and_not_on_the_form(form):
    def folds(y, seed):
        return [test.tolist() for _, test in CandidateKFold(3, random_state=seed).split(X, y)]

    assert folds(form(CANDIDATES), 5) == folds(CANDIDATES, 5)
    assert folds(CANDIDATES, 6) != folds(CANDIDATES, 5)


@pytest.mark.parametrize("n_splits", [1, 31])
def test_too_few_or_too_many_folds(n_splits):
    with pytest.raises(ValueError, match=f"n_splits={n_splits} with 30 labelled samples"):
        list(CandidateKFold(n_splits).split(X, CANDIDATES))


def test_features_may_be_sparse():
    dense = [test.tolist() for _, test in CandidateKFold(3).split(X, CANDIDATES)]
    found = CandidateKFold(3).split(sparse.csr_array(X), CANDIDATES)
    assert [test.tolist() for _, test in found] == dense


def test_candidates_are_needed():
    with pytest.raises(ValueError, match="y is None, expected the candidates"):
        list(CandidateKFold().split(X))


@pytest.mark.parametrize("n_splits", [2.5, "3"])
def test_the_number_of_folds_is_an_integer(n_splits):
    with pytest.raises(TypeError, match="expected an integer from 2 on"):
        list(CandidateKFold(n_splits).split(X, CANDIDATES))


def test_scikit_learn_takes_it():
    splitter = CandidateKFold(3)
    assert splitter.get_n_splits() == 3
    assert repr(splitter) == "CandidateKFold(n_splits=3, random_state=0)"
    y = list(to_sets(CANDIDATES))
    scores = cross_val_score(clone(PLKNN()), X, y, cv=splitter, scoring=consistency_scorer)
    assert scores.shape == (3,)
    assert check_candidates(y)[0].sum() == CANDIDATES.sum()
