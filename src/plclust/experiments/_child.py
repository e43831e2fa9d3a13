"""The process in which runs are carried out: ``python -m plclust.experiments._child``.

It reads the identities of runs from its input, a line each, and writes a line of JSON for each. It
ends as soon as its input does, so it never outlives the process that asked for the runs.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import queue
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

PACKAGES = ("plclust", "numpy", "scipy", "scikit-learn", "numba", "joblib")


def main(memory_limit: int) -> None:
    """Answer until there are no more questions."""
    # What a method prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions: queue.Queue[str] = queue.Queue()
    from plclust.experiments._execute import execute  # noqa: F401, PLC0415 first of all, to load all

    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    limit_memory(memory_limit)
    versions()  # now, while the files are those that were loaded
    _say(answers, {"ready": True})
    while True:
        _say(answers, answer(questions.get()))


def _listen(questions: queue.Queue[str]) -> None:
    for line in sys.stdin:
        questions.put(line)
    # Whoever asked is gone, and so is the use of a run under way and of what it has forked.
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGTERM)
    os._exit(0)


def _say(answers: Any, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def answer(key: str) -> dict[str, Any]:
    """Carry out a run, and tell how it ended."""
    from plclust.experiments._execute import execute  # noqa: PLC0415 loaded by main
    from plclust.experiments._identity import RunIdentity  # noqa: PLC0415 as above

    identity = RunIdentity.from_key(key)
    reset_peak_memory()
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        message = execute(identity)
    except (Exception, SystemExit) as error:  # noqa: BLE001 a run may fail in any way
        message = {
            "failure": f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-6)}",
            "exhausted": isinstance(error, MemoryError),
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
        }
    made_with = versions() | own_source(identity.method)
    return message | {"peak_memory": peak_memory(), "versions": made_with}


def limit_memory(n_bytes: int) -> None:
    """Let allocations beyond a limit fail, where the system can (Linux).

    Examples
    --------
    >>> limit_memory(0)
    """
    if n_bytes <= 0:
        return
    try:
        import resource  # noqa: PLC0415 there is none on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (n_bytes, n_bytes))


def reset_peak_memory() -> None:
    """Forget the peak of earlier runs, where the system can (Linux)."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_memory() -> int | None:
    """Bytes of memory at the peak; since the process began where no reset is possible.

    Examples
    --------
    >>> peak_memory() is None or peak_memory() > 1_000_000
    True
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        (line,) = (line for line in lines if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        import resource  # noqa: PLC0415 there is none on Windows
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


@cache
def source_code() -> str:
    """Checksum of the package's source: results of one version of the code have the same.

    Examples
    --------
    >>> len(source_code())
    12
    """
    checksum = hashlib.sha256()
    folder = Path(__file__).parents[1]
    for path in sorted(folder.rglob("*.py")):
        if not {"experiments", "report", "cli", "plotting"} & set(path.relative_to(folder).parts):
            checksum.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    for name in ("_ablation", "_consistency", "_execute", "_identity", "_methods", "_problem"):
        checksum.update((folder / "experiments" / f"{name}.py").read_bytes())
    return checksum.hexdigest()[:12]


@cache
def own_source(method: str) -> dict[str, str]:
    """Checksum of the file of an estimator of the user, as an entry of the versions.

    Examples
    --------
    >>> own_source("K-means")
    {}
    """
    from plclust.experiments._methods import source_of_own  # noqa: PLC0415 loaded by main

    checksum = source_of_own(method)
    return {f"source of {method}": checksum} if checksum else {}


@cache
def versions() -> dict[str, str]:
    """Versions of what a result rests on, and the machine.

    Examples
    --------
    >>> sorted(versions())[:3]
    ['joblib', 'machine', 'numba']
    """
    found = {name: metadata.version(name) for name in PACKAGES}
    system = f"{platform.system()} {platform.release()}"
    return found | {
        "source": source_code(),
        "python": platform.python_version(),
        "system": system,
        "machine": platform.machine(),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]))
