import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plclust.experiments import ExperimentResults, ResultTable
from plclust.report import (
    describe_environment,
    merge_versions,
    render_csv,
    render_latex,
    render_markdown,
)
from plclust.report._entries import _letter, format_number
from plclust.report._escape import (
    escape_latex,
    escape_markdown,
    guard_formula,
    one_line,
    shorten,
    slug,
)
from report.page import SCRIPT

RENDERERS = [render_csv, render_latex, render_markdown]


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


def test_latex_has_every_part(results):
    text = render_latex(results, {"python": "3.13\nx"})
    assert text.startswith("% Needs \\usepackage{booktabs,graphicx}")
    assert "% python: 3.13 x\n" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 4
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 6
    assert r"\textbf{0.401 $\pm$ 0.020}" in text
    assert r"\underline{0.300 $\pm$ 0.010}\textsuperscript{c}" in text
    assert "$+0.002$" in text
    assert "$-0.007$" in text
    assert r"--\textsuperscript{b}" in text
    assert r"\textsuperscript{a} mean of 9 of 10 runs: 1 failed." in text
    assert r"50 \% of \$x\_1\$" in text
    assert r"\textless{}script\textgreater{}alert(1)" in text
    assert r"\label{tab:table2-lost-hindsight}" in text


@pytest.mark.parametrize("render", RENDERERS)
def test_nothing_gives_something(render):
    assert render([])
    assert render([ExperimentResults("t", "T", "fixed")])


def test_csv_has_a_line_per_figure(results):
    lines = list(csv.DictReader(io.StringIO(render_csv(results))))
    assert len(lines) == 7 + 7 + 7
    first = lines[0]
    assert first["row"] == "PLC"
    assert float(first["mean"]) == 0.401
    assert float(first["difference"]) == pytest.approx(0.002)
    assert first["mark"] == "best"
    points = [line for line in lines if line["kind"] == "figure"]
    assert {line["row"] for line in points} == {"Lost", SCRIPT, "_hidden $x_1$"}
    assert any(line["paper_mean"] == "0.52" for line in points)


def test_csv_holds_no_formulas():
    table = ResultTable("t", "=HYPERLINK(1)", "", ("@x",), ("+y",), {}, "-m", "p")
    results = ExperimentResults("\t=1", "T", "fixed", (table,))
    assert render_csv([results]).count("\n") == 1
    assert [guard_formula(text) for text in ("=1", "@x", "+y", "-m", "\t=1", "x=1", "")] == [
        *("'=1", "'@x", "'+y", "'-m", "'\t=1"),
        *("x=1", ""),
    ]


@given(st.text())
def test_latex_has_no_special_characters_of_the_text_left(text):
    escaped = escape_latex(text)
    for command in (r"\\text[a-z]+\{\}", r"\\dots\{\}", r"\$(\\[a-z]+|-)\$", r"\\[{}$&#%_]"):
        escaped = re.sub(command, "", escaped)
    assert not set(escaped) & set('\\{}$&#%_^~<>|"\n')


@given(st.text())
def test_markdown_has_no_special_characters_of_the_text_left(text):
    escaped = escape_markdown(text)
    assert not set(escaped) & set("<>\n\r")
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]|~$]", escaped)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("# x", r"\# x"), ("- x", r"\- x"), ("1. x", r"1\. x"), ("1.5", "1.5"), ("+", r"\+")],
)
def test_markdown_starts_no_list_or_heading(text, expected):
    assert escape_markdown(text) == expected


def test_failures_are_shortened():
    assert shorten("") == ""
    assert shorten("a\nb") == "a b"
    assert len(shorten("x" * 999)) == 200
    assert one_line("a\x00\u2028b") == "a b"
    assert slug("<>") == "part"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ""),
        (float("nan"), ""),
        (float("-inf"), "-∞"),
        (-0.0004, "0.000"),
        (-0.0006, "-0.001"),
        (12.3456, "12.346"),
    ],
)
def test_numbers(value, expected):
    assert format_number(value, 3) == expected


def test_footnotes_never_run_out_of_letters():
    assert [_letter(i) for i in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]


def test_environment():
    found = describe_environment()
    assert found["plclust"]
    assert all(isinstance(text, str) and text for text in found.values())
    assert merge_versions([]) == {}
