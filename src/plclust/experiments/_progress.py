"""How far the runs have come: done and failed, rate, time left."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any

from plclust.experiments._store import RunRecord

PAUSE = 30.0  # seconds between lines where no line can be rewritten


class Progress:
    """A line on stderr that is rewritten in a terminal, and repeated now and then elsewhere.

    Parameters
    ----------
    total : int
        Number of runs.
    stream : text file, default=None
        Where to write, by default stderr.

    Examples
    --------
    >>> import io
    >>> from plclust.experiments import RunIdentity, RunRecord
    >>> stream = io.StringIO()
    >>> progress = Progress(2, stream)
    >>> progress.update(RunRecord(RunIdentity("ecoli", "SC", "{}", 0.1, 1, 0), failure="Crash: x"))
    >>> progress.text().split(",")[0]
    '1/2 runs'
    """

    def __init__(self, total: int, stream: Any = None) -> None:
        self.total = total
        self.done = 0
        self.failed = 0
        self._stream = sys.stderr if stream is None else stream
        self._live = bool(getattr(self._stream, "isatty", lambda: False)())
        self._began = time.monotonic()
        self._written = self._began
        self._latest = "none yet"
        self._line(f"{total} runs to do", "" if self._live else "\n")

    def update(self, record: RunRecord) -> None:
        """Count a run that has ended, and tell of a failure."""
        self.done += 1
        run = record.identity
        self._latest = f"{run.dataset} {run.method} rho={run.rho:g} #{run.repeat}"
        if record.failure is not None:
            self.failed += 1
            cause = record.failure.splitlines()[0]
            self._line(f"failed: {self._latest} {run.params}: {cause}", "\n")
        now = time.monotonic()
        if self._live or now - self._written >= PAUSE or self.done == self.total:
            self._written = now
            self._line(self.text(), "" if self._live else "\n")

    def text(self) -> str:
        """The line."""
        elapsed = max(time.monotonic() - self._began, 1e-9)
        left = elapsed / max(self.done, 1) * (self.total - self.done)
        return (
            f"{self.done}/{self.total} runs, {60 * self.done / elapsed:.1f} a minute, "
            f"{_duration(left)} left, {self.failed} failed; last: {self._latest}"
        )

    def end(self) -> None:
        """Leave the line as it is."""
        if self._live:
            self._line(self.text(), "\n")

    def _line(self, text: str, end: str) -> None:
        clear = "\r\x1b[2K" if self._live else ""
        if self._live and not end:  # a line that wraps could not be cleared
            text = text[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"{clear}{text}{end}")
        self._stream.flush()


def _duration(seconds: float) -> str:
    """Hours and minutes, or minutes and seconds.

    Examples
    --------
    >>> _duration(3700), _duration(95)
    ('1 h 01 min', '1 min 35 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s"


__all__ = ["Progress"]
