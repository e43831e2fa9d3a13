"""How much labelled samples count in the label map."""

import numpy as np
import pytest
from sklearn.utils import check_random_state

from plclust import PartialLabelClustering
from plclust.candidates import is_labelled
from plclust.cluster._emphasis import OFFERED, choose_emphasis
from plclust.cluster._guidance import LabelMap
from plclust.disambiguation import hold_out
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights


def unseen_stripes(n_samples=300):
    """Two classes, features that tell them apart, and others that know nothing of them."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n_samples)
    X = np.column_stack([2.0 * truth - 1.0, rng.standard_normal((n_samples, 1))])
    candidates = np.eye(2, dtype=bool)[truth]
    candidates[n_samples // 2 :] = True
    blind = rng.standard_normal((n_samples, 10))
    return X, blind, candidates


def graph_of(features):
    return reconstruction_weights(features, neighbor_graph(fit_neighbors(features, 8), 8))


def chosen(X, graph, candidates, **params):
    label_map = LabelMap.over(X, check_random_state(0))
    return choose_emphasis(label_map, graph, candidates, random_state=0, **params)


def test_labels_count_more_where_the_graph_guesses_badly():
    X, blind, candidates = unseen_stripes()
    assert chosen(X, graph_of(blind), candidates) > 1.0


def test_labels_count_like_others_where_the_graph_guesses_well():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 300)
    noisy = rng.standard_normal((300, 20))  # few labels do not tell which of the features matter
    noisy[:, 0] += 4.0 * truth
    apart = np.column_stack([10.0 * truth, rng.standard_normal(300)])
    candidates = np.eye(2, dtype=bool)[truth]
    candidates[20:] = True
    assert chosen(noisy, graph_of(apart), candidates) == 1.0


def test_choice_is_the_likeliest_up_to_half_a_standard_error():
    """Against the definition, written out with one whole fit of the map for each emphasis."""
    X, blind, candidates = unseen_stripes(120)
    candidates[:10, 0] = candidates[:10, 1] = True
    graph = graph_of(blind)
    assert chosen(X, graph, candidates) == plainly_chosen(X, graph, candidates)


def plainly_chosen(X, graph, candidates):
    label_map, labelled = LabelMap.over(X, check_random_state(0)), is_labelled(candidates)
    likelihood = {emphasis: [] for emphasis in OFFERED}
    for fold, confidence in hold_out(graph, candidates, random_state=0):
        told = labelled.copy()
        told[fold] = False
        for emphasis in OFFERED:
            outputs = label_map.fit(confidence, emphasis=np.where(told, emphasis, 1.0))[fold]
            votes = outputs / np.linalg.norm(outputs, axis=1, keepdims=True)
            votes = np.clip(votes, 1e-3, None)
            votes /= votes.sum(axis=1, keepdims=True)
            likelihood[emphasis] += np.log((votes * candidates[fold]).sum(axis=1)).tolist()
    best = max(OFFERED, key=lambda emphasis: np.mean(likelihood[emphasis]))
    for emphasis in OFFERED:
        shortfall = np.subtract(likelihood[best], likelihood[emphasis])
        if shortfall.mean() <= 0.5 * shortfall.std() / np.sqrt(len(shortfall)):
            return emphasis
    return None


@pytest.mark.parametrize("n_labelled", [0, 1, 2, 3])
def test_hardly_any_labels_are_enough_to_choose(n_labelled):
    X, blind, candidates = unseen_stripes(60)
    candidates[n_labelled:] = True
    assert chosen(X, graph_of(blind), candidates) in OFFERED


def test_threads_do_not_change_the_choice():
    X, blind, candidates = unseen_stripes()
    graph = graph_of(blind)
    assert chosen(X, graph, candidates, n_jobs=1) == chosen(X, graph, candidates, n_jobs=2)


def test_estimator_takes_the_emphasis_it_is_given():
    X, _, candidates = unseen_stripes(80)
    fits = [
        PartialLabelClustering(2, emphasis=emphasis, random_state=0).fit(X, candidates)
        for emphasis in ("auto", 1.0, 7.0)
    ]
    assert [fit.emphasis_ for fit in fits][1:] == [1.0, 7.0]
    assert fits[0].emphasis_ in OFFERED


@pytest.mark.parametrize("emphasis", [0.0, -1.0, "most"])
def test_impossible_emphasis_is_refused(emphasis):
    X, _, candidates = unseen_stripes(20)
    with pytest.raises(ValueError, match="'emphasis' parameter"):
        PartialLabelClustering(emphasis=emphasis).fit(X, candidates)
