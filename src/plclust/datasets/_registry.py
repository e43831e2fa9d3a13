"""The data sets that are known by name, as written down in ``registry.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class DatasetInfo:
    """What is known about a data set before it is read.

    Parameters
    ----------
    name, title : str
        The name in :func:`list_datasets`, and the name in the literature.
    source : {"bundled", "scikit-learn", "file"}
        Whether the data come with plclust, with scikit-learn, or in a file of their own.
    loader : str
        The function of :mod:`plclust.datasets` that reads them.
    n_samples, n_features, n_classes : int
        Their published size.
    n_candidates : float or None
        Average number of candidates of a sample. None if the set has no candidates of its own.
    homepage, licence, citation, note : str
        Where they come from, on what terms, whom to cite, what they are.
    file, sha256 : str or None
        Name of the file and its checksum. Without a checksum a file of that name is read unchecked.
    mirrors : tuple of str
        Addresses to download the file from.
    cut_from : str or None
        The data set whose largest classes these data are, and whose file will do as well.
    path : pathlib.Path or None
        The file on this machine, if there is one.
    present : bool
        Whether the data can be read without a download.

    Examples
    --------
    >>> from plclust.datasets import list_datasets
    >>> list_datasets()["lost"].n_samples
    1122
    """

    name: str
    title: str
    source: str
    loader: str
    n_samples: int
    n_features: int
    n_classes: int
    homepage: str
    licence: str
    citation: str
    note: str
    n_candidates: float | None = None
    file: str | None = None
    sha256: str | None = None
    mirrors: tuple[str, ...] = ()
    cut_from: str | None = None
    path: Path | None = None
    present: bool = False


@cache
def registry() -> dict[str, DatasetInfo]:
    """Read the registry, once."""
    text = files("plclust.datasets").joinpath("registry.toml").read_text(encoding="utf-8")
    return {name: _as_info(name, entry) for name, entry in tomllib.loads(text).items()}


def _as_info(name: str, entry: dict[str, object]) -> DatasetInfo:
    # The lines of the registry are broken to be read there; the texts are single paragraphs.
    fields = {
        key: " ".join(value.split()) if isinstance(value, str) else value
        for key, value in entry.items()
    }
    fields["mirrors"] = tuple(entry.get("mirrors", ()))  # type: ignore[arg-type]
    return DatasetInfo(name=name, **fields)  # type: ignore[arg-type]
