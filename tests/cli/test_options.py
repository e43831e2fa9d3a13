import click
import pytest

from plclust.cli._options import SEED, finite, not_zero, split_at_commas


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((), ()),
        (("a",), ("a",)),
        (("a, b", "c,,", " "), ("a", "b", "c")),
        (("PLC (default)", "PLC (default)"), ("PLC (default)", "PLC (default)")),
    ],
)
def test_options_are_repeated_or_hold_several_names(values, expected):
    assert split_at_commas(None, None, values) == expected


@pytest.mark.parametrize("value", ["", " ", ",,"])
def test_options_that_name_nothing_are_refused(value):
    with pytest.raises(click.BadParameter, match="names nothing; leave the option out"):
        split_at_commas(None, None, (value,))


def test_numbers_that_are_none_are_refused():
    assert not_zero(None, None, -1) == -1
    assert finite(None, None, 0.5) == 0.5
    assert not_zero(None, None, None) is finite(None, None, None) is None
    with pytest.raises(click.BadParameter, match="-1 for all cores"):
        not_zero(None, None, 0)
    for value in (float("nan"), float("inf")):
        with pytest.raises(click.BadParameter, match=f"{value} is no finite number"):
            finite(None, None, value)


@pytest.mark.parametrize("seed", ["0", "4294967295"])
def test_seeds_are_those_of_numpy(seed):
    assert SEED.convert(seed, None, None) == int(seed)


@pytest.mark.parametrize("seed", ["-1", "4294967296", "x"])
def test_other_seeds_are_refused(seed):
    with pytest.raises(click.BadParameter):
        SEED.convert(seed, None, None)
