from plclust.plotting import CurvesDisplay, draw_svg
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
