import pytest

from plclust._progress import FitProgress, time_left


@pytest.mark.parametrize(
    ("elapsed", "n_done", "expected"),
    [(30.0, 1, ", about 25 s left"), (40.0, 2, ", about 15 s left"), (55.0, 4, ""), (0.1, 1, "")],
)
def test_time_left_follows_the_costs(elapsed, n_done, expected):
    assert time_left(elapsed, [3.0, 1.0, 1.0, 0.5], n_done) == expected


def test_lines_tell_the_time_left(monkeypatch, capsys):
    moments = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr("plclust._progress.time.perf_counter", lambda: next(moments))
    progress = FitProgress(object(), 2, verbose=True)
    progress.step("first")
    progress.step("second")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("first, about 10 s left")
    assert lines[1].endswith("second")
