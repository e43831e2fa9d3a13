import pytest

from plclust.candidates import check_candidates
from plclust.candidates._suspects import printed_labels


@pytest.mark.parametrize(
    "y, message",
    [
        (
            ["['ann', 'bob']", "{'bob'}", ""],
            r"class \"\['ann', 'bob'\]\".* \(and 1 like it\).*literal_eval",
        ),
        (["ann;bob", "ann", "eve"], r"class 'ann;bob', and also a class.*'a\|b' if ';' stands"),
        (["bob", "eve, bob", "bob, eve"], r"class 'bob, eve' \(and 1 like it\).*if ',' stands"),
        (["ann", "nan", "bob"], r"class 'nan', as missing labels become.*Hint: None"),
    ],
)
def test_names_that_are_no_single_classes_are_warned_of(y, message):
    with pytest.warns(UserWarning, match=message) as told:
        _, classes = check_candidates(y)
    assert len(told) == 1
    assert {label for label in y if label} == set(classes.tolist())


@pytest.mark.parametrize(
    "names",
    [
        ["Smith, John", "Smith, Jane"],
        ["[sic]", "(b)"],
        ["nan"],
        ["a|b", "a"],
        [1, 2],
        [("a", 1), "a"],
    ],
)
def test_other_names_are_names(names):
    _, classes = check_candidates([{name} for name in names])
    assert set(classes.tolist()) == set(names)


def test_named_classes_are_meant():
    names = ["ann", "ann;bob"]
    assert check_candidates(names, classes=names)[0].tolist() == [[True, False], [False, True]]


@pytest.mark.parametrize(
    "text, labels",
    [
        ("['a', 'b']", ["a", "b"]),
        (" ('a',)", ["a"]),
        ("{'a': 1}", None),
        ("set()", []),
        ("[a]", None),
    ],
)
def test_printed_sets_are_told_from_other_text(text, labels):
    assert printed_labels(text) == labels
