"""Pairwise constraints, closed under what they imply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from plclust.candidates import check_candidates, is_labelled
from plclust.candidates._sets import encode_labels
from plclust.constraints._pairs import check_pairs
from plclust.typing import AnyArray, BoolArray, IntArray

FREE = -1


@dataclass(frozen=True, eq=False)  # equality of arrays has no truth value
class PairwiseConstraints:
    """Must-links and cannot-links between samples, stored once per group.

    Samples that must be together form a group, and cannot-links are kept between groups. Thus all
    that the given pairs imply holds at once: who must be with one member of a group must be
    with all, and who cannot be with one can be with none.

    Parameters
    ----------
    groups : array of shape (n_samples,)
        Group of each sample; -1 for a sample in no constraint.
    apart : csr_array of bool of shape (n_groups, n_groups)
        Symmetric: which groups cannot be together.

    Examples
    --------
    >>> from plclust.constraints import PairwiseConstraints
    >>> known = PairwiseConstraints.from_pairs(5, must_link=[(0, 1)], cannot_link=[(1, 3)])
    >>> known.groups
    array([ 0,  0, -1,  1, -1])
    >>> known.cannot_link.tolist()
    [[0, 3], [1, 3]]
    """

    groups: IntArray
    apart: sparse.csr_array

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Equal labels must be together, different ones cannot; missing ones are in no constraint.

        Parameters
        ----------
        labels : array-like of shape (n_samples,)
            Label of each sample; -1, None and NaN are missing.

        Returns
        -------
        PairwiseConstraints
            One group per label.

        Examples
        --------
        >>> PairwiseConstraints.from_labels([4, -1, 7, 4]).cannot_link.tolist()
        [[0, 2], [2, 3]]
        """
        groups, names = encode_labels(labels, None, "labels")
        return cls(*_without_idle(groups, ~np.eye(len(names), dtype=np.bool_)))

    @classmethod
    def from_candidates(cls, y: Any) -> Self:
        """What candidate sets prove: disjoint ones cannot be together, equal single ones must.

        Parameters
        ----------
        y : candidate labels
            In any form of :func:`plclust.candidates.check_candidates`.

        Returns
        -------
        PairwiseConstraints
            Samples of which nothing is proven are in no constraint.

        Examples
        --------
        >>> known = PairwiseConstraints.from_candidates(["a", "a", "b|c", "a|b", None])
        >>> known.must_link.tolist(), known.cannot_link.tolist()
        ([[0, 1]], [[0, 2], [1, 2]])
        """
        candidates, _ = check_candidates(y)
        rows = np.flatnonzero(is_labelled(candidates))
        # Equal sets exclude the same others, and only single ones force their samples together.
        single = candidates[rows].sum(axis=1) == 1
        only = candidates[rows] @ np.arange(candidates.shape[1])
        own = np.where(single, -1 - only, np.arange(len(rows)))
        _, first, of_row = np.unique(own, return_index=True, return_inverse=True)
        sets = candidates[rows[first]].astype(np.float32)
        groups = np.full(len(candidates), FREE, dtype=np.int64)
        groups[rows] = of_row
        return cls(*_without_idle(groups, sets @ sets.T == 0.0))

    @classmethod
    def from_pairs(cls, n_samples: int, must_link: Any = None, cannot_link: Any = None) -> Self:
        """Listed pairs of row numbers, and all that they imply.

        Parameters
        ----------
        n_samples : int
            Number of samples.
        must_link, cannot_link : array-like of shape (n_pairs, 2), default=None
            Pairs of samples.

        Returns
        -------
        PairwiseConstraints
            The pairs, and what they imply.

        Raises
        ------
        ValueError
            If a pair names an unknown sample or one sample twice, or if a pair cannot be
            together that must be.
        """
        must = check_pairs(must_link, n_samples, "must_link")
        cannot = check_pairs(cannot_link, n_samples, "cannot_link")
        return cls._close(n_samples, must, cannot)

    @classmethod
    def _close(cls, n_samples: int, must: IntArray, cannot: IntArray) -> Self:
        named = np.unique(np.concatenate([must.ravel(), cannot.ravel()]))
        position = np.full(n_samples, FREE, dtype=np.int64)
        position[named] = np.arange(len(named))
        links = _graph(position[must], len(named))
        n_groups, of_named = connected_components(links, directed=False)
        groups = np.full(n_samples, FREE, dtype=np.int64)
        groups[named] = of_named
        _refuse_contradictions(groups, cannot)
        return cls(groups, _graph(groups[cannot], n_groups))

    def __and__(self, other: Self) -> Self:
        """Both sets of constraints, and what they imply together.

        Examples
        --------
        >>> first = PairwiseConstraints.from_pairs(4, must_link=[(0, 1)])
        >>> (first & PairwiseConstraints.from_pairs(4, cannot_link=[(1, 2)])).cannot_link.tolist()
        [[0, 2], [1, 2]]
        """
        if not isinstance(other, PairwiseConstraints):
            return NotImplemented
        if len(self.groups) != len(other.groups):
            raise ValueError(
                f"Constraints are between {len(self.groups)} and {len(other.groups)} samples, "
                "expected the same samples. Hint: build both with the same n_samples."
            )
        must = np.concatenate([self._spanning_links(), other._spanning_links()])
        cannot = np.concatenate([self._spanning_cuts(), other._spanning_cuts()])
        return type(self)._close(len(self.groups), must, cannot)

    @property
    def n_samples(self) -> int:
        """Number of samples, constrained or not."""
        return len(self.groups)

    @property
    def constrained(self) -> IntArray:
        """Samples that are in a constraint, in rising order."""
        return np.flatnonzero(self.groups != FREE)

    @property
    def must_link(self) -> IntArray:
        """Pairs (i, j), i < j, that must be together."""
        return self._pairs(self.must_link_matrix())

    @property
    def cannot_link(self) -> IntArray:
        """Pairs (i, j), i < j, that cannot be together."""
        return self._pairs(self.cannot_link_matrix())

    def must_link_matrix(self) -> BoolArray:
        """Must-links between the constrained samples, dense, the diagonal empty."""
        groups = self.groups[self.constrained]
        together: BoolArray = groups[:, None] == groups[None, :]
        np.fill_diagonal(together, val=False)
        return together

    def cannot_link_matrix(self) -> BoolArray:
        """Cannot-links between the constrained samples, dense."""
        groups = self.groups[self.constrained]
        apart: BoolArray = self.apart.toarray()[np.ix_(groups, groups)]
        return apart

    def _pairs(self, block: BoolArray) -> IntArray:
        first, second = np.nonzero(np.triu(block))
        samples = self.constrained
        return np.stack([samples[first], samples[second]], axis=1)

    def _representatives(self) -> IntArray:
        """The first sample of each group."""
        samples = self.constrained
        first: IntArray = samples[np.unique(self.groups[samples], return_index=True)[1]]
        return first

    def _spanning_links(self) -> IntArray:
        """Pairs of each sample with the first of its group: the fewest that imply all."""
        samples = self.constrained
        first = self._representatives()[self.groups[samples]]
        pairs = np.stack([first, samples], axis=1)
        different: IntArray = pairs[first != samples]
        return different

    def _spanning_cuts(self) -> IntArray:
        """Pairs of the first samples of groups that cannot be together."""
        first = self._representatives()
        cuts = sparse.coo_array(sparse.triu(self.apart))
        return np.column_stack([first[cuts.row], first[cuts.col]])


def _without_idle(groups: IntArray, apart: BoolArray) -> tuple[IntArray, sparse.csr_array]:
    """The same without samples that are alone in their group and apart from nobody."""
    size = np.bincount(groups[groups != FREE], minlength=len(apart))
    busy = (size > 1) | apart.any(axis=1)
    number = np.append(np.where(busy, np.cumsum(busy) - 1, FREE), FREE)
    return number[groups], sparse.csr_array(apart[np.ix_(busy, busy)])


def _graph(pairs: IntArray, n_nodes: int) -> sparse.csr_array:
    """Symmetric adjacency of the listed pairs."""
    both: AnyArray = np.concatenate([pairs, pairs[:, ::-1]])
    ones = np.ones(len(both), dtype=np.bool_)
    graph = sparse.coo_array((ones, (both[:, 0], both[:, 1])), shape=(n_nodes, n_nodes))
    return sparse.csr_array(graph)


def _refuse_contradictions(groups: IntArray, cannot: IntArray) -> None:
    clash = groups[cannot[:, 0]] == groups[cannot[:, 1]]
    if clash.any():
        first, second = cannot[clash][0]
        raise ValueError(
            f"Contradictory constraints: samples {first} and {second} cannot be together, but a "
            f"chain of must-links joins them. {clash.sum()} cannot-links are contradicted so. "
            "Hint: drop one side; with candidates as well, disambiguator='none' adds only what "
            "is certain."
        )
