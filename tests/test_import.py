import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

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


def rooms_used_by(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("plclust."):
            yield node.module.split(".")[1]


def test_rooms_use_each_other_one_way():
    root = Path(plclust.__file__).parent
    uses = {}
    for file in root.rglob("*.py"):
        room = file.relative_to(root).parts[0].removesuffix(".py")
        uses.setdefault(room, set()).update(set(rooms_used_by(file)) - {room})
    order = list(TopologicalSorter(uses).static_order())  # raises CycleError
    assert order.index("graph") < order.index("cluster") < order.index("cli")
