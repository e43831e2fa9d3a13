from plclust.plotting import plot_style, series_style
from plclust.plotting._style import shorten


def test_first_56_styles_differ():
    found = {(s["color"], s["marker"]) for s in map(series_style, range(56))}
    assert len(found) == 56


def test_settings_are_put_back():
    import matplotlib as mpl  # noqa: PLC0415

    before = mpl.rcParams["axes.grid"]
    with plot_style():
        assert mpl.rcParams["axes.grid"]
    assert mpl.rcParams["axes.grid"] == before


def test_names_are_shortened():
    assert shorten("a  b\nc") == "a b c"
    assert len(shorten("x" * 99)) == 28
    assert shorten("bell\x07, surrogate\ud800") == "bell , surrogate"
    assert shorten("soft\u00adhyphen, non\u200cjoiner") == "soft\u00adhyphen, non\u200cjoiner"
