from dataclasses import replace

import pytest

from plclust.experiments import ExperimentResults
from plclust.report import render_latex
from plclust.report._entries import Entry
from plclust.report._latex import _entry


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


def test_nothing_gives_something():
    assert render_latex([])
    assert render_latex([ExperimentResults("t", "T", "fixed")])


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry(), ""),
        (Entry("0.5"), "0.5"),
        (Entry("—", note="a"), r"--\textsuperscript{a}"),
        (Entry("-0.5", "0.1", "second"), r"\underline{$-0.5$ $\pm$ 0.1}"),
        (Entry("∞", mark="best"), r"\textbf{$\infty$}"),
        (Entry("-∞"), r"$-\infty$"),
    ],
)
def test_entries(entry, expected):
    assert _entry(entry) == expected


def test_names_in_brackets_are_no_options(table):
    named = replace(table, row_names=("[x]",), cells={})
    text = render_latex([ExperimentResults("t", "T", "fixed", (named,))])
    assert "\n{[x]} & ours &  &  \\\\\n" in text


def test_every_sentence_ends_once(table):
    titled = replace(table, title="Really?", caption="No", notes=("Done.",))
    text = render_latex([ExperimentResults("t", "T", "fixed", (titled,))])
    assert r"\caption{Really? No. ACC, larger is better. Policy fixed" in text
    assert "\\footnotesize Done.\n" in text


def test_notes_follow_the_tables_of_their_result(table):
    results = [
        ExperimentResults("t", "T", "fixed", (table,), notes=(f"{n} % scaled", "Quick."))
        for n in (5, 6)
    ]
    text = render_latex(results)
    first, second = text.index(r"5 \% scaled. Quick."), text.index(r"6 \% scaled. Quick.")
    assert first < text.index(r"\label{tab:table2-lost-fixed-2}") < second
    assert text.count(r"\label{tab:table2-lost-fixed}") == 1
