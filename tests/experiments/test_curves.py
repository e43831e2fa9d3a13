import pytest

from plclust.experiments import RunRecord, build_results, load_spec


def test_sensitivity_has_a_figure_per_parameter(store, fill):
    spec = load_spec("fig3", quick=True)
    fill(spec, lambda run: RunRecord(run, {"acc": run.parameters["n_neighbors"] / 100}))
    figures = build_results(store, spec).figures
    assert [figure.name for figure in figures] == ["fig3-alpha", "fig3-beta", "fig3-k"]
    assert [point.x for point in figures[0].series["Lost"]] == [0.01, 0.1, 1.0]
    assert figures[2].series["MSRCv2"][-1].mean == pytest.approx(0.4)


def test_convergence_extends_fits_that_ended_early(store, fill):
    spec = load_spec("convergence", quick=True, datasets=["lost"], methods=["PLC"])
    rounds = ([4.0, 2.0], [10.0, 8.0, 5.0])
    fill(
        spec,
        lambda run: RunRecord(run, {"acc": 0.0}, details={"objective": rounds[run.repeat]}),
    )
    (figure,) = build_results(store, spec).figures
    assert [point.mean for point in figure.series["PLC"]] == pytest.approx([1.0, 0.65, 0.5])


def test_a_parameter_that_a_method_does_not_have_is_not_varied(store, fill):
    spec = load_spec("fig3", quick=True, datasets=["lost"], methods=["PLC-CW"])
    fill(spec, lambda run: RunRecord(run, {"acc": 0.5}))
    results = build_results(store, spec)
    assert [len(figure.series) for figure in results.figures] == [0, 0, 1]
    assert "PLC-CW has no alpha and no beta to be varied." in results.notes
    assert results.coverage[0].planned == 12
