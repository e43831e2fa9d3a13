from pathlib import Path
from runpy import run_path

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("plot_*.py"))


def test_there_are_examples():
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs_and_draws(path, monkeypatch):
    figures = []
    monkeypatch.setattr(plt, "show", lambda: figures.extend(plt.get_fignums()))
    with mpl.rc_context({"backend": "Agg"}):
        run_path(str(path))
        plt.close("all")
    assert len(figures) == 1
