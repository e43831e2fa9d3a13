import math

import pytest

from plclust.plotting import CurvesDisplay, draw_svg, series_style
from plotting.svg import parse, texts


def test_curves_of_ours_are_solid_and_the_papers_dashed():
    curve = [(0.1, 0.5, 0.01), (0.2, 0.6, None)]
    display = CurvesDisplay({"b": curve, "a": curve}, paper={"a": curve}, x_label="rho").plot()
    ours, theirs = display.lines_[1], display.lines_[2]
    assert ours.get_color() == theirs.get_color() == series_style(1)["color"]
    assert ours.get_linestyle() == "-"
    assert theirs.get_linestyle() == "--"
    assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == [
        *("b", "a", "a (paper)")
    ]
    assert [tick.get_text() for tick in display.ax_.get_xticklabels()] == ["0.1", "0.2"]


def test_styles_can_be_shared_between_figures():
    display = CurvesDisplay({"x": [(1, 2, None)]}, numbers={"x": 3}).plot(legend=False)
    assert display.lines_[0].get_color() == series_style(3)["color"]
    assert display.ax_.get_legend() is None


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0.1, math.nan, None)],
        [(0.1, math.inf, 0.1), (0.2, 0.3, math.nan)],
        [(0.0, 1.0, None), (1.0, 2.0, 0.1)],
        [(-1.0, 1.0, None)],
    ],
)
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_curves_with_gaps(points, scale):
    display = CurvesDisplay({"a": points, "b": []}, x_scale=scale)
    assert parse(draw_svg(lambda ax: display.plot(ax=ax), "gaps")) is not None


def test_log_ticks_are_the_values():
    display = CurvesDisplay({"a": [(0.01, 1, None), (1.0, 2, None)]}, x_scale="log")
    assert {"0.01", "1"} <= set(texts(draw_svg(lambda ax: display.plot(ax=ax), "log")))


def test_points_of_a_curve_may_have_no_deviation():
    display = CurvesDisplay({"a": [(1, 2), (2, 3), (3, 4)]}).plot()
    assert display.lines_[0].get_xydata().tolist() == [[1, 2], [2, 3], [3, 4]]
    with pytest.raises(ValueError, match="A point of a curve has 1 numbers"):
        CurvesDisplay({"a": [(1,), (2,)]}).plot()


@pytest.mark.parametrize(("least", "scale"), [(0.1, "log"), (0.0, "linear")])
def test_a_log_scale_is_given_up_if_an_x_is_not_positive(least, scale):
    display = CurvesDisplay({"a": [(least, 1), (1.0, 2)]}, x_scale="log").plot()
    assert display.ax_.get_xscale() == scale


@pytest.mark.parametrize(("n_points", "every"), [(12, True), (13, False)])
def test_up_to_12_values_have_a_tick_each(n_points, every):
    xs = [7.0 * number for number in range(n_points)]
    display = CurvesDisplay({"a": [(x, 1) for x in xs]}).plot()
    assert (display.ax_.get_xticks().tolist() == xs) is every


def test_curves_of_the_paper_alone_have_a_style_of_their_own():
    curve = [(1, 2, 0.1), (2, 3, 0.1)]
    display = CurvesDisplay({"a": curve}, paper={"b": curve}).plot()
    assert display.lines_[1].get_color() == series_style(1)["color"]
    assert len(display.ax_.collections) == 1
