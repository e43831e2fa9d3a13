import sys

import pytest

from plclust.plotting import ObjectiveDisplay
from plclust.plotting._matplotlib import axes_or_new, require_matplotlib


def test_without_matplotlib_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r'pip install "plclust\[report\]"'):
        ObjectiveDisplay([1.0]).plot()


def test_modules_are_given_by_name():
    assert require_matplotlib().__name__ == "matplotlib"
    assert require_matplotlib("matplotlib.figure").__name__ == "matplotlib.figure"


def test_new_axes_are_those_of_pyplot_with_room_for_legends():
    ax = axes_or_new(None)
    assert require_matplotlib("matplotlib.pyplot").gcf() is ax.figure
    assert "Constrained" in type(ax.figure.get_layout_engine()).__name__


def test_given_axes_are_taken_without_pyplot(monkeypatch):
    ax = require_matplotlib("matplotlib.figure").Figure().subplots()
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    assert axes_or_new(ax) is ax
