"""Pages from templates, in which all text is escaped."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def render_page(template: str, **values: Any) -> str:
    """Fill a template of this folder; an unknown name in it is an error, not a gap."""
    jinja2 = require_jinja2()
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("plclust.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    page: str = environment.get_template(template).render(**values)
    return page


def safe(markup: str) -> Any:
    """Mark text as markup of our own making."""
    return import_module("markupsafe").Markup(markup)


def require_jinja2() -> Any:
    """Import jinja2, or say how to get it."""
    try:
        return import_module("jinja2")
    except ImportError as error:
        raise ImportError(
            "HTML pages need jinja2, which is not installed. "
            'Hint: pip install "plclust[report]", or write another format.'
        ) from error
