"""What there is to read."""

from __future__ import annotations

from dataclasses import replace

from plclust.datasets._files import DataHome, find_file, find_whole
from plclust.datasets._registry import DatasetInfo, registry


def list_datasets(data_home: DataHome = None) -> dict[str, DatasetInfo]:
    """List the known data sets, and which of them are on this machine.

    Nothing is downloaded, opened or created: a file counts as present by its name.

    Parameters
    ----------
    data_home : str or path-like, default=None
        Folder of downloads, by default ``plclust`` in scikit-learn's data home. The folder that the
        environment variable ``PLCLUST_DATA`` names is searched before it.

    Returns
    -------
    datasets : dict of str to DatasetInfo
        What is known about each data set, by its name.

    Examples
    --------
    >>> from plclust.datasets import list_datasets
    >>> datasets = list_datasets()
    >>> datasets["ecoli"].present
    True
    >>> [name for name, info in datasets.items() if info.n_candidates is None]
    ['ecoli', 'vehicle', 'digits', 'coil20']
    """
    return {name: _with_presence(info, data_home) for name, info in registry().items()}


def _with_presence(info: DatasetInfo, data_home: DataHome) -> DatasetInfo:
    if info.source != "file":
        return replace(info, present=True)
    path = find_file(info, data_home) or find_whole(info, data_home)
    return replace(info, path=path, present=path is not None)
