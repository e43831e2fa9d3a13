import sys

import pytest

from plclust.report import render_html
from plclust.report._page import render_page, safe


def test_without_jinja2_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ImportError, match=r"plclust\[report\]"):
        render_html([])


@pytest.fixture
def template(monkeypatch):
    jinja2 = pytest.importorskip("jinja2")

    def replace(text):
        loader = jinja2.DictLoader({"t": text})
        monkeypatch.setattr("jinja2.PackageLoader", lambda *_: loader)
        return "t"

    return replace


def test_text_is_escaped_and_our_own_markup_is_not(template):
    name = template("{{ text }}|{{ markup }}\n")
    found = render_page(name, text='<b> & "c"', markup=safe("<b>"))
    assert found == "&lt;b&gt; &amp; &#34;c&#34;|<b>\n"


def test_a_gap_is_an_error(template):
    with pytest.raises(sys.modules["jinja2"].UndefinedError, match="'titel' is undefined"):
        render_page(template("{{ titel }}"), title="T")


def test_pages_are_found_among_the_templates():
    pytest.importorskip("jinja2")
    assert "<title>&lt;T&gt;</title>" in render_page("page.html.jinja", title="<T>")
