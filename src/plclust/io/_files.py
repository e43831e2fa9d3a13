"""Reading and writing tables, by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from plclust.io._atomic import replacing
from plclust.io._csv import read_csv, write_csv
from plclust.io._npz import read_npz, write_npz
from plclust.io._parquet import read_parquet, write_parquet
from plclust.io._table import Table
from plclust.typing import AnyArray

READERS = {".csv": read_csv, ".tsv": read_csv, ".parquet": read_parquet, ".npz": read_npz}
WRITERS = {".csv": write_csv, ".tsv": write_csv, ".parquet": write_parquet, ".npz": write_npz}
FORMATS = tuple(READERS)


def read_table(path: str | os.PathLike[str], as_is: Collection[str] = ()) -> Table:
    r"""Read the numeric columns of a file, and the ones named as they are.

    Parameters
    ----------
    path : str or path
        A CSV file with a header (separated by commas, semicolons or tabs, UTF-8), a Parquet file,
        or an npz file, whose arrays are the columns.
    as_is : collection of str, default=()
        Columns to keep as they are, such as ids and candidate labels: from a CSV file, as text.

    Returns
    -------
    Table
        In a CSV file a column is numeric if all its entries are numbers, ``true``, ``false``, or
        missing: empty, ``NA``, ``NaN``, ``null``, ``None``.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from plclust.io import read_table
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "table.csv"
    ...     _ = path.write_text("id,size,colour\n007,1.5,red\n008,,blue\n")
    ...     table = read_table(path, as_is=["id"])
    >>> table.columns["id"].tolist(), table.columns["size"].tolist()
    (['007', '008'], [1.5, nan])
    >>> table.left_out
    {'colour': "text such as 'red'"}
    """
    path = Path(path)
    table = READERS[check_suffix(path)](path, frozenset(as_is))
    if table.n_rows == 0:
        raise ValueError(f"{path} has no rows, expected one per sample.")
    return table


def write_table(path: str | os.PathLike[str], columns: Mapping[str, AnyArray]) -> None:
    """Write columns of equal length in the format of the suffix, whole or not at all.

    Text is written to CSV as it is, so that ids still match: before a table from strangers is
    opened in a spreadsheet, think of entries that start with an equals sign.

    Parameters
    ----------
    path : str or path
        Ends in one of ``FORMATS``.
    columns : mapping of str to array of shape (n_rows,)
        The columns, by name.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> from plclust.io import write_table
    >>> with TemporaryDirectory() as folder:
    ...     write_table(Path(folder) / "a.csv", {"id": np.array(["x"]), "cluster": np.array([2])})
    ...     print(Path(folder, "a.csv").read_text())
    id,cluster
    x,2
    """
    write = WRITERS[check_suffix(Path(path))]
    with replacing(path) as temporary:
        write(temporary, columns)


def check_suffix(path: Path) -> str:
    """Suffix of a file in lower case; only those of known formats pass."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(
            f"{path.name} has the suffix {suffix!r}, expected one of {', '.join(FORMATS)}. "
            "Hint: the suffix says which format a file has."
        )
    return suffix
