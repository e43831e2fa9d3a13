from plclust.experiments import RunRecord, build_results, load_spec
from plclust.experiments._child import own_source


def test_what_cannot_be_had_is_covered_with_the_reason(store, monkeypatch, tmp_path):
    monkeypatch.setenv("PLCLUST_DATA", str(tmp_path))
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    results = build_results(store, load_spec("table2-lyn10"))
    assert all(row.done == 0 for row in results.coverage)
    assert all("not on this machine" in row.reason for row in results.coverage)
    assert sum(row.missing for row in results.coverage) == 8 * 60


def test_runs_of_several_versions_of_the_code_are_told(store, fill):
    spec = load_spec("table5", datasets=["lost"], repeats=2)

    def made_up(run):
        versions = {"source": "new" if run.repeat else "old"}
        return RunRecord(run, {"acc": 0.5}, versions=versions)

    fill(spec, made_up)
    notes = build_results(store, spec).notes
    assert any("2 versions of the code (new, old)" in note for note in notes)


def test_runs_that_could_not_tell_their_version_are_no_other_version(store, fill):
    spec = load_spec("table5", datasets=["lost"], repeats=2)

    def made_up(run):
        if run.repeat:
            return RunRecord(run, failure="TimeLimit: longer than 1 s")
        return RunRecord(run, {"acc": 0.5}, versions={"source": "new"})

    fill(spec, made_up)
    assert not any("versions of the code" in note for note in build_results(store, spec).notes)


def test_an_estimator_that_has_changed_since_is_told(store, fill, tmp_path, monkeypatch):
    (tmp_path / "plclust_mine.py").write_text("class Mine: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    name = "plclust_mine:Mine"
    spec = load_spec("table5", datasets=["lost"], repeats=1, methods=[name])
    fill(spec, lambda run: RunRecord(run, {"acc": 0.5}, versions=own_source(run.method)))
    changed = f"{name} has changed since it was run. Use a new store to run it again."
    assert changed not in build_results(store, spec).notes
    (tmp_path / "plclust_mine.py").write_text("class Mine: changed = True\n")
    assert changed in build_results(store, spec).notes
