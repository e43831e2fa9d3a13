import subprocess
import sys

import pytest

import plclust


def loaded_by(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    return set(output.stdout.split())


def test_import_is_light():
    heavy = {"numba", "matplotlib", "sklearn", "sklearn.cluster", "scipy", "pandas"}
    assert not loaded_by("import plclust") & heavy


def test_public_names_are_found():
    for name in plclust.__all__:
        assert getattr(plclust, name) is not None
    assert set(dir(plclust)) == set(plclust.__all__)


def test_unknown_names_are_not():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        plclust.nonsense  # noqa: B018
