"""Runs in processes of their own, which can be stopped: by limits, by crashes, by the user."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plclust.experiments._identity import RunIdentity
from plclust.experiments._store import FIGURES, RunRecord

MEMORY_ERROR = re.compile(r"^\S*MemoryError\b", re.MULTILINE)  # of Python or NumPy
GRACE = 0.3  # seconds for trackers of shared memory, which ignore SIGTERM, to tidy up
# One thread per run: results and times then do not depend on how many runs share the machine.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Limits:
    """Most that a run may take.

    Parameters
    ----------
    seconds : float or None, default=None
        Wall time; a run that takes longer is killed with all that it has forked.
    bytes : int or None, default=None
        Memory; allocations beyond it fail. Only on Linux.
    """

    seconds: float | None = None
    bytes: int | None = None


def _search_path() -> str:
    """Where this process finds modules, for another one that may begin elsewhere."""
    return os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)


class Child:
    """A process that carries out runs one after the other."""

    def __init__(self, memory_limit: int | None) -> None:
        self.memory_limit = memory_limit
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 closed with the process
        self._process = subprocess.Popen(  # noqa: S603 our own module
            # Modules are found where this process finds them; -m alone would put the working
            # folder first, and a file signal.py there in the place of Python's own.
            [sys.executable, "-P", "-m", "plclust.experiments._child", str(memory_limit or 0)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=os.environ | dict.fromkeys(_THREADS, "1") | {"PYTHONPATH": _search_path()},
            start_new_session=True,  # Ctrl-C is for the parent, which then stops this process
            text=True,
        )
        self._sweeper = threading.Thread(target=self._sweep, daemon=True)
        self._sweeper.start()
        self._ready = False
        self._spent = False

    def _sweep(self) -> None:
        """Once the process has ended, end what it has forked, which would keep its pipe open."""
        self._process.wait()
        if self._signal_group("SIGTERM"):
            time.sleep(GRACE)
            self._signal_group("SIGKILL")

    def _signal_group(self, name: str) -> bool:
        """Whether there was a process, this one or what it has forked, to get the signal."""
        if sys.platform == "win32":
            return False
        try:
            os.killpg(self._process.pid, signal.Signals[name])
        except OSError:
            return False
        return True

    def ask(self, key: str, seconds: float | None) -> dict[str, Any]:
        """Have a run carried out. The answer has a ``failure`` if it did not end well."""
        if not self._ready:
            self._ready = self._read() is not None
        late = threading.Event()
        timer = threading.Timer(seconds or 0.0, self._stop_late, [late])
        timer.daemon = True
        began = time.perf_counter()
        if seconds is not None:
            timer.start()
        try:
            answer = self._exchange(key)
        finally:
            timer.cancel()
        wall = time.perf_counter() - began
        self._spent = late.is_set() or answer is None
        if late.is_set():
            return {"failure": f"TimeLimit: longer than {seconds:g} s", "wall": wall}
        return {"failure": self._last_words(), "wall": wall} if answer is None else answer

    def _exchange(self, key: str) -> dict[str, Any] | None:
        stdin = self._process.stdin
        try:
            stdin.write(key + "\n")  # type: ignore[union-attr]
            stdin.flush()  # type: ignore[union-attr]
        except OSError:
            return None
        return self._read()

    def _read(self) -> dict[str, Any] | None:
        line = self._process.stdout.readline()  # type: ignore[union-attr]
        if not line.endswith("\n"):
            return None
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:  # something else was printed
            self.kill()
            return None
        return answer

    def _stop_late(self, late: threading.Event) -> None:
        late.set()
        self.kill()

    def _last_words(self) -> str:
        code = self._process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        hint = " (killed for want of memory?)" if code == -getattr(signal, "SIGKILL", 9) else ""
        self._errors.seek(0)
        words = self._errors.read()[-2000:].decode(errors="replace")
        return f"Crash: the process of the run ended with {how}{hint}\n{words}"

    @property
    def alive(self) -> bool:
        """Whether the process can carry out another run."""
        return not self._spent and self._process.poll() is None

    def kill(self) -> None:
        """End the process and what it has forked; may be called from any thread."""
        if self._process.returncode is None:  # else the group's number may be another's by now
            self._process.kill()
            self._signal_group("SIGTERM")

    def close(self) -> None:
        """End the process and wait for it."""
        self.kill()
        self._sweeper.join()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            with suppress(OSError):  # what was still to be written has no reader
                stream.close()  # type: ignore[union-attr]


class ChildPool:
    """The child processes of this process: some at work, some waiting for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: list[Child] = []
        self._idle: list[Child] = []

    def take(self, memory_limit: int | None) -> Child:
        """A process that is free, a new one if there is none."""
        with self._lock:
            for child in self._idle:
                if child.memory_limit == memory_limit and child.alive:
                    self._idle.remove(child)
                    return child
            child = Child(memory_limit)
            self._all.append(child)
            return child

    def give_back(self, child: Child, *, reusable: bool) -> None:
        """Return a process, to be used again or not."""
        with self._lock:
            if child not in self._all:
                return
            if reusable and child.alive:
                self._idle.append(child)
                return
            self._all.remove(child)
        child.close()

    def kill(self) -> None:
        """Stop all processes, those at work too."""
        with self._lock:
            for child in self._all:
                child.kill()

    def close_idle(self) -> None:
        """End the processes that wait for work."""
        with self._lock:
            idle, self._idle = self._idle, []
            self._all = [child for child in self._all if child not in idle]
        for child in idle:
            child.close()


POOL = ChildPool()


def run_isolated(identity: RunIdentity, limits: Limits) -> RunRecord:
    """Carry out a run in another process. Never raises: a failure is part of the record."""
    started = _now()
    child = POOL.take(limits.bytes)
    answer: dict[str, Any] = {"exhausted": True}
    try:
        answer = child.ask(identity.key, limits.seconds)
    finally:
        POOL.give_back(child, reusable=not answer.get("exhausted", False))
    failure = answer.get("failure")
    # Where memory ends within a library, the process may crash, or the error be of another kind.
    if limits.bytes and MEMORY_ERROR.search(failure or ""):
        failure = f"MemoryLimit: more than {limits.bytes / 1e9:g} GB\n{failure}"
    return RunRecord(
        identity,
        {name: answer.get(name) for name in FIGURES},
        failure,
        answer.get("details", {}),
        answer.get("versions", {}),
        started,
        _now(),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


__all__ = ["POOL", "Limits", "run_isolated"]
