"""The work of ``plclust fit``: from a file to clusters, and what to say about them."""

from __future__ import annotations

import shlex
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plclust import PartialLabelClustering
from plclust._warnings import warn_user
from plclust.candidates import is_labelled
from plclust.cli._columns import (
    Roles,
    candidates_of,
    counts_rows,
    features_of,
    warn_of_separators,
)
from plclust.cli._options import by_options
from plclust.cli._whole_fit import fit_whole
from plclust.cluster._base import check_n_clusters
from plclust.cluster._checks import warn_of_common_class
from plclust.io import Table, read_table
from plclust.report._summary import ClusterRow, FitSummary, render_fit_summary
from plclust.typing import AnyArray, BoolArray, FloatArray

PARAMETERS = ("n_clusters", "n_neighbors", "alpha", "beta", "n_jobs")


@dataclass(frozen=True)
class FitOutcome:
    """A fit: the columns of its result, its clusters, the estimator, and facts for a summary."""

    columns: dict[str, AnyArray]
    clusters: list[ClusterRow]
    estimator: PartialLabelClustering
    X: FloatArray
    labelled: BoolArray
    facts: dict[str, Any]

    def as_text(self) -> str:
        """The clusters as a table for the terminal."""
        lines = [f"{'cluster':>7} {'samples':>8} {'confidence':>10}  class"]
        for row in self.clusters:
            confidence = "" if row.confidence is None else f"{row.confidence:.3f}"
            name = " ".join(row.name.split())
            lines.append(f"{row.cluster:>7} {row.size:>8} {confidence:>10}  {name}")
        return "\n".join(lines)


def run_fit(
    path: Path,
    roles: Roles,
    options: dict[str, Any],
    tell: Callable[[str], None],
    warn: Callable[[str], None],
) -> FitOutcome:
    """Read, check, standardise, cluster; progress and warnings go to `tell` and `warn`."""
    table = read_table(path, roles.as_is)
    warned: list[str] = []
    with _told_at_once(warned, warn):
        candidates, classes = candidates_of(table, roles)
        _check_classes(options["n_clusters"], table, roles, candidates, classes)
    X, names = features_of(table, roles)
    labelled = is_labelled(candidates)
    _tell_columns(table, roles, names, labelled, len(classes), tell)
    with _told_at_once(warned, warn):
        _warn_of_ids(table, roles, names)
        _warn_of_nearly_numeric(table, roles)
    if options["standardize"]:
        X = _standardize(X)
    estimator = _make_estimator(options)
    began = time.perf_counter()
    with _told_at_once(warned, warn):
        _fit(estimator, X, candidates)
    facts = {
        "input": str(path),
        "n_samples": table.n_rows,
        "n_labelled": int(labelled.sum()),
        "features": names,
        "left_out": dict(_left_out(table, roles)),
        "classes": classes.tolist(),
        "standardized": options["standardize"],
        "parameters": {name: estimator.get_params()[name] for name in PARAMETERS}
        | {"published": options["published"], "seed": options["seed"]},
        "n_iter": estimator.n_iter_,
        "objective": float(estimator.objective_[-1]),
        "seconds": round(time.perf_counter() - began, 3),
        "warnings": warned,
    }
    clusters = _clusters(estimator, classes)
    named = _named(estimator.cluster_classes_, classes).tolist()
    facts["clusters"] = [
        {"cluster": row.cluster, "class": name, "size": row.size, "mean_confidence": row.confidence}
        for row, name in zip(clusters, named, strict=True)
    ]
    facts["classes_without_cluster"] = [name for name in classes.tolist() if name not in named]
    columns = _result(table, roles, estimator, classes)
    return FitOutcome(columns, clusters, estimator, X, labelled, facts)


def _named(codes: AnyArray, classes: AnyArray) -> AnyArray:
    """Classes by their names: the estimator was given a matrix and knows them by number."""
    return classes[codes] if len(classes) else codes


def _clusters(estimator: PartialLabelClustering, classes: AnyArray) -> list[ClusterRow]:
    sizes = np.bincount(estimator.labels_, minlength=len(estimator.cluster_classes_))
    names = _named(estimator.cluster_classes_, classes).tolist()
    means = estimator.cluster_confidences_.tolist() if len(classes) else [None] * len(names)
    return [
        ClusterRow(number, "" if name is None else str(name), int(size), mean)
        for number, (name, size, mean) in enumerate(zip(names, sizes, means, strict=True))
    ]


def _left_out(table: Table, roles: Roles) -> list[tuple[str, str]]:
    taken = roles.taken(table)
    asked = bool(roles.features)
    return [] if asked else [item for item in table.left_out.items() if item[0] not in taken]


def _tell_columns(
    table: Table,
    roles: Roles,
    names: list[str],
    labelled: BoolArray,
    n_classes: int,
    tell: Callable[[str], None],
) -> None:
    tell(
        f"{table.n_rows} samples, {int(labelled.sum())} with candidates of {n_classes} classes; "
        f"{len(names)} features: {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}"
    )
    left_out = _left_out(table, roles)
    if left_out:
        reasons = "; ".join(f"{name!r} ({reason})" for name, reason in left_out[:20])
        more = f"; and {len(left_out) - 20} more" if len(left_out) > 20 else ""
        tell(f"left out, as not numeric: {reasons}{more}")


def _warn_of_ids(table: Table, roles: Roles, names: list[str]) -> None:
    for name in names:
        if not roles.features and name in table.columns and counts_rows(table.columns[name]):
            warn_user(
                f"the feature {name!r} numbers the rows. If it is an id: --id {shlex.quote(name)}",
                UserWarning,
            )


def _warn_of_nearly_numeric(table: Table, roles: Roles) -> None:
    for name, reason in _left_out(table, roles):
        if name in table.nearly_numeric:
            warn_user(
                f"the column {name!r} is no feature, because of {reason}, though most are numbers. "
                "Hint: fill these in or drop their rows if it is to be one.",
                UserWarning,
            )


def _standardize(X: FloatArray) -> FloatArray:
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415 only if asked for

    return np.asarray(StandardScaler().fit_transform(X))


def _make_estimator(options: dict[str, Any]) -> PartialLabelClustering:
    # What was not given is left to the estimator, so that its defaults are stated once.
    params = {name: options[name] for name in PARAMETERS if options[name] is not None}
    params |= {"random_state": options["seed"], "verbose": not options["quiet"]}
    if options["published"]:
        return PartialLabelClustering.as_published(**params)
    return PartialLabelClustering(**params)


def _check_classes(
    n_clusters: int | None, table: Table, roles: Roles, candidates: BoolArray, classes: AnyArray
) -> None:
    """Find out what is wrong with the classes, and warn of it by their names."""
    warn_of_separators(table, roles)
    check_n_clusters(n_clusters, table.n_rows, classes)
    warn_of_common_class(candidates, classes)


def _fit(estimator: PartialLabelClustering, X: FloatArray, candidates: BoolArray) -> None:
    """Fit, without what would be said of classes by their numbers."""
    for start in ("y names only one class", "The class .* is a candidate of every"):
        warnings.filterwarnings("ignore", start, UserWarning)
    fit_whole(estimator, X, candidates if candidates.shape[1] else None)


@contextmanager
def _told_at_once(warned: list[str], warn: Callable[[str], None]) -> Iterator[None]:
    """Tell of warnings when they are given, not when all is over, and of each once."""

    def tell(message: Warning | str, *_: Any, **__: Any) -> None:
        text = by_options(str(message))
        if text not in warned:
            warned.append(text)
            warn(f"warning: {text}")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = tell
        yield


def _result(
    table: Table, roles: Roles, estimator: PartialLabelClustering, classes: AnyArray
) -> dict[str, AnyArray]:
    columns = {} if roles.id is None else {roles.id: table.columns[roles.id]}
    return columns | {
        "cluster": estimator.labels_,
        "cluster_class": _named(estimator.cluster_classes_, classes)[estimator.labels_],
        "class": _named(estimator.transduction_, classes),
        "confidence": _confidence(estimator).round(6),
    }


def _confidence(estimator: PartialLabelClustering) -> FloatArray:
    if len(estimator.classes_) == 0:
        return np.full(len(estimator.labels_), np.nan)
    return np.asarray(estimator.label_distributions_.max(axis=1))


def summary_page(fitted: FitOutcome, name: str) -> str:
    """The page about a fit."""
    from plclust.report import describe_environment  # noqa: PLC0415 only if asked for

    facts = fitted.facts
    confidence = _confidence(fitted.estimator)
    parameters = {key: value for key, value in facts["parameters"].items() if value is not None}
    summary = FitSummary(
        fitted.clusters,
        fitted.estimator.labels_,
        confidence,
        fitted.labelled,
        fitted.X,
        numbers={
            "samples": str(facts["n_samples"]),
            "with candidates": str(facts["n_labelled"]),
            "classes": str(len(facts["classes"])),
            "features": str(len(facts["features"])),
            **({"median confidence": f"{np.median(confidence):.3f}"} if facts["classes"] else {}),
            "seconds": f"{facts['seconds']:.1f}",
        },
        facts={
            "input": name,
            "features": ", ".join(facts["features"]),
            "left out": "; ".join(f"{key} ({why})" for key, why in facts["left_out"].items())
            or "nothing",
            "standardised": "yes" if facts["standardized"] else "no",
            "parameters": ", ".join(f"{key} = {value}" for key, value in parameters.items()),
            "rounds": str(facts["n_iter"]),
            "connected components": str(fitted.estimator.n_connected_components_),
        }
        | describe_environment(),
        unnamed=[str(name) for name in facts["classes_without_cluster"]],
        warnings=facts["warnings"],
    )
    return render_fit_summary(summary, title=f"Clusters of {name}")


__all__ = ["FitOutcome", "run_fit", "summary_page"]
