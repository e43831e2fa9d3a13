"""Every entry point that takes candidates reads every form of them in the same way."""

from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from matplotlib.figure import Figure
from scipy import sparse
from sklearn.base import clone

from plclust import PartialLabelClustering, candidates, classify, cluster, metrics
from plclust.constraints import PairwiseConstraints
from plclust.datasets import make_candidate_blobs
from plclust.model_selection import (
    CandidateKFold,
    classes_of_clusters,
    consistency_scorer,
    cross_val_consistency,
)
from plclust.plotting import LabelDistributionDisplay

try:
    import polars as pl
except ImportError:
    pl = None


def batch_of(columns):
    return pa.table(columns).to_batches()[0]


N = 24
X, _, TRUTH = make_candidate_blobs(N, 4, 3, n_false_positives=1, random_state=0)
MISSING = np.arange(N) % 4 == 3
OTHER = (TRUTH + 1) % 3

NAMES = [None if MISSING[i] else "abc"[c] for i, c in enumerate(TRUTH)]
NUMBERS = [-1 if MISSING[i] else int(c) for i, c in enumerate(TRUTH)]
NULLABLE = [None if MISSING[i] else int(c) for i, c in enumerate(TRUTH)]
LARGE = [None if number is None else number + 2**60 for number in NULLABLE]  # floats would merge
BOOLEANS = (TRUTH == 0).tolist()
SIGNS = np.where(TRUTH == 0, 1, -1).tolist()
SETS = [set() if MISSING[i] else {"abc"[c], "abc"[OTHER[i]]} for i, c in enumerate(TRUTH)]
MARKS = np.array([[label in labels for label in "abc"] for labels in SETS])
NUMBERED_SETS = [set(np.flatnonzero(row).tolist()) for row in MARKS]
BARS = ["|".join(sorted(labels)) for labels in SETS]
LISTS = [sorted(labels) for labels in SETS]


def column(values, dtype=None):
    return np.array(values, dtype=dtype).reshape(-1, 1)


# The first form of each group is the one that the others are compared with.
FORMS = {
    "sets": {
        "sets": lambda: SETS,
        "lists": lambda: LISTS,
        "tuples": lambda: tuple(map(tuple, LISTS)),
        "view": lambda: dict(enumerate(SETS)).values(),
        "bars": lambda: BARS,
        "array of bars": lambda: np.array(BARS),
        "column of bars": lambda: column(BARS),
        "array of bytes": lambda: np.array(BARS, dtype="S"),
        "series": lambda: pd.Series(SETS),
        "frame": lambda: pd.DataFrame({"who": SETS}),
        "string": lambda: pd.Series(BARS, dtype="string[pyarrow]"),
        "frame of string": lambda: pd.DataFrame({"who": BARS}, dtype="string[pyarrow]"),
        "category": lambda: pd.Series(BARS, dtype="category"),
        "arrow lists in pandas": lambda: pd.Series(
            LISTS, dtype=pd.ArrowDtype(pa.list_(pa.string()))
        ),
        "arrow": lambda: pa.array(LISTS),
        "arrow text": lambda: pa.array([bars or None for bars in BARS]),
        "arrow bytes": lambda: pa.array([bars.encode() for bars in BARS]),
        "arrow dictionary": lambda: pa.array(BARS).dictionary_encode(),
        "arrow chunks": lambda: pa.chunked_array([LISTS[:5], LISTS[5:]]),
        "arrow column": lambda: pa.table({"who": LISTS}),
        "polars": lambda: pl.Series(LISTS),
        "polars text": lambda: pl.Series(BARS),
        "polars column": lambda: pl.DataFrame({"who": LISTS}),
        "marks": lambda: pd.DataFrame(MARKS, columns=list("abc")),
        "nullable marks": lambda: pd.DataFrame(MARKS, columns=list("abc")).astype("boolean"),
        "arrow marks": lambda: pa.table({name: MARKS[:, j] for j, name in enumerate("abc")}),
        "arrow numbers": lambda: pa.table({n: MARKS[:, j] * 1.0 for j, n in enumerate("abc")}),
        "arrow batch": lambda: batch_of({n: MARKS[:, j] for j, n in enumerate("abc")}),
        "polars marks": lambda: pl.DataFrame({n: MARKS[:, j] for j, n in enumerate("abc")}),
    },
    "indicator": {
        "sets": lambda: NUMBERED_SETS,
        "booleans": lambda: MARKS,
        "integers": lambda: MARKS.astype(int),
        "floats": lambda: MARKS.astype(float),
        "objects": lambda: MARKS.astype(object),
        "sparse": lambda: sparse.csr_array(MARKS),
        "coo": lambda: sparse.coo_matrix(MARKS.astype(int)),
        "frame": lambda: pd.DataFrame(MARKS),
    },
    "text": {
        "list": lambda: NAMES,
        "objects": lambda: np.array(NAMES, dtype=object),
        "column": lambda: column(NAMES, object),
        "masked": lambda: np.ma.array([name or "" for name in NAMES], mask=MISSING),
        "series": lambda: pd.Series(NAMES),
        "string": lambda: pd.Series(NAMES, dtype="string[pyarrow]"),
        "category": lambda: pd.Series(NAMES, dtype="category"),
        "frame of category": lambda: pd.DataFrame({"who": NAMES}, dtype="category"),
        "arrow": lambda: pa.array(NAMES),
        "arrow dictionary": lambda: pa.array(NAMES).dictionary_encode(),
        "polars": lambda: pl.Series(NAMES),
    },
    "numbers": {
        "list": lambda: NUMBERS,
        "array": lambda: np.array(NUMBERS),
        "bytes": lambda: np.array(NUMBERS, dtype=np.int8),
        "NaN": lambda: np.where(MISSING, np.nan, NUMBERS),
        "masked": lambda: np.ma.array(TRUTH, mask=MISSING),
        "column": lambda: column(NUMBERS),
        "masked column": lambda: np.ma.array(column(TRUTH), mask=column(MISSING)),
        "sparse column": lambda: sparse.csr_array(column(NUMBERS)),
        "series": lambda: pd.Series(NUMBERS),
        "frame": lambda: pd.DataFrame({"class": NUMBERS}),
        "Int64": lambda: pd.Series(NULLABLE, dtype="Int64"),
        "array of Int64": lambda: pd.array(NULLABLE, dtype="Int64"),
        "frame of Int64": lambda: pd.DataFrame({"class": NULLABLE}, dtype="Int64"),
        "Float64": lambda: pd.Series(NULLABLE, dtype="Float64"),
        "int64[pyarrow]": lambda: pd.Series(NULLABLE, dtype="int64[pyarrow]"),
        "category": lambda: pd.Series(NULLABLE, dtype="category"),
        "categorical": lambda: pd.Categorical(NULLABLE),
        "arrow": lambda: pa.array(NULLABLE),
        "arrow chunks": lambda: pa.chunked_array([NULLABLE[:5], NULLABLE[5:]]),
        "arrow column": lambda: pa.table({"class": NULLABLE}),
        "arrow batch": lambda: batch_of({"class": NULLABLE}),
        "polars": lambda: pl.Series(NULLABLE),
        "polars column": lambda: pl.DataFrame({"class": NULLABLE}),
    },
    "large numbers": {
        "list": lambda: LARGE,
        "Int64": lambda: pd.Series(LARGE, dtype="Int64"),
        "int64[pyarrow]": lambda: pd.Series(LARGE, dtype="int64[pyarrow]"),
        "arrow": lambda: pa.array(LARGE),
        "polars": lambda: pl.Series(LARGE),
    },
    "booleans": {
        "list": lambda: BOOLEANS,
        "array": lambda: np.array(BOOLEANS),
        "column": lambda: column(BOOLEANS),
        "sparse column": lambda: sparse.csr_array(column(BOOLEANS)),
        "series": lambda: pd.Series(BOOLEANS),
        "frame": lambda: pd.DataFrame({"is_a": BOOLEANS}),
        "boolean": lambda: pd.Series(BOOLEANS, dtype="boolean"),
        "frame of boolean": lambda: pd.DataFrame({"is_a": BOOLEANS}, dtype="boolean"),
        "arrow": lambda: pa.array(BOOLEANS),
        "arrow column": lambda: pa.table({"is_a": BOOLEANS}),
        "polars": lambda: pl.Series(BOOLEANS),
        "polars column": lambda: pl.DataFrame({"is_a": BOOLEANS}),
    },
    "nullable booleans": {
        "list": lambda: [None if m else b for m, b in zip(MISSING, BOOLEANS, strict=True)],
        "boolean": lambda: pd.Series(BOOLEANS, dtype="boolean").mask(MISSING),
        "column": lambda: pd.DataFrame({"is_a": BOOLEANS}, dtype="boolean").mask(column(MISSING)),
        "arrow": lambda: pa.array(BOOLEANS, mask=MISSING),
    },
    "signs": {
        "list": lambda: SIGNS,
        "array": lambda: np.array(SIGNS),
        "floats": lambda: np.array(SIGNS, dtype=float),
        "objects": lambda: np.array(SIGNS, dtype=object),
        "column": lambda: column(SIGNS),
        "sparse column": lambda: sparse.csc_array(column(SIGNS)),
        "series": lambda: pd.Series(SIGNS),
        "Int64": lambda: pd.Series(SIGNS, dtype="Int64"),
        "category": lambda: pd.Series(SIGNS, dtype="category"),
        "frame": lambda: pd.DataFrame({"class": SIGNS}),
        "arrow": lambda: pa.array(SIGNS),
        "arrow column": lambda: pa.table({"class": SIGNS}),
        "polars": lambda: pl.Series(SIGNS),
    },
}


def fitted(estimator):
    names = ("classes_", "labels_", "transduction_", "cluster_classes_")
    few = {"random_state": 0, "max_iter": 2, "n_init": 1, "guidance": 0, "regrouping": 0}

    def fit(y, _):
        taken = {name: few[name] for name in few.keys() & estimator.get_params()}
        found = clone(estimator).set_params(**taken).fit(X, y)
        return [getattr(found, name, None) for name in names]

    return fit


def score_held_out(y, reference):
    return consistency_scorer(classify.PLKNN().fit(X, reference), X, y)


def score_first_class(y, reference):
    _, classes = candidates.check_candidates(reference)
    return metrics.consistency_score(y, [classes[0]] * N)


@cache
def clusterer():
    return PartialLabelClustering(n_clusters=2, n_neighbors=5, random_state=0).fit(X)


def drawn_apart(y, _):
    return LabelDistributionDisplay.from_estimator(clusterer(), y, ax=Figure().subplots()).labelled


def proven(y, _):
    pairs = PairwiseConstraints.from_candidates(y)
    return pairs.must_link, pairs.cannot_link


ENTRY_POINTS = {
    "check_candidates": lambda y, _: candidates.check_candidates(y, N),
    "is_labelled": lambda y, _: candidates.is_labelled(y),
    "to_sets": lambda y, _: candidates.to_sets(y),
    "hide_candidates": lambda y, _: candidates.hide_candidates(y, 0.5, random_state=0),
    "labels_per_class": lambda y, _: candidates.labels_per_class(y),
    "from_complementary": lambda y, _: candidates.from_complementary(y),
    "from_candidates": proven,
    "PartialLabelClustering": fitted(PartialLabelClustering(n_neighbors=5)),
    **{name: fitted(getattr(cluster, name)()) for name in ("SC", "SSSC", "DPGLPCA", "SSCTLRR")},
    **{name: fitted(getattr(classify, name)()) for name in classify.__all__},
    "CandidateKFold": lambda y, _: [test for _, test in CandidateKFold(2).split(X, y)],
    "cross_val_consistency": lambda y, _: cross_val_consistency(classify.PLKNN(), X, y, cv=2),
    "consistency_scorer": score_held_out,
    "consistency_score": score_first_class,
    "evaluate_clustering": lambda y, _: metrics.evaluate_clustering(TRUTH, OTHER, y),
    "evaluate_classification": lambda y, _: metrics.evaluate_classification(TRUTH, OTHER, y),
    "classes_of_clusters": lambda y, _: classes_of_clusters(TRUTH, y),
    "LabelDistributionDisplay": drawn_apart,
}


def reference(group):
    return next(iter(FORMS[group].values()))()


def outcome(entry_point, y, group):
    """What comes out, or what is said against it."""
    try:
        return repr(ENTRY_POINTS[entry_point](y, reference(group)))
    except ValueError as error:
        return f"refused: {error}"


@cache
def expected(entry_point, group):
    return outcome(entry_point, reference(group), group)


# What is warned of differs between forms, as a column is; estimators with few samples warn too.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
@pytest.mark.parametrize(
    "group, form",
    [
        (group, form)
        for group, forms in FORMS.items()
        for form in list(forms)[1:]
        if pl is not None or not form.startswith("polars")
    ],
)
def test_forms_are_read_alike_everywhere(group, form, entry_point):
    assert outcome(entry_point, FORMS[group][form](), group) == expected(entry_point, group)
