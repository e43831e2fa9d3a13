import math
import sys
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import (
    ClusterDisplay,
    ClusterSizesDisplay,
    CurvesDisplay,
    LabelDistributionDisplay,
    ObjectiveDisplay,
    draw_svg,
    plot_style,
    series_style,
)
from plclust.plotting._sizes import cluster_names
from plclust.plotting._style import shorten

matplotlib = pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def no_window():
    matplotlib.use("agg")
    yield
    import matplotlib.pyplot as plt  # noqa: PLC0415

    plt.close("all")


@pytest.fixture(scope="module")
def fitted():
    X, truth = make_blobs(60, centers=3, random_state=0)
    y = [{"a", "b"} if t == 0 else None for t in truth]
    y[0:3] = ["a", "b", "c"]
    return PartialLabelClustering(random_state=0).fit(X, y), X, y


def parse(svg):
    return ET.fromstring(svg)  # noqa: S314 made here


def texts(svg):
    return ["".join(e.itertext()) for e in parse(svg).iter() if e.tag.endswith("text")]


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


def test_first_56_styles_differ():
    found = {(s["color"], s["marker"]) for s in map(series_style, range(56))}
    assert len(found) == 56


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


def test_names_are_text_whatever_they_are():
    names = ["<script>alert(1)</script>", "$x_1$", "$\\foo", "_hidden", "a&b", "line\nbreak", "九"]
    display = CurvesDisplay({name: [(1, i, None)] for i, name in enumerate(names)}, title='"<t>"')
    svg = draw_svg(lambda ax: display.plot(ax=ax), "names", description='"><script>')
    assert "<script" not in svg
    expected = [name if "\n" not in name else "line break" for name in names]
    assert set(expected) <= set(texts(svg))
    assert parse(svg).get("aria-label") == '"><script>'


def test_svg_takes_on_the_colours_and_the_font_of_the_page():
    display = CurvesDisplay({"a": [(1, 2, 0.1), (2, 3, 0.1)]}, paper={"a": [(1, 2, None)]})
    svg = draw_svg(lambda ax: display.plot(ax=ax), "one")
    assert "currentColor" in svg
    assert "var(--grid" in svg
    assert "var(--surface" in svg
    assert "#000000" not in svg
    assert "font-family" not in svg
    assert "<style" not in svg
    assert svg == draw_svg(lambda ax: display.plot(ax=ax), "one")


def test_parts_of_two_figures_never_share_a_name():
    display = CurvesDisplay({"a": [(1, 2, 0.1), (2, 3, 0.1)]})
    ids = [
        {e.get("id") for e in parse(draw_svg(display.plot, name)).iter()} - {None}
        for name in ("one", "two")
    ]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_displays_from_an_estimator(fitted):
    estimator, X, y = fitted
    for display in (
        ClusterDisplay.from_estimator(estimator),
        ClusterDisplay.from_estimator(estimator, X),
        ClusterSizesDisplay.from_estimator(estimator),
        LabelDistributionDisplay.from_estimator(estimator),
        LabelDistributionDisplay.from_estimator(estimator, y),
        ObjectiveDisplay.from_estimator(estimator),
    ):
        assert display.ax_.figure is display.figure_
        display.figure_.canvas.draw()


def test_the_estimator_may_be_the_last_step_of_a_pipeline(fitted):
    estimator, X, _ = fitted
    pipeline = make_pipeline(StandardScaler(), estimator)
    for display in (ClusterSizesDisplay, LabelDistributionDisplay, ObjectiveDisplay):
        assert display.from_estimator(pipeline).figure_ is not None
    points = ClusterDisplay.from_estimator(pipeline, X).points
    np.testing.assert_array_equal(points, ClusterDisplay.from_estimator(estimator, X).points)


def test_displays_draw_where_they_are_told_to(fitted):
    import matplotlib.pyplot as plt  # noqa: PLC0415

    _, ax = plt.subplots()
    assert ClusterSizesDisplay.from_estimator(fitted[0], ax=ax).ax_ is ax


@pytest.mark.parametrize("display", [ClusterDisplay, ClusterSizesDisplay, ObjectiveDisplay])
def test_an_estimator_must_be_fitted(display):
    with pytest.raises(NotFittedError):
        display.from_estimator(PartialLabelClustering())


def test_many_clusters_have_no_legend():
    rng = np.random.default_rng(0)
    labels = np.arange(100)
    names = cluster_names(range(100))
    display = ClusterDisplay(rng.normal(size=(100, 2)), labels, names).plot()
    assert display.ax_.get_legend() is None
    ClusterSizesDisplay(np.ones(100), names).plot()


def test_a_cluster_without_samples():
    display = ClusterDisplay([[0.0, 1.0]], [1], ["none", "one"]).plot()
    assert len(display.ax_.get_legend().get_texts()) == 1


def test_settings_are_put_back():
    before = matplotlib.rcParams["axes.grid"]
    with plot_style():
        assert matplotlib.rcParams["axes.grid"]
    assert matplotlib.rcParams["axes.grid"] == before


def test_names_are_shortened():
    assert shorten("a  b\nc") == "a b c"
    assert len(shorten("x" * 99)) == 28
    assert shorten("bell\x07, surrogate\ud800") == "bell , surrogate"
    assert shorten("soft\u00adhyphen, non\u200cjoiner") == "soft\u00adhyphen, non\u200cjoiner"


def test_without_matplotlib_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r'pip install "plclust\[report\]"'):
        ObjectiveDisplay([1.0]).plot()


def test_points_of_a_curve_may_have_no_deviation():
    display = CurvesDisplay({"a": [(1, 2), (2, 3), (3, 4)]}).plot()
    assert display.lines_[0].get_xydata().tolist() == [[1, 2], [2, 3], [3, 4]]
    with pytest.raises(ValueError, match="A point of a curve has 1 numbers"):
        CurvesDisplay({"a": [(1,), (2,)]}).plot()


@pytest.mark.parametrize("labels", [[0, -1], [0, 1], ["a", "b"]])
def test_samples_in_no_named_cluster_are_refused(labels):
    with pytest.raises(ValueError, match="expected numbers from 0 to 0"):
        ClusterDisplay(np.zeros((2, 2)), labels, ["only"]).plot()
