"""What all fetchers do: find the file, check it, read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plclust.datasets._bunch import Dataset, describe, make_bunch
from plclust.datasets._files import DataHome, find_file, find_whole, locate, read_file
from plclust.datasets._largest import largest_classes
from plclust.datasets._mat import read_mat
from plclust.datasets._registry import DatasetInfo, registry
from plclust.datasets._tables import Table


def fetch(name: str, data_home: DataHome, download_if_missing: bool) -> Dataset:
    """Read a registered data set from its file, downloaded if need be."""
    info = registry()[name]
    if find_file(info, data_home) is None and find_whole(info, data_home) is not None:
        return _cut(info, data_home)
    path = locate(info, data_home, download_if_missing)
    content, sha256 = read_file(path, info)
    table = read_mat(content, str(path))
    _check_size(table, info, path)
    remark = "" if info.sha256 else _unchecked(path, sha256)
    descr = describe(info, table, remark)
    return make_bunch(table, name=name, descr=descr, path=path, sha256=sha256)


def _cut(info: DatasetInfo, data_home: DataHome) -> Dataset:
    """Make a data set of the largest classes of another one."""
    whole = fetch(str(info.cut_from), data_home, download_if_missing=False)
    bunch = largest_classes(whole, info.n_classes)
    table = Table(bunch.data, bunch.target, bunch.candidates, bunch.classes)
    remark = f"Cut from {whole.filename}, whose sha256 is {whole.sha256}."
    bunch.update(name=info.name, DESCR=describe(info, table, remark))
    return bunch


def _check_size(table: Table, info: DatasetInfo, path: Path) -> None:
    """Where no checksum is known, the published size tells a swapped file."""
    n_samples, n_features = table.data.shape
    found = _size(n_samples, n_features, len(table.classes), table.candidates)
    expected = _size(info.n_samples, info.n_features, info.n_classes, info.n_candidates)
    if found != expected:
        raise ValueError(
            f"{path} has {found}, expected {expected} as published of {info.title}. "
            f"Hint: read another version of the data with plclust.datasets.load_mat."
        )


def _size(n_samples: int, n_features: int, n_classes: int, candidates: Any) -> str:
    kind = "without" if candidates is None else "with"
    return f"{n_samples} samples, {n_features} features and {n_classes} classes {kind} candidates"


def _unchecked(path: Path, sha256: str) -> str:
    return (
        f"No checksum of the published file is on record, so {path.name} was read unchecked; "
        f"its sha256 is {sha256}."
    )
