from plclust.experiments import ExperimentResults
from plclust.report import render_latex


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
