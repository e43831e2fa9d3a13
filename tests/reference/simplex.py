"""Euclidean projection on the probability simplex, by sorting."""

import numpy as np


def project_on_simplex(values):
    """argmin ||u - v||^2 over u >= 0, sum(u) = 1.

    The solution is max(v - t, 0); with v sorted in decreasing order, t = (v_1 + ... + v_m - 1) / m
    for the largest m with v_m > t.
    """
    decreasing = np.sort(values)[::-1]
    thresholds = (np.cumsum(decreasing) - 1.0) / np.arange(1, len(values) + 1)
    last = np.flatnonzero(decreasing > thresholds)[-1]
    return np.maximum(values - thresholds[last], 0.0)


def project_on_candidate_simplices(values, candidates):
    """Each row projected on the distributions over its candidates."""
    projected = np.zeros_like(values)
    for i, allowed in enumerate(candidates):
        projected[i, allowed] = project_on_simplex(values[i, allowed])
    return projected
