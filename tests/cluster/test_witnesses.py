"""What other samples say about candidate sets that may be wrong."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import make_blobs

from plclust.candidates import is_labelled
from plclust.cluster import _witnesses as home
from plclust.cluster._witnesses import Witnesses
from plclust.disambiguation import as_distributions
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights, symmetrize
from plclust.guidance import Teaching
from reference.graphs import random_reconstruction


@pytest.fixture
def blobs_with_wrong_sets():
    """Half of the samples are labelled; 9 of the 90 sets miss the true class."""
    X, truth = make_blobs(180, centers=np.eye(3) * 6.0, random_state=1)
    reconstruction = reconstruction_weights(X, neighbor_graph(fit_neighbors(X, 8), 8))
    candidates = np.eye(3, dtype=bool)[truth]
    labelled = np.arange(180) % 2 == 0
    wrong = np.flatnonzero(labelled)[::10]
    candidates[wrong] = np.eye(3, dtype=bool)[(truth[wrong] + 1) % 3]
    candidates[~labelled] = True
    return X, reconstruction, candidates, wrong


@pytest.fixture
def witnesses():
    embedding = {"n_components": 3, "diffusion": 1.0}
    return Witnesses(share=0.1, n_clusters=3, anchoring=2.0, trust=1.0, embedding=embedding, seed=0)


def left_out(witnesses, reconstruction, candidates):
    trusted = witnesses.trusted(reconstruction, symmetrize(reconstruction), candidates)
    return np.flatnonzero(is_labelled(candidates) & ~is_labelled(trusted))


@pytest.mark.parametrize("mapped", [False, True])
def test_wrong_sets_are_found(blobs_with_wrong_sets, witnesses, mapped):
    X, reconstruction, candidates, wrong = blobs_with_wrong_sets
    if mapped:
        teaching = Teaching.over(X, np.random.RandomState(0))
        witnesses = replace(witnesses, teaching=teaching)
    found = left_out(witnesses, reconstruction, candidates)
    assert len(found) <= 9
    assert np.isin(wrong, found).mean() > 0.8


def test_the_map_alone_finds_wrong_sets_where_the_graph_says_nothing(
    blobs_with_wrong_sets, witnesses
):
    X, _, candidates, wrong = blobs_with_wrong_sets
    aimless = random_reconstruction(np.random.default_rng(2), 180, 150)
    mapped = replace(witnesses, teaching=Teaching.over(X, np.random.RandomState(0)))
    assert np.isin(wrong, left_out(witnesses, aimless, candidates)).mean() < 0.3
    assert np.isin(wrong, left_out(mapped, aimless, candidates)).mean() > 0.5


@pytest.mark.parametrize("n_clusters", [2, 5])
def test_clusters_need_not_be_as_many_as_classes(blobs_with_wrong_sets, witnesses, n_clusters):
    _, reconstruction, candidates, wrong = blobs_with_wrong_sets
    others = replace(witnesses, n_clusters=n_clusters)
    assert np.isin(wrong, left_out(others, reconstruction, candidates)).mean() > 0.6


@pytest.mark.usefixtures("small_blocks")
def test_same_sets_for_any_number_of_threads(blobs_with_wrong_sets, witnesses):
    _, reconstruction, candidates, _ = blobs_with_wrong_sets
    np.testing.assert_array_equal(
        left_out(witnesses, reconstruction, candidates),
        left_out(replace(witnesses, n_jobs=2), reconstruction, candidates),
    )


EMBEDDING = {"n_components": 2, "diffusion": 1.0}


@pytest.fixture
def two_cliques():
    cliques = np.kron(np.eye(2), np.ones((4, 4)) - np.eye(4)) / 3.0
    candidates = np.ones((8, 2), dtype=bool)
    candidates[0], candidates[5] = [True, False], [False, True]
    return sparse.csr_array(cliques), candidates


def test_witnesses_trust_anchors_as_little_as_the_cut_does(two_cliques, monkeypatch):
    heard, original = [], home.assign_by_anchored_kmeans

    def overheard(*args, **kwargs):
        heard.append(kwargs["anchoring"])
        return original(*args, **kwargs)

    monkeypatch.setattr(home, "assign_by_anchored_kmeans", overheard)
    judges = Witnesses(0.5, n_clusters=2, anchoring=2.0, trust=0.5, embedding=EMBEDDING, seed=0)
    weights, candidates = two_cliques
    judges.trusted(weights, weights, candidates)
    np.testing.assert_allclose(heard, 2.0 * 0.5**3)


def test_what_the_map_says_is_the_mean_over_partitions(two_cliques, monkeypatch):
    said, outputs = [], []

    class Map:
        def outputs_at(self, fold, confidence):
            del confidence
            found = np.random.default_rng(len(outputs)).random((len(fold), 2))
            outputs.append((fold, found))
            return found

    monkeypatch.setattr(home, "open_contradicted", lambda *given: said.extend(given[1]))
    judges = Witnesses(
        0.5, n_clusters=2, anchoring=2.0, trust=0.5, embedding=EMBEDDING, seed=0, teaching=Map()
    )
    weights, candidates = two_cliques
    judges.trusted(weights, weights, candidates)
    expected = np.zeros((8, 2))
    for fold, found in outputs:
        expected[fold] += as_distributions(found) / home.N_PARTITIONS
    np.testing.assert_allclose(said[2], expected)
