"""A figure as an SVG element that takes on the colours of the page around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from typing import Any
from xml.etree import ElementTree as ET

from plclust.plotting._matplotlib import require_matplotlib
from plclust.plotting._style import GRID, SURFACE, plot_style

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Light colours become variables of the page, black becomes the colour of its text.
THEMED = {
    "#000000": "currentColor",
    GRID: f"var(--grid, {GRID})",
    SURFACE: f"var(--surface, {SURFACE})",
}


def draw_svg(
    draw: Callable[[Any], object],
    name: str,
    *,
    description: str = "",
    size: tuple[float, float] = (6.4, 3.6),
) -> str:
    """Draw on axes of a new figure and return it as an ``<svg>`` element to put into a page.

    Names in the figure are text: they are escaped, can be selected, and are set in the font of the
    page. The same figure always gives the same string.

    Parameters
    ----------
    draw : callable
        Draws on the axes that it is given.
    name : str
        Letters, digits and hyphens that no other figure of the page has.
    description : str, default=""
        For readers who do not see the figure.
    size : (float, float), default=(6.4, 3.6)
        Width and height in inches.

    Examples
    --------
    >>> from plclust.plotting import CurvesDisplay, draw_svg
    >>> display = CurvesDisplay({"PLC": [(0.1, 0.5, None), (0.2, 0.6, None)]}, x_label="rho")
    >>> draw_svg(lambda ax: display.plot(ax=ax), "fig1", description="ACC over rho")[:21]
    '<svg xmlns="http://ww'
    """
    figures = require_matplotlib("matplotlib.figure")
    settings = {"svg.fonttype": "none", "svg.hashsalt": name}
    with plot_style(**settings):
        figure = figures.Figure(figsize=size, layout="constrained")
        draw(figure.add_subplot())
        written = StringIO()
        figure.savefig(written, format="svg", transparent=True, dpi=160, metadata={"Date": None})
    return _embed(written.getvalue(), name, description)


def _embed(document: str, name: str, description: str) -> str:
    document = NOT_IN_XML.sub(" ", document)  # control characters of names
    root = ET.fromstring(document)  # noqa: S314 matplotlib wrote it a moment ago
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in {f"{{{SVG}}}metadata", f"{{{SVG}}}style"}:
                parent.remove(child)
    used = set(re.findall(r"""(?:url\(|href=")#([^")]+)""", document))
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        _adapt(element, name)
    for attribute in ("width", "height", "version"):
        root.attrib.pop(attribute, None)
    # stroke-*: what the style sheet said that matplotlib writes into every figure.
    root.set("style", "fill: currentColor; stroke-linejoin: round; stroke-linecap: butt")
    root.set("role", "img")
    root.set("aria-label", NOT_IN_XML.sub(" ", description or name))
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    return ET.tostring(root, encoding="unicode")


def _adapt(element: ET.Element, name: str) -> None:
    """Make names of parts unique in the page, and colours those of the page."""
    for key, value in element.attrib.items():
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif key.endswith("href") and value.startswith("#"):
            element.set(key, f"#{name}-{value[1:]}")
        elif key in {"style", "clip-path"}:
            element.set(key, _themed(value.replace("url(#", f"url(#{name}-")))


def _themed(style: str) -> str:
    def replaced(found: re.Match[str]) -> str:
        return THEMED.get(found[0].lower(), found[0])

    # The font is left to the page, its size is not.
    style = re.sub(r"font: [^;]*?([\d.]+px)[^;]*", r"font-size: \1", style)
    style = re.sub(r"font-family: [^;]*;? ?", "", style)
    return re.sub(r"#[0-9a-fA-F]{6}\b", replaced, style)
