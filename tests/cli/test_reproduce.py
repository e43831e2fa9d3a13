import json
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from plclust.cli import main
from plclust.experiments import Store, build_all_results, list_methods, list_specs

QUICK = ["reproduce", "fig1", "--quick", "--datasets", "ecoli", "--no-download", "--quiet"]


@pytest.fixture
def run(tmp_path):
    def invoke(*arguments):
        store = ["--store", str(tmp_path / "runs.sqlite")]
        return CliRunner().invoke(main, [*arguments, *store])

    return invoke


def test_quick_run_end_to_end_and_again_from_the_store(run, tmp_path):
    command = [*QUICK, "--methods", "PLC,K-means", "--methods", "PL-KNN"]
    first = run(*command)
    assert first.exit_code == 0, first.output
    assert "Fig. 1: Ecoli, r = 1, ACC" in first.stdout
    assert "12 of 12 runs done, 0 failed" in first.stdout
    with Store(tmp_path / "runs.sqlite") as store:
        (results,) = build_all_results(store)
        assert [row.done for row in results.coverage] == [4, 4, 4]
        finished = {record.finished for record in store.records().values()}
    again = run(*command, "--json")
    (results,) = json.loads(again.stdout)
    assert [len(points) for points in results["figures"][0]["series"].values()] == [2, 2, 2]
    assert results["policy"] == "fixed"
    with Store(tmp_path / "runs.sqlite") as store:
        assert {record.finished for record in store.records().values()} == finished


def test_failures_are_told_by_the_exit_code(run):
    result = run(
        *QUICK, "--methods", "sklearn.cluster:HDBSCAN,sklearn.cluster:FeatureAgglomeration"
    )
    assert result.exit_code == 1
    assert "runs failed" in result.stderr
    assert "4/4" not in result.stdout.split("FeatureAgglomeration")[-1]


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "Name at least one of"),
        (["table3"], "'table3' is no experiment"),
        (["table2", "--datasets", "iris"], "'iris' is no data set"),
        (["table2", "--methods", "magic"], "'magic' is no method"),
        (["table2", "--policy", "best"], "Invalid value for '--policy'"),
    ],
)
def test_wrong_arguments(run, arguments, words):
    result = run("reproduce", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_file_that_is_no_store_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("no database " * 100)
    result = CliRunner().invoke(main, [*QUICK, "--store", str(path)])
    assert result.exit_code == 2
    assert "is no store of results" in result.stderr


def test_missing_data_are_skipped_and_told(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    result = run("reproduce", "table4-lyn10", "--quick", "--quiet")
    assert result.exit_code == 1  # nothing could be run
    assert "LYN10 is not on this machine" in result.stdout
    assert "[0.525]" in result.stdout


def test_help_names_every_experiment_and_method():
    text = " ".join(CliRunner().invoke(main, ["reproduce", "--help"]).stdout.split())
    for name in [*list_specs(), *list_methods()]:
        assert name in text


def test_a_folder_that_is_not_there(tmp_path):
    result = CliRunner().invoke(main, [*QUICK, "--store", str(tmp_path / "no" / "x.sqlite")])
    assert result.exit_code == 2
    assert "cannot be opened" in result.stderr


def test_nothing_is_downloaded_for_a_store_that_cannot_be_used(tmp_path, monkeypatch):
    def download(*_args, **_kwargs):
        raise AssertionError("downloaded")

    monkeypatch.setattr("plclust.cli._reproduce._download", download)
    store = ["--store", str(tmp_path / "no" / "x.sqlite")]
    result = CliRunner().invoke(main, ["reproduce", "fig1", "--quick", *store])
    assert result.exit_code == 2
    assert "cannot be opened" in result.stderr


def test_data_sets_that_an_experiment_lacks():
    result = CliRunner().invoke(main, ["reproduce", "table2", "--datasets", "ecoli"])
    assert result.exit_code == 2
    assert "table2 has none of the data sets ecoli" in result.stderr


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["fig3", "--methods", "PLC (default)"], "PLC (default) has none of them to be tuned"),
        (["significance", "--methods", "K-means"], "needs the reference PLC among the methods"),
        (["fig1", "--methods", ""], "'' names nothing; leave the option out"),
        (["fig1", "--n-jobs", "0"], "0 leaves nobody to do the work"),
        (["fig1", "--time-limit", "nan"], "nan is no finite number; leave the option out"),
        (["fig1", "--memory-limit", "inf"], "inf is no finite number; leave the option out"),
        (["fig1", "--methods", ".a:Mine"], "'.a:Mine' is no method"),
        (["fig1", "--methods", "plclust_none:Mine"], "there is no module plclust_none. Hint: PYTH"),
        (["fig1", "--methods", "sklearn.cluster:Mine"], "sklearn.cluster has no Mine"),
    ],
)
def test_what_would_run_for_nothing_is_refused(run, tmp_path, arguments, words):
    result = run("reproduce", *arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())


def test_earlier_failures_are_told_with_the_way_to_run_them_again(run):
    command = [*QUICK, "--methods", "sklearn.cluster:FeatureAgglomeration"]
    first = run(*command)
    assert "4 runs failed" in first.stderr
    assert "earlier" not in first.stderr
    assert "4 of them failed in an earlier command" in run(*command).stderr
    assert "--retry-failed" in run(*command).stderr
    assert "earlier" not in run(*command, "--retry-failed").stderr


@pytest.mark.parametrize("moment", ["_load_specs", "_download", "_failed_runs", "format_results"])
def test_stopped_at_any_moment(run, monkeypatch, moment):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"plclust.cli._reproduce.{moment}", stop)
    command = [word for word in QUICK if word != "--no-download"]
    result = run(*command, "--methods", "K-means")
    assert result.exit_code == 130
    assert "the same command goes on from there" in result.stderr


def test_a_store_that_another_program_has_locked(run, tmp_path, monkeypatch):
    monkeypatch.setattr("plclust.experiments._store.PATIENCE", 0.01)
    path = tmp_path / "runs.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        result = run(*QUICK)
    assert result.exit_code == 1
    assert f"{path} cannot be used (database is locked). Hint: does another" in result.stderr


def test_methods_are_shown_once_and_curves_without_the_papers_are_an_object(run):
    result = run(*QUICK, "--methods", "K-means,K-means", "--json")
    (found,) = json.loads(result.stdout)
    assert [row["method"] for row in found["coverage"]] == ["K-means"]
    assert found["figures"][0]["paper"] == {}
