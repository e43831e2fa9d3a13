import re

import pytest

from plclust.plotting import CurvesDisplay, draw_svg
from plclust.plotting._svg import _themed
from plotting.svg import parse, texts


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


def test_the_name_describes_a_figure_without_description():
    svg = parse(draw_svg(lambda _: None, "fig-1"))
    assert svg.get("aria-label") == "fig-1"
    assert svg.get("role") == "img"


def test_the_page_says_how_wide_a_figure_is():
    svg = parse(draw_svg(lambda _: None, "one", size=(5, 2)))
    assert svg.get("viewBox") == "0 0 360 144"
    assert svg.get("width") is svg.get("height") is None


def test_parts_that_are_used_keep_a_name_of_which_the_figure_is_the_start():
    display = CurvesDisplay({"a": [(1, 2, 0.1), (2, 3, 0.1)]})
    svg = draw_svg(lambda ax: display.plot(ax=ax), "one")
    names = {element.get("id") for element in parse(svg).iter()} - {None}
    used = set(re.findall(r'(?:url\(|href=")#([^")]+)', svg))
    assert names == used
    assert all(name.startswith("one-") for name in names)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("fill: #000000", "fill: currentColor"),
        (
            "fill: #FFFFFF; stroke: #d0d4da",
            "fill: var(--surface, #ffffff); stroke: var(--grid, #d0d4da)",
        ),
        ("fill: #0072b2", "fill: #0072b2"),
        (
            "font: 9px 'DejaVu Sans', sans-serif; text-anchor: end",
            "font-size: 9px; text-anchor: end",
        ),
        ("font: bold 10.5px serif", "font-size: 10.5px"),
        (
            "font-size: 9px; font-family: 'A', serif; fill: #000000",
            "font-size: 9px; fill: currentColor",
        ),
    ],
)
def test_colours_are_those_of_the_page_and_fonts_are_left_to_it(style, expected):
    assert _themed(style) == expected


def test_control_characters_become_blanks():
    display = CurvesDisplay({"PLC": [(0.1, 0.5)]}, title="one\x07two", x_label="rho\x00")
    svg = draw_svg(lambda ax: display.plot(ax=ax), "fig", description="a\x1bb")
    assert {"one two", "rho "} <= set(texts(svg))
    assert parse(svg).get("aria-label") == "a b"
