"""The tables as LaTeX, to be pasted into a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plclust.experiments._tables import ExperimentResults, ResultTable
from plclust.report._entries import OURS, Entry, Line, lay_out
from plclust.report._escape import Anchors, one_line
from plclust.report._escape import escape_latex as escape
from plclust.report._parts import by_experiment, coverage_rows, facts_of, figure_table

PREAMBLE = r"% Needs \usepackage{booktabs,graphicx} and \usepackage[T1]{fontenc}."
# Shrinks what is wider than the page, and nothing else.
FIT = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


def render_latex(
    results: Iterable[ExperimentResults], environment: Mapping[str, str] | None = None
) -> str:
    r"""Write results as LaTeX tables with the rules of booktabs; figures as tables of values.

    Parameters
    ----------
    results : iterable of ExperimentResults
        What to show, in this order.
    environment : dict of str to str, default=None
        Machine and versions, as comments at the top.

    Examples
    --------
    >>> from plclust.report import render_latex
    >>> print(render_latex([], {"Python": "3.13"}))
    % Needs \usepackage{booktabs,graphicx} and \usepackage[T1]{fontenc}.
    % Python: 3.13
    """
    results = list(results)
    about = [f"% {one_line(name)}: {one_line(text)}" for name, text in (environment or {}).items()]
    blocks = ["\n".join([PREAMBLE, *about])]
    labels = Anchors("coverage")
    for _, group in by_experiment(results):
        for result in group:
            tables = (*result.tables, *map(figure_table, result.figures))
            blocks += [
                "\n".join(_table(table, labels(table.name, result.policy))) for table in tables
            ]
            if result.notes:
                blocks.append(_notes(result.notes))
    if any(result.coverage for result in results):
        blocks.append("\n".join(_coverage(results)))
    return "\n\n".join(blocks) + "\n"


def _notes(notes: Iterable[str]) -> str:
    """Remarks on all tables before them, as a paragraph of their own."""
    return rf"\noindent{{\footnotesize {' '.join(map(_sentence, notes))}\par}}"


def _table(table: ResultTable, label: str) -> Iterator[str]:
    laid_out = lay_out(table)
    sentences = [table.title, table.caption, facts_of(table)]
    yield r"\begin{table}[ht]"
    yield r"\centering\small\setlength{\tabcolsep}{4pt}"
    yield rf"\caption{{{' '.join(_sentence(text) for text in sentences if text)}}}"
    yield rf"\label{{tab:{label}}}"
    if laid_out.rows and table.column_names:
        yield FIT
        yield rf"\begin{{tabular}}{{ll{'r' * len(table.column_names)}}}"
        yield r"\toprule"
        yield " & ".join(["", "", *map(escape, table.column_names)]) + r" \\"
        for row in laid_out.rows:
            yield r"\midrule"
            yield from (_line(row.name, line) for line in row.lines)
        yield r"\bottomrule"
        yield r"\end{tabular}}"
    else:
        yield "Nothing to show."
    for letter, text in laid_out.footnotes:
        yield rf"\par\footnotesize\textsuperscript{{{letter}}} {_sentence(text)}"
    for text in table.notes:
        yield rf"\par\footnotesize {_sentence(text)}"
    yield r"\end{table}"


def _line(name: str, line: Line) -> str:
    first = escape(name) if line.kind == OURS else ""
    # Braces keep a name such as "[x]" from being read as an option of the line break before.
    return " & ".join([f"{{{first}}}", line.kind, *map(_entry, line.entries)]) + r" \\"


def _entry(entry: Entry) -> str:
    mean = entry.mean.replace("—", "--").replace("∞", r"$\infty$")
    if mean.startswith(("+", "-")) and mean != "--":
        mean = f"${mean.replace('$', '')}$"
    text = mean + (rf" $\pm$ {entry.std}" if entry.std else "")
    if entry.mark:
        text = rf"\{'textbf' if entry.mark == 'best' else 'underline'}{{{text}}}"
    return text + (rf"\textsuperscript{{{entry.note}}}" if entry.note else "")


def _sentence(text: str) -> str:
    escaped = escape(text)
    return escaped if escaped.endswith((".", "!", "?")) else f"{escaped}."


def _coverage(results: Iterable[ExperimentResults]) -> Iterator[str]:
    yield r"\begin{table}[ht]"
    yield r"\centering\small\setlength{\tabcolsep}{4pt}"
    yield r"\caption{What was run, what failed, what is not to be had.}"
    yield r"\label{tab:coverage}"
    yield FIT
    yield r"\begin{tabular}{lllp{3.5cm}rrrrp{4cm}}"
    yield r"\toprule"
    header = ["experiment", "policy", "data set", "methods"]
    yield " & ".join([*header, "planned", "done", "failed", "not run", "why"]) + r" \\"
    yield r"\midrule"
    for row in coverage_rows(results):
        yield " & ".join(f"{{{escape(value)}}}" for value in row) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}}"
    yield r"\end{table}"
