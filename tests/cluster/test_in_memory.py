"""What the steps of a fit hand to each other."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.metrics.pairwise import rbf_kernel

from plclust import PartialLabelClustering
from plclust.candidates import is_labelled
from plclust.cluster import _in_memory as home
from plclust.guidance import Teaching


def listen(monkeypatch, place, name):
    """The arguments of each call of a function, in a list that grows."""
    heard, original = [], getattr(place, name)

    def overheard(*args, **kwargs):
        heard.append((args, kwargs))
        return original(*args, **kwargs)

    monkeypatch.setattr(place, name, overheard)
    return heard


@pytest.fixture
def three_of_four_named(blobs):
    """The last of four classes has no name, and no sample of it a set."""
    X, y, truth = blobs
    known = y[:, :3].copy()
    known[truth == 3] = True
    known[~known.any(axis=1)] = True
    return X, known, truth


@pytest.mark.parametrize("n_clusters", [3, 4])
def test_map_learns_what_is_novel_where_clusters_are_free(
    three_of_four_named, monkeypatch, n_clusters
):
    X, y, truth = three_of_four_named
    taught = listen(monkeypatch, Teaching, "fit")
    PartialLabelClustering(n_clusters, regrouping=0, map_share=0, random_state=0).fit(X, y)
    for (_, confidence), _ in taught:
        assert confidence.shape == (160, n_clusters)
        np.testing.assert_allclose(confidence.sum(axis=1), 1.0)
    if n_clusters == 4:
        assert taught[0][0][1][truth == 3, 3].mean() > 0.7


def test_novelty_moves_samples_to_free_clusters(three_of_four_named, monkeypatch):
    X, y, _ = three_of_four_named
    cuts = listen(monkeypatch, home, "assign_by_anchored_kmeans")
    plc = PartialLabelClustering(4, random_state=0).fit(X, y)
    assert plc.novelty_.any()
    np.testing.assert_array_equal(cuts[-1][1]["novelty"], plc.novelty_)


def test_sets_in_doubt_have_no_say_in_what_the_map_foretells_for_them(blobs, monkeypatch):
    X, y, _ = blobs
    taught = listen(monkeypatch, Teaching, "fit")
    plc = PartialLabelClustering(guidance=1, map_share=0, tolerance=0.1, random_state=0)
    plc.fit(X, y)
    by_labels, by_clusters = (kwargs["apart"] for _, kwargs in taught)
    np.testing.assert_array_equal(by_labels, is_labelled(y))
    assert by_clusters is None


def test_anchors_count_less_where_the_graph_has_clusters_of_its_own(monkeypatch):
    """One label for each of two cliques: a trust of 0.5, of which the third power is left."""
    cuts = listen(monkeypatch, home, "assign_by_anchored_kmeans")
    for bridge in (0.0, 2.0):
        affinity = np.kron(np.eye(2), np.ones((6, 6)) - np.eye(6))
        affinity[5, 6] = affinity[6, 5] = bridge
        plc = PartialLabelClustering(
            n_neighbors=6, affinity="precomputed", doubt=1.0, anchoring=2.0, random_state=0
        )
        plc.fit(sparse.csr_array(affinity), [0, *[-1] * 10, 1])
    apart, bridged = (kwargs["anchoring"] for _, kwargs in cuts)
    assert apart == pytest.approx(2.0 * 0.5**3)
    assert 1.5 * apart < bridged < 2.0 * 0.5


def test_trusted_anchors_count_twice_in_the_last_cut(blobs, monkeypatch):
    X, y, _ = blobs
    cuts = listen(monkeypatch, home, "assign_by_anchored_kmeans")
    PartialLabelClustering(guidance=0, doubt=0.0, anchoring=1.5, random_state=0).fit(X, y)
    assert [kwargs["anchoring"] for _, kwargs in cuts] == [1.5, 3.0]


@pytest.mark.parametrize("guidance", [0, 1])
def test_graph_and_map_are_heard_in_the_last_cut_alone(blobs, monkeypatch, guidance):
    X, y, _ = blobs
    cuts = listen(monkeypatch, home, "assign_by_anchored_kmeans")
    before, heard = [], {}
    for share in (0.0, 0.25, 1.0):
        plc = PartialLabelClustering(guidance=guidance, map_share=share, doubt=2.0, random_state=0)
        plc.fit(X, y)
        regrouping, heard[share] = (args[1] for args, _ in cuts[-2:])
        before.append(regrouping)
    np.testing.assert_array_equal(before[0], before[1])
    np.testing.assert_array_equal(before[0], before[2])
    np.testing.assert_array_equal(heard[0.0], plc.label_distributions_)
    free = ~is_labelled(y)
    mean = 0.75 * heard[0.0] + 0.25 * heard[1.0]
    np.testing.assert_allclose(heard[0.25][free], mean[free])
    assert np.abs(heard[0.0] - heard[1.0]).max() > 0.1
    for confidence in heard.values():
        assert (confidence[~y] == 0.0).all()
        np.testing.assert_allclose(confidence.sum(axis=1), 1.0)


def test_no_map_is_fitted_where_nobody_asks_for_it(blobs, monkeypatch):
    X, y, _ = blobs
    taught = listen(monkeypatch, Teaching, "fit")
    alone = {"guidance": 0, "regrouping": 0, "random_state": 0}
    PartialLabelClustering(map_share=0.0, **alone).fit(X, y)
    PartialLabelClustering(assign_labels="kmeans", **alone).fit(X, y)
    assert not taught
    PartialLabelClustering(**alone).fit(X, y)
    assert len(taught) == 1


def test_an_objective_of_nothing_but_rounding_has_converged(blobs):
    X, y, _ = blobs
    plc = PartialLabelClustering(affinity="precomputed", constraints="all", random_state=0)
    plc.fit(rbf_kernel(X, gamma=0.05), y)  # warns if it has not
    assert abs(plc.objective_[-1]) < 1e-9
    assert plc.n_iter_ < plc.max_iter


def test_f_of_many_samples_begins_with_what_the_map_says(monkeypatch):
    """It has too few products to get far from the labels by itself."""
    X, truth = make_blobs(1200, 3, centers=9.0 * np.eye(3), random_state=0)
    y = np.full(1200, -1)
    y[:9] = truth[:9]
    for module in ("_in_memory", "_joint_model"):
        monkeypatch.setattr(f"plclust.cluster.{module}.MANY", 100)
    monkeypatch.setattr("plclust.cluster._joint_model.FEW_PRODUCTS", 3)
    right = [
        np.mean(
            PartialLabelClustering(map_share=share, random_state=0).fit(X, y).transduction_ == truth
        )
        for share in (0.0, 0.5)
    ]
    assert right[1] > 0.99 > right[0] + 0.05


def test_sets_that_are_not_believed_do_not_bind_the_map(monkeypatch):
    X, truth = make_blobs(180, centers=np.eye(3) * 6.0, random_state=1)
    y = np.eye(3, dtype=bool)[truth]
    labelled = np.arange(180) % 2 == 0
    wrong = np.flatnonzero(labelled)[::10]
    y[wrong] = np.eye(3, dtype=bool)[(truth[wrong] + 1) % 3]
    y[~labelled] = True
    bound, original = [], home.mix_opinions

    def overheard(confidence, outputs, candidates, share):
        bound.append(candidates)
        return original(confidence, outputs, candidates, share)

    monkeypatch.setattr(home, "mix_opinions", overheard)
    PartialLabelClustering(tolerance=0.1, random_state=0).fit(X, y)
    assert bound[-1][wrong].all(axis=1).mean() > 0.5
