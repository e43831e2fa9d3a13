import re
from dataclasses import replace

import pytest

from plclust.experiments import Cell, ExperimentResults, Point
from plclust.report import render_html
from report.page import SCRIPT, Page

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")


@pytest.fixture
def text(results):
    return render_html(results, {"python": SCRIPT, "cores": "2"}, notes=[f"note {SCRIPT}"])


@pytest.fixture
def page(text):
    return Page(text)


def test_nothing_comes_from_elsewhere(text, page):
    assert not re.search(r"(?:src|href)\s*=\s*[\"'](?!#|data:)", text)
    assert not re.search(r"url\((?!#)|@import", text)
    for tag in ("script", "link", "iframe", "object", "img"):
        assert not page.all(tag)
    policy = page.all("meta", **{"http-equiv": "Content-Security-Policy"})[0][1]["content"]
    assert "default-src 'none'" in policy


def test_no_attribute_runs_code(page):
    for _, attributes, _ in page.elements:
        assert not [name for name in attributes if name.startswith("on")]


def test_scripts_in_names_are_text_everywhere(text, page):
    assert "<script" not in text.lower()
    assert SCRIPT in page.texts("th")
    assert any(SCRIPT in heading for heading in page.texts("h2"))
    assert any(SCRIPT in heading for heading in page.texts("h4"))
    assert any(SCRIPT in remark for remark in page.texts("li"))
    assert f"ValueError: {SCRIPT}" in page.texts("td")
    assert SCRIPT in page.texts("text")  # in the legend of a figure
    assert page.all("svg")[0][1]["aria-label"] == f"Fig. 3: {SCRIPT}"


def test_anchors_are_unique_and_all_links_arrive(page):
    anchors = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(anchors) == len(set(anchors))
    links = [element[1]["href"] for element in page.all("a")]
    assert len(links) >= 4
    assert {link.removeprefix("#") for link in links} <= set(anchors)
    used = [element[1]["xlink:href"] for element in page.all("use")]
    assert {link.removeprefix("#") for link in used} <= set(anchors)


def test_best_and_second_are_marked_for_us_and_for_the_paper(table):
    page = Page(render_html([ExperimentResults("t", "T", "fixed", (table,))]))
    assert page.texts("td", class_="best") == [
        "0.401 ± 0.020",
        "0.490 ± 0.030a",
        "0.399 ± 0.027",
        "0.497",
    ]
    assert page.texts("td", class_="second") == ["0.251", "0.300 ± 0.010c", "0.300", "0.300"]


def test_each_row_has_ours_the_papers_and_the_difference(table):
    page = Page(render_html([ExperimentResults("t", "T", "fixed", (table,))]))
    kinds = [attributes["class"] for _, attributes, _ in page.all("tr") if "class" in attributes]
    assert kinds[:3] == ["ours", "paper", "difference"]
    assert "+0.002" in page.texts("td")
    assert "\N{MINUS SIGN}0.007" in page.texts("td")


def test_gaps_have_footnotes(page):
    notes = page.texts("li")
    assert "amean of 9 of 10 runs: 1 failed" in notes
    assert "bnot run (10 planned)" in notes
    assert "cmean of 4 of 10 runs: 1 failed, 5 not run yet" in notes
    assert "dall 10 runs failed" in notes


def test_policies_are_named_at_every_table(page):
    assert page.texts("h3") == ["Policy: fixed", "Policy: hindsight"]
    facts = page.texts("p", class_="facts")
    assert len(facts) == 3
    assert all("Policy fixed: alpha = beta = 0.1, k = 10." in fact for fact in facts)


def test_empty_tables_and_figures_say_so(page):
    empty = page.texts("p", class_="empty")
    assert empty.count("Nothing to show.") == 1
    assert empty.count("Nothing to draw yet.") == 1
    assert len(page.all("svg")) == 1


def test_coverage_joins_methods_that_stand_alike(page):
    assert "PLC, K-means" in page.texts("td")
    assert page.texts("td", class_="failed") == ["20"]
    assert "the file is not on this machine" in page.texts("td")
    assert "60 of 100 planned runs ended well, 20 failed, 20 have not been run" in " ".join(
        page.texts("p")
    )


def test_no_results_at_all():
    page = Page(render_html([]))
    assert page.texts("p", class_="empty") == ["There are no results."]
    assert not page.all("table")


def test_many_remarks_are_folded(table):
    long = replace(table, notes=tuple(f"remark {i}" for i in range(9)))
    page = Page(render_html([ExperimentResults("t", "T", "fixed", (long,))]))
    assert page.texts("summary") == ["9 remarks"]


def test_a_row_alone_is_not_the_best(table):
    alone = replace(table, row_names=("PLC",))
    page = Page(render_html([ExperimentResults("t", "T", "fixed", (alone,))]))
    assert not page.all("td", class_="best")


def test_infinite_figures_are_shown_and_missing_cells_are_empty(table):
    cells = {("PLC", "rho = 0.05"): Cell(float("inf"), n=2)}
    odd = replace(table, cells=cells, row_names=("PLC",), best_is_largest=None, decimals=6)
    page = Page(render_html([ExperimentResults("t", "T", "fixed", (odd,))]))
    assert page.texts("td")[1:] == ["∞", ""]


def test_same_results_same_page(results):
    assert render_html(results) == render_html(results)


def test_figures_of_few_runs_say_so(figure):
    figure = replace(figure, series={"Lost": (Point(0.1, 0.5, 0.02, 3, 1, 6),)}, paper={})
    text = render_html([ExperimentResults("fig3", "Fig. 3", "fixed", (), (figure,))])
    assert "mean of 3 of 10 runs: 1 failed, 6 not run yet" in text
