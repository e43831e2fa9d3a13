import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from plclust.experiments import RunIdentity, RunRecord, Store, _store

RUN = RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)


def test_a_run_has_one_row_and_the_first_result_stays(store):
    assert store.add(RunRecord(RUN, {"acc": 0.5}, details={"objective": [1.0]}))
    assert not store.add(RunRecord(RUN, {"acc": 0.6}))
    (record,) = store.records().values()
    assert record.identity == RUN
    assert record.figures["acc"] == 0.5
    assert record.details == {"objective": [1.0]}


def test_rows_outlive_the_connection_and_are_read_while_others_write(store):
    with Store(store.path) as reader:
        assert reader.records() == {}
        store.add(RunRecord(RUN, {"acc": 0.5}))
        assert RUN in reader.records()


def test_only_failures_are_forgotten(store):
    failed = RunIdentity("ecoli", "SC", "{}", rho=0.1, r=2, repeat=0)
    store.add(RunRecord(RUN, {"acc": 0.5}))
    store.add(RunRecord(failed, failure="Crash: of some kind"))
    assert store.remove_failed([RUN, failed]) == 1
    assert list(store.records()) == [RUN]


def test_other_files_are_refused_by_name(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to look at " * 10)
    with pytest.raises(ValueError, match=r"notes\.txt is no store"):
        Store(path)


def test_stores_of_another_schema_are_refused(tmp_path):
    path = tmp_path / "future.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(ValueError, match="another version"):
        Store(path)


def test_what_was_asked_for_is_remembered_once_and_in_order(store):
    for name in ("table5", "fig1", "table5"):
        store.remember(name, "fixed", quick=True, datasets=["lost"])
    asked = [(asked.name, asked.policy, asked.choices) for asked in store.experiments()]
    choices = {"quick": True, "datasets": ["lost"]}
    assert asked == [("table5", "fixed", choices), ("fig1", "fixed", choices)]


def test_databases_of_others_stay_as_they_are(tmp_path):
    path = tmp_path / "notes.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE runs (miles REAL)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ValueError, match="database of something else"):
        Store(path)
    assert path.read_bytes() == before


def test_to_read_a_store_writes_nothing(store):
    store.add(RunRecord(RUN, {"acc": 0.5}))
    store.close()
    with Store(store.path, read_only=True) as reader:
        assert list(reader.records()) == [RUN]
        assert list(store.path.parent.iterdir()) == [store.path]
        with pytest.raises(ValueError, match=r"cannot be used .*Hint: .* write-protected"):
            reader.add(RunRecord(RUN))


def test_a_reader_sees_what_others_write_later(store):
    store.close()
    with Store(store.path, read_only=True) as reader:
        assert not reader.records()
        with Store(store.path) as writer:
            writer.add(RunRecord(RUN, {"acc": 0.5}))
            writer.remember("fig1", "fixed")
            assert list(reader.records()) == [RUN]
        assert list(reader.records()) == [RUN]
        assert [asked.name for asked in reader.experiments()] == ["fig1"]


def test_a_link_to_a_store_shows_what_is_being_written(store):
    link = store.path.with_name("link.sqlite")
    link.symlink_to(store.path.name)
    store.add(RunRecord(RUN, {"acc": 0.5}))
    with Store(link, read_only=True) as reader:
        assert list(reader.records()) == [RUN]


def test_a_store_is_made_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "runs.sqlite"
    with monkeypatch.context() as context:
        context.setattr(_store, "_SCHEMA_EXPERIMENTS", "CREATE NONSENSE")
        with pytest.raises(ValueError, match="cannot be used"):
            Store(path)
    with Store(path) as store:
        assert not store.records()


def test_many_may_make_a_store_at_once(tmp_path):
    def make(number):
        for turn in range(10):
            with Store(tmp_path / f"{turn}.sqlite") as store:
                store.remember(f"fig{number}", "fixed")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(8)))
    for turn in range(10):
        with Store(tmp_path / f"{turn}.sqlite", read_only=True) as store:
            assert len(store.experiments()) == 8


def test_who_makes_a_store_waits_for_others_who_do(tmp_path, monkeypatch):
    class Busy(sqlite3.Connection):
        n_refused = 0

        def execute(self, statement, *values):
            if "journal_mode" in statement and Busy.n_refused < 2:
                Busy.n_refused += 1
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Busy))
    with Store(tmp_path / "runs.sqlite") as store:
        assert store.add(RunRecord(RUN, {"acc": 0.5}))
    assert Busy.n_refused == 2


def test_to_read_makes_no_store(tmp_path):
    with pytest.raises(ValueError, match="unable to open"):
        Store(tmp_path / "none.sqlite", read_only=True)
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(ValueError, match="it is empty"):
        Store(tmp_path / "empty.sqlite", read_only=True)
    (empty,) = tmp_path.iterdir()
    assert empty.stat().st_size == 0


def test_a_damaged_store_is_told(store):
    for repeat in range(100):
        store.add(RunRecord(replace(RUN, repeat=repeat), {"acc": 0.5}))
    store.close()
    content = store.path.read_bytes()
    store.path.write_bytes(content[:12288] + b"x" * (len(content) - 12288))
    with Store(store.path) as damaged, pytest.raises(ValueError, match=r"is damaged .*malformed"):
        damaged.records()


def test_a_locked_store_is_told(store, monkeypatch):
    monkeypatch.setattr("plclust.experiments._store.PATIENCE", 0.01)
    store._connection.execute("BEGIN EXCLUSIVE")
    with Store(store.path) as other, pytest.raises(ValueError, match="database is locked"):
        other.add(RunRecord(RUN))
