"""Results of runs in one SQLite file, a row per run, written as soon as the run has ended."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from plclust.experiments._identity import RunIdentity, canonical

SCHEMA_VERSION = 1
PATIENCE = 60.0  # seconds to wait for another program that writes
FIGURES = ("acc", "nmi", "ari", "n_evaluated", "score", "cpu", "wall", "peak_memory")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    identity TEXT PRIMARY KEY NOT NULL,
    dataset TEXT NOT NULL, method TEXT NOT NULL, params TEXT NOT NULL, rho REAL NOT NULL,
    r INTEGER NOT NULL, repeat INTEGER NOT NULL, scaling TEXT NOT NULL, measure TEXT NOT NULL,
    acc REAL, nmi REAL, ari REAL, n_evaluated INTEGER, score REAL,
    cpu REAL, wall REAL, peak_memory INTEGER,
    failure TEXT, details TEXT NOT NULL, versions TEXT NOT NULL,
    started TEXT NOT NULL, finished TEXT NOT NULL
) WITHOUT ROWID
"""
_SCHEMA_EXPERIMENTS = """
CREATE TABLE IF NOT EXISTS experiments (
    name TEXT NOT NULL, policy TEXT NOT NULL, choices TEXT NOT NULL,
    PRIMARY KEY (name, policy, choices)
)
"""
_COLUMNS = (
    *("identity", "dataset", "method", "params", "rho", "r", "repeat", "scaling", "measure"),
    *FIGURES,
    *("failure", "details", "versions", "started", "finished"),
)


@dataclass(frozen=True)
class RunRecord:
    """What is known of a run that has ended.

    Parameters
    ----------
    identity : RunIdentity
        The run.
    figures : dict, default={}
        ``acc``, ``nmi``, ``ari``, ``n_evaluated``, ``score``, seconds ``cpu`` and ``wall``,
        ``peak_memory`` in bytes; absent or None where unknown.
    failure : str or None, default=None
        Why the run failed: its first line names the cause. None if it ended well.
    details, versions : dict, default={}
        Further results; versions of Python, packages and system.
    started, finished : str, default=""
        Times in UTC, as in ISO 8601.
    """

    identity: RunIdentity
    figures: dict[str, Any] = field(default_factory=dict)
    failure: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    started: str = ""
    finished: str = ""


class Asked(NamedTuple):
    """An experiment as it was asked for: ``load_spec(name, **choices)`` under a policy.

    Attributes
    ----------
    name : str
        Name of the experiment.
    policy : str
        How parameters are chosen.
    choices : dict of str to object
        What else :func:`load_spec` takes.
    """

    name: str
    policy: str
    choices: dict[str, Any]


class Store:
    """A file of results, to be used in a ``with`` statement.

    Readers may look on while runs are added. A row is written in one transaction: after a crash,
    of program or system, every row there is complete, and a run has one row or none.

    Parameters
    ----------
    path : str or path-like
        The file, created if it is not there.
    read_only : bool, default=False
        Whether nothing is to be written: the file must be there, and may be write-protected.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from plclust.experiments import RunIdentity, RunRecord, Store
    >>> run = RunIdentity("ecoli", "K-means", "{}", rho=0.1, r=1, repeat=0)
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "runs.sqlite")) as store:
    ...     store.add(RunRecord(run, {"acc": 0.5})), store.add(RunRecord(run, {"acc": 0.6}))
    ...     store.records()[run].figures["acc"]
    (True, False)
    0.5
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        self._connection = self._connect()
        try:
            with self._errors_told():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        address = self._address_for_reading() if self.read_only else self.path
        try:
            return sqlite3.connect(
                address, timeout=PATIENCE, isolation_level=None, uri=self.read_only
            )
        except sqlite3.OperationalError as error:
            raise ValueError(
                f"{self.path} cannot be opened ({error}). Hint: is there such a folder?"
            ) from error

    def _address_for_reading(self) -> str:
        # Where nobody has the file open, SQLite need not make files beside it, and could not in a
        # folder that is write-protected. That holds for the moment only: see _look_again.
        file = self.path.resolve()  # beside which SQLite keeps its own files
        is_open = file.with_name(f"{file.name}-wal").exists()
        return f"{file.as_uri()}?mode=ro{'' if is_open else '&immutable=1'}"

    @contextmanager
    def _errors_told(self) -> Iterator[None]:
        """Errors of SQLite as errors that name the file and say what can be done."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                words = f"is no store of results ({error}). Hint: name another file."
            elif isinstance(error, sqlite3.OperationalError):
                words = (
                    f"cannot be used ({error}). Hint: does another program use it, is it "
                    "write-protected, or is the disk full?"
                )
            else:
                words = f"is damaged ({error}). Hint: name another file, or restore a copy."
            raise ValueError(f"{self.path} {words}") from error

    def _look_again(self) -> None:
        """Let a reader see what others have written since."""
        if self.read_only:
            self._connection.close()
            self._connection = self._connect()

    def _prepare(self) -> None:
        version = self._check_ours()
        if self.read_only:
            if version == 0:
                raise ValueError(
                    f"{self.path} is no store of results (it is empty). Hint: name another file."
                )
            return
        self._write_ahead()
        self._connection.execute("PRAGMA synchronous = FULL")
        if version == 0:
            self._make_tables()

    def _write_ahead(self) -> None:
        """Let others read while this one writes.

        Two that switch at once are in each other's way, for which SQLite does not wait by itself.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)
            else:
                return

    def _make_tables(self) -> None:
        """All of them or none, and once, whoever else opens the file."""
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._check_ours() == 0:
                self._connection.execute(_SCHEMA)
                self._connection.execute(_SCHEMA_EXPERIMENTS)
                self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _check_ours(self) -> int:
        """The version of the tables, 0 if there are none."""
        version, n_tables = self._connection.execute(  # at one moment, whoever else writes
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        ).fetchone()
        if version not in {0, SCHEMA_VERSION}:
            raise ValueError(
                f"{self.path} was written by another version of plclust (schema {version}, "
                f"expected {SCHEMA_VERSION}). Hint: name another file."
            )
        if version == 0 and n_tables > 0:
            raise ValueError(
                f"{self.path} is a database of something else. Hint: name another file."
            )
        return int(version)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, record: RunRecord) -> bool:
        """Write the result of a run; False if there is one already, which then stays.

        Parameters
        ----------
        record : RunRecord
            The result.

        Returns
        -------
        bool
            Whether it was written.
        """
        identity = record.identity
        values = {
            "identity": identity.key,
            **vars(identity),
            **{name: record.figures.get(name) for name in FIGURES},
            "failure": record.failure,
            "details": json.dumps(record.details),
            "versions": json.dumps(record.versions),
            "started": record.started,
            "finished": record.finished,
        }
        places = ", ".join(f":{name}" for name in _COLUMNS)
        statement = f"INSERT OR IGNORE INTO runs ({', '.join(_COLUMNS)}) VALUES ({places})"  # noqa: S608
        with self._errors_told():
            return self._connection.execute(statement, values).rowcount == 1

    def records(self) -> dict[RunIdentity, RunRecord]:
        """All results, by the identity of their run."""
        self._look_again()
        with (
            self._errors_told(),
            closing(self._connection.execute("SELECT * FROM runs")) as cursor,
        ):
            names = [column[0] for column in cursor.description]
            found = [self._as_record(dict(zip(names, row, strict=True))) for row in cursor]
        return {record.identity: record for record in found}

    def _as_record(self, row: dict[str, Any]) -> RunRecord:
        try:
            return _as_record(row)
        except (ValueError, TypeError) as error:
            raise self._unreadable(row["identity"], error) from error

    def _unreadable(self, where: str, error: Exception) -> ValueError:
        return ValueError(
            f"{self.path} has a row that cannot be read ({where}: {error}). "
            "Hint: name another file, or delete the row with sqlite3."
        )

    def remember(self, name: str, policy: str, **choices: Any) -> None:
        """Note that an experiment was asked for, with what :func:`load_spec` takes.

        Parameters
        ----------
        name : str
            Name of the experiment.
        policy : {"fixed", "no-truth", "hindsight"}
            How parameters are chosen.
        **choices
            Other arguments of :func:`load_spec`.
        """
        values = (name, policy, canonical(choices))
        with self._errors_told():
            self._connection.execute("INSERT OR IGNORE INTO experiments VALUES (?, ?, ?)", values)

    def experiments(self) -> list[Asked]:
        """The experiments that were asked for, in that order."""
        self._look_again()
        with self._errors_told():
            found = self._connection.execute("SELECT * FROM experiments ORDER BY rowid").fetchall()
        try:
            return [Asked(name, policy, json.loads(choices)) for name, policy, choices in found]
        except (ValueError, TypeError) as error:
            raise self._unreadable("experiments", error) from error

    def remove_failed(self, identities: Iterable[RunIdentity]) -> int:
        """Forget the failures among these runs, so that they are run again.

        Parameters
        ----------
        identities : iterable of RunIdentity
            The runs, failed or not.

        Returns
        -------
        int
            Number of failures that were forgotten.
        """
        keys = [(identity.key,) for identity in identities]
        statement = "DELETE FROM runs WHERE identity = ? AND failure IS NOT NULL"
        before = self._connection.total_changes
        with self._errors_told():
            self._connection.execute("BEGIN")
            self._connection.executemany(statement, keys)
            self._connection.execute("COMMIT")
        return self._connection.total_changes - before


def _as_record(row: dict[str, Any]) -> RunRecord:
    return RunRecord(
        RunIdentity.from_key(row["identity"]),
        {name: row[name] for name in FIGURES},
        row["failure"],
        json.loads(row["details"]),
        json.loads(row["versions"]),
        row["started"],
        row["finished"],
    )


__all__ = ["Asked", "RunRecord", "Store"]
