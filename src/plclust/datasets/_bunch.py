"""The one layout in which every data set is returned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sklearn.utils import Bunch

from plclust.datasets._registry import DatasetInfo
from plclust.datasets._tables import Table


def as_result(bunch: Bunch, return_X_y: bool) -> Any:
    """The bunch, or its samples with what an estimator takes as `y`."""
    if not return_X_y:
        return bunch
    return bunch.data, bunch.target if bunch.candidates is None else bunch.candidates


def make_bunch(
    table: Table,
    *,
    name: str,
    descr: str,
    feature_names: list[str] | None = None,
    path: Path | None = None,
    sha256: str | None = None,
) -> Bunch:
    """Put a table and what is known about it into a bunch."""
    return Bunch(
        **table._asdict(),
        feature_names=feature_names,
        name=name,
        DESCR=descr,
        filename=None if path is None else str(path),
        sha256=sha256,
    )


def describe(info: DatasetInfo, table: Table, remark: str = "") -> str:
    """Text about a registered data set, with the figures of the table that was read."""
    return (
        f"{info.title}\n{'=' * len(info.title)}\n\n{info.note}\n\n{figures(table)}"
        f":Source: {info.homepage}\n:Licence: {info.licence}\n:Reference: {info.citation}\n"
        + (f"\n{remark}\n" if remark else "")
    )


def figures(table: Table) -> str:
    """The size of a table."""
    size = (
        f":Samples: {table.data.shape[0]}\n:Features: {table.data.shape[1]}\n"
        f":Classes: {len(table.classes)}\n"
    )
    if table.candidates is None:
        return f"{size}:Candidates: none of their own\n"
    return f"{size}:Candidates: {table.candidates.sum(axis=1).mean():.2f} on average\n"
