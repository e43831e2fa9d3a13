"""Which class clusters and samples stand for."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust.typing import AnyArray, FloatArray, IntArray


def in_doubt(confidence: FloatArray, novelty: FloatArray) -> FloatArray:
    """Confidences mixed with equal ones, by the chance that none of the classes is true.

    Examples
    --------
    >>> import numpy as np
    >>> in_doubt(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0.0, 0.5]))
    array([[1.  , 0.  ],
           [0.75, 0.25]])
    """
    if confidence.shape[1] == 0 or not novelty.any():
        return confidence
    share = novelty[:, None]
    mixed: FloatArray = (1.0 - share) * confidence + share / confidence.shape[1]
    return mixed


def most_probable(distributions: FloatArray, classes: AnyArray) -> AnyArray:
    """Class of the highest entry of each row; None where there are no classes.

    Examples
    --------
    >>> import numpy as np
    >>> most_probable(np.array([[0.4, 0.6]]), np.array(["cat", "dog"]))
    array(['dog'], dtype='<U3')
    """
    if len(classes) == 0:
        return np.full(len(distributions), None)
    return np.asarray(classes[distributions.argmax(axis=1)])


def name_clusters(
    labels: IntArray, distributions: FloatArray, classes: AnyArray, n_clusters: int
) -> tuple[AnyArray, FloatArray]:
    """The class in which each cluster's samples have most confidence, and its mean.

    Examples
    --------
    >>> import numpy as np
    >>> distributions = np.array([[0.5, 0.5], [1.0, 0.0], [0.0, 1.0]])
    >>> name_clusters(np.array([0, 0, 1]), distributions, np.array(["cat", "dog"]), 2)
    (array(['cat', 'dog'], dtype='<U3'), array([0.75, 1.  ]))
    """
    sizes = np.bincount(labels, minlength=n_clusters)
    member_of = sparse.csr_array(
        (np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(n_clusters, len(labels))
    )
    means = (member_of @ distributions) / np.maximum(sizes, 1)[:, None]
    return most_probable(means, classes), means.max(axis=1, initial=0.0)


__all__ = ["in_doubt", "most_probable", "name_clusters"]
