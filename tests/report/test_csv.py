import csv
import io
from dataclasses import replace

import pytest

from plclust.experiments import Cell, ExperimentResults, Point, ResultTable
from plclust.report import render_csv
from report.page import SCRIPT


def test_csv_has_a_line_per_figure(results):
    lines = list(csv.DictReader(io.StringIO(render_csv(results))))
    assert len(lines) == 7 + 7 + 7
    first = lines[0]
    assert first["row"] == "PLC"
    assert float(first["mean"]) == 0.401
    assert float(first["difference"]) == pytest.approx(0.002)
    assert first["mark"] == "best"
    points = [line for line in lines if line["kind"] == "figure"]
    assert {line["row"] for line in points} == {"Lost", SCRIPT, "_hidden $x_1$"}
    assert any(line["paper_mean"] == "0.52" for line in points)


def test_a_table_without_cells_has_no_lines():
    table = ResultTable("t", "=HYPERLINK(1)", "", ("@x",), ("+y",), {}, "-m", "p")
    results = ExperimentResults("\t=1", "T", "fixed", (table,))
    assert render_csv([results]).count("\n") == 1


def test_nothing_gives_something():
    assert render_csv([])
    assert render_csv([ExperimentResults("t", "T", "fixed")])


def test_csv_holds_no_formulas():
    cells = {("@x", "+y"): Cell(-0.5, 0.1, 3, 2, 1)}
    table = ResultTable("=n", "=HYPERLINK(1)", "", ("@x",), ("+y",), cells, "-m", "p")
    results = ExperimentResults("\t=1", "T", "fixed\n", (table,))
    (line,) = csv.DictReader(io.StringIO(render_csv([results])))
    assert line["experiment"] == "'=1"
    assert line["policy"] == "fixed"
    assert line["title"] == "'=HYPERLINK(1)"
    assert [line[key] for key in ("name", "metric", "row", "column")] == [
        "'=n",
        "'-m",
        "'@x",
        "'+y",
    ]
    assert [line[key] for key in ("mean", "n", "n_failed", "n_missing")] == ["-0.5", "3", "2", "1"]


def test_points_of_curves_tell_how_many_runs_they_are_of(figure):
    figure = replace(figure, series={"Lost": (Point(0.1, 0.5, 0.02, 3, 1, 6),)}, paper={})
    text = render_csv([ExperimentResults("fig3", "Fig. 3", "fixed", (), (figure,))])
    (line,) = csv.DictReader(io.StringIO(text))
    assert line["kind"] == "figure"
    assert [line[key] for key in ("n", "n_failed", "n_missing")] == ["3", "1", "6"]


def test_settings_are_told_apart(table):
    choices = {"scaling": "none", "grid": "tied", "repeats": 3, "quick": True}
    results = [ExperimentResults("t", "T", "fixed", (table,), choices=choices)]
    line = next(csv.DictReader(io.StringIO(render_csv(results))))
    assert {key: line[key] for key in choices} == {key: str(choices[key]) for key in choices}
