import re

import pytest

from plclust.experiments import ExperimentResults
from plclust.report import render_markdown
from plclust.report._entries import Entry
from plclust.report._markdown import _entry
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


@pytest.mark.parametrize(
    ("entry", "kind", "expected"),
    [
        (Entry(), "difference", ""),
        (Entry("-0.5", "0.1"), "ours", "\N{MINUS SIGN}0.5 ± 0.1"),
        (Entry("0.5", mark="best", note="a"), "ours", "**0.5** <sup>a</sup>"),
        (Entry("0.5", mark="second"), "paper", "<u>0.5</u>"),
        (Entry("+0.5"), "difference", "*+0.5*"),
    ],
)
def test_entries(entry, kind, expected):
    assert _entry(entry, kind) == expected


def test_figures_are_to_the_right_and_names_to_the_left(table):
    text = render_markdown([ExperimentResults("t", "T", "fixed", (table,))], {"cores": "2"})
    assert "|  | rho = 0.05 | rho = 0.10 |\n| --- | ---: | ---: |\n| PLC |" in text
    assert text.endswith("|  |  |\n| --- | --- |\n| cores | 2 |\n")
