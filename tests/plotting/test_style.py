from io import BytesIO

import numpy as np
import pytest

from plclust.plotting import (
    ClusterDisplay,
    ClusterSizesDisplay,
    CurvesDisplay,
    plot_style,
    series_style,
)
from plclust.plotting._style import name_legend, shorten


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


def test_other_settings_win_and_are_put_back_after_a_failure():
    import matplotlib as mpl  # noqa: PLC0415

    def fail():
        with plot_style(**{"lines.linewidth": 9}):
            raise RuntimeError(mpl.rcParams["lines.linewidth"])

    before = mpl.rcParams["lines.linewidth"]
    with pytest.raises(RuntimeError, match=r"^9"):
        fail()
    assert mpl.rcParams["lines.linewidth"] == before


def test_lines_change_when_all_colours_were_used():
    styles = [series_style(number) for number in (0, 7, 14, 21)]
    assert {style["color"] for style in styles} == {"#0072B2"}
    assert [style["linestyle"] for style in styles] == ["-", "-.", ":", "-"]
    assert {series_style(number)["linestyle"] for number in range(7)} == {"-"}


def test_letters_that_the_font_lacks_are_no_warning(recwarn):
    from matplotlib.figure import Figure  # noqa: PLC0415

    with plot_style():
        figure = Figure()
        figure.text(0, 0, "九")
        figure.draw_without_rendering()
    assert not recwarn.list


def test_names_as_long_as_there_is_room_are_not_cut():
    assert shorten("abcd", 4) == "abcd"
    assert shorten("abc de", 5) == "abc…"
    assert shorten(7) == "7"


def test_every_name_of_a_legend_is_shown():
    from matplotlib.figure import Figure  # noqa: PLC0415

    ax = Figure().subplots()
    legend = ax.legend(ax.plot([[1, 2], [2, 3]]), ["0", "1"])
    name_legend(legend, ["_hidden", "x" * 99])
    assert [text.get_text() for text in legend.get_texts()] == ["_hidden", "x" * 27 + "…"]
    with pytest.raises(ValueError, match="zip"):
        name_legend(legend, ["one"])


@pytest.mark.parametrize(
    "display",
    [
        ClusterDisplay(np.eye(2), [0, 1], ["$5-$10", "$a_$"], x_label="$x_$"),
        ClusterSizesDisplay([3, 2], ["$5-$10", "$a_$"]),
        CurvesDisplay({"$5-$10": [(0, 1)], "$a_$": [(0, 2)]}, title="$a_$", y_label="$x_$"),
    ],
    ids=lambda display: type(display).__name__,
)
def test_dollar_signs_are_drawn_in_any_style(display):
    from matplotlib.text import Text  # noqa: PLC0415

    figure = display.plot().figure_
    figure.savefig(BytesIO())
    shown = [text for text in figure.findobj(Text) if text.get_visible()]
    named = [text for text in shown if "$" in text.get_text()]
    assert len(named) >= 2
    assert not any(text.get_parse_math() for text in named)
