import numpy as np
import pytest

from plclust.report import FitSummary, render_fit_summary
from plclust.report._summary import ClusterRow
from report.page import SCRIPT, Page

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")


def make_summary(n_samples=30, n_features=3, **others):
    rng = np.random.default_rng(0)
    labels = np.arange(n_samples) % 2
    clusters = [ClusterRow(0, SCRIPT, 15, 0.9), ClusterRow(1, "", 15, None)]
    return FitSummary(
        clusters,
        labels,
        rng.uniform(size=n_samples),
        labels == 0,
        rng.normal(size=(n_samples, n_features)),
        **others,
    )


def test_a_page_with_three_pictures():
    summary = make_summary(
        numbers={"samples": "30"},
        facts={SCRIPT: SCRIPT},
        unnamed=[SCRIPT],
        warnings=[f"beware {SCRIPT}"],
    )
    text = render_fit_summary(summary, title=SCRIPT)
    page = Page(text)
    assert len(page.all("svg")) == 3
    assert not page.all("script")
    assert page.texts("h1") == [SCRIPT]
    assert SCRIPT in page.texts("td")
    assert f"0: {SCRIPT}" in page.texts("text")
    assert "1" in page.texts("text")
    assert "No cluster is named" in text
    assert page.texts("dd") == ["30"]


@pytest.mark.parametrize("n_features", [1, 2, 5])
def test_any_number_of_features(n_features):
    assert render_fit_summary(make_summary(n_features=n_features)).count("<svg") == 3


def test_many_samples_are_one_picture():
    many = render_fit_summary(make_summary(n_samples=5000))
    assert "data:image/png;base64" in many
    assert len(many) < 400_000


def test_no_confidence_is_no_obstacle():
    summary = make_summary()
    summary.confidence[:] = np.nan
    assert Page(render_fit_summary(summary))
