import numpy as np
import pytest

from plclust.graph import Samples, cell_graph, fit_cells

pytest.importorskip("faiss")


@pytest.mark.parametrize("shift", [0.0, 1e7])
def test_what_single_precision_cannot_tell_is_refused(shift):
    X = np.random.default_rng(0).standard_normal((3000, 4)) * (1e-25 if shift == 0.0 else 1.0)
    with pytest.raises(ValueError, match="cannot be told apart in single precision"):
        fit_cells(Samples(X + shift), 5)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_one_sample_far_away_is_refused():
    X = np.random.default_rng(0).standard_normal((3000, 4))
    index = fit_cells(Samples(X), 5)
    with pytest.raises(ValueError, match="overflow in single precision"):
        cell_graph(index, 5, np.full((1, 4), 1e36))
