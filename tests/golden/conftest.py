"""Numbers of the authors' own code, kept beside the repository."""

from pathlib import Path

import numpy as np
import pytest

GOLDEN = Path(__file__).parents[3] / "shared" / "golden" / "ecoli_r2_split1.npz"


@pytest.fixture(scope="session")
def golden():
    if not GOLDEN.exists():
        pytest.skip(f"the authors' numbers are not here: {GOLDEN.name}")
    with np.load(GOLDEN) as arrays:
        return dict(arrays)
