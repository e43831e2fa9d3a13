"""Clusters and classes of samples that were not in the fit."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from plclust.cluster._checks import check_features
from plclust.distributed import is_dask_array
from plclust.graph import Samples, Scaling
from plclust.guidance import LabelMap, guided_features
from plclust.typing import AnyArray, FloatArray, IntArray

ROUNDING = 1e-6  # by which a sample that is sure may seem not to be


class OutOfSampleMixin:
    """Prediction by the fitted samples that rebuild a new one, which must look like them."""

    affinity: str
    n_jobs: int | None
    neighbors_: Any
    labels_: IntArray
    cluster_classes_: AnyArray
    classes_: AnyArray
    label_distributions_: FloatArray
    _neighborhood: Any
    _label_map: LabelMap | None
    _scaling: Scaling  # of the features
    _length: float  # of the features, which the outputs of the map take on

    def predict(self, X: Any, *, min_confidence: float = 0.0) -> IntArray:
        """Cluster of samples that were not in the fit.

        Each sample is rebuilt from its nearest neighbours among the fitted samples (Eq. 1) and goes
        to the cluster that holds most of the weight.

        Parameters
        ----------
        X : array, sparse matrix, DataFrame or Dask array of shape (n_samples, n_features)
            Features; affinities to the fitted samples with ``affinity="precomputed"``.
        min_confidence : float, default=0.0
            Samples whose most probable class (:meth:`predict_proba`) is less probable than this
            are left out: their cluster is -1.

        Returns
        -------
        array of shape (n_samples,)
            Clusters, numbered as in ``labels_``, and -1 for samples left out.
        """
        if not isinstance(min_confidence, Real) or not 0.0 <= min_confidence <= 1.0:
            raise ValueError(
                f"min_confidence={min_confidence!r} is not a probability. Choose one from 0 to 1."
            )
        weights = self._weights_of(X)
        held = sparse.csr_array(
            (weights.data, self.labels_[weights.indices], weights.indptr),
            shape=(weights.shape[0], len(self.cluster_classes_)),
        )
        clusters = np.asarray(held.toarray().argmax(axis=1))
        if min_confidence > 0.0:
            clusters[self._mix(weights).max(axis=1) < min_confidence - ROUNDING] = -1
        return clusters

    def predict_proba(self, X: Any) -> FloatArray:
        """Confidence in each class for samples that were not in the fit.

        The label distributions of the neighbours, mixed with the weights of :meth:`predict`.

        Parameters
        ----------
        X : array, sparse matrix, DataFrame or Dask array of shape (n_samples, n_features)
            Features; affinities to the fitted samples with ``affinity="precomputed"``.

        Returns
        -------
        array of shape (n_samples, n_classes)
            Rows sum to one; columns as in ``classes_``.
        """
        return self._mix(self._weights_of(X))

    def _mix(self, weights: sparse.csr_array) -> FloatArray:
        """Label distributions of new samples, from the weights that rebuild them."""
        if len(self.classes_) == 0:
            raise ValueError(
                "Probabilities need classes, but y named none in fit. "
                "Use predict without min_confidence, or fit with candidate labels."
            )
        return np.asarray(weights @ self.label_distributions_)

    def _weights_of(self, X: Any) -> sparse.csr_array:
        """Weights that rebuild the rows of X from the fitted samples, in their order in fit."""
        check_is_fitted(self)
        if is_dask_array(X):
            computed = (block.compute() for block in X.blocks)
            blocks = [self._weights_of(block) for block in computed if block.shape[0] > 0]
            if not blocks:
                return self._weights_of(X.compute())  # which says that there are no samples
            return sparse.csr_array(sparse.vstack(blocks, format="csr"))
        X = self._as_in_fit(self._check_features(X, reset=False))
        features = self._scale(X, self._scaling, self.neighbors_)
        if self._label_map is not None:
            features = guided_features(features, self._label_map.outputs_of(X), self._length)
        weights = self._neighborhood.weights_of(features, self.n_jobs)
        _refuse_strangers(weights)
        order = self._neighborhood.order
        if not isinstance(order, slice):
            weights.indices = order[weights.indices]
        return weights

    def _as_in_fit(self, X: Any) -> Any:
        """Sparse or dense as the fitted samples are, beside which they will be."""
        fitted = getattr(self._neighborhood, "features", None)  # Dask's workers have dense ones
        if self.affinity == "precomputed" or sparse.issparse(X) == sparse.issparse(fitted):
            return X
        return X.toarray() if sparse.issparse(X) else sparse.csr_array(X)

    def _check_features(self, X: Any, *, reset: bool) -> Any:
        return check_features(self, X, reset=reset, precomputed=self.affinity == "precomputed")

    def _scale(self, X: Any, scaling: Scaling, neighbors: Any) -> Any:
        """Samples as neighbours that are found in this way see them."""
        if self.affinity == "precomputed":
            return X
        return Samples.over(X, scaling) if neighbors == "approximate" else scaling(X)


def _refuse_strangers(weights: sparse.csr_array) -> None:
    """Refuse samples of which nothing is known."""
    strangers = np.flatnonzero(weights.sum(axis=1) == 0.0)
    if strangers.size:
        raise ValueError(
            f"Row {strangers[0]} of X has no neighbour among the fitted samples, expected one at "
            f"least for each row; {strangers.size} rows have none. Leave them out."
        )


__all__ = ["OutOfSampleMixin"]
