"""Confidences that say how often they are right."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from plclust import PartialLabelClustering
from plclust._progress import FitProgress
from plclust.candidates import hide_candidates, is_labelled, simulate_false_positives
from plclust.cluster._anytime import Deadline
from plclust.cluster._calibration import COLDEST, HOTTEST, find_temperature, learn_temperature
from plclust.cluster._in_memory import InMemoryFit
from plclust.disambiguation import temper


@pytest.fixture(scope="module")
def overlapping():
    """Three overlapping classes; 120 of 400 samples with one or two candidates."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 400)
    X = 2.0 * np.eye(3)[truth] + rng.standard_normal((400, 3))
    candidates, _ = simulate_false_positives(truth, 1, random_state=0)
    return X, hide_candidates(candidates, 0.3, random_state=0), truth


def fit(X, y, **params):
    return PartialLabelClustering(random_state=0, **params).fit(X, y)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_temperature_of_simulated_classes_is_found(temperature):
    rng = check_random_state(0)
    distributions = rng.dirichlet([0.4] * 4, 20_000)
    chances = temper(distributions, temperature)
    truth = (chances.cumsum(axis=1) > rng.uniform(size=(20_000, 1))).argmax(axis=1)
    candidates, _ = simulate_false_positives(truth, 1, classes=np.arange(4), random_state=0)
    assert find_temperature(distributions, candidates) == pytest.approx(temperature, rel=0.1)


def test_few_sets_hardly_move_the_temperature():
    unsure, right = np.array([[0.6, 0.4]]), np.array([[True, False]])
    temperatures = [
        find_temperature(np.repeat(unsure, n, axis=0), np.repeat(right, n, axis=0))
        for n in (1, 10, 100)
    ]
    assert 0.5 < temperatures[0] < 1.0
    assert temperatures[0] > temperatures[1] > temperatures[2]
    assert temperatures[2] < 0.2


def test_extreme_sets_have_a_bounded_temperature():
    sure = np.array([[1.0, 0.0]] * 5)
    right, wrong = np.array([[True, False]] * 5), np.array([[False, True]] * 5)
    assert COLDEST <= find_temperature(sure, right) < 1.0
    assert 5.0 < find_temperature(sure, wrong) <= HOTTEST


def test_calibration_changes_confidences_only(overlapping):
    X, y, _ = overlapping
    plain, calibrated = fit(X, y), fit(X, y, calibrate=True)
    assert plain.temperature_ == 1.0
    assert calibrated.temperature_ != 1.0
    np.testing.assert_array_equal(calibrated.labels_, plain.labels_)
    np.testing.assert_array_equal(calibrated.transduction_, plain.transduction_)
    expected = temper(plain.label_distributions_, calibrated.temperature_, y)
    np.testing.assert_allclose(calibrated.label_distributions_, expected)
    np.testing.assert_allclose(calibrated.predict_proba(X[:5]).sum(axis=1), 1.0)


def test_clusters_are_named_by_calibrated_confidences(overlapping):
    X, y, _ = overlapping
    plc = fit(X, y, calibrate=True)
    means = np.array([plc.label_distributions_[plc.labels_ == c].mean(axis=0) for c in range(3)])
    np.testing.assert_allclose(plc.cluster_confidences_, means.max(axis=1))
    np.testing.assert_array_equal(plc.cluster_classes_, plc.classes_[means.argmax(axis=1)])


def test_calibrated_confidence_is_nearer_to_the_share_of_right_classes(overlapping):
    X, y, truth = overlapping
    rest = ~is_labelled(y)
    gaps = []
    for plc in (fit(X, y), fit(X, y, calibrate=True)):
        confidence = plc.label_distributions_[rest].max(axis=1).mean()
        gaps.append(abs(confidence - (plc.transduction_ == truth)[rest].mean()))
    assert gaps[1] < gaps[0]


def test_without_sets_nothing_is_calibrated(overlapping):
    X, _, _ = overlapping
    assert fit(X, None, n_clusters=3, calibrate=True).temperature_ == 1.0


def test_out_of_time_nothing_is_calibrated(overlapping):
    X, y, _ = overlapping
    with pytest.warns(ConvergenceWarning, match="calibration"):
        assert fit(X, y, calibrate=True, guidance=0, regrouping=0, max_time=0.0).temperature_ == 1.0


def test_fits_for_calibration_have_the_time_that_is_left(overlapping, monkeypatch):
    X, y, _ = overlapping
    left = iter([9.0, 7.0, 7.0, 5.0, 0.0])  # seconds, twice before each fit
    monkeypatch.setattr(Deadline, "left", lambda _: next(left))
    given = []
    fit_once = PartialLabelClustering._fit_in_memory

    def recorded(self, *arguments):
        given.append(self.max_time)
        return fit_once(self.set_params(max_time=None), *arguments)

    monkeypatch.setattr(PartialLabelClustering, "_fit_in_memory", recorded)
    estimator = PartialLabelClustering(guidance=0, regrouping=0, random_state=0)
    with pytest.warns(ConvergenceWarning, match=r"label_distributions_ are not calibrated"):
        found = learn_temperature(
            estimator, X, y, np.random.RandomState(0), Deadline(10.0), FitProgress(object(), 5)
        )
    assert found is None
    assert given == [7.0, 5.0]


class Listener:
    """Tasks that have begun and ended, each with those above it."""

    def __init__(self):
        self.n_set_up, self.begun, self.ended = 0, [], []

    def setup(self, estimator, context):  # noqa: ARG002 the protocol's signature
        self.n_set_up += 1

    def on_fit_task_begin(self, estimator, context):  # noqa: ARG002
        self.begun.append(self.path(context))

    def on_fit_task_end(self, estimator, context):  # noqa: ARG002
        self.ended.append(self.path(context))

    def teardown(self, estimator, context): ...

    def path(self, context):
        above = () if context.parent is None else self.path(context.parent)
        return (*above, context.task_name)


ALL_FITS = ["fit", *(f"calibration {number} of 5" for number in range(1, 6))]


def listen(X, y, **params):
    pytest.importorskip("sklearn.callback")
    listener = Listener()
    PartialLabelClustering(random_state=0, calibrate=True, **params).set_callbacks(listener).fit(
        X, y
    )
    assert listener.n_set_up == 1
    assert sorted(listener.begun) == sorted(listener.ended)
    assert listener.ended[-1] == ("fit",)
    return listener.ended


def test_all_fits_are_one_task_of_callbacks(overlapping):
    X, y, _ = overlapping
    ended = listen(X, y)
    assert [path[1] for path in ended if len(path) == 2] == ALL_FITS
    assert {path[:2] for path in ended if len(path) == 3} == {("fit", name) for name in ALL_FITS}


def test_the_task_ends_with_a_calibration_that_is_cut_short(overlapping, monkeypatch):
    pytest.importorskip("sklearn.callback")
    X, y, _ = overlapping
    interrupt_cut(monkeypatch, number=3)
    with pytest.warns(ConvergenceWarning, match="interrupted during calibration"):
        ended = listen(X, y)
    names = [path[1] for path in ended if len(path) == 2]
    assert names == ALL_FITS[: len(names)]
    assert 1 < len(names) < len(ALL_FITS)


def test_without_sets_the_fit_is_the_whole_task(overlapping):
    X, _, _ = overlapping
    assert all(len(path) <= 2 for path in listen(X, None, n_clusters=3))


def test_lines_of_all_fits_count_from_the_same_moment(overlapping, capsys):
    X, y, _ = overlapping
    fit(X, y, calibrate=True, verbose=True)
    lines = capsys.readouterr().err.splitlines()
    seconds = [float(line.split("]")[1].split()[0]) for line in lines]
    assert seconds == sorted(seconds)
    starts = [line.split(" s  ")[1] for line in lines if "graph of" in line]
    assert [start.split(":")[0] for start in starts] == ["graph of 400 samples", *ALL_FITS[1:]]


def interrupt_cut(monkeypatch, number):
    """Ctrl-C in the last step of the fit of that number; the list grows by one for each fit."""
    cuts, cut = [], InMemoryFit._cut

    def interrupted(*arguments):
        cuts.append(arguments)
        if len(cuts) == number:
            raise KeyboardInterrupt
        return cut(*arguments)

    monkeypatch.setattr(InMemoryFit, "_cut", interrupted)
    return cuts


def test_interrupted_fit_is_not_calibrated(overlapping, monkeypatch):
    X, y, _ = overlapping
    cuts = interrupt_cut(monkeypatch, number=1)
    with pytest.warns(ConvergenceWarning, match="The fit was interrupted after"):
        assert fit(X, y, calibrate=True).temperature_ == 1.0
    assert len(cuts) == 1


def test_interrupted_calibration_leaves_a_usable_fit(overlapping, monkeypatch):
    X, y, _ = overlapping
    plain = fit(X, y)
    cuts = interrupt_cut(monkeypatch, number=3)
    with pytest.warns(ConvergenceWarning, match="interrupted during calibration"):
        interrupted = fit(X, y, calibrate=True)
    assert len(cuts) == 3
    assert interrupted.temperature_ == 1.0
    np.testing.assert_array_equal(interrupted.label_distributions_, plain.label_distributions_)
    np.testing.assert_array_equal(interrupted.predict(X[:5]), plain.predict(X[:5]))


def test_warnings_of_the_fit_are_not_repeated():
    X = np.random.default_rng(0).integers(2, size=(300, 4)).astype(float)
    y = np.where(np.arange(300) < 60, X[:, 0], -1.0)
    with pytest.warns(UserWarning, match="exact copies") as caught:
        assert fit(X, y, linking=0.0, calibrate=True).temperature_ != 1.0
    assert len(caught) == 1


def test_sets_that_were_not_believed_do_not_bind_calibrated_confidences():
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(4), 50)
    X = 6.0 * np.eye(4)[truth] + rng.standard_normal((200, 4))
    y = np.full(200, -1)
    some = rng.choice(200, 60, replace=False)
    y[some] = truth[some]
    y[some[:8]] = (truth[some[:8]] + 1) % 4
    plc = fit(X, y, tolerance=0.3, calibrate=True)
    believed = plc.label_distributions_[some[:8], y[some[:8]]] > 0.5
    assert not believed.all()
    most = plc.classes_[plc.label_distributions_.argmax(axis=1)]
    np.testing.assert_array_equal(plc.transduction_, most)


def test_a_class_that_nobody_else_names_tells_nothing():
    X, truth = make_blobs(300, 5, centers=4, cluster_std=2.0, random_state=0)
    once = np.full(300, -1)
    for label in range(4):
        once[np.flatnonzero(truth == label)[0]] = label
    with pytest.warns(UserWarning, match="no candidate set has only classes that are in other"):
        assert fit(X, once, calibrate=True).temperature_ == 1.0
    twice = once.copy()
    for label in range(3):
        twice[np.flatnonzero(truth == label)[1]] = label
    plc = fit(X, twice, calibrate=True)
    right = (plc.transduction_ == truth).mean()
    assert plc.label_distributions_.max(axis=1).mean() > right - 0.1
