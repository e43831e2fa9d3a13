"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Lend a temporary name in the folder of `path`, which becomes `path` when all went well.

    If anything is raised meanwhile, the temporary file is removed and `path` is as it was.

    Parameters
    ----------
    path : str or path-like
        The file, whether it is there or not.

    Yields
    ------
    Path
        Where to write.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from plclust.io import replacing
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "a.txt") as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['a.txt']
    """
    target = Path(path).resolve()
    if target.exists() and not (target.is_file() or target.is_dir()):
        raise OSError(f"{path} is a device or a pipe, which is not to be replaced by a file.")
    # The suffix stays last: NumPy would add its own to a name without it.
    temporary = target.with_name(f".{target.stem[:40]}.{secrets.token_hex(4)}{target.suffix}")
    try:
        yield temporary
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        if error.filename is not None and Path(error.filename) == temporary:
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        with suppress(OSError):  # what went wrong before matters more
            temporary.unlink()


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file as UTF-8 with its line ends as they are, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        The file, whether it is there or not.
    text : str
        All that it will hold.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from plclust.io import write_text
    >>> with TemporaryDirectory() as folder:
    ...     write_text(Path(folder) / "a.txt", "± 0.1")
    ...     Path(folder, "a.txt").read_text(encoding="utf-8")
    '± 0.1'
    """
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")
