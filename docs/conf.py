"""Sphinx: ``sphinx-build -W docs docs/_build``."""

import shutil
from importlib import import_module
from pathlib import Path

from plclust import __version__

project = "plclust"
author = copyright = "The plclust developers"
version = release = __version__
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
]
html_theme = "furo"
exclude_patterns = ["_build"]
templates_path = ["_templates"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(sklearn|numpy|scipy|dask|joblib)\..*")]
autodoc_typehints = "none"
numpydoc_show_class_members = False
sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "download_all_examples": False,
    "show_memory": False,
    "abort_on_example_error": True,
}

ROOMS = [
    "plclust.cluster",
    "plclust.classify",
    "plclust.candidates",
    "plclust.constraints",
    "plclust.model_selection",
    "plclust.metrics",
    "plclust.datasets",
    "plclust.plotting",
    "plclust.experiments",
    "plclust.report",
    "plclust.graph",
    "plclust.disambiguation",
    "plclust.spectral",
    "plclust.io",
]


def setup(app):
    """Write the reference from the public names of each room: no class or function is missing."""
    shutil.rmtree(Path(__file__).with_name("reference"), ignore_errors=True)  # of names of old
    sections = ["Reference", "=========", ""]
    for room in ROOMS:
        module = import_module(room)
        sections += [room, "-" * len(room), "", f".. module:: {room}", "", module.__doc__, ""]
        sections += [".. autosummary::", "   :toctree: reference", "   :nosignatures:", ""]
        names = [name for name in module.__all__ if callable(getattr(module, name))]
        sections += [f"   {name}" for name in names] + [""]
    Path(__file__).with_name("reference.rst").write_text("\n".join(sections))
