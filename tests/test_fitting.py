from types import SimpleNamespace

import pytest

from plclust._fitting import Settings


@pytest.mark.parametrize(("trust", "expected"), [(0.0, 2.0), (0.2, 2.0), (0.75, 3.0), (1.0, 4.0)])
def test_last_anchors_are_never_weaker_than_those_before(trust, expected):
    settings = SimpleNamespace(anchoring=2.0, trust=trust)
    assert Settings.last_anchoring.fget(settings) == pytest.approx(expected)
