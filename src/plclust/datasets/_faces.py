"""Faces to be named or dated: Lost, Yahoo! News and its largest classes, Soccer Player, FG-NET."""

from __future__ import annotations

from plclust.datasets._bunch import Dataset
from plclust.datasets._fetch import fetch
from plclust.datasets._files import DataHome
from plclust.datasets._loader import SamplesAndY, as_result, fetcher


@fetcher
def fetch_lost(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch Lost: 1122 faces, 108 features, 16 classes, 2.23 candidates on average.

    Faces from a television series; the candidates are the characters that the screenplay has in the
    scene. Two of the classes are candidates but never true.

    Parameters
    ----------
    data_home : str or path-like, default=None
        Folder of downloads, by default ``plclust`` in scikit-learn's data home. The folder that the
        environment variable ``PLCLUST_DATA`` names is searched before it.
    download_if_missing : bool, default=True
        Whether to download a missing file. Else it is an error.
    return_X_y : bool, default=False
        Return the samples and their candidates instead of a bunch.

    Returns
    -------
    bunch : Dataset
        With `data`, `target` (true classes, 0, 1, ...), `candidates` (bool, a column per class),
        `classes`, `feature_names` (None), `name`, `DESCR`, `filename` and `sha256` of the file. If
        `return_X_y`, the tuple (data, candidates).

    Raises
    ------
    OSError
        If the file is missing and cannot be downloaded.
    ValueError
        If the file is not the one of this data set.

    Examples
    --------
    >>> from plclust.datasets import fetch_lost
    >>> fetch_lost().data.shape  # doctest: +SKIP
    (1122, 108)
    """
    return as_result(fetch("lost", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_yahoo_news(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch Yahoo! News: 22991 faces, 163 features, 219 classes, 1.91 candidates on average.

    Faces in news photographs; the candidates are the names in the caption.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`. There is no download: put ``Yahoo! News.mat`` into one of the two
        folders; names are compared by their letters only.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_yahoo_news
    >>> fetch_yahoo_news().data.shape  # doctest: +SKIP
    (22991, 163)
    """
    return as_result(fetch("yahoo_news", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_lyn10(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch LYN10: 16526 faces, 163 features, 10 classes, 1.84 candidates on average.

    The ten largest classes of Yahoo! News. Without a file ``LYN10.mat`` they are cut from the file
    of :func:`fetch_yahoo_news` by :func:`largest_classes`, and keep their numbers there.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`. There is no download: put ``LYN10.mat`` into one of the two
        folders; names are compared by their letters only.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_lyn10
    >>> fetch_lyn10().data.shape  # doctest: +SKIP
    (16526, 163)
    """
    return as_result(fetch("lyn10", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_soccer_player(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch Soccer Player: 17472 faces, 279 features, 171 classes, 2.09 candidates on average.

    Faces of football players in web images; the candidates are the names in the caption.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`. There is no download: put ``Soccer Player.mat`` into one of the
        two folders; names are compared by their letters only.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_soccer_player
    >>> fetch_soccer_player().data.shape  # doctest: +SKIP
    (17472, 279)
    """
    return as_result(fetch("soccer_player", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_fgnet(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch FG-NET: 1002 faces, 262 features, 78 classes, 7.48 candidates on average.

    Faces of known age; the classes are ages, the candidates those that annotators gave.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`. There is no download: put ``FG-NET.mat`` into one of the two
        folders; names are compared by their letters only.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_fgnet
    >>> fetch_fgnet().data.shape  # doctest: +SKIP
    (1002, 262)
    """
    return as_result(fetch("fgnet", data_home, download_if_missing), return_X_y)
