"""Running commands, and reading what they wrote."""

import csv
import io

import numpy as np
from click.testing import CliRunner

from plclust.cli import main
from plclust.experiments import RunRecord, Store, load_spec
from plclust.experiments._plan import cells_of, runs_of

SCRIPT = "<script>alert(1)</script>"
NAMES = np.array([SCRIPT, "dog", "owl"])


def run_fit(*arguments):
    return CliRunner().invoke(main, ["fit", *map(str, arguments)])


def run_report(*arguments):
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


def csv_of(path, *arguments):
    return run_report("--store", path, "--out", "-", "--format", "csv", *arguments)


def assert_refused(result, code, *words):
    assert result.exit_code == code, result.output
    for word in words:
        assert word in result.stderr
    assert "Traceback" not in result.stderr


def assert_table_refused(folder, content, arguments, words):
    """Fit a table that cannot be used: the words are told, and nothing is written."""
    path = folder / "t.csv"
    path.write_text(content)
    assert_refused(run_fit(path, *arguments, "--out", folder / "r.csv"), 1, *words)
    assert [file.name for file in folder.iterdir()] == ["t.csv"]


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def shown(result):
    lines = csv.DictReader(io.StringIO(result.stdout))
    return {(line["experiment"], line["policy"]) for line in lines}


def planned(name, policy="fixed", **options):
    spec = load_spec(name, **options)
    return [run for cell in cells_of(spec) for run in runs_of(spec, cell, policy, {})]


def fill(path, runs, failing=()):
    with Store(path) as store:
        for number, run in enumerate(runs):
            failure = f"ValueError: {SCRIPT}" if number in failing else None
            known = {"acc": 0.4 + 0.01 * (number % 7), "nmi": 0.3, "ari": 0.2, "score": 0.5}
            figures = {} if failure else known
            versions = {"numpy": "9.9", "python": "3.99"}
            store.add(RunRecord(run, figures, failure, {}, versions))
    return path
