import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris, make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsTransformer, RadiusNeighborsTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates, simulate_false_positives, to_sets
from plclust.experiments import RunIdentity, make_problem
from plclust.graph import has_faiss
from plclust.metrics import clustering_accuracy


def fit(X, y, **params):
    return PartialLabelClustering(random_state=0, **params).fit(X, y)


def same_clusters(first, second):
    return adjusted_rand_score(first.labels_, second.labels_) == 1.0


@pytest.mark.filterwarnings("ignore:n_neighbors=10 is lowered")
@parametrize_with_checks(
    [
        PartialLabelClustering(),
        PartialLabelClustering.as_published(constraints="labelled"),
        PartialLabelClustering(
            disambiguation="sweeps", assign_labels="cluster_qr", normalize=False
        ),
    ]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"guidance": 0},
        {"constraints": "all"},
        {"constraints": "all", "weighting": "published"},
        {"constraints": "labelled", "guidance": 0},
        {"disambiguation": "sweeps"},
        {"tolerance": 0.1},
        {"assign_labels": "kmeans"},
        {"assign_labels": "cluster_qr"},
        {"normalize": False, "metric": "manhattan"},
        {"neighbors": KNeighborsTransformer(n_neighbors=15)},
    ],
)
def test_every_variant_recovers_separated_classes(blobs, params):
    X, y, truth = blobs
    plc = fit(X, y, **params)
    assert clustering_accuracy(truth, plc.labels_) > 0.95
    assert (plc.cluster_classes_[plc.labels_] == truth).mean() > 0.95


def test_fitted_attributes_say_what_the_documentation_promises(blobs):
    X, y, _ = blobs
    plc = fit(X, y)
    n_samples, n_classes = y.shape
    np.testing.assert_allclose(plc.label_distributions_.sum(axis=1), 1.0)
    assert (plc.label_distributions_[~y] == 0.0).all()
    assert plc.affinity_matrix_.format == "csr"
    assert abs(plc.affinity_matrix_ - plc.affinity_matrix_.T).max() == 0.0
    np.testing.assert_allclose(plc.reconstruction_matrix_.sum(axis=1), 1.0)
    assert plc.objective_.shape == (plc.n_iter_ + 1,)
    assert plc.cluster_classes_.shape == plc.cluster_confidences_.shape == (n_classes,)
    assert plc.labels_.shape == plc.transduction_.shape == (n_samples,)
    assert ((plc.cluster_confidences_ > 0.5) & (plc.cluster_confidences_ <= 1.0)).all()


def test_classes_keep_their_names(blobs):
    X, y, truth = blobs
    names = np.array(["ant", "bee", "cat", "dog"])
    plc = fit(X, to_sets(y, names))
    np.testing.assert_array_equal(plc.classes_, names)
    assert (plc.cluster_classes_[plc.labels_] == names[truth]).mean() > 0.95


def test_all_forms_of_candidates_give_the_same_fit(blobs):
    X, y, _ = blobs
    matrix = fit(X, y)
    sets = fit(X, to_sets(y))
    frame = fit(X, pd.DataFrame(y.astype(int)))
    np.testing.assert_array_equal(matrix.labels_, sets.labels_)
    np.testing.assert_array_equal(matrix.labels_, frame.labels_)


@pytest.mark.usefixtures("small_blocks")
def test_threads_do_not_change_the_result():
    """With more than one block of samples, and many ties between equally distant neighbours."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(3), 300)
    X = np.round(3.0 * np.eye(20)[truth] + rng.standard_normal((900, 20)))
    y = np.where(rng.random(900) < 0.05, truth, -1)
    one, two = (fit(X, y, constraints="all", n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.labels_, two.labels_)
    np.testing.assert_array_equal(one.label_distributions_, two.label_distributions_)
    np.testing.assert_array_equal(one.objective_, two.objective_)


def test_class_order_does_not_matter(blobs):
    X, y, _ = blobs
    order = np.array([2, 0, 3, 1])
    plain, shuffled = fit(X, y), fit(X, y[:, order])
    assert same_clusters(plain, shuffled)
    np.testing.assert_allclose(
        plain.label_distributions_[:, order], shuffled.label_distributions_, atol=1e-6
    )


def test_row_order_does_not_matter(blobs):
    X, y, _ = blobs
    order = np.random.default_rng(1).permutation(len(X))
    plain, permuted = fit(X, y), fit(X[order], y[order])
    assert adjusted_rand_score(plain.labels_[order], permuted.labels_) == 1.0
    np.testing.assert_array_equal(plain.transduction_[order], permuted.transduction_)


@pytest.mark.parametrize("constraints", ["all", "labelled"])
@pytest.mark.parametrize("disambiguation", ["exact", "sweeps"])
def test_consistent_objective_falls_in_every_round(blobs, constraints, disambiguation):
    X, y, _ = blobs
    plc = fit(
        X,
        y,
        guidance=0,
        regrouping=0,
        constraints=constraints,
        disambiguation=disambiguation,
        tol=1e-5,
        max_iter=99,
    )
    assert plc.objective_[-1] < plc.objective_[0]
    assert (np.diff(plc.objective_) <= 1e-9 * plc.objective_[:-1]).all()


def test_guidance_ends_when_hardly_any_class_changes(blobs):
    X, y, _ = blobs
    noise = np.random.default_rng(0).standard_normal(X.shape)
    assert fit(X, y, guidance=3, regrouping=0).n_iter_ == 1
    assert fit(X + 3.0 * noise, y, guidance=3, regrouping=0).n_iter_ == 3


def test_clusters_teach_the_map_after_the_labels(blobs):
    X, y, _ = blobs
    assert fit(X, y, guidance=0, regrouping=0).n_iter_ == 0
    assert fit(X, y, guidance=0, regrouping=2).n_iter_ == 2
    assert fit(X, None, n_clusters=4, regrouping=2).n_iter_ == 2
    assert fit(X, None, n_clusters=1, regrouping=2).n_iter_ == 0


def test_clusters_do_not_teach_where_many_labels_have_settled(blobs):
    X, y, _ = blobs
    assert fit(X, y, guidance=2, regrouping=1, doubt=0.0).n_iter_ == 1
    assert fit(X, y, guidance=2, regrouping=1, doubt=1e3).n_iter_ == 2


def test_regrouping_finds_groups_that_noise_hides():
    """Without labels; clusters of the noisy graph tell which features matter."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(4), 200)
    X = np.hstack([2.5 * np.eye(4)[truth], np.zeros((800, 26))]) + rng.standard_normal((800, 30))
    found = [fit(X, None, n_clusters=4, regrouping=n).labels_ for n in (0, 1)]
    accuracies = [clustering_accuracy(truth, labels) for labels in found]
    assert accuracies[1] > accuracies[0] + 0.01


def test_few_labels_do_not_move_groups_that_the_graph_has():
    """Four labels that say two classes for eight separate groups, of which each is two."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(8), 60)
    X = 6.0 * np.eye(8)[truth] + rng.standard_normal((480, 8))
    y = np.full(480, -1)
    y[:4] = [0, 1, 2, 3]
    labels = fit(X, y, n_clusters=8).labels_
    assert clustering_accuracy(truth, labels) > 0.95


def test_guidance_helps_where_features_mislead():
    """Most features are noise as large as the signal; labels tell which to listen to."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(4), 200)
    X = np.hstack([2.5 * np.eye(4)[truth], np.zeros((800, 26))]) + rng.standard_normal((800, 30))
    y = np.where(rng.random(800) < 0.2, truth, -1)
    plain, guided = (fit(X, y, guidance=n, regrouping=0, map_share=0) for n in (0, 2))
    assert (guided.transduction_ == truth).mean() > (plain.transduction_ == truth).mean() + 0.03


@pytest.fixture
def overlapping():
    """Two classes of which neither has a region to itself, and a small one."""
    rng = np.random.default_rng(0)
    truth = rng.choice(3, 900, p=[0.6, 0.3, 0.1])
    X = np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 3.0]])[truth] + rng.standard_normal((900, 2))
    return np.hstack([X, rng.standard_normal((900, 4))]), truth, rng.random(900) < 0.3


def test_the_map_hears_the_majority_where_classes_overlap(overlapping):
    X, truth, labelled = overlapping
    y = np.where(labelled, truth, -1)
    graph, both = fit(X, y, map_share=0), fit(X, y)
    np.testing.assert_array_equal(graph.label_distributions_, both.label_distributions_)
    found = [clustering_accuracy(truth[~labelled], p.labels_[~labelled]) for p in (graph, both)]
    assert found[1] > found[0] + 0.01


def test_new_classes_become_clusters_of_their_own(blobs):
    X, y, truth = blobs
    known = y[:, :3].copy()
    known[truth == 3] = True
    known[~known.any(axis=1)] = True
    plc = fit(X, known, n_clusters=4)
    assert clustering_accuracy(truth, plc.labels_) > 0.9
    assert plc.novelty_[truth == 3].mean() > 0.7
    assert plc.novelty_[truth < 3].mean() < 0.2
    confidence = plc.label_distributions_.max(axis=1)
    assert confidence[truth == 3].mean() < 0.6
    assert confidence[truth < 3].mean() > 0.8
    np.testing.assert_allclose(plc.label_distributions_.sum(axis=1), 1.0)


def test_nobody_is_novel_when_each_cluster_has_a_class(blobs):
    X, y, truth = blobs
    assert not fit(X, y).novelty_.any()
    unlabelled_class = y.copy()
    unlabelled_class[truth == 3] = True
    assert unlabelled_class[~unlabelled_class.all(axis=1), 3].any()  # a false candidate
    assert not fit(X, unlabelled_class).novelty_.any()
    assert not fit(X, y, n_clusters=6, assign_labels="kmeans").novelty_.any()


def test_tolerance_survives_wrong_candidates(blobs):
    X, y, truth = blobs
    sets = np.where(y.all(axis=1, keepdims=True), True, np.eye(4, dtype=bool)[truth])
    labelled = np.flatnonzero(~sets.all(axis=1))
    wrong = labelled[::6]
    sets[wrong] = np.eye(4, dtype=bool)[(truth[wrong] + 1) % 4]
    plain, tolerant = fit(X, sets), fit(X, sets, tolerance=0.2)
    errors = [(plc.transduction_ != truth).sum() for plc in (plain, tolerant)]
    assert errors[1] < errors[0]


@pytest.mark.usefixtures("small_blocks")
def test_threads_do_not_change_a_tolerant_fit(blobs):
    X, y, _ = blobs
    one, two = (fit(X, y, tolerance=0.2, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.label_distributions_, two.label_distributions_)
    np.testing.assert_array_equal(one.labels_, two.labels_)


@pytest.mark.parametrize("regrouping", [0, 1])
def test_tolerance_without_sets_changes_nothing(blobs, regrouping):
    X, _, _ = blobs
    plain, tolerant = (
        fit(X, None, n_clusters=4, regrouping=regrouping, tolerance=share) for share in (0.0, 0.2)
    )
    np.testing.assert_array_equal(plain.labels_, tolerant.labels_)


def test_in_deep_doubt_labels_do_not_move_the_graph(blobs):
    X, y, _ = blobs
    doubtful = fit(X, y, doubt=1e12, regrouping=0)
    without = fit(X, y, guidance=0, regrouping=0)
    difference = doubtful.affinity_matrix_ - without.affinity_matrix_
    assert abs(difference).max() < 1e-6
    guided = fit(X, y, doubt=0.0, regrouping=0).affinity_matrix_ - without.affinity_matrix_
    assert abs(guided).max() > 1e-3


def test_fewer_labels_than_classes_do_not_spoil_the_groups():
    X, truth = make_blobs(600, n_features=10, centers=12, cluster_std=3.0, random_state=0)
    candidates, _ = simulate_false_positives(truth, 2, random_state=0)
    candidates = hide_candidates(candidates, 9 / 600, random_state=0)
    alone = PartialLabelClustering(12, random_state=0).fit(X)
    told = PartialLabelClustering(random_state=0).fit(X, candidates)
    assert clustering_accuracy(truth, alone.labels_) > 0.95
    assert clustering_accuracy(truth, told.labels_) > 0.95


def test_without_candidates_it_is_spectral_clustering(blobs):
    X, _, truth = blobs
    plc = fit(X, None, n_clusters=4)
    assert clustering_accuracy(truth, plc.labels_) > 0.95
    assert plc.classes_.shape == (0,)
    assert plc.label_distributions_.shape == (len(X), 0)
    assert (plc.cluster_classes_ == None).all()  # noqa: E711 elementwise
    assert (plc.predict(X) == plc.labels_).mean() > 0.95
    with pytest.raises(ValueError, match=r"y named none in fit.*Use predict"):
        plc.predict_proba(X)


def test_fully_labelled_data(blobs):
    X, _, truth = blobs
    plc = fit(X, truth)
    np.testing.assert_array_equal(plc.transduction_, truth)
    assert clustering_accuracy(truth, plc.labels_) == 1.0


@pytest.mark.parametrize("n_clusters", [2, 7])
def test_number_of_clusters_may_differ_from_number_of_classes(blobs, n_clusters):
    X, y, _ = blobs
    plc = fit(X, y, n_clusters=n_clusters, assign_labels="kmeans")
    assert len(set(plc.labels_)) == n_clusters
    anchored = fit(X, y, n_clusters=n_clusters)
    assert min(n_clusters, 4) <= len(set(anchored.labels_)) <= n_clusters
    assert plc.cluster_classes_.shape == anchored.cluster_classes_.shape == (n_clusters,)


@pytest.mark.parametrize("neighbors", ["exact", "approximate"])
def test_warns_of_neighbours_that_are_copies(neighbors):
    if neighbors == "approximate":
        pytest.importorskip("faiss")
    rng = np.random.default_rng(0)
    X = rng.integers(2, size=(300, 4)).astype(float)
    plc = PartialLabelClustering(4, neighbors=neighbors, linking=0.0, random_state=0)
    with pytest.warns(UserWarning, match="97% of .* none but exact copies .* up to 10 neighbours"):
        plc.fit(X)
    plc.fit(X + 0.05 * rng.standard_normal(X.shape))


def test_warns_of_sparse_copies():
    X = sparse.csr_array(np.random.default_rng(0).integers(2, size=(300, 4)).astype(float))
    with pytest.warns(UserWarning, match="exact copies"):
        PartialLabelClustering(4, linking=0.0, random_state=0).fit(X)


@pytest.mark.parametrize("settings", [{}, {"tolerance": 0.1}, {"metric": "manhattan"}])
@pytest.mark.parametrize("kind", ["exact", "sparse", "approximate", "transformer"])
def test_copies_say_of_a_class_what_the_sample_says(kind, settings):
    """Some samples once more, and all of them twice more, are as right as without."""
    if kind == "approximate" and (not has_faiss() or "metric" in settings):
        pytest.skip("approximate neighbours need faiss and Euclidean distances")
    if kind == "sparse" and "metric" in settings:
        pytest.skip("the same as with dense features")
    neighbors = {"approximate": kind, "transformer": KNeighborsTransformer(n_neighbors=9)}
    X, truth = load_digits(return_X_y=True)
    X, truth = StandardScaler().fit_transform(X[:600]), truth[:600]
    y = np.full(600, -1)
    for label in range(10):
        y[np.flatnonzero(truth == label)[:5]] = label
    rest = y == -1

    def right(X, y):
        X = sparse.csr_array(X) if kind == "sparse" else X
        plc = fit(X, y, neighbors=neighbors.get(kind, "exact"), **settings)
        assert plc.affinity_matrix_.shape == (len(y), len(y))
        np.testing.assert_allclose(plc.reconstruction_matrix_.sum(axis=1), 1.0)
        np.testing.assert_array_equal(plc.predict(X)[:600][rest], plc.labels_[:600][rest])
        assert (plc.predict_proba(X[:600]).argmax(axis=1) == truth)[rest].mean() > 0.75
        return np.array(
            [
                (plc.transduction_[:600] == truth)[rest].mean(),
                clustering_accuracy(truth[rest], plc.labels_[:600][rest]),
            ]
        )

    once = right(X, y)
    for n_more in (200, 1200):
        more = np.concatenate([X, np.vstack([X, X])[:n_more]])
        assert (right(more, np.append(y, np.full(n_more, -1))) > once - 0.06).all()


def test_copies_that_hold_the_labels_pass_them_on():
    X, truth = load_iris(return_X_y=True)
    X, truth = np.vstack([X, X]), np.append(truth, truth)
    y = np.full(len(X), -1)
    y[150::7] = truth[150::7]
    plc = fit(X, y)
    np.testing.assert_array_equal(plc.transduction_[:150][::7], truth[:150][::7])


def test_a_handful_of_distinct_samples_are_groups_of_copies():
    """With no more distinct samples than neighbours, who is near and who is far is not told."""
    truth = np.repeat(np.arange(6), 50) % 3
    X = np.repeat(np.arange(6.0), 50)[:, None] % 3 * 5.0 + np.repeat([0.0, 1.0], 150)[:, None]
    y = np.full(300, -1)
    y[[0, 50, 100]] = [0, 1, 2]
    with pytest.warns(UserWarning, match="exact copies"):
        plc = fit(X, y, normalize=False)
    np.testing.assert_array_equal(plc.transduction_, truth)
    assert clustering_accuracy(truth, plc.labels_) == 1.0


def test_groups_may_be_closer_than_a_single_vector_can_tell():
    """There are then more eigenvalues next to one than a Lanczos method finds."""
    rng = np.random.default_rng(0)
    X = rng.integers(2, size=(500, 7)) + 5e-7 * rng.standard_normal((500, 7))
    labels = PartialLabelClustering(10, random_state=0).fit(X).labels_
    assert len(np.unique(labels)) == 10


def test_sparse_and_single_precision_features(blobs):
    X, y, _ = blobs
    plain = fit(X, y)
    assert same_clusters(plain, fit(sparse.csr_array(X), y))
    assert same_clusters(plain, fit(X.astype(np.float32), y))


def test_user_arrays_stay_as_they_are(blobs):
    X, y, _ = blobs
    sparse_X = sparse.csc_array(X).tocsr()
    before = X.copy(), y.copy(), sparse_X.copy()
    fit(X, y, normalize=False)
    fit(sparse_X, y, normalize=False)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])
    np.testing.assert_array_equal(sparse_X.indices, before[2].indices)


@pytest.mark.parametrize("as_sparse", [False, True])
def test_precomputed_affinity(blobs, as_sparse):
    X, y, truth = blobs
    affinity = rbf_kernel(X, gamma=0.05)
    given = sparse.csr_array(affinity) if as_sparse else affinity
    # More neighbours than a class has samples: otherwise weights have nothing to learn.
    plc = fit(given, y, affinity="precomputed", constraints="all", n_neighbors=60)
    assert clustering_accuracy(truth, plc.labels_) > 0.95
    assert (plc.predict(given[:20]) == plc.labels_[:20]).all()
    assert plc.objective_[-1] < 0.1 * plc.objective_[0]
    assert (np.diff(plc.objective_) <= 1e-9 * plc.objective_[:-1]).all()


def test_foreign_neighbour_transformer(blobs):
    X, y, _ = blobs

    class Foreign(KNeighborsTransformer):
        kneighbors_graph = property()  # hides the method, as in other libraries

        def transform(self, X):
            distances, indices = self.kneighbors(X, self.n_neighbors + 1)
            indptr = np.arange(0, indices.size + 1, indices.shape[1])
            shape = (len(X), self.n_samples_fit_)
            return sparse.csr_array((distances.ravel(), indices.ravel(), indptr), shape=shape)

    foreign = fit(X, y, neighbors=Foreign(n_neighbors=10))
    assert same_clusters(foreign, fit(X, y))
    np.testing.assert_array_equal(foreign.predict(X), foreign.labels_)


def test_works_in_a_pipeline(blobs):
    X, y, truth = blobs
    pipeline = make_pipeline(StandardScaler(), PartialLabelClustering(random_state=0))
    assert clustering_accuracy(truth, pipeline.fit_predict(X, y)) > 0.9
    assert pipeline.predict(X).shape == truth.shape


def test_more_eigenvectors_than_clusters_keep_digits_apart():
    digits = load_digits()
    X = StandardScaler().fit_transform(digits.data)
    found = {
        per_cluster: PartialLabelClustering(10, vectors_per_cluster=per_cluster, random_state=0)
        .fit(X)
        .labels_
        for per_cluster in (1.0, 1.5)
    }
    one, more = (clustering_accuracy(digits.target, labels) for labels in found.values())
    assert more > max(one + 0.05, 0.83)


@pytest.mark.parametrize("assign_labels", ["anchored", "kmeans", "cluster_qr"])
def test_more_eigenvectors_do_not_make_more_clusters(blobs, assign_labels):
    X, y, truth = blobs
    plc = PartialLabelClustering(
        assign_labels=assign_labels, vectors_per_cluster=3.0, random_state=0
    )
    assert set(plc.fit(X, y).labels_) == set(range(len(np.unique(truth))))


def drawn_samples(seed, *, n_idle, separation):
    """Four classes along one feature each, beside features that have nothing to do with them."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=300)
    X = rng.standard_normal((300, 4 + n_idle))
    X[np.arange(300), truth] += separation
    candidates, _ = simulate_false_positives(truth, 1, random_state=seed)
    return X, hide_candidates(candidates, 0.3, random_state=seed), truth


def mean_accuracy(problems, **params):
    return np.mean([clustering_accuracy(z, fit(X, y, **params).labels_) for X, y, z in problems])


def test_features_that_have_nothing_to_do_with_the_classes_count_less():
    problems = [drawn_samples(seed, n_idle=60, separation=3.0) for seed in range(3)]
    assert mean_accuracy(problems) > mean_accuracy(problems, relevance=0.0) + 0.01


def test_a_few_large_values_do_not_decide_who_are_neighbours():
    problems = [drawn_samples(seed, n_idle=4, separation=2.5) for seed in range(6)]
    problems = [(StandardScaler().fit_transform(np.exp(1.4 * X)), y, z) for X, y, z in problems]
    assert mean_accuracy(problems) > mean_accuracy(problems, tail_limit=None) + 0.01


@pytest.mark.parametrize("settings", [{"metric": "manhattan"}, {"metric": "cosine"}])
def test_other_metrics_see_features_as_they_come(blobs, settings):
    X, y, _ = blobs
    found = fit(X, y, **settings)
    expected = fit(X, y, tail_limit=None, relevance=0.0, **settings)
    np.testing.assert_array_equal(found.label_distributions_, expected.label_distributions_)


def test_new_samples_are_seen_as_the_fitted_ones_were():
    X, y, _ = drawn_samples(0, n_idle=20, separation=5.0)
    for neighbors in ("exact", "approximate") if has_faiss() else ("exact",):
        plc = fit(X, y, neighbors=neighbors)
        np.testing.assert_array_equal(plc.predict(X), plc.labels_)


def test_as_published_differs_by_named_parameters_only():
    ours = PartialLabelClustering().get_params()
    published = PartialLabelClustering.as_published(n_neighbors=7).get_params()
    assert {key for key in ours if ours[key] != published[key]} == {
        "assign_labels",
        "constraints",
        "diffusion_floor",
        "guidance",
        "linking",
        "map_share",
        "n_neighbors",
        "neighbors",
        "offset",
        "regrouping",
        "relevance",
        "tail_limit",
        "vectors_per_cluster",
        "weighting",
    }
    assert clone(PartialLabelClustering.as_published()).weighting == "published"


def test_progress_goes_to_stderr(blobs, capsys):
    X, y, _ = blobs
    plc = fit(X, y, constraints="all", verbose=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    n_guided, n_rounds = captured.err.count("guidance"), captured.err.count("round")
    assert n_guided > 0
    assert n_rounds > 0
    assert n_guided + n_rounds == plc.n_iter_


def test_callbacks_hear_every_round(blobs):
    callback = pytest.importorskip("sklearn.callback")
    X, y, _ = blobs
    heard = []

    class Listener:
        def setup(self, estimator, context): ...

        def on_fit_task_begin(self, estimator, context): ...

        def on_fit_task_end(self, estimator, context):  # noqa: ARG002 the protocol's signature
            heard.append(context.task_name)

        def teardown(self, estimator, context): ...

    assert isinstance(Listener(), callback.FitCallback)
    plc = PartialLabelClustering.as_published(random_state=0).set_callbacks(Listener()).fit(X, y)
    assert sum("round" in name for name in heard) == plc.n_iter_ > 0


def test_warns_when_not_converged(blobs):
    X, y, _ = blobs
    with pytest.warns(ConvergenceWarning, match=r"max_iter=1.*Increase max_iter"):
        plc = fit(X, y, constraints="labelled", guidance=0, regrouping=0, max_iter=1, tol=0.0)
    assert plc.n_iter_ == 1


class TestBadInput:
    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_non_finite_features(self, blobs, value):
        X, y, _ = blobs
        X[3, 2] = value
        with pytest.raises(ValueError, match=r"NaN|infinity"):
            fit(X, y)

    def test_wrong_number_of_candidates(self, blobs):
        X, y, _ = blobs
        with pytest.raises(ValueError, match=r"150.*160|160.*150"):
            fit(X, y[:150])

    @pytest.mark.parametrize("shape", [(0, 3), (5, 0), (1, 3)])
    def test_empty_features(self, shape):
        with pytest.raises(ValueError, match=r"minimum of \d is required"):
            fit(np.ones(shape), None, n_clusters=2)

    def test_fewer_samples_than_neighbours(self):
        X = np.random.default_rng(0).standard_normal((6, 2))
        with pytest.warns(UserWarning, match="n_neighbors=10 is lowered to 5"):
            plc = fit(X, [0, 1, -1, -1, -1, -1])
        assert plc.reconstruction_matrix_.nnz == 30

    def test_no_class_at_all(self, blobs):
        X, _, _ = blobs
        for y in (None, np.full(len(X), -1)):
            with pytest.raises(ValueError, match=r"names no class.*Set n_clusters"):
                fit(X, y)

    def test_one_class_only(self, blobs):
        X, _, truth = blobs
        y = np.where(truth == 0, "only", "")
        with pytest.raises(ValueError, match=r"only one class, only.*Set n_clusters"):
            fit(X, y)
        with pytest.warns(UserWarning, match="all samples count as unlabelled"):
            plc = fit(X, y, n_clusters=4)
        assert clustering_accuracy(truth, plc.labels_) > 0.95

    def test_fractions_are_not_candidates(self, blobs):
        X, y, _ = blobs
        with pytest.raises(ValueError, match=r"0\.5"):
            fit(X, np.where(y, 0.5, 0.0))

    def test_class_that_nobody_has(self, blobs):
        X, y, _ = blobs
        wider = np.hstack([y, y.all(axis=1, keepdims=True)])
        plc = fit(X, wider)
        assert plc.label_distributions_.shape == (len(X), 5)
        assert plc.cluster_classes_.shape == (5,)

    def test_identical_rows(self):
        with pytest.warns(UserWarning, match="100% of the samples"):
            plc = fit(np.ones((30, 3)), [{"a", "b"}, "a", "b"] + [None] * 27)
        assert plc.labels_.shape == (30,)
        assert np.isfinite(plc.label_distributions_).all()

    def test_more_clusters_than_samples(self):
        with pytest.raises(ValueError, match="n_samples=5 should be >= n_clusters=9"):
            fit(np.eye(5), None, n_clusters=9)

    def test_affinity_that_is_not_one(self, blobs):
        X, y, _ = blobs
        with pytest.raises(ValueError, match=r"square matrix.*\(160, 6\)"):
            fit(X, y, affinity="precomputed")
        with pytest.raises(ValueError, match="non-negative"):
            fit(X @ X.T, y, affinity="precomputed")

    @pytest.mark.parametrize(
        "params",
        [
            {"n_clusters": 0},
            {"n_neighbors": 0},
            {"n_neighbors": 2.5},
            {"alpha": -1.0},
            {"gamma": 0.0},
            {"constraints": "some"},
            {"weighting": "other"},
            {"neighbors": "faiss-like"},
            {"max_time": -1.0},
            {"assign_labels": "discretize"},
            {"guidance": -1},
            {"regrouping": -1},
            {"anchoring": -0.5},
            {"max_iter": 0},
        ],
    )
    def test_unknown_parameter_values(self, blobs, params):
        X, y, _ = blobs
        (name,) = params
        with pytest.raises(ValueError, match=f"The '{name}' parameter"):
            fit(X, y, **params)


def test_pieces_of_a_graph_that_constraints_have_cut_stay_in_touch():
    def accuracies(share):
        for repeat in range(3):
            problem = make_problem(RunIdentity("ecoli", "PLC", "{}", rho=0.4, r=1, repeat=repeat))
            plc = PartialLabelClustering.as_published(
                alpha=0.01, beta=0.01, uncut_share=share, max_iter=100, random_state=0
            ).fit(problem.X, problem.candidates)
            assert plc.n_connected_components_ > 1
            yield clustering_accuracy(problem.target, plc.labels_)

    assert np.mean([*accuracies(0.03)]) > np.mean([*accuracies(0.0)]) + 0.02


def test_without_constraints_nothing_was_cut(blobs):
    X, y, _ = blobs
    np.testing.assert_array_equal(
        fit(X, y, uncut_share=0.0).labels_, fit(X, y, uncut_share=1.0).labels_
    )


def test_a_fit_that_fails_leaves_the_one_before(blobs):
    X, y, _ = blobs
    plc = PartialLabelClustering(random_state=0).fit(X, y)
    before = plc.predict_proba(X)
    with pytest.raises(ValueError, match="neighbour"):
        plc.set_params(neighbors=RadiusNeighborsTransformer(radius=1e-9)).fit(9.0 * X + 5.0, y)
    assert plc.neighbors_ == "exact"
    np.testing.assert_array_equal(plc.predict_proba(X), before)


@pytest.fixture(scope="module")
def bursts():
    """Sixty bursts of 15 samples that are nearly alike, of three classes; a few are labelled."""
    rng = np.random.default_rng(0)
    truth = np.repeat(rng.integers(0, 3, 60), 15)
    middles = np.repeat(rng.standard_normal((60, 8)), 15, axis=0)
    X = 3.0 * np.eye(3, 8)[truth] + middles + 0.01 * rng.standard_normal((900, 8))
    y = np.full(900, -1)
    y[::75] = truth[::75]
    return X, y, truth


def test_links_that_are_too_slight_to_join_pieces_do_not_keep_a_fit_from_ending(bursts):
    X, y, truth = bursts
    right = [(fit(X, y, linking=share).transduction_ == truth).mean() for share in (1e-12, 0.03)]
    assert right[1] > right[0]


@pytest.mark.parametrize("jitter", [1e-6, 1e-5, 1e-4])
def test_near_copies_are_linked_to_others(jitter):
    X, truth = load_digits(return_X_y=True)
    rng = np.random.default_rng(0)
    X, truth = np.repeat(X[:400], 3, axis=0), np.repeat(truth[:400], 3)
    y = np.full(len(X), -1)
    for label in range(10):
        y[rng.choice(np.flatnonzero(truth == label), 3, replace=False)] = label
    plc = fit(X + jitter * rng.standard_normal(X.shape), y)
    rest = y == -1
    assert (plc.transduction_ == truth)[rest].mean() > 0.85
    assert clustering_accuracy(truth[rest], plc.labels_[rest]) > 0.85


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("given", [True, False])
def test_bursts_are_linked_to_those_nearby(bursts, form, given):
    X, y, truth = bursts
    apart, linked = (
        PartialLabelClustering(3, linking=share, random_state=0).fit(form(X), y if given else None)
        for share in (0.0, 0.03)
    )
    assert apart.n_connected_components_ >= 60
    assert linked.n_connected_components_ <= 3
    np.testing.assert_allclose(linked.reconstruction_matrix_.sum(axis=1), 1.0)
    accuracies = [clustering_accuracy(truth, plc.labels_) for plc in (apart, linked)]
    assert accuracies[1] > accuracies[0]
    if given:
        right = [(plc.transduction_ == truth).mean() for plc in (apart, linked)]
        assert right[1] > right[0] + 0.2


def test_bursts_are_linked_with_approximate_neighbours_too(bursts, monkeypatch):
    if not has_faiss():
        pytest.skip("approximate neighbours need faiss")
    X, y, truth = bursts
    expected = PartialLabelClustering(3, random_state=0).fit(X, y)
    for many in (10_000, 10):  # pieces beyond which their neighbours are approximate as well
        monkeypatch.setattr("plclust.cluster._neighborhood.MANY", many)
        found = PartialLabelClustering(3, neighbors="approximate", random_state=0).fit(X, y)
        assert found.n_connected_components_ <= 3
        right = [(plc.transduction_ == truth).mean() for plc in (expected, found)]
        assert right[1] > right[0] - 0.1


def test_a_graph_of_few_pieces_is_left_as_it_is(blobs):
    X, y, _ = blobs
    with_links = PartialLabelClustering(random_state=0).fit(X, y)
    without = PartialLabelClustering(random_state=0, linking=0.0).fit(X, y)
    assert with_links.n_connected_components_ <= len(with_links.classes_)
    np.testing.assert_array_equal(with_links.label_distributions_, without.label_distributions_)
