import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

from plclust.distributed import _search as search  # noqa: E402
from plclust.distributed._blocks import fetch  # noqa: E402
from plclust.distributed._parts import partition  # noqa: E402
from plclust.distributed._search import Answer, Question, nearest_neighbors, neighbors_of  # noqa: E402
from plclust.graph import Scaling, _cell_centres  # noqa: E402

INF = np.inf


@pytest.fixture
def parts(monkeypatch):
    """Samples of a plane, in cells of 32 on average, in three parts."""
    monkeypatch.setattr(_cell_centres, "CELL_SIZE", 32)
    X = np.random.default_rng(0).standard_normal((400, 2))
    return partition(da.from_array(X, chunks=(150, -1)), scaling=Scaling())


def features_of(parts):
    return search.fetch_rows(parts, np.arange(parts.n_samples))


def answer(rows, distances, numbers):
    return Answer(np.array(rows), np.array(distances, dtype=np.float32), np.array(numbers))


def assert_nearest(X, queries, found, *, first=0):
    """Each query has its nearest samples, from the first that counts on."""
    index = NearestNeighbors(n_neighbors=first + found.shape[1]).fit(X)
    expected = index.kneighbors(queries, return_distance=False)[:, first:]
    same = [np.isin(a, b).mean() for a, b in zip(found, expected, strict=True)]
    assert np.mean(same) > 0.999
    assert (found >= 0).all()


def test_the_nearest_of_all_answers_are_kept():
    answers = [
        answer([0, 2], [[1.0, 4.0], [3.0, INF]], [[10, 11], [12, -1]]),
        answer([0, 1], [[2.0, 3.0], [5.0, INF]], [[20, 21], [22, -1]]),
        answer([2], [[1.0, 2.0]], [[30, 31]]),
    ]
    distances, numbers = search._merge(answers, np.zeros(4), wanted=2)
    np.testing.assert_array_equal(numbers, [[10, 20], [22, -1], [30, 31], [-1, -1]])
    np.testing.assert_array_equal(distances, [[1, 2], [5, INF], [1, 2], [INF, INF]])


def test_of_equally_near_samples_those_of_the_earlier_part_are_kept():
    answers = [answer([0], [[1.0, 1.0]], [[4, 5]]), answer([0], [[1.0, 1.0]], [[8, 9]])]
    np.testing.assert_array_equal(search._merge(answers, np.zeros(1), wanted=2)[1], [[4, 5]])


def test_answers_replace_what_lonely_samples_had_found():
    found = np.array([[1.0, 2.0], [1.0, INF]]), np.array([[3, 4], [5, -1]])
    question = Question(np.zeros((1, 2)), np.array([1]), None)
    answers = [answer([1], [[1.0, 9.0]], [[5, 6]]), answer([1], [[2.0, 3.0]], [[7, 8]])]
    distances, numbers = search._with_answers(found, question, answers, 2)
    np.testing.assert_array_equal(numbers, [[3, 4], [5, 7]])
    np.testing.assert_array_equal(distances, [[1.0, 2.0], [1.0, 2.0]])
    np.testing.assert_array_equal(found[1], [[3, 4], [5, -1]])  # blocks are read again


def test_answers_that_find_too_few_are_refused():
    found = np.array([[1.0, INF]]), np.array([[3, -1]])
    question = Question(np.full((1, 2), 1e36), np.array([0]), None)
    with pytest.raises(ValueError, match=r"overflow in single precision.*1e\+36"):
        search._with_answers(found, question, [answer([0], [[1.0, INF]], [[3, -1]])], 2)


def test_most_true_neighbours_are_found(parts):
    found, _, recall = nearest_neighbors(parts, 5)
    X = features_of(parts)
    numbers = np.concatenate(fetch(found))
    exact = NearestNeighbors(n_neighbors=5).fit(X).kneighbors(return_distance=False)
    share = np.mean([np.isin(a, b).mean() for a, b in zip(numbers, exact, strict=True)])
    assert share > 0.93
    assert recall == pytest.approx(share, abs=0.02)


def test_samples_in_too_small_cells_ask_all_parts(parts, monkeypatch):
    monkeypatch.setattr(search, "probes_for", lambda *_: (1, 1.0))
    found, _, _ = nearest_neighbors(parts, 150)
    X = features_of(parts)
    assert_nearest(X, X, np.concatenate(fetch(found)), first=1)


def test_new_samples_near_too_small_cells_ask_all_parts(parts):
    queries = np.random.default_rng(1).standard_normal((20, 2))
    assert_nearest(features_of(parts), queries, neighbors_of(parts, queries, 150, 1))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_new_samples_far_away_are_refused(parts):
    with pytest.raises(ValueError, match="overflow in single precision"):
        neighbors_of(parts, np.full((1, 2), 1e36), 5, 8)


def test_parts_look_into_their_own_cells(parts):
    """By their numbers among all cells, and tell the numbers of samples among all."""
    first_cell, offsets = parts.cells(1)
    part, centres = fetch([parts.parts[1], parts.centres])
    first = int(parts.starts[1])
    queries = part.samples[:].astype(np.float32)
    probes = np.repeat(np.arange(len(offsets) - 1) + first_cell, np.diff(offsets))[:, None]
    question = Question(queries, np.arange(len(queries)), probes)
    answer = search._answer(part, question, centres, first_cell, offsets, first, 1)
    np.testing.assert_array_equal(answer.numbers[:, 0], first + np.arange(len(queries)))
