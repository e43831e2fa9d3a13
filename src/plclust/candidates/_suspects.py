"""Names of classes that look like sets, or like missing labels."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from plclust._warnings import warn_user
from plclust.candidates._labels import NOTHING_AS_STRINGS

SEPARATORS = (";", ",")  # that may be meant instead of a bar
BRACKETS = ("{", "[", "(")


def warn_of_suspects(labels: Sequence[Any]) -> None:
    """Warn of names that are likely to be no single classes.

    Examples
    --------
    >>> warn_of_suspects(["Smith, John", "Smith, Jane"])  # names, as there is no class called Smith
    """
    names = [label for label in labels if isinstance(label, str)]
    printed = [name for name in names if printed_labels(name) is not None]
    if printed:
        warn_user(
            f"y names the class {printed[0]!r}, which looks like a set that was turned into text"
            f"{_and_more(printed)}; it is taken for a single class. Hint: [ast.literal_eval(s) for "
            "s in y], or text such as 'a|b'.",
            UserWarning,
        )
    for separator in SEPARATORS:
        several = [name for name in names if _has_class_within(name, separator, set(names))]
        if several:
            warn_user(
                f"y names the class {several[0]!r}{_and_more(several)}, and also a class that is a "
                f"part of it; it is taken for a single class. Hint: 'a|b' if {separator!r} stands "
                "between candidates.",
                UserWarning,
            )
    missing = [name for name in names if name in NOTHING_AS_STRINGS]
    if missing and len(labels) > 1:
        warn_user(
            f"y names the class {missing[0]!r}{_and_more(missing)}, as missing labels become when "
            "they are turned into text. Hint: None for a missing label.",
            UserWarning,
        )


def printed_labels(text: str) -> list[Any] | None:
    """Labels of a set, list or tuple that was printed; None if the text is something else.

    Examples
    --------
    >>> printed_labels("['ann', 'bob']"), printed_labels("set()"), printed_labels("[sic]")
    (['ann', 'bob'], [], None)
    """
    if text.strip() == "set()":
        return []
    if text.strip()[:1] not in BRACKETS:
        return None
    try:
        found = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return None
    return list(found) if isinstance(found, (set, list, tuple)) else None


def _has_class_within(name: str, separator: str, names: set[str]) -> bool:
    parts = [part.strip() for part in name.split(separator)]
    return len(parts) > 1 and not names.isdisjoint(parts)


def _and_more(names: list[str]) -> str:
    return f" (and {len(names) - 1} like it)" if len(names) > 1 else ""


__all__ = ["printed_labels", "warn_of_suspects"]
