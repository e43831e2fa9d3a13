"""Every form of candidate labels gives the same matrix, and every mistake a message that helps."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import sparse

from plclust.candidates import check_candidates, to_sets

ROWS = [[1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 1, 1], [0, 1, 1]]
EXPECTED = np.array([[1, 1, 0], [0, 0, 1], [1, 1, 1], [1, 1, 1], [0, 1, 1]], dtype=bool)
SETS = [{"a", "b"}, {"c"}, set(), {"a", "b", "c"}, {"b", "c"}]
LISTS = [["b", "a"], ["c"], [], ["a", "b", "c"], ["c", "b"]]
BARS = ["a|b", "c", "", "c | a|b", " b|c "]


def objects(elements):
    array = np.empty(len(elements), dtype=object)
    array[:] = elements
    return array


NAMED_FORMS = {
    "sets": SETS,
    "frozensets": list(map(frozenset, SETS)),
    "tuple of sets": tuple(SETS),
    "lists": LISTS,
    "tuples": list(map(tuple, LISTS)),
    "arrays": [np.array(labels, dtype=str) for labels in LISTS],
    "object array of sets": objects(SETS),
    "object array of lists": objects(LISTS),
    "series of sets": pd.Series(SETS, index=[5, 1, 3, 2, 4]),
    "series of lists": pd.Series(LISTS),
    "one column of sets": pd.DataFrame({"names": SETS}),
    "one column of strings": pd.DataFrame({"names": BARS}),
    "one object column": objects(SETS).reshape(-1, 1),
    "bars": BARS,
    "string array of bars": np.array(BARS),
    "series of bars": pd.Series(BARS),
    "mixed": [{"a", "b"}, "c", None, "a|b|c", ("c", "b")],
    "frame": pd.DataFrame(ROWS, columns=list("abc")),
    "frame of floats": pd.DataFrame(ROWS, columns=list("abc"), dtype=float),
    "frame of nullables": pd.DataFrame(ROWS, columns=list("abc")).astype("boolean"),
    "frame of several types": pd.DataFrame(ROWS, columns=list("abc")).astype({"a": bool}),
    "frame in another order": pd.DataFrame(ROWS, columns=list("abc"))[["c", "a", "b"]],
}
UNNAMED_FORMS = {
    **{f"array of {kind}": np.array(ROWS, dtype=kind) for kind in (bool, int, float, object)},
    "fortran array": np.asfortranarray(ROWS),
    "strided array": np.repeat(ROWS, 2, axis=1)[:, ::2],
    **{
        f"{kind} matrix": sparse.csr_matrix(ROWS).asformat(kind)
        for kind in ("csr", "csc", "coo", "lil", "dok", "bsr")
    },
    "sparse array": sparse.csr_array(np.array(ROWS, dtype=bool)),
}


@pytest.mark.parametrize("form", NAMED_FORMS)
def test_forms_with_names_agree(form):
    y = NAMED_FORMS[form]
    candidates, classes = check_candidates(y, len(ROWS))
    np.testing.assert_array_equal(candidates, EXPECTED)
    assert classes.tolist() == ["a", "b", "c"]
    assert classes.dtype.kind == "U"
    assert candidates.dtype == bool
    assert candidates.flags.c_contiguous


@pytest.mark.parametrize("form", UNNAMED_FORMS)
def test_forms_without_names_agree(form):
    y = UNNAMED_FORMS[form]
    candidates, classes = check_candidates(y, len(ROWS))
    np.testing.assert_array_equal(candidates, EXPECTED)
    assert classes.tolist() == [0, 1, 2]
    assert candidates.flags.c_contiguous
    assert check_candidates(y, classes=["a", "b", "c"])[1].tolist() == ["a", "b", "c"]


@pytest.mark.parametrize("form", ["sets", "bars", "frame"])
def test_classes_fix_the_columns_in_every_form(form):
    candidates, classes = check_candidates(NAMED_FORMS[form], classes=["d", "c", "a", "b"])
    assert classes.tolist() == ["d", "c", "a", "b"]
    np.testing.assert_array_equal(candidates[:2], [[0, 0, 1, 1], [0, 1, 0, 0]])
    assert candidates[2].all()
    # All three named labels leave the fourth class out.
    np.testing.assert_array_equal(candidates[3], [0, 1, 1, 1])


def test_polars_forms_agree():
    pl = pytest.importorskip("polars")
    forms = [
        pl.DataFrame(ROWS, schema=["a", "b", "c"], orient="row"),
        pl.DataFrame(ROWS, schema=["a", "b", "c"], orient="row").cast({"a": pl.Boolean}),
        pl.Series(LISTS),
        pl.Series(BARS),
        pl.DataFrame({"names": LISTS}),
        pl.DataFrame({"names": BARS}),
        pl.Series([*LISTS[:2], None, *LISTS[3:]]),
    ]
    for y in forms:
        candidates, classes = check_candidates(y, len(ROWS))
        np.testing.assert_array_equal(candidates, EXPECTED)
        assert classes.tolist() == ["a", "b", "c"]
    pairs, numbers = check_candidates(pl.Series([[1, 2], [3, 1]], dtype=pl.Array(pl.Int64, 2)))
    np.testing.assert_array_equal(pairs, [[1, 1, 0], [1, 0, 1]])
    assert numbers.tolist() == [1, 2, 3]


def test_polars_labels():
    pl = pytest.importorskip("polars")
    expected = [[1, 0], [1, 1], [0, 1]]
    for series in [
        pl.Series([1, None, 3]),
        pl.Series(["a", None, "b"]),
        pl.Series(["a", None, "b"], dtype=pl.Categorical),
        pl.Series([False, None, True]),
    ]:
        np.testing.assert_array_equal(check_candidates(series)[0], expected)


@pytest.mark.parametrize(
    "y, classes, kind",
    [
        ([0, 2, -1, 0], [0, 2], "i"),
        ((0, 2, -1, 0), [0, 2], "i"),
        (np.array([0, 2, -1, 0], dtype=np.int8), [0, 2], "i"),
        (np.array([0.0, 2.0, np.nan, 0.0]), [0, 2], "i"),
        ([0.0, 2.0, -1.0, 0.0], [0, 2], "i"),
        ([0, 2, float("nan"), 0], [0, 2], "i"),
        ([1e300, 2e300, None, 1e300], [1e300, 2e300], "f"),
        (["x", "y", None, "x"], ["x", "y"], "U"),
        (["x", "y", "", "x"], ["x", "y"], "U"),
        (["x", "y", -1, "x"], ["x", "y"], "U"),
        ([" x", "y", "  ", " x"], [" x", "y"], "U"),
        (np.array(["x", "y", None, "x"], dtype=object), ["x", "y"], "U"),
        ([False, True, None, False], [False, True], "b"),
        ([1, "x", None, 1], [1, "x"], "O"),
        ([2**70, 2**71, None, 2**70], [2**70, 2**71], "O"),
        ([2**63 - 1, 2**63 + 1, -1, 2**63 - 1], [2**63 - 1, 2**63 + 1], "O"),
        ([b"x", b"y", None, b"x"], [b"x", b"y"], "O"),
        (pd.Series([0, 2, pd.NA, 0], dtype="Int64"), [0, 2], "i"),
        (pd.Series(["x", "y", None, "x"], dtype="category"), ["x", "y"], "U"),
        (pd.Categorical(["x", "y", None, "x"]), ["x", "y"], "U"),
        (pd.Series(["x", "y", pd.NA, "x"], dtype="string"), ["x", "y"], "U"),
        (pd.Series(["x", "y", pd.NaT, "x"], dtype=object), ["x", "y"], "U"),
    ],
)
def test_labels_of_many_types(y, classes, kind):
    candidates, found = check_candidates(y)
    np.testing.assert_array_equal(candidates, [[1, 0], [0, 1], [1, 1], [1, 0]])
    assert found.tolist() == classes
    assert found.dtype.kind == kind


def test_dates_are_labels():
    days = np.array(["2020-01-01", "NaT", "2021-01-01"], dtype="datetime64[ns]")
    for y in (days, pd.Series(days), list(days)):
        candidates, classes = check_candidates(y)
        np.testing.assert_array_equal(candidates, [[1, 0], [1, 1], [0, 1]])
        assert classes.tolist() == list(days[[0, 2]])


def test_tuples_survive_as_classes():
    candidates, classes = check_candidates([{("a", 1)}, {("b", 2), ("a", 1)}, {("c", 3)}])
    np.testing.assert_array_equal(candidates, [[1, 0, 0], [1, 1, 0], [0, 0, 1]])
    assert classes.tolist() == [("a", 1), ("b", 2), ("c", 3)]
    assert check_candidates([], classes=[(1, 2), (3, 4)])[1].tolist() == [(1, 2), (3, 4)]
    columns = pd.MultiIndex.from_tuples([("b", 1), ("a", 2)])
    assert check_candidates(pd.DataFrame([[1, 0]], columns=columns))[1].tolist() == [
        ("a", 2),
        ("b", 1),
    ]


def test_mixed_types_have_an_order_of_their_own():
    for y in ([{"b", 2}, {"a", (1, 2), 10}], [{(1, 2), 10, "a"}, {2, "b"}]):
        assert check_candidates(y)[1].tolist() == [10, 2, "a", "b", (1, 2)]


def test_single_string_keeps_its_spaces_but_parts_do_not():
    assert check_candidates([" <=50K", "a | b"])[1].tolist() == [" <=50K", "a", "b"]


def test_bar_inside_a_set_is_part_of_the_name():
    assert check_candidates([{"a|b"}, {"c"}])[1].tolist() == ["a|b", "c"]


def test_repeated_labels_in_a_list_count_once():
    np.testing.assert_array_equal(check_candidates([["a", "a"], ["b"]])[0], np.eye(2))


def test_none_needs_nothing_but_the_number_of_samples():
    candidates, classes = check_candidates(None, 3)
    assert candidates.shape == (3, 0)
    assert classes.shape == (0,)
    assert check_candidates(None, 3, classes=["a", "b"])[0].tolist() == [[True, True]] * 3


@pytest.mark.parametrize("y", [[None, None], [-1, -1], [set(), []], ["", np.nan], np.empty((2, 0))])
def test_nobody_has_a_class(y):
    candidates, classes = check_candidates(y, 2)
    assert candidates.shape == (2, 0)
    assert classes.shape == (0,)


def test_no_samples():
    assert check_candidates([])[0].shape == (0, 0)
    assert check_candidates([], classes=["a", "b"])[0].shape == (0, 2)
    assert check_candidates(np.empty((0, 3)))[0].shape == (0, 3)


@pytest.mark.parametrize("dtype", [bool, float])
def test_caller_keeps_y(dtype):
    y = np.array(ROWS, dtype=dtype)
    before = y.copy()
    candidates, _ = check_candidates(y)
    candidates[:] = False
    np.testing.assert_array_equal(y, before)


def test_caller_keeps_classes():
    given = np.array(["b", "a"])
    _, classes = check_candidates(["a"], classes=given)
    classes[:] = "z"
    assert given.tolist() == ["b", "a"]


MISTAKES = {
    "string": ("a|b", "y is of type str, expected a list.*Hint: put its entries into a list"),
    "number": (3, "y is of type int"),
    "scalar array": (np.array(3), "y is of type ndarray"),
    "set": ({"a", "b"}, "y is of type set.*in order"),
    "mapping": ({0: "a"}, "y is of type dict"),
    "generator": ((label for label in "ab"), "y is of type generator"),
    "list of rows": (ROWS, r"y\[0\] is \[1, 1, 0\].*repeats a label.*Hint:.*np\.asarray\(y\)"),
    "None in a set": (["a", {"b", None}], r"y\[1\] is .*None.*missing label in it.*Hint: leave"),
    "-1 in a list": ([[0], [0, -1]], r"y\[1\] is \[0, -1\], a candidate set with a missing"),
    "nan alone": ([{"a"}, [np.nan]], r"y\[1\] is \[nan\]"),
    "NaT in a tuple": ([("a", pd.NaT)], r"y\[0\] is \('a', NaT\)"),
    "nothing between bars": (["a||b"], r"y\[0\] is 'a\|\|b'"),
    "list in a list": ([["a"], ["a", ["b"]]], r"y\[1\] has a label that cannot.*'list'.*Hint"),
    "mapping as label": ([{"a": 1}], r"y\[0\] has a label that cannot be a class.*'dict'"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_in_y(mistake):
    y, message = MISTAKES[mistake]
    with pytest.raises(ValueError, match=f"(?s){message}"):
        check_candidates(y)


@pytest.mark.parametrize("y", [["a", "b"], [{"a"}, {"b"}], np.eye(2)])
def test_wrong_length(y):
    with pytest.raises(ValueError, match=r"y describes 2 samples, expected 3\. Hint: pass one ent"):
        check_candidates(y, 3)


def test_none_without_a_number_of_samples():
    with pytest.raises(ValueError, match=r"y is None.*Hint: pass n_samples=len\(X\)"):
        check_candidates(None)


@pytest.mark.parametrize(
    "y, classes, message",
    [
        (["a", "b"], ["a"], r"y\[1\] names 'b'.*not among the 1 classes.*Hint: add it"),
        (np.array([5, 7, 5]), [5], r"y\[1\] names 7"),
        ([1], ["1"], r"y\[0\] names 1"),
        (["a"], ["a", "b", "a"], "'a' occurs more than once in classes"),
        ([1], [1, 1.0], "1 occurs more than once in classes"),
        (["a"], ["a", None], "None stands for a missing label, expected none in classes"),
        ([0], np.array([0, -1]), "-1 stands for a missing label"),
        (["a"], [["a"]], "classes must be hashable.*'list'.*Hint: write a class as"),
        (["a"], "abc", "classes is of type str"),
        (["a"], {"a"}, "classes is of type set"),
        (["a"], np.array([["a"]]), r"classes has shape \(1, 1\), expected one dimension"),
    ],
)
def test_mistakes_in_classes(y, classes, message):
    with pytest.raises(ValueError, match=f"(?s){message}"):
        check_candidates(y, classes=classes)


@settings(deadline=None)
@given(st.lists(st.sets(st.integers(0, 4)), min_size=1), st.randoms())
def test_order_of_samples_does_not_matter(sets, random):
    order = list(range(len(sets)))
    random.shuffle(order)
    candidates, classes = check_candidates(sets)
    shuffled, same = check_candidates([sets[i] for i in order])
    np.testing.assert_array_equal(shuffled, candidates[order])
    np.testing.assert_array_equal(same, classes)


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.none(),
            st.just(-1),
            st.integers(0, 3),
            st.integers(0, 3).map(float),
            st.just(float("nan")),
            st.text("ab|", max_size=1).filter(lambda label: label != "|"),
        )
    )
)
@example([1, -1])
def test_labels_and_sets_of_one_agree(labels):
    wrapped = [
        set() if label in {None, -1, ""} or label != label else {label}  # noqa: PLR0124
        for label in labels
    ]
    candidates, classes = check_candidates(labels)
    np.testing.assert_array_equal(check_candidates(wrapped)[0], candidates)
    assert check_candidates(wrapped)[1].tolist() == classes.tolist()


def test_import_stays_light():
    heavy = "{'sklearn.cluster', 'sklearn.linear_model', 'numba', 'matplotlib'}"
    code = f"import sys, plclust.candidates; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names_that_differ_in_blanks_are_refused():
    with pytest.raises(ValueError, match="differ in blanks only"):
        check_candidates(["cat", " cat", "dog"])
    with pytest.raises(ValueError, match="differ in blanks only"):
        check_candidates(["cat ", "cat|dog"])


@pytest.mark.parametrize("missing", [np.nan, -1])
def test_missing_labels_that_became_strings_are_refused(missing):
    labels = ["cat", missing, "dog"]
    with pytest.raises(ValueError, match=r"y\[1\] is .* as NumPy writes a missing label"):
        check_candidates(np.array(labels))
    assert check_candidates(np.array(labels, dtype=object))[1].tolist() == ["cat", "dog"]
    with pytest.warns(UserWarning, match=r"the class 'None', as missing labels become.*Hint: None"):
        assert check_candidates(["cat", "None"])[1].tolist() == ["None", "cat"]


def test_measurements_are_refused():
    with pytest.raises(ValueError, match=r"continuous. y\[1\] is 0.5, a measurement"):
        check_candidates(np.array([1.0, 0.5]))


@pytest.mark.parametrize(
    "y", [[1, 0.5, None], np.array([None, 0.5, np.nan], dtype=object), np.array([0.0, np.inf])]
)
def test_measurements_are_refused_in_any_container(y):
    with pytest.raises(ValueError, match=r"continuous. y\[1\] is (0.5|inf), a measurement"):
        check_candidates(y)


def test_numbers_with_fractions_may_be_names_beside_others():
    assert check_candidates([2.5, "a"])[1].tolist() == [2.5, "a"]


def test_masked_labels_are_missing():
    candidates, classes = check_candidates(np.ma.array([0, 1, 2], mask=[False, False, True]))
    assert classes.tolist() == [0, 1]
    assert candidates.tolist() == [[True, False], [False, True], [True, True]]


def test_indicator_of_two_classes_as_a_list_of_rows_is_refused():
    with pytest.raises(ValueError, match="says nothing about any sample"):
        check_candidates([[1, 0], None, [0, 1], [1, 0]])
    assert check_candidates([[1, 0], [0, 1], [1]])[0].tolist() == [[True] * 2] * 2 + [[False, True]]


def test_ranges_and_views_are_sequences():
    assert check_candidates([range(2), range(1, 3)])[1].tolist() == [0, 1, 2]
    assert check_candidates({"x": "cat", "y": None}.values())[1].tolist() == ["cat"]


@pytest.mark.parametrize(
    "y",
    [
        list(np.ma.array([0, 1, 2], mask=[False, False, True])),
        np.ma.array([["a"], ["b"], ["c"]], mask=[[False], [False], [True]]),
        np.ma.array([b"a", b"b", b"c"], mask=[False, False, True]),
        np.ma.array(["a", "b", "-1"], mask=[False, False, True]),
        np.ma.array(np.arange(3).astype("datetime64[ns]"), mask=[False, False, True]),
    ],
    ids=["list", "column", "bytes", "text", "dates"],
)
def test_masked_labels_are_missing_in_any_form(y):
    candidates, classes = check_candidates(y)
    assert len(classes) == 2
    assert candidates.tolist() == [[True, False], [False, True], [True, True]]


def test_arrays_of_bytes_are_text():
    y = np.array(["rené|bob".encode(), b"", b"bob"])
    for form in (y, y[:, None]):
        candidates, classes = check_candidates(form)
        assert classes.tolist() == ["bob", "rené"]
        assert candidates.tolist() == [[True, True], [True, True], [True, False]]
    with pytest.raises(ValueError, match=r"bytes that are no UTF-8.*Hint: decode them"):
        check_candidates(np.array(["rené".encode("latin-1")]))


def test_empty_bytes_are_missing():
    assert check_candidates([b"x", b"", b"y"])[1].tolist() == [b"x", b"y"]


@pytest.mark.parametrize("y", [[1, -1, 1], np.array([1.0, -1.0, 1.0]), pd.Series([1, -1, 1])])
def test_minus_one_is_missing_beside_one_alone(y):
    candidates, classes = check_candidates(y)
    assert candidates.tolist() == [[True]] * 3
    assert classes.tolist() == [1]


@pytest.mark.parametrize(
    "y",
    [
        [1, -1, None],
        [{1}, -1, None],
        np.array([1.0, -1.0, np.nan]),
        np.ma.array([1, -1, 5], mask=[0, 0, 1]),
        pa.array([1, -1, None]),
    ],
)
def test_minus_one_is_missing_beside_sets_and_other_missing_labels(y):
    assert check_candidates(y)[1].tolist() == [1]


@pytest.mark.parametrize(
    "y",
    [[-1, 1, None], np.array([-1.0, 1.0, np.nan]), [{-1}, [1], set()], [{-1}, 1, {1, -1}]],
)
def test_minus_one_is_a_class_if_the_classes_are_signs(y):
    candidates, classes = check_candidates(y, classes=[1, -1])
    assert candidates.tolist() == [[False, True], [True, False], [True, True]]
    assert classes.tolist() == [1, -1]
    assert check_candidates(to_sets(candidates, classes), classes=classes)[1].tolist() == [1, -1]
    assert check_candidates([-1, -1], classes=[1, -1])[0].tolist() == [[False, True]] * 2


@pytest.mark.parametrize("form", [pd.Series, pd.array, pd.Index])
@pytest.mark.parametrize("dtype", ["Int64", "int64[pyarrow]"])
def test_large_numbers_stay_apart_beside_missing_labels(form, dtype):
    y = form([2**60, 2**60 + 1, None], dtype=dtype)
    assert check_candidates(y)[1].tolist() == [2**60, 2**60 + 1]


def test_what_has_no_form_is_named():
    with pytest.raises(ValueError, match=r"label that cannot be a class.*'dict'.*Hint: write"):
        check_candidates(pa.array([{"a": 1}]))
    with pytest.raises(ValueError, match=r"expected one dimension"):
        check_candidates(["a"], classes=pa.table({"a": [1], "b": [2]}))


def test_the_first_wrong_entry_is_named():
    with pytest.raises(ValueError, match=r"y\[2\] is 'a\|\|b'"):
        check_candidates(["a", "a", "a||b", "a", "a||b"])
