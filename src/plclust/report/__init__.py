"""Results of experiments and of fits as HTML, Markdown, LaTeX and CSV."""

from plclust.report._csv import render_csv
from plclust.report._environment import describe_environment, merge_versions
from plclust.report._html import render_html
from plclust.report._latex import render_latex
from plclust.report._markdown import render_markdown
from plclust.report._summary import ClusterRow, FitSummary, render_fit_summary

__all__ = [
    "ClusterRow",
    "FitSummary",
    "describe_environment",
    "merge_versions",
    "render_csv",
    "render_fit_summary",
    "render_html",
    "render_latex",
    "render_markdown",
]
