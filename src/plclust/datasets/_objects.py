"""Objects, images and sounds: MSRCv2, Mirflickr, Coil20, BirdSong."""

from __future__ import annotations

from plclust.datasets._bunch import Dataset
from plclust.datasets._fetch import fetch
from plclust.datasets._files import DataHome
from plclust.datasets._loader import SamplesAndY, as_result, fetcher


@fetcher
def fetch_msrcv2(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch MSRCv2: 1758 segments, 48 features, 23 classes, 3.16 candidates on average.

    Image segments; the candidates are the objects seen anywhere in the image.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_msrcv2
    >>> fetch_msrcv2().data.shape  # doctest: +SKIP
    (1758, 48)
    """
    return as_result(fetch("msrcv2", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_mirflickr(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch Mirflickr: 2780 photographs, 1536 features, 14 classes, 2.76 candidates on average.

    Photographs shared on Flickr, to be classified by content.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`. There is no download: put ``Mirflickr.mat`` into one of the two
        folders; names are compared by their letters only.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_mirflickr
    >>> fetch_mirflickr().data.shape  # doctest: +SKIP
    (2780, 1536)
    """
    return as_result(fetch("mirflickr", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_coil20(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch Coil20: 1440 images, 1024 pixels, 20 classes, no candidates.

    Twenty objects on a turntable, in 72 images of 32 x 32 pixels each. The set has no candidates of
    its own: simulate them, for example by :func:`plclust.candidates.simulate_false_positives`.

    Parameters
    ----------
    data_home, download_if_missing
        As in :func:`fetch_lost`. There is no download: put ``COIL20.mat`` into one of the two
        folders; names are compared by their letters only.
    return_X_y : bool, default=False
        Return the samples and their true classes instead of a bunch.

    Returns
    -------
    bunch : Dataset
        With `data`, `target` (the objects, 1 to 20), `candidates` (None), `classes`,
        `feature_names` (None), `name`, `DESCR`, `filename` and `sha256` of the file. If
        `return_X_y`, the tuple (data, target).

    Examples
    --------
    >>> from plclust.datasets import fetch_coil20
    >>> fetch_coil20().data.shape  # doctest: +SKIP
    (1440, 1024)
    """
    return as_result(fetch("coil20", data_home, download_if_missing), return_X_y)


@fetcher
def fetch_birdsong(
    *,
    data_home: DataHome = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
) -> Dataset | SamplesAndY:
    """Fetch BirdSong: 4998 syllables, 38 features, 13 classes, 2.18 candidates on average.

    Syllables of bird song; the candidates are the species heard in the ten seconds of the
    recording. The scales of the features differ by orders of magnitude.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y
        As in :func:`fetch_lost`.

    Returns
    -------
    bunch : Dataset
        With the entries of :func:`fetch_lost`. If `return_X_y`, the tuple (data, candidates).

    Examples
    --------
    >>> from plclust.datasets import fetch_birdsong
    >>> fetch_birdsong().data.shape  # doctest: +SKIP
    (4998, 38)
    """
    return as_result(fetch("birdsong", data_home, download_if_missing), return_X_y)
