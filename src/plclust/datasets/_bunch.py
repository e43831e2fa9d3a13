"""The one layout in which every data set is returned."""

from __future__ import annotations

from pathlib import Path

from sklearn.utils import Bunch

from plclust.datasets._registry import DatasetInfo
from plclust.datasets._tables import Table
from plclust.typing import AnyArray, BoolArray, FloatArray


class Dataset(Bunch):
    """A data set: a bunch of scikit-learn, a dictionary whose entries are attributes as well.

    Attributes
    ----------
    data : ndarray of float of shape (n_samples, n_features)
        The samples.
    target : ndarray of shape (n_samples,)
        The true class of each sample.
    candidates : ndarray of bool of shape (n_samples, n_classes), or None
        The candidates, None if the set has none of its own.
    classes : ndarray of shape (n_classes,)
        The classes, in the order of the columns of `candidates`.
    feature_names : list of str, or None
        Names of the features, if they have any.
    name, DESCR : str
        The name of the set, and a text about it.
    filename, sha256 : str or None
        The file that was read and its checksum, if there is one.

    Examples
    --------
    >>> from plclust.datasets import load_ecoli
    >>> dataset = load_ecoli()
    >>> type(dataset).__name__, dataset.name, dataset["name"]
    ('Dataset', 'ecoli', 'ecoli')
    """

    data: FloatArray
    target: AnyArray
    candidates: BoolArray | None
    classes: AnyArray
    feature_names: list[str] | None
    name: str
    DESCR: str
    filename: str | None
    sha256: str | None


def make_bunch(
    table: Table,
    *,
    name: str,
    descr: str,
    feature_names: list[str] | None = None,
    path: Path | None = None,
    sha256: str | None = None,
) -> Dataset:
    """Put a table and what is known about it into a bunch."""
    return Dataset(
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
