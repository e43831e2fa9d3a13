import csv
import errno
import io
import os
import sqlite3
import sys
from contextlib import closing

import pytest

from cli.commands import assert_refused, csv_of, fill, planned, shown
from cli.commands import run_report as run
from plclust.experiments import Store


def test_one_page(store, tmp_path):
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    out = tmp_path / "page.html"
    result = run("--store", store, "--out", out)
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert "<h2>Fig. 1" in text
    assert "<svg" in text
    assert "<script" not in text
    assert "ValueError: &lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "3.99" in text
    assert f"written: {out}" in result.stderr
    assert "fig1 (quick form), policy fixed" in result.stderr


@pytest.mark.parametrize(
    ("form", "suffix", "start"),
    [("md", ".md", "# Partial"), ("latex", ".tex", "% Needs"), ("csv", ".csv", "experiment,")],
)
def test_other_formats_by_name_or_suffix(store, tmp_path, monkeypatch, form, suffix, start):
    monkeypatch.chdir(tmp_path)
    assert run("--store", store, "--format", form).exit_code == 0
    written = (tmp_path / f"report{suffix}").read_text(encoding="utf-8")
    assert written.startswith(start)
    assert run("--store", store, "--out", f"x{suffix}").exit_code == 0
    assert (tmp_path / f"x{suffix}").read_text(encoding="utf-8").startswith(start)
    assert run("--store", store, "--format", form, "--out", "-").stdout.startswith(start)


def test_named_experiments_are_shown_if_there_is_anything_to_show(store):
    more = ["--store", store, "--out", "-", "--format", "csv", "table2"]
    result = run(*more)
    assert result.exit_code == 1
    assert "nothing to show" in result.stderr
    fill(store, planned("table2", quick=True, datasets=["lost"])[:1])
    assert shown(run(*more)) == {("table2", "fixed")}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["table99"], "is no experiment"),
        (["--out", "no/such/folder.html"], "There is no folder"),
        (["--format", "pdf"], "pdf"),
        (["--out", "."], "is a folder"),
    ],
)
def test_wrong_usage(store, arguments, word):
    result = run("--store", store, *arguments)
    assert result.exit_code == 2
    assert word in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_replaced(store, tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    result = run("--store", store, "--out", tmp_path / "pipe.md")
    assert result.exit_code == 2
    assert "Hint: - for the standard output" in result.stderr


def test_a_standard_output_that_cannot_be_written_is_told(store, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("plclust.cli._report._write", full)
    result = run("--store", store, "--out", "-", "--format", "md")
    assert_refused(result, 1, "Error: [Errno 28] No space left on device")


def test_the_store_is_not_overwritten(store):
    result = run("--store", store, "--out", store)
    assert result.exit_code == 2
    assert "not overwritten" in result.stderr


def test_a_store_that_is_not_there_is_not_made(tmp_path):
    assert run("--store", tmp_path / "no.sqlite").exit_code == 2
    assert not list(tmp_path.iterdir())


def test_an_empty_store_and_another_file(tmp_path):
    empty = fill(tmp_path / "empty.sqlite", [])
    result = run("--store", empty, "--out", tmp_path / "r.html")
    assert result.exit_code == 1
    assert "too few runs" in result.stderr
    other = tmp_path / "other.sqlite"
    other.write_text("not a database, but long enough to be looked at" * 30)
    result = run("--store", other, "--out", tmp_path / "r.html")
    assert result.exit_code == 1
    assert "is no store of results" in result.stderr
    assert not (tmp_path / "r.html").exists()


def test_a_failing_write_leaves_what_was_there(store, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise OSError("disk full")

    out = tmp_path / "r.md"
    out.write_text("old")
    monkeypatch.setattr("os.fsync", fail)
    result = run("--store", store, "--out", out)
    assert result.exit_code == 1
    assert "disk full" in result.stderr
    assert out.read_text() == "old"
    assert not list(tmp_path.glob(".r*"))


def test_without_jinja2_there_is_a_hint(store, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = run("--store", store, "--out", tmp_path / "r.html")
    assert result.exit_code == 1
    assert "plclust[report]" in result.stderr


def test_a_small_part_of_an_experiment_is_shown_if_it_was_all_that_was_asked_for(tmp_path):
    choices = {"quick": True, "datasets": ["ecoli"], "methods": ["K-means"], "repeats": 1}
    path = fill(tmp_path / "part.sqlite", planned("fig1", **choices))
    assert run("--store", path, "--out", "-", "--format", "csv").exit_code == 1
    with Store(path) as store:
        store.remember("fig1", "fixed", **choices)
        store.remember("table2", "fixed", quick=True)
    assert shown(run("--store", path, "--out", "-", "--format", "csv")) == {("fig1", "fixed")}


def test_other_suffixes_and_data_sets_are_refused(store, tmp_path):
    assert "none of the suffixes" in run("--store", store, "--out", tmp_path / "r.docx").stderr
    result = run("table2", "--store", store, "--datasets", "losst", "--out", tmp_path / "r.md")
    assert result.exit_code == 2
    assert "'losst' is no data set" in result.stderr


def test_what_was_asked_for_comes_first_and_as_it_was_asked_for(part):
    result = csv_of(part)
    lines = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [*dict.fromkeys(line["experiment"] for line in lines)] == ["fig1", "theorem"]
    assert {line["row"] for line in lines if line["experiment"] == "fig1"} == {"PLC", "K-means"}
    assert "fig1 (quick form), policy fixed: 4 of 4 runs" in result.stderr
    assert "left out: fig1" not in result.stderr


def test_methods_that_were_run_one_by_one_stand_in_one_table(tmp_path):
    path = tmp_path / "runs.sqlite"
    for methods in (["PLC"], ["SC"], ["PLC"]):
        choices = {"quick": True, "datasets": ["ecoli"], "methods": methods}
        fill(path, planned("fig1", **choices))
        with Store(path) as store:
            store.remember("fig1", "fixed", **choices)
            store.remember("fig1", "fixed", **(choices | {"repeats": 1}))
    lines = list(csv.DictReader(io.StringIO(csv_of(path).stdout)))
    places = [(line["name"], line["row"], line["column"]) for line in lines]
    assert len(places) == len(set(places)) == 8
    assert {line["row"] for line in lines} == {"PLC", "SC"}
    page = run("--store", path, "--out", "-", "--format", "md").stdout
    assert page.count("### Fig. 1: Ecoli, r = 1, ACC") == 1


def test_what_was_asked_for_and_not_begun_adds_no_rows(part):
    with Store(part) as store:
        store.remember("fig1", "fixed", quick=True, datasets=["ecoli"], methods=["SC"])
    lines = list(csv.DictReader(io.StringIO(csv_of(part, "fig1").stdout)))
    assert {line["row"] for line in lines} == {"PLC", "K-means"}


def test_named_experiments_are_shown_as_they_were_asked_for(part):
    lines = list(csv.DictReader(io.StringIO(csv_of(part, "fig1").stdout)))
    assert {line["row"] for line in lines} == {"PLC", "K-means"}
    lines = list(csv.DictReader(io.StringIO(csv_of(part, "fig1", "--methods", "PLC").stdout)))
    assert {line["row"] for line in lines} == {"PLC"}


@pytest.mark.parametrize(
    "arguments",
    [["--datasets", "lost", "--methods", "SC"], ["--policy", "hindsight"], ["--scaling", "none"]],
)
def test_what_was_asked_for_is_not_shown_if_something_else_is_chosen(part, arguments):
    result = csv_of(part, *arguments)
    assert result.exit_code == 1
    assert "nothing to show" in result.stderr


def test_a_named_experiment_without_runs_is_not_to_be_named(part):
    result = csv_of(part, "fig1", "--policy", "hindsight")
    assert result.exit_code == 1
    assert "name an experiment" not in result.stderr
    assert "Hint: plclust reproduce fig1 --policy hindsight" in result.stderr


def test_choices_that_an_experiment_does_not_have_are_refused(part):
    result = csv_of(part, "table2", "--datasets", "ecoli")
    assert result.exit_code == 2
    assert "table2 has none of the data sets ecoli" in result.stderr
    assert csv_of(part, "--methods", "magic").exit_code == 2


def test_the_store_is_only_read(part):
    before = part.read_bytes()
    part.chmod(0o444)
    part.parent.chmod(0o555)
    result = csv_of(part)
    part.parent.chmod(0o755)
    assert result.exit_code == 0, result.stderr
    assert part.read_bytes() == before
    assert list(part.parent.iterdir()) == [part]


def test_a_store_that_is_being_written_can_be_read(part):
    with Store(part) as store:
        store.remember("fig1", "hindsight", quick=True)
        assert csv_of(part).exit_code == 0


@pytest.mark.parametrize("damage", ["details = '{'", "versions = ''", "identity = '[1]'"])
def test_rows_that_cannot_be_read_are_told(part, damage):
    with closing(sqlite3.connect(part)) as connection, connection:
        first = "(SELECT min(identity) FROM runs)"
        connection.execute(f"UPDATE runs SET {damage} WHERE identity = {first}")  # noqa: S608
    result = csv_of(part)
    assert result.exit_code == 1
    assert f"{part} has a row that cannot be read" in result.stderr


@pytest.mark.parametrize("moment", ["_check_choices", "_asked_before", "_render", "_write"])
def test_stopped_at_any_moment(store, monkeypatch, moment):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"plclust.cli._report.{moment}", stop)
    result = run("--store", store, "--out", "-", "--format", "csv")
    assert result.exit_code == 130
    assert "Stopped" in result.stderr
