from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from plclust.candidates import is_labelled
from plclust.experiments import RunIdentity, canonical, execute, list_methods, make_problem
from plclust.experiments._identity import seed_of
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


def test_methods_have_seeds_of_their_own_and_splits_do_not():
    other = replace(RUN, method="SC")
    assert seed_of("split", *RUN.problem) == seed_of("split", *other.problem)
    assert seed_of("method", RUN.key) != seed_of("method", other.key)


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


def test_unknown_scaling_is_refused():
    with pytest.raises(ValueError, match="scaling='zscore'"):
        replace(RUN, scaling="zscore")


@pytest.mark.parametrize(
    "method", ["PLC", "PLC-CW", "PLC-LD", "PLC-SD", "SC", "DP-GLPCA", "IPAL", "K-means (raw)"]
)
def test_execution_is_reproducible(method):
    run = replace(RUN, method=method)
    first, second = execute(run), execute(run)
    assert [first[name] for name in ("acc", "nmi", "ari")] == [
        second[name] for name in ("acc", "nmi", "ari")
    ]
    assert first["n_evaluated"] == 302
    assert 0.2 < first["acc"] < 1


def test_every_method_is_available():
    assert not [name for name, method in list_methods().items() if method.missing]


def test_the_published_method_leaves_its_objective_and_both_sides_of_the_theorem():
    details = execute(RUN)["details"]
    assert len(details["objective"]) >= 2
    assert details["theorem"]["distance"] <= details["theorem"]["bound"]


def test_classifiers_are_held_to_the_class_they_name():
    figures = execute(replace(RUN, method="PL-KNN", rho=0.4, r=1))
    assert figures["acc"] > 0.7


def test_the_consistent_updates_lower_the_objective_in_every_round():
    objective = execute(replace(RUN, method="PLC (consistent)"))["details"]["objective"]
    assert len(objective) > 1
    assert all(after <= before for before, after in pairwise(objective))
