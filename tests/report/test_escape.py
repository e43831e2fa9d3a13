import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plclust.report._escape import (
    Anchors,
    escape_latex,
    escape_markdown,
    guard_formula,
    in_brief,
    one_line,
    slug,
)


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
    assert in_brief("") == ""
    assert in_brief("a\nb") == "a b"
    assert len(in_brief("x" * 999)) == 200
    assert one_line("a\x00\u2028b") == "a b"
    assert slug("<>") == "part"


def test_formulas_are_guarded():
    assert [guard_formula(text) for text in ("=1", "@x", "+y", "-m", "\t=1", "x=1", "")] == [
        *("'=1", "'@x", "'+y", "'-m", "'\t=1"),
        *("x=1", ""),
    ]


def test_of_a_traceback_the_last_line_is_told():
    text = "Traceback (most recent call last):\n  File 'x.py'\nValueError: n\tis 0\n\n"
    assert in_brief(text) == "ValueError: n is 0"
    assert in_brief("abc def", 5) == "abc…"
    assert in_brief("abcde", 5) == "abcde"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\\b", r"a\textbackslash{}b"),
        ("{x}^2~", r"\{x\}\textasciicircum{}2\textasciitilde{}"),
        ("± ∞ … ≤ \N{GREEK SMALL LETTER ALPHA}", r"$\pm$ $\infty$ \dots{} $\leq$ $\alpha$"),
        ("two\n\nlines", "two lines"),
        (7, "7"),
    ],
)
def test_latex_of_special_characters(text, expected):
    assert escape_latex(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a-b: 1. x", "a-b: 1. x"),
        ("  - x", r"\- x"),
        ("12) x", r"12\) x"),
        ("&lt;", "&amp;lt;"),
        ("a|b\n|c", r"a\|b \|c"),
        (0.5, "0.5"),
    ],
)
def test_markdown_of_special_characters(text, expected):
    assert escape_markdown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Table 2: <Lost>", "table-2-lost"), ("--a__b--", "a-b"), ("é", "part"), ("", "part")],
)
def test_slugs_are_letters_digits_and_hyphens(text, expected):
    assert slug(text) == expected


def test_anchors_that_are_taken_are_numbered():
    anchors = Anchors("coverage")
    assert [anchors("Coverage"), anchors("A", "b"), anchors("a-b"), anchors("a b")] == [
        *("coverage-2", "a-b", "a-b-2", "a-b-3"),
    ]
