import pytest

from plclust._progress import FitProgress, time_left


@pytest.mark.parametrize(
    ("elapsed", "n_done", "expected"),
    [(30.0, 1, ", about 25 s left"), (40.0, 2, ", about 15 s left"), (55.0, 4, ""), (0.1, 1, "")],
)
def test_time_left_follows_the_costs(elapsed, n_done, expected):
    assert time_left(elapsed, [3.0, 1.0, 1.0, 0.5], n_done) == expected


def lines_of(capsys):
    return capsys.readouterr().err.splitlines()


def test_steps_that_were_left_out_take_no_time(monkeypatch, capsys):
    moments = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr("plclust._progress.time.perf_counter", lambda: next(moments))
    progress = FitProgress(object(), 9, verbose=True)
    progress.step("first")
    progress.last_step("last")
    assert [line.split("  ")[-1] for line in lines_of(capsys)] == [
        "first, about 80 s left",
        "last",
    ]


def test_several_fits_are_one_progress(monkeypatch, capsys):
    moments = iter([0.0, 10.0, 20.0, 30.0, 40.0])
    monkeypatch.setattr("plclust._progress.time.perf_counter", lambda: next(moments))
    progress = FitProgress(object(), 3, verbose=True, fits=["fit", "again"])
    for _ in range(2):
        progress.step("first")
        progress.last_step("last")
        progress.end()
    assert [line.split("  ")[-1] for line in lines_of(capsys)] == [
        "first, about 50 s left",
        "last, about 20 s left",
        "again: first, about 15 s left",
        "again: last",
    ]


def test_lines_tell_the_time_left(monkeypatch, capsys):
    moments = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr("plclust._progress.time.perf_counter", lambda: next(moments))
    progress = FitProgress(object(), 2, verbose=True)
    progress.step("first")
    progress.step("second")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("first, about 10 s left")
    assert lines[1].endswith("second")
