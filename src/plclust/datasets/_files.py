"""Where the file of a data set is, and whether it is the right one."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TypeAlias

from plclust.datasets._download import download
from plclust.datasets._registry import DatasetInfo, registry

DataHome: TypeAlias = str | os.PathLike[str] | None
VARIABLE = "PLCLUST_DATA"


def data_folder(data_home: DataHome = None) -> Path:
    """Folder of downloads. Unlike `sklearn.datasets.get_data_home` this creates nothing."""
    if data_home is not None:
        return Path(data_home).expanduser()
    home = os.environ.get("SCIKIT_LEARN_DATA", "~/scikit_learn_data")
    return Path(home).expanduser() / "plclust"


def search_folders(data_home: DataHome = None) -> list[Path]:
    """Folders in which a file is looked for, first the one of the user's own files."""
    own = os.environ.get(VARIABLE)
    return ([Path(own).expanduser()] if own else []) + [data_folder(data_home)]


def find_whole(info: DatasetInfo, data_home: DataHome = None) -> Path | None:
    """Find the file from which a data set can be cut, None if there is none."""
    return find_file(registry()[info.cut_from], data_home) if info.cut_from else None


def find_file(info: DatasetInfo, data_home: DataHome = None) -> Path | None:
    """Find the file of a data set, None if there is none."""
    if info.file is None:
        return None
    found = (_find_in(folder, info.file) for folder in search_folders(data_home))
    return next((path for path in found if path is not None), None)


def _find_in(folder: Path, file: str) -> Path | None:
    try:
        if (folder / file).is_file():
            return folder / file
        if not folder.is_dir():
            return None
        # Archives of the same data spell the name differently: "Yahoo! News.mat", "yahoo_news.mat".
        alike = (path for path in folder.iterdir() if _spelling(path.name) == _spelling(file))
        return next((path for path in sorted(alike) if path.is_file()), None)
    except PermissionError:  # a folder that may not be entered has nothing to offer
        return None


def _spelling(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == ".")


def locate(info: DatasetInfo, data_home: DataHome, download_if_missing: bool) -> Path:
    """Find the file of a data set, or download it if that is possible and allowed."""
    path = find_file(info, data_home)
    if path is not None:
        return path
    if download_if_missing and info.mirrors:
        return download(info, data_folder(data_home), how_to_provide(info, data_home))
    reason = "download_if_missing is False" if info.mirrors else "no download is known for it"
    raise FileNotFoundError(
        f"{info.file} of the data set {info.title} is not on this machine, and {reason}. "
        f"{how_to_provide(info, data_home)}"
    )


def how_to_provide(info: DatasetInfo, data_home: DataHome) -> str:
    """Hint for a user who lacks a file."""
    whole = registry()[info.cut_from].file if info.cut_from else None
    return (
        f"Hint: get it{f' or {whole!r}' if whole else ''} from {info.homepage} and put it into "
        f"{data_folder(data_home)}, or into the folder that the environment variable {VARIABLE} "
        f"names."
    )


def read_file(path: Path, info: DatasetInfo) -> tuple[bytes, str]:
    """Read a file and its checksum; another file than the registered one is refused."""
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if info.sha256 is not None and found != info.sha256:
        raise ValueError(
            f"{path} ({len(content)} bytes) is not the file of the data set {info.title}: "
            f"its sha256 is {found}, expected {info.sha256}. It may be truncated, damaged, or "
            f"another version. Hint: move it away and get it again, {_again(info)}; to read it as "
            f"it is, use plclust.datasets.load_mat."
        )
    return content, found


def _again(info: DatasetInfo) -> str:
    if info.mirrors:
        return f"which {info.loader} then does by itself"
    return f"from {info.homepage}"
