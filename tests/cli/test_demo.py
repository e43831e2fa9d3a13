import json

import pytest
from click.testing import CliRunner

from plclust.cli import main


def test_demo_prints_a_table_in_which_candidates_help():
    result = CliRunner().invoke(main, ["demo", "--json", "--labelled", "0.1"])
    assert result.exit_code == 0, result.output
    rows = {row["method"]: row for row in json.loads(result.stdout)}
    assert set(rows) == {"k-means", "spectral clustering", "partial label clustering"}
    ours = rows["partial label clustering"]["acc"]
    assert ours > max(rows["k-means"]["acc"], rows["spectral clustering"]["acc"])
    assert {row["n_evaluated"] for row in rows.values()} == {1617}


def test_demo_shows_progress_and_a_table():
    result = CliRunner().invoke(main, ["demo", "--labelled", "0.1"])
    assert result.exit_code == 0, result.output
    assert "guidance" in result.stderr
    assert "partial label clustering" in result.stdout


@pytest.mark.parametrize(
    ("share", "words"), [("2", "2.0 is not in the range"), ("nan", "nan is no finite number")]
)
def test_demo_refuses_nonsense(share, words):
    result = CliRunner().invoke(main, ["demo", "--labelled", share])
    assert result.exit_code == 2
    assert words in result.stderr


def test_version_and_help():
    assert CliRunner().invoke(main, ["--version"]).output.startswith("plclust")
    assert "demo" in CliRunner().invoke(main, ["-h"]).output


def test_demo_needs_digits_with_and_without_candidates():
    result = CliRunner().invoke(main, ["demo", "--labelled", "0.9999"])
    assert result.exit_code == 2
    assert "1797 of 1797 digits with candidates" in result.stderr


@pytest.mark.parametrize("moment", ["cli._demo._simulate", "cluster._in_memory.guided_features"])
def test_stopped_at_any_moment(monkeypatch, moment):
    def stop(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"plclust.{moment}", stop)
    result = CliRunner().invoke(main, ["demo"])
    assert result.exit_code == 130
    assert result.stderr.endswith("Stopped.\n")
