import io
from types import SimpleNamespace

import pytest

from plclust.experiments import RunIdentity, RunRecord
from plclust.experiments._progress import Progress, _duration

WELL = RunRecord(RunIdentity("ecoli", "SC", "{}", 0.1, 1, 3), {"acc": 0.5})
FAILED = RunRecord(WELL.identity, failure="ValueError: no\n  File somewhere")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Seconds that pass when the test says so."""
    now = [100.0]
    ours = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("plclust.experiments._progress.time", ours)

    def wait(seconds):
        now[0] += seconds

    return wait


def test_rate_and_time_left(clock):
    progress = Progress(4, io.StringIO())
    clock(30)
    progress.update(WELL)
    assert progress.text() == (
        "1/4 runs, 2.0 a minute, 1 min 30 s left, 0 failed; last: ecoli SC rho=0.1 #3"
    )


def test_before_the_first_run_has_ended(clock):
    progress = Progress(4, io.StringIO())
    clock(5)
    assert progress.text().startswith("0/4 runs, 0.0 a minute")
    assert progress.text().endswith("last: none yet")


def test_a_file_gets_a_line_now_and_then(clock):
    stream = io.StringIO()
    progress = Progress(4, stream)
    shown = []
    for seconds in (20, 10, 9, 1):
        clock(seconds)
        progress.update(WELL)
        shown.append(len(stream.getvalue().splitlines()))
    progress.end()
    assert shown == [1, 2, 2, 3]
    assert [line.split(",")[0] for line in stream.getvalue().splitlines()] == [
        "4 runs to do",
        "2/4 runs",
        "4/4 runs",
    ]
    assert "\r" not in stream.getvalue()


def test_a_terminal_has_one_line_that_is_rewritten():
    stream = Terminal()
    progress = Progress(3, stream)
    progress.update(WELL)
    progress.end()
    first, *others = stream.getvalue().split("\r\x1b[2K")
    assert first == ""
    assert [text.split(",")[0] for text in others] == ["3 runs to do", "1/3 runs", "1/3 runs"]
    assert stream.getvalue().count("\n") == 1


def test_the_line_of_a_terminal_never_wraps(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    stream = Terminal()
    progress = Progress(3, stream)
    progress.update(FAILED)
    progress.end()
    _, _, failure, line, last = stream.getvalue().split("\r\x1b[2K")
    assert failure.endswith("ValueError: no\n")
    assert len(line) == 39
    assert last == progress.text() + "\n"


def test_a_failure_is_told_at_once_and_briefly():
    stream = io.StringIO()
    progress = Progress(3, stream)
    progress.update(FAILED)
    assert stream.getvalue().splitlines()[1:] == ["failed: ecoli SC rho=0.1 #3 {}: ValueError: no"]
    assert (progress.done, progress.failed) == (1, 1)


def test_progress_goes_to_stderr(capsys):
    Progress(2)
    assert capsys.readouterr() == ("", "2 runs to do\n")


@pytest.mark.parametrize(
    "seconds, text",
    [(0.4, "0 min 00 s"), (59.6, "1 min 00 s"), (3599.4, "59 min 59 s"), (7260, "2 h 01 min")],
)
def test_durations(seconds, text):
    assert _duration(seconds) == text
