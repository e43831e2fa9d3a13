"""Both sides of Theorem 1 (Eq. 14), for a fitted weight matrix and label confidence."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from plclust.metrics._contingency import as_labels, encode
from plclust.typing import FloatArray, IntArray

# Wide enough for single precision; far too narrow for a symmetrised or unnormalised matrix.
_ROW_SUM_TOLERANCE = 1e-4


class TheoremBound(NamedTuple):
    """Both sides of Eq. 14.

    Attributes
    ----------
    distance : float
        Left side, the Frobenius norm of ``W_G - W`` over the squared number of samples.
    bound : float
        Right side; infinite when a column of `F` stands for a class that no sample has.
    """

    distance: float
    bound: float

    @property
    def holds(self) -> bool:
        """Whether the distance is within the bound."""
        return self.distance <= self.bound


def theorem_bound(
    W: Any, F: ArrayLike, y_true: ArrayLike, classes: ArrayLike | None = None
) -> TheoremBound:
    r"""Distance of the weights from the ideal ones, and its bound in Theorem 1 (Eq. 14).

    .. math::

        \frac{1}{n^2} \|W_G - W\|_F \le \frac{n + 2}{\lambda n} \|F^\top F - F_G^\top F_G\|_F
        + \frac{2n + q - 1}{\lambda n}

    :math:`F_G` is the one-hot matrix of the true classes, and :math:`\lambda` the smallest
    eigenvalue of :math:`F_G^\top F_G`, which is the size of the smallest class.

    Parameters
    ----------
    W : sparse matrix or array of shape (n_samples, n_samples)
        Reconstruction weights. Row i holds the weights of the neighbours of sample i and sums to
        one; the paper writes the transpose. Stored zeros count as neighbours.
    F : array-like of shape (n_samples, n_classes)
        Label confidence of each sample.
    y_true : array-like of shape (n_samples,)
        True class of each sample.
    classes : array-like of shape (n_classes,), default=None
        Class of each column of `F`; the sorted distinct values of `y_true` by default. A class
        that is not in `y_true` makes the bound infinite.

    Returns
    -------
    TheoremBound
        A named tuple ``(distance, bound)`` with the property ``holds``.

    Notes
    -----
    The theorem takes for granted a :math:`W_G` that links samples of one class only. Here it is
    `W` without the weights between classes, each row scaled to sum to one. A row that loses all
    its weight shares it equally among its neighbours of the right class. If it has none, the
    weight goes to the next sample of the class, and from the last to the first. The only sample
    of a class can meet the premise in no other way than by a link to itself.

    Read the result as a record of the two numbers, not as evidence of quality:

    - Eq. 14 holds for every `W` with entries between 0 and 1, whatever `F` is. The distance is at
      most :math:`1 / n`, and at most :math:`\sqrt{2} \, n^{-3/2}` when rows sum to one, while the
      last term of the bound alone is at least :math:`2 / \lambda \ge 2 / n`.
    - The bound depends on `F` through :math:`F^\top F` only. Shuffling the rows of `F` does not
      change it: confidences that are wrong for every sample, but have the right class sizes,
      reach the same least value as the truth.
    - The printed proof has gaps, although its last step, the division by :math:`n^2`, is sound.
      Eq. S5 multiplies n x n with q x q matrices. Before Eq. S7 it uses
      :math:`\lambda \|\Delta\|_F^2 \le \|\Delta F_G\|_F^2`, which would need the smallest
      eigenvalue of :math:`F_G F_G^\top`, and that is 0 for :math:`n > q`. With one class of three
      samples, where `W` links each sample to the one before and :math:`W_G` to the one after,
      :math:`\Delta F_G = 0` although :math:`\|\Delta\|_F^2 = 6`.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from plclust.metrics import theorem_bound
    >>> W = csr_array(
    ...     [[0.0, 0.5, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]]
    ... )
    >>> F = [[0.5, 0.5], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    >>> result = theorem_bound(W, F, ["cat", "cat", "dog", "dog"])
    >>> round(result.distance, 4), round(result.bound, 4), result.holds
    (0.0442, 1.7745, True)
    """
    weights = _check_weights(W)
    confidence = _check_confidence(F, weights.shape[0])
    columns = _true_columns(y_true, classes, confidence.shape)
    ideal = _same_class_weights(weights, columns)
    n = len(columns)
    distance = float(np.linalg.norm((ideal - weights).data)) / n**2
    return TheoremBound(distance, _right_side(confidence, columns))


def _right_side(F: FloatArray, columns: IntArray) -> float:
    """Right side of Eq. 14; F_G^T F_G is diagonal and holds the class sizes."""
    n, q = F.shape
    sizes = np.bincount(columns, minlength=q)
    smallest = int(sizes.min())
    if smallest == 0:
        return float("inf")
    gram_error = float(np.linalg.norm(F.T @ F - np.diag(sizes)))
    bound: float = ((n + 2) * gram_error + 2 * n + q - 1) / (smallest * n)
    return bound


def _same_class_weights(W: sparse.csr_array, columns: IntArray) -> sparse.csr_array:
    """W_G: the weights of W within classes, with every row brought to sum one."""
    n = len(columns)
    rows = np.repeat(np.arange(n), np.diff(W.indptr))
    neighbours = W.indices
    same = columns[rows] == columns[neighbours]
    rows, neighbours, weights = rows[same], neighbours[same], W.data[same]

    bereft = np.bincount(rows, weights, n) == 0
    weights = np.where(bereft[rows], 1.0, weights)
    orphans = np.flatnonzero(np.bincount(rows, minlength=n) == 0)
    rows = np.concatenate([rows, orphans])
    neighbours = np.concatenate([neighbours, _next_in_class(columns)[orphans]])
    weights = np.concatenate([weights, np.ones(len(orphans))])

    weights = weights / np.bincount(rows, weights, n)[rows]
    return sparse.csr_array((weights, (rows, neighbours)), shape=(n, n))


def _next_in_class(columns: IntArray) -> IntArray:
    """Index of the next sample of the same class; the first one follows the last."""
    order = np.argsort(columns, kind="stable")
    is_first = np.diff(columns[order], prepend=-1) != 0
    starts = np.flatnonzero(is_first)
    following = np.roll(order, -1)
    following[np.roll(is_first, -1)] = order[starts]
    successor = np.empty_like(order)
    successor[order] = following
    return successor


def _check_weights(W: Any) -> sparse.csr_array:
    weights = sparse.csr_array(W, dtype=np.float64, copy=True)
    weights.sum_duplicates()
    n_rows, n_columns = weights.shape
    if n_rows != n_columns or n_rows == 0:
        raise ValueError(
            f"W has shape {weights.shape}, but a square matrix with one row per sample was "
            "expected. Pass the weights among the samples themselves."
        )
    sums = weights.sum(axis=1)
    if not (np.all(weights.data >= 0) and np.all(np.abs(sums - 1) <= _ROW_SUM_TOLERANCE)):
        raise ValueError(
            "W has negative weights or rows that do not sum to one (row sums from "
            f"{sums.min():.3g} to {sums.max():.3g}). Pass the reconstruction weights with the "
            "neighbours of sample i in row i, before any symmetrisation; transpose them if the "
            "columns sum to one."
        )
    return weights


def _check_confidence(F: ArrayLike, n_samples: int) -> FloatArray:
    confidence = np.asarray(F, dtype=np.float64)
    if confidence.ndim != 2 or len(confidence) != n_samples or confidence.shape[1] == 0:
        raise ValueError(
            f"F has shape {confidence.shape}, but ({n_samples}, n_classes) was expected to go "
            "with W. Pass one row per sample and one column per class."
        )
    if not np.isfinite(confidence).all():
        raise ValueError("F has entries that are NaN or infinite. Pass probabilities.")
    return confidence


def _true_columns(y_true: ArrayLike, classes: ArrayLike | None, shape: tuple[int, ...]) -> IntArray:
    """Column of F that stands for the true class of each sample."""
    truth = as_labels(y_true, "y_true")
    n, q = shape
    if len(truth) != n:
        raise ValueError(
            f"y_true has {len(truth)} samples, but W and F have {n}. "
            "Pass the true class of every sample, labelled or not."
        )
    codes, present = encode(truth, "y_true")
    names = present if classes is None else as_labels(classes, "classes").tolist()
    if len(names) != q:
        source = "y_true has" if classes is None else "classes has"
        raise ValueError(
            f"{source} {len(names)} classes, but F has {q} columns. "
            "Pass the class of each column of F as classes."
        )
    column = {name: j for j, name in enumerate(names)}
    unknown = [name for name in present if name not in column]
    if unknown or len(column) != q:
        raise ValueError(
            f"classes {names!r} must be distinct and cover y_true, which also has {unknown!r}. "
            "Pass the class of each column of F, spelled as in y_true."
        )
    return np.array([column[name] for name in present], dtype=np.intp)[codes]
