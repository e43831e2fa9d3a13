import sys

import pytest

from plclust.plotting import ObjectiveDisplay


def test_without_matplotlib_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r'pip install "plclust\[report\]"'):
        ObjectiveDisplay([1.0]).plot()
