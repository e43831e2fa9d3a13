"""False positives of which one likes to come along with the true label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from plclust.candidates._sets import encode_labels
from plclust.candidates._simulate import (
    check_count,
    check_probability,
    encode_truth,
    truth_and_smallest,
)
from plclust.typing import AnyArray, BoolArray, IntArray


def simulate_cooccurring(
    y: Any,
    probability: float = 0.5,
    *,
    n_false_positives: int = 1,
    partners: Any = None,
    classes: Any = None,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[BoolArray, AnyArray]:
    """Add wrong labels of which one, the partner of the true label, comes with a given probability.

    The closer the probability is to 1, the harder it is to tell a class from its partner [1]_.

    Parameters
    ----------
    y : sequence of length n_samples
        The true labels.
    probability : float, default=0.5
        Probability that the partner is among the wrong labels. The other wrong labels are drawn
        uniformly from the classes that are neither the true one nor its partner.
    n_false_positives : int, default=1
        Number of wrong labels per sample. With one less than the number of classes every class is a
        candidate everywhere, and so is the partner.
    partners : mapping or sequence of length n_classes, default=None
        The partner of each class, by class or in the order of the classes. By default the classes
        are put into a random circle and the partner of each is its neighbour.
    classes : sequence, default=None
        The classes and their order, by default the sorted labels in `y`.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        The candidates, the true label always among them.
    classes : ndarray of shape (n_classes,)
        The classes.

    References
    ----------
    .. [1] T. Cour, B. Sapp and B. Taskar, "Learning from partial labels", Journal of Machine
       Learning Research 12, 2011.

    Examples
    --------
    >>> from plclust.candidates import simulate_cooccurring
    >>> partners = {"a": "b", "b": "c", "c": "a"}
    >>> candidates, classes = simulate_cooccurring(["a", "b", "c"], 1.0, partners=partners)
    >>> candidates
    array([[ True,  True, False],
           [False,  True,  True],
           [ True, False,  True]])
    """
    codes, found = encode_truth(y, classes)
    check_probability(probability, "probability")
    check_count(n_false_positives, len(found))
    rng = check_random_state(random_state)
    partner = _draw_partners(len(found), rng) if partners is None else _read(partners, found)
    keys = rng.random_sample((len(codes), len(found)))
    together = rng.random_sample(len(codes)) < probability
    # Keys lie in [0, 1): the partner is the first wrong label or, if it must not come, the last.
    keys[np.arange(len(codes)), partner[codes]] = np.where(together, -1.0, 1.0)
    return truth_and_smallest(keys, codes, n_false_positives), found


def _draw_partners(n_classes: int, rng: np.random.RandomState) -> IntArray:
    circle = rng.permutation(n_classes)
    partner = np.empty(n_classes, dtype=np.intp)
    partner[circle] = np.roll(circle, 1)
    return partner


def _read(partners: Any, classes: AnyArray) -> IntArray:
    """Number the partners by class."""
    labels = classes.tolist()
    if isinstance(partners, Mapping):
        partners = [partners.get(label) for label in labels]
    partner, _ = encode_labels(partners, classes, "partners")
    if len(partner) != len(labels):
        raise ValueError(
            f"partners has {len(partner)} entries, expected {len(labels)}, one per class. "
            f"Hint: pass a mapping from class to partner."
        )
    alone = (partner < 0) | (partner == np.arange(len(labels)))
    if alone.any():
        raise ValueError(
            f"partners gives class {labels[int(np.argmax(alone))]!r} itself or nothing as its "
            f"partner, expected another class. Hint: leave partners out for a random choice."
        )
    return partner
