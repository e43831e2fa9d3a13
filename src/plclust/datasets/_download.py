"""Downloads: to a temporary name, verified, then moved."""

from __future__ import annotations

from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

from sklearn.datasets import fetch_file

from plclust.datasets._registry import DatasetInfo

N_RETRIES = 1
DELAY = 1


def download(info: DatasetInfo, folder: Path, hint: str) -> Path:
    """Get the file of a data set from the first mirror that has it.

    scikit-learn downloads to a temporary name next to the final one, compares the checksum, and
    only then renames: a broken download leaves nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    failures = []
    for url in info.mirrors:
        outcome = _attempt(url, info, folder)
        if isinstance(outcome, Path):
            return outcome
        failures.append(f"{url}: {outcome}")
    raise OSError(
        f"{info.file} of the data set {info.title} could not be downloaded "
        f"(sha256 expected: {info.sha256}). Tried " + "; ".join(failures) + f". {hint}"
    )


def _attempt(url: str, info: DatasetInfo, folder: Path) -> Path | Exception:
    try:
        path = fetch_file(
            url,
            folder=folder,
            local_filename=info.file,
            sha256=info.sha256,
            n_retries=N_RETRIES,
            delay=DELAY,
        )
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()  # it holds the connection
        return error
    return Path(path)
