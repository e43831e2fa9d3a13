"""The machine and the versions."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("plclust", "scikit-learn", "numpy", "scipy", "numba", "joblib", "matplotlib")


def describe_environment() -> dict[str, str]:
    """What a reader has to know to repeat the runs: machine, system, versions, time.

    Examples
    --------
    >>> from plclust.report import describe_environment
    >>> sorted(describe_environment())[:4]
    ['cores', 'joblib', 'matplotlib', 'memory']
    """
    machine = {
        "report made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": _memory(),
        "python": platform.python_version(),
    }
    return machine | {name: _version(name) for name in PACKAGES}


def merge_versions(found: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """What runs were made with, all versions of a package where they differ.

    Parameters
    ----------
    found : iterable of dict of str to str
        Versions by package, of each run.

    Returns
    -------
    dict of str to str
        Versions by package, separated by commas.

    Examples
    --------
    >>> from plclust.report import merge_versions
    >>> merge_versions([{"numpy": "2.3"}, {"numpy": "2.4"}, {"numpy": "2.3"}])
    {'numpy': '2.3, 2.4'}
    """
    merged: dict[str, set[str]] = {}
    for versions in found:
        for name, version_ in versions.items():
            merged.setdefault(name, set()).add(version_)
    return {name: ", ".join(sorted(several)) for name, several in merged.items()}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on this system
        return "unknown"
    return f"{size / 2**30:.1f} GiB"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
