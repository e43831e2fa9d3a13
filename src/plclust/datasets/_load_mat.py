"""Partial-label data from a MATLAB file of one's own."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from plclust.datasets._bunch import Dataset, figures, make_bunch
from plclust.datasets._mat import read_mat


def load_mat(path: str | os.PathLike[str], *, name: str | None = None) -> Dataset:
    """Read partial-label data from a MATLAB file.

    Two layouts are understood. With candidates: `data` (n_samples x n_features), and `target` and
    `partial_target` (both n_classes x n_samples, 0 and 1, dense or sparse). Without: `X`
    (n_samples x n_features) and `Y` (an integer per sample), or the same as `fea` and `gnd`. Other
    variables are not touched, and nothing but matrices of numbers is ever read.

    Parameters
    ----------
    path : str or path-like
        The file, of MATLAB version 5 to 7. A file of version 7.3 is an HDF5 file and not read.
    name : str, default=None
        Name of the data set, by default that of the file.

    Returns
    -------
    bunch : Dataset
        Samples and labels, with these entries:

        - data : ndarray of float of shape (n_samples, n_features)
        - target : ndarray of int of shape (n_samples,), the true classes
        - candidates : ndarray of bool of shape (n_samples, n_classes), or None in the layout
          without candidates
        - classes : ndarray of int of shape (n_classes,), the columns of the candidates: 0, 1, ...
          in the layout with candidates, else the distinct labels
        - feature_names : None
        - name, DESCR, filename, sha256 : str

    Raises
    ------
    ValueError
        If the file is damaged, of another layout, or contradicts itself.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import numpy as np
    >>> from scipy.io import savemat
    >>> from plclust.datasets import load_mat
    >>> arrays = {
    ...     "data": np.array([[0.1], [0.2], [0.9]]),
    ...     "target": np.array([[1, 1, 0], [0, 0, 1]]),
    ...     "partial_target": np.array([[1, 1, 0], [1, 0, 1]]),
    ... }
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     savemat(Path(folder, "mine.mat"), arrays)
    ...     bunch = load_mat(Path(folder, "mine.mat"))
    >>> bunch.target
    array([0, 0, 1])
    >>> bunch.candidates
    array([[ True,  True],
           [ True, False],
           [False,  True]])
    """
    path = Path(path)
    content = path.read_bytes()
    table = read_mat(content, str(path))
    name = path.stem if name is None else name
    return make_bunch(
        table,
        name=name,
        descr=f"{name}\n{'=' * len(name)}\n\n{figures(table)}",
        path=path,
        sha256=hashlib.sha256(content).hexdigest(),
    )
