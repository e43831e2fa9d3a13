"""Any quadratic function of label confidences, minimised over their candidate simplices."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._kernels import confidence as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.disambiguation._confidence import Confidence, check_start, inner, uniform_confidence
from plclust.typing import BoolArray, FloatArray


def solve_quadratic(
    hessian: FloatArray | sparse.csr_array,
    linear: FloatArray,
    candidates: BoolArray,
    *,
    start: FloatArray | None = None,
    tol: float = 1e-6,
    max_iter: int = 1000,
    n_jobs: int | None = None,
) -> Confidence:
    """Minimise tr(F'HF) - 2<B, F> over rows on candidate simplices.

    Projected gradient steps with momentum, each row with a step length of its own. A step that
    would raise the objective is taken back and the momentum starts anew, so the objective never
    rises, whether H is positive semi-definite or not. One product with H a step: the gradient at
    the extrapolated point follows from the products at the two points before.

    Parameters
    ----------
    hessian : array or csr_array of shape (n_samples, n_samples)
        H, symmetric.
    linear : array of shape (n_samples, n_classes)
        B.
    candidates : bool array of shape (n_samples, n_classes)
        Allowed classes; no row is empty.
    start : array of shape (n_samples, n_classes), optional
        A feasible F to start from; uniform over the candidates by default.
    tol : float, default=1e-6
        Largest gap between the objective and its lower bound, relative to its larger term,
        tr(F'HF) or 2<B, F>.
    max_iter : int, default=1000
        Most products with H.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    Confidence
        ``values``, their ``objective``, ``gap`` and ``n_iter``. The gap bounds the distance to the
        minimum if H is positive semi-definite; it vanishes at stationary points of any H.

    Examples
    --------
    With H the identity the nearest point of the simplices to B is sought:

    >>> import numpy as np
    >>> candidates = np.array([[True, True, False], [True, True, True]])
    >>> B = np.array([[0.9, 0.5, 0.7], [0.2, 0.4, 0.4]])
    >>> solve_quadratic(np.eye(2), B, candidates).values.round(6)
    array([[0.7, 0.3, 0. ],
           [0.2, 0.4, 0.4]])
    """
    if start is not None:
        check_start(start, candidates)
    curvature = row_curvatures(hessian)
    values = uniform_confidence(candidates) if start is None else start.astype(np.float64)
    product = hessian @ values
    objective = inner(product - 2.0 * linear, values)
    point, point_product = values.copy(), product
    following = np.empty_like(values)
    momentum, gap, scale, n_iter = 1.0, np.inf, 1.0, 0
    while abs(gap) > tol * scale and n_iter < max_iter:
        n_iter += 1
        gradient = 2.0 * (point_product - linear)
        parts = run_in_blocks(
            kernels.descend_rows,
            len(values),
            *(candidates, curvature, gradient, point, values, following),
            n_jobs=n_jobs,
        )
        bound = sum(lowest for lowest, _ in parts) - inner(point_product, point)
        following_product = hessian @ following
        square, pull = inner(following_product, following), 2.0 * inner(linear, following)
        gap, scale = square - pull - bound, max(abs(square), abs(pull))
        if square - pull >= objective:
            if momentum == 1.0:  # a plain step goes up by rounding alone
                break
            point, point_product, momentum = values.copy(), product, 1.0
            continue
        grown = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        pace = (momentum - 1.0) / grown
        point = following + pace * (following - values)
        point_product = following_product + pace * (following_product - product)
        values, following = following, values
        product, objective, momentum = following_product, square - pull, grown
    return Confidence(values, objective, max(gap, 0.0), n_iter)


def nearest_confidence(
    values: FloatArray, candidates: BoolArray | None = None, *, n_jobs: int | None = None
) -> FloatArray:
    """The nearest distribution over the candidates to each row; over all classes by default.

    Parameters
    ----------
    values : array of shape (n_samples, n_classes)
        Any numbers.
    candidates : array of bool of shape (n_samples, n_classes), optional
        Allowed classes; no row is empty. All by default.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    array of shape (n_samples, n_classes)
        Rows that sum to one, zero outside the candidates.

    Examples
    --------
    >>> import numpy as np
    >>> nearest_confidence(np.array([[0.9, 0.5, -0.7]])).round(6)
    array([[0.7, 0.3, 0. ]])
    """
    nearest = np.array(values, dtype=np.float64)
    allowed = np.ones(nearest.shape, dtype=np.bool_) if candidates is None else candidates
    if allowed.shape != nearest.shape:
        raise ValueError(
            f"candidates has shape {allowed.shape}, values has shape {nearest.shape}, expected the "
            "same. Hint: one row per sample and one column per class in both."
        )
    run_in_blocks(kernels.project_rows, len(nearest), allowed, nearest, n_jobs=n_jobs)
    return nearest


def row_curvatures(hessian: Any) -> FloatArray:
    """Diagonal C with C >= 2H: twice the absolute row sums, by diagonal dominance."""
    sums: FloatArray = 2.0 * np.asarray(abs(hessian).sum(axis=1), dtype=np.float64).ravel()
    return np.where(sums > 0.0, sums, 1.0)
