import numpy as np

from plclust.guidance import normal_equations, solve_ridge
from plclust.guidance._label_map import leave_one_out


def test_leaving_one_out_is_fitting_without_it():
    rng = np.random.default_rng(0)
    values, taught = rng.standard_normal((30, 4)), rng.dirichlet(np.ones(3), 30)
    weights = rng.uniform(0.1, 1.0, 30)
    coefficients, factor = solve_ridge(*normal_equations(values, taught, weights))
    outputs = leave_one_out(values @ coefficients, values, taught, weights, factor)
    others = np.arange(30) != 7
    without, _ = solve_ridge(*normal_equations(values[others], taught[others], weights[others]))
    np.testing.assert_allclose(outputs[7], values[7] @ without, atol=1e-10)
