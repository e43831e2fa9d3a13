import sys

import pytest

from plclust.report import render_html


def test_without_jinja2_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ImportError, match=r"plclust\[report\]"):
        render_html([])
