"""The paper's experiments: every table and figure, run again and set beside what was printed.

A run is determined by its :class:`RunIdentity`. A spec says which runs make up a table or figure,
a policy how parameters are chosen; :func:`run_experiments` carries out what is not yet in a store,
and :func:`build_results` makes tables and figures of what is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plclust.experiments._consistency import candidate_consistency
    from plclust.experiments._execute import execute
    from plclust.experiments._identity import RunIdentity, canonical
    from plclust.experiments._isolation import Limits
    from plclust.experiments._methods import Method, find_method, list_methods
    from plclust.experiments._paper import paper_significance, paper_table
    from plclust.experiments._plan import missing_runs
    from plclust.experiments._policies import POLICIES
    from plclust.experiments._problem import Problem, make_problem
    from plclust.experiments._results import build_all_results, build_results
    from plclust.experiments._runner import run_experiments, run_missing
    from plclust.experiments._specs import Setting, Spec, list_specs, load_spec
    from plclust.experiments._store import Asked, RunRecord, Store
    from plclust.experiments._tables import (
        Cell,
        Coverage,
        ExperimentResults,
        Point,
        ResultFigure,
        ResultTable,
        rank_rows,
    )

_HOMES = {
    "Asked": "_store",
    "Cell": "_tables",
    "Coverage": "_tables",
    "ExperimentResults": "_tables",
    "Limits": "_isolation",
    "Method": "_methods",
    "POLICIES": "_policies",
    "Point": "_tables",
    "Problem": "_problem",
    "ResultFigure": "_tables",
    "ResultTable": "_tables",
    "RunIdentity": "_identity",
    "RunRecord": "_store",
    "Setting": "_specs",
    "Spec": "_specs",
    "Store": "_store",
    "build_all_results": "_results",
    "build_results": "_results",
    "candidate_consistency": "_consistency",
    "canonical": "_identity",
    "execute": "_execute",
    "find_method": "_methods",
    "list_methods": "_methods",
    "list_specs": "_specs",
    "load_spec": "_specs",
    "make_problem": "_problem",
    "missing_runs": "_plan",
    "paper_significance": "_paper",
    "paper_table": "_paper",
    "rank_rows": "_tables",
    "run_experiments": "_runner",
    "run_missing": "_runner",
}

__all__ = [
    "POLICIES",
    "Asked",
    "Cell",
    "Coverage",
    "ExperimentResults",
    "Limits",
    "Method",
    "Point",
    "Problem",
    "ResultFigure",
    "ResultTable",
    "RunIdentity",
    "RunRecord",
    "Setting",
    "Spec",
    "Store",
    "build_all_results",
    "build_results",
    "candidate_consistency",
    "canonical",
    "execute",
    "find_method",
    "list_methods",
    "list_specs",
    "load_spec",
    "make_problem",
    "missing_runs",
    "paper_significance",
    "paper_table",
    "rank_rows",
    "run_experiments",
    "run_missing",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: the methods take a while to import."""
    if name not in _HOMES:
        raise AttributeError(f"module 'plclust.experiments' has no attribute {name!r}")
    return getattr(import_module(f"plclust.experiments.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
