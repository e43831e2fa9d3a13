import re

from plclust.experiments import ExperimentResults
from plclust.report import render_markdown
from report.page import SCRIPT


def test_markdown_has_every_part(results):
    text = render_markdown(results, {"python": "3.13"}, title="A *title*")
    assert text.startswith("# A \\*title\\*\n")
    assert "| **0.401 ± 0.020** | **0.490 ± 0.030** <sup>a</sup> |" in text
    assert "| &nbsp;&nbsp;*difference* | *+0.002* |" in text
    assert "<u>0.300 ± 0.010</u> <sup>c</sup>" in text
    assert "- a: mean of 9 of 10 runs: 1 failed" in text
    assert "alpha = 0.01" in text
    assert "Nothing to show." in text
    assert "## Coverage" in text
    assert "| python | 3.13 |" in text


def test_markdown_shows_scripts_as_text(results):
    text = render_markdown(results, {"<b>": SCRIPT})
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_markdown_tables_have_as_many_cells_in_every_row(results):
    text = render_markdown(results)
    for block in text.split("\n\n"):
        if block.startswith("|"):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_nothing_gives_something():
    assert render_markdown([])
    assert render_markdown([ExperimentResults("t", "T", "fixed")])
