import numpy as np
import pytest
from sklearn.utils import check_random_state

from plclust.graph import Samples, learn_scaling
from plclust.guidance import Teaching, guided_features

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed._blocks import fetch
from plclust.distributed._guidance import (
    feature_weights,
    fit_label_map,
    start_teaching,
    views_by,
)
from plclust.distributed._parts import Part, Partition

N_SAMPLES = 350  # more than the basis has functions
STARTS = np.array([0, 200, 201, 350])


def cut(values):
    return np.split(values, STARTS[1:-1])


@pytest.fixture(params=[np.float64, np.float32])
def samples(request):
    X = np.random.default_rng(0).standard_normal((N_SAMPLES, 3)).astype(request.param)
    return Samples.over(X, learn_scaling(X, tail_limit=1.0, offset=0.35))


@pytest.fixture
def parts(samples):
    scaled = [Samples.over(X, samples.scaling) for X in cut(samples.X)]
    parts = [Part(*part) for part in zip(scaled, cut(np.arange(N_SAMPLES)), strict=True)]
    return Partition(STARTS, parts, np.arange(4), STARTS, None)


@pytest.fixture(params=[N_SAMPLES, 200, 40])  # with 40, a part has none
def n_teachers(request, monkeypatch):
    monkeypatch.setattr("plclust.guidance._teaching.VERY_MANY", request.param)
    return request.param


def test_the_map_is_that_in_memory(samples, parts, n_teachers):
    confidence = np.random.default_rng(1).dirichlet(np.full(4, 0.3), N_SAMPLES)
    states = [check_random_state(0) for _ in range(2)]
    in_memory = Teaching.over(samples.unscaled(), states[0])
    teaching = start_teaching(parts, states[1])
    assert states[0].randint(2**31 - 1) == states[1].randint(2**31 - 1)  # what follows is the same
    sizes = [len(rows) for rows in teaching.teachers]
    assert sum(sizes) == n_teachers
    assert (0 in sizes) == (n_teachers == 40)
    label_map, _ = in_memory.fit(confidence)
    found = fit_label_map(teaching, cut(confidence))
    np.testing.assert_array_equal(found.basis.centres, in_memory.basis.centres)
    outputs = label_map.outputs_of(samples.X)
    tolerance = 1e-6 if samples.dtype == np.float64 else 1e-3
    np.testing.assert_allclose(found.outputs_of(samples.X), outputs, atol=tolerance)
    weights = feature_weights(parts, teaching, cut(confidence), samples.scaling, 0.8)
    expected = in_memory.feature_weights(confidence, samples.scaling, 0.8)
    np.testing.assert_allclose(weights, expected, rtol=1e-6)
    scaling = samples.scaling.weighted(weights)
    views = fetch(views_by(parts, found, 0.7, scaling))
    seen = guided_features(samples.seen_through(scaling), outputs, 0.7)
    for view, lengths, votes in zip(views, cut(seen.lengths), cut(seen.votes), strict=True):
        assert view.votes.dtype == samples.dtype
        np.testing.assert_allclose(view.votes, votes, atol=2.0 * tolerance)
        np.testing.assert_allclose(view.lengths, lengths, rtol=1e-5)
        np.testing.assert_array_equal(view.scaling.weights, weights)


def test_another_teaching_leaves_the_map_as_it_was(parts):
    confidence = np.random.default_rng(1).dirichlet(np.ones(3), N_SAMPLES)
    teaching = start_teaching(parts, check_random_state(0))
    X = np.random.default_rng(2).standard_normal((5, 3))
    first = fit_label_map(teaching, cut(confidence))
    before = first.outputs_of(X)
    second = fit_label_map(teaching, cut(confidence[::-1]))
    assert not np.allclose(second.outputs_of(X), before)
    np.testing.assert_array_equal(first.outputs_of(X), before)
