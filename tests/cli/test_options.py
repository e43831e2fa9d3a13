import click
import pytest

from plclust.cli._options import SEED, split_at_commas


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


@pytest.mark.parametrize("seed", ["0", "4294967295"])
def test_seeds_are_those_of_numpy(seed):
    assert SEED.convert(seed, None, None) == int(seed)


@pytest.mark.parametrize("seed", ["-1", "4294967296", "x"])
def test_other_seeds_are_refused(seed):
    with pytest.raises(click.BadParameter):
        SEED.convert(seed, None, None)
