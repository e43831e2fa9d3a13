import pytest

from plclust.report._entries import _letter, format_number


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
