"""What graph and label map say together."""

import numpy as np
import pytest

from plclust.disambiguation import as_distributions, mix_opinions


@pytest.fixture
def opinions():
    """F within its candidates, and outputs of a map that knows nothing of them."""
    rng = np.random.default_rng(0)
    candidates = rng.random((60, 5)) < 0.6
    candidates[~candidates.any(axis=1)] = True
    confidence = rng.dirichlet([0.3] * 5, 60) * candidates + 1e-12 * candidates
    return (
        confidence / confidence.sum(axis=1, keepdims=True),
        rng.normal(0.2, 0.4, (60, 5)),
        candidates,
    )


def test_outputs_of_any_sign_become_distributions(opinions):
    _, outputs, _ = opinions
    given = outputs.copy()
    distributions = as_distributions(outputs)
    np.testing.assert_array_equal(outputs, given)
    np.testing.assert_allclose(distributions.sum(axis=1), 1.0)
    assert (distributions > 0.0).all()
    np.testing.assert_array_equal(distributions.argmax(axis=1), outputs.argmax(axis=1))


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_opinions_are_averaged_within_the_candidates(opinions, share):
    confidence, outputs, candidates = opinions
    mixed = mix_opinions(confidence, outputs, candidates, share)
    assert (mixed[~candidates] == 0.0).all()
    for i in range(len(mixed)):
        said = np.maximum(outputs[i], 1e-3)
        mean = [
            (1.0 - share) * f + share * g if allowed else 0.0
            for f, g, allowed in zip(confidence[i], said / said.sum(), candidates[i], strict=True)
        ]
        np.testing.assert_allclose(mixed[i], np.array(mean) / sum(mean), atol=1e-12)


def test_single_precision_stays(opinions):
    confidence, outputs, candidates = opinions
    mixed = mix_opinions(confidence.astype(np.float32), outputs, candidates, 0.5)
    assert mixed.dtype == np.float32
    np.testing.assert_allclose(mixed.sum(axis=1), 1.0, atol=1e-6)
