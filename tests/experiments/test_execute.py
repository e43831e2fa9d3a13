from dataclasses import replace
from itertools import pairwise

import pytest

from plclust.experiments import RunIdentity, canonical, execute

RUN = RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)


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


def test_a_method_that_writes_into_its_arguments_is_judged_on_the_same_samples(trivial):
    (run,) = trivial(1, "writes")
    assert execute(run)["n_evaluated"] == 302


@pytest.mark.usefixtures("trivial")
def test_labels_are_judged_by_where_they_were_read_from():
    classes = replace(RUN, method="plclust_trivial:Learner", rho=0.4, r=1)
    clusters = replace(classes, params=canonical({"clusters": True}))
    assert execute(classes)["acc"] < 0.2 < execute(clusters)["acc"]
    classes, clusters = (replace(run, measure="consistency") for run in (classes, clusters))
    assert execute(classes)["score"] < 0.2 < execute(clusters)["score"]
