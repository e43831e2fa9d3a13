"""Values drawn in, as the formula has it."""

import numpy as np


def drawn_in(values, mean, deviation, limit):
    """Beyond the limit, and beyond zero, distances become logarithms of distances."""
    reach = limit * deviation
    low, high = np.minimum(mean - reach, 0.0), np.maximum(mean + reach, 0.0)
    above, below = np.maximum(values - high, 0.0), np.maximum(low - values, 0.0)
    inside = np.clip(values, low, high)
    return inside + reach * np.log(1.0 + above / reach) - reach * np.log(1.0 + below / reach)
