import csv
import io

import pytest

from plclust.experiments import ExperimentResults, ResultTable
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
