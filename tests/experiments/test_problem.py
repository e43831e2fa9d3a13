from dataclasses import replace

import numpy as np
import pytest

from plclust.candidates import is_labelled
from plclust.experiments import RunIdentity, canonical, make_problem
from plclust.experiments._problem import scale_features

RUN = RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in vars(one))


def test_an_identity_always_gives_the_same_problem():
    assert same(make_problem(RUN), make_problem(RunIdentity.from_key(RUN.key)))


def test_all_methods_and_parameters_see_the_same_problem():
    other = replace(RUN, method="K-means", params=canonical({"n_init": 3}), measure="consistency")
    assert same(make_problem(RUN), make_problem(other))


@pytest.mark.parametrize("change", [{"repeat": 1}, {"rho": 0.2}, {"r": 1}])
def test_other_splits_are_other_problems(change):
    before, after = make_problem(RUN), make_problem(replace(RUN, **change))
    assert not np.array_equal(before.candidates, after.candidates)


def test_as_many_samples_as_the_authors_draw_carry_candidates():
    problem = make_problem(RUN)
    labelled = is_labelled(problem.candidates)
    assert labelled.sum() == 34
    assert (problem.candidates[labelled].sum(axis=1) == 3).all()
    assert problem.candidates[np.arange(336), problem.target].all()


def test_blocks_are_scaled_apart_with_the_deviation_of_a_sample():
    problem = make_problem(RUN)
    labelled = is_labelled(problem.candidates)
    for block in (labelled, ~labelled):
        moving = np.ptp(problem.X[block], axis=0) > 0
        np.testing.assert_allclose(problem.X[block].mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(problem.X[block].std(axis=0, ddof=1)[moving], 1)
    together = make_problem(replace(RUN, scaling="global")).X
    np.testing.assert_allclose(together.mean(axis=0), 0, atol=1e-12)


def test_a_single_labelled_sample_is_scaled_to_zero():
    X = np.array([[3.0], [1.0], [2.0]])
    assert scale_features(X, np.array([True, False, False]), "blocks")[0, 0] == 0


def test_false_positives_only_where_there_are_no_candidates():
    with pytest.raises(ValueError, match="use r=1 or more"):
        make_problem(replace(RUN, r=0))
