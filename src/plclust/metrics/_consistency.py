"""How well predictions agree with candidate sets, where the truth is not known."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.candidates import check_candidates, is_labelled
from plclust.candidates._labels import refuse_other_types
from plclust.metrics._contingency import as_labels


def consistency_score(y: Any, predicted: Any, *, classes: Any = None) -> float:
    """How often predicted classes are among the candidates, above the rate of chance.

    A sample scores (hit - s) / (1 - s), with s the share of all classes in its candidate set: 1 if
    its class is among them, and 0 on average for a class drawn at random. Unlabelled samples do
    not count.

    Parameters
    ----------
    y : candidate labels
        In any form of :func:`plclust.candidates.check_candidates`.
    predicted : array-like of shape (n_samples,)
        Class of each sample. One that `y` does not name is no candidate.
    classes : sequence, default=None
        All classes there are; by default those that `y` names.

    Returns
    -------
    float
        Mean score of the labelled samples, at most 1.

    Examples
    --------
    >>> from plclust.metrics import consistency_score
    >>> y = [{"cat", "dog"}, {"dog"}, {"owl"}, None]
    >>> round(consistency_score(y, ["cat", "dog", "cat", "owl"]), 3)
    0.5
    """
    names = as_labels(predicted, "predicted").tolist()
    candidates, classes = check_candidates(y, len(names), classes=classes)
    labelled = np.flatnonzero(is_labelled(candidates))
    if len(labelled) == 0:
        raise ValueError(
            f"None of the {len(names)} samples carries candidates, expected at least one to be "
            "consistent with. Hint: a set of all classes counts as unlabelled."
        )
    refuse_other_types(names, classes.tolist(), "predicted")
    column = {name: j for j, name in enumerate(classes.tolist())}
    shares = candidates[labelled].mean(axis=1)
    hits = [names[i] in column and candidates[i, column[names[i]]] for i in labelled]
    return float(((np.array(hits) - shares) / (1.0 - shares)).mean())
