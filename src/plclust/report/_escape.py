"""Text from data as text in Markdown, LaTeX and CSV. (HTML is escaped by its templates.)"""

from __future__ import annotations

import re

LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "±": r"$\pm$",
    "\N{MINUS SIGN}": r"$-$",
    "∞": r"$\infty$",
    "…": r"\dots{}",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "\N{GREEK SMALL LETTER ALPHA}": r"$\alpha$",
    "\N{GREEK SMALL LETTER BETA}": r"$\beta$",
    "\N{GREEK SMALL LETTER GAMMA}": r"$\gamma$",
    "\N{GREEK SMALL LETTER RHO}": r"$\rho$",
}
MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")
LINE_STARTS = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+#=:])")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def one_line(text: object) -> str:
    r"""Text without line breaks and other control characters.

    Examples
    --------
    >>> one_line(" two\n lines\x00")
    'two lines'
    """
    return " ".join(re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", str(text)).split())


def in_brief(text: str, width: int = 200) -> str:
    r"""What a failure comes to: of a traceback the last line, of all else the start.

    Examples
    --------
    >>> in_brief("Traceback (most recent call last):\n  File ...\nValueError: n is 0\n")
    'ValueError: n is 0'
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and "Traceback (most recent call last)" in text:
        text = lines[-1]
    line = one_line(text)
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def escape_latex(text: object) -> str:
    r"""Text that LaTeX sets as it is.

    Examples
    --------
    >>> escape_latex("50 % of $x_1$")
    '50 \\% of \\$x\\_1\\$'
    """
    return "".join(LATEX.get(letter, letter) for letter in one_line(text))


def escape_markdown(text: object) -> str:
    r"""Text that Markdown shows as it is, at the start of a line too.

    Examples
    --------
    >>> escape_markdown("<b> a|b *c*")
    '&lt;b&gt; a\\|b \\*c\\*'
    """
    line = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = MARKDOWN.sub(lambda found: "\\" + found[0], line)
    return LINE_STARTS.sub(lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", line)


def guard_formula(text: object) -> str:
    """Text that a spreadsheet does not take for a formula.

    Examples
    --------
    >>> guard_formula("=1+1"), guard_formula("PLC")
    ("'=1+1", 'PLC')
    """
    line = str(text)
    return f"'{line}" if line.startswith(FORMULA_STARTS) else line


def slug(text: str) -> str:
    """Letters, digits and hyphens for anchors and labels.

    Examples
    --------
    >>> slug("Table 2: <Lost>")
    'table-2-lost'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"


class Anchors:
    """Names of places in a page, each given once."""

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken)

    def __call__(self, *parts: str) -> str:
        wanted = slug("-".join(parts))
        found, number = wanted, 2
        while found in self._taken:
            found, number = f"{wanted}-{number}", number + 1
        self._taken.add(found)
        return found
