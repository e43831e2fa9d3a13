import numpy as np

from plclust.guidance import certainty


def test_certainty_is_between_zero_and_one():
    values = certainty(np.random.default_rng(0).dirichlet(np.ones(4), 80))
    assert ((values > 0.0) & (values < 1.0)).all()
    assert certainty(np.eye(3)).tolist() == [1.0, 1.0, 1.0]
