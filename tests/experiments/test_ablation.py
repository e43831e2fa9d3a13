import numpy as np
import pytest

from plclust.datasets import list_datasets
from plclust.experiments import RunIdentity, execute, find_method, make_problem
from plclust.experiments._ablation import constraints_only, features_only


def accuracy(method, rho, dataset="lost", r=0):
    runs = [RunIdentity(dataset, method, "{}", rho, r, repeat) for repeat in range(2)]
    return float(np.mean([execute(run)["acc"] for run in runs]))


def test_features_alone_ignore_the_candidates():
    problem = make_problem(RunIdentity("ecoli", "PLC-CW", "{}", 0.1, 1, 0))
    nothing = np.full_like(problem.candidates, fill_value=True)
    run = find_method("PLC-CW").run
    labels, others = (run(problem.X, y, {}, 0).labels for y in (problem.candidates, nothing))
    np.testing.assert_array_equal(labels, others)
    assert len(np.unique(labels)) == 8


def test_without_labelled_samples_constraints_add_nothing():
    problem = make_problem(RunIdentity("ecoli", "PLC-SD", "{}", 0.1, 1, 0))
    nothing = np.full_like(problem.candidates, fill_value=True)
    np.testing.assert_array_equal(
        constraints_only(problem.X, nothing, seed=3), features_only(problem.X, 8, seed=3)
    )


@pytest.mark.skipif(not list_datasets()["lost"].present, reason="lost.mat is not on this machine")
def test_the_order_of_table_5_on_lost():
    whole, labels, features = (accuracy(name, 0.4) for name in ("PLC", "PLC-LD", "PLC-CW"))
    assert whole > labels > features
    # Constraints from ambiguous labels do more harm the more there are.
    assert accuracy("PLC-SD", 0.4) < accuracy("PLC-SD", 0.05) - 0.05
