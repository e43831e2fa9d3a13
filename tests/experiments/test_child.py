from plclust.experiments import run_missing
from plclust.experiments._methods import source_of_own


def test_the_file_of_an_estimator_is_recorded(store, trivial):
    (run,) = trivial(1)
    run_missing([run], store, progress=False)
    versions = store.records()[run].versions
    assert versions[f"source of {run.method}"] == source_of_own(run.method)
