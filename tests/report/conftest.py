"""Results made by hand, with all that may go wrong in them."""

import math

import pytest

from plclust.experiments import (
    Cell,
    Coverage,
    ExperimentResults,
    Point,
    ResultFigure,
    ResultTable,
)
from report.page import SCRIPT

POLICY = "fixed: alpha = beta = 0.1, k = 10"


@pytest.fixture
def table():
    return ResultTable(
        name="table2-lost",
        title="Table 2: Lost",
        caption="ACC on the unlabelled samples.",
        row_names=("PLC", "K-means", "SC", SCRIPT, "SSSC"),
        column_names=("rho = 0.05", "rho = 0.10"),
        cells={
            ("PLC", "rho = 0.05"): Cell(0.401, 0.02, 10, paper_mean=0.399, paper_std=0.027),
            ("PLC", "rho = 0.10"): Cell(0.49, 0.03, 9, n_failed=1, paper_mean=0.497),
            ("K-means", "rho = 0.05"): Cell(0.21, 0.01, 10, paper_mean=0.25, paper_std=0.013),
            ("K-means", "rho = 0.10"): Cell(math.nan, None, 0, n_missing=10, paper_mean=0.251),
            ("SC", "rho = 0.05"): Cell(0.3, 0.01, 4, n_failed=1, n_missing=5),
            (SCRIPT, "rho = 0.10"): Cell(0.3, None, 1),
            ("SSSC", "rho = 0.05"): Cell(n_failed=10, paper_mean=0.3),
        },
        metric="ACC",
        policy=POLICY,
        notes=(f"A remark about {SCRIPT} & 50 % of $x_1$.",),
    )


@pytest.fixture
def figure():
    return ResultFigure(
        name="fig3-alpha",
        title=f"Fig. 3: {SCRIPT}",
        caption="ACC by alpha.",
        x_label="alpha",
        y_label="ACC",
        series={
            "Lost": (Point(0.01, 0.5, 0.02), Point(0.1, math.nan), Point(1.0, 0.6, 0.01)),
            SCRIPT: (Point(0.01, 0.3), Point(0.1, 0.35, 0.02), Point(1.0, math.inf)),
            "_hidden $x_1$": (Point(0.1, 0.2),),
        },
        policy=POLICY,
        paper={"Lost": (Point(0.01, 0.52), Point(1.0, 0.58))},
        x_scale="log",
    )


@pytest.fixture
def results(table, figure):
    empty_table = ResultTable("none", "Empty", "", (), (), {}, "ACC", POLICY)
    empty_figure = ResultFigure("nothing", "No curves", "", "rho", "ACC", {}, POLICY)
    traceback = f'Traceback (most recent call last):\n  File "x.py"\nValueError: {SCRIPT}'
    coverage = (
        Coverage("table2", "Lost", "PLC", 20, 20, 0),
        Coverage("table2", "Lost", "K-means", 20, 20, 0),
        Coverage("table2", "Lost", "SSSC", 20, 0, 20, traceback),
        Coverage("table2", "Mirflickr", "PLC", 20, 0, 0, "the file is not on this machine"),
    )
    first = ExperimentResults(
        "table2", f"Table 2 {SCRIPT}", "fixed", (table, empty_table), (), coverage, ("A note.",)
    )
    second = ExperimentResults("table2", "Table 2", "hindsight", (table,), (), coverage[:1])
    third = ExperimentResults("fig3", "Fig. 3", "fixed", (), (figure, empty_figure))
    return [first, second, third]
