from dataclasses import replace

import pytest

from plclust.experiments import RunIdentity
from plclust.experiments._identity import seed_of

RUN = RunIdentity("ecoli", "PLC", "{}", rho=0.1, r=2, repeat=0)


def test_methods_have_seeds_of_their_own_and_splits_do_not():
    other = replace(RUN, method="SC")
    assert seed_of("split", *RUN.problem) == seed_of("split", *other.problem)
    assert seed_of("method", RUN.key) != seed_of("method", other.key)


def test_unknown_scaling_is_refused():
    with pytest.raises(ValueError, match="scaling='zscore'"):
        replace(RUN, scaling="zscore")
