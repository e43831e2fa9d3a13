"""How much memory there is, and a refusal of what would not fit."""

from __future__ import annotations

import os
from pathlib import Path


def check_memory(
    n_bytes: float,
    what: str,
    hint: str = "label fewer samples, or use a method based on neighbours",
) -> None:
    """Refuse, before it is allocated, what does not fit into the available memory.

    Examples
    --------
    >>> check_memory(8 * 1000**2, "the kernel matrix of 1000 labelled samples")
    """
    available = available_memory()
    if available is not None and n_bytes > available:
        raise ValueError(
            f"{what} would take {n_bytes / 2**30:.3g} GiB of memory, but only "
            f"{available / 2**30:.3g} GiB are available. Hint: {hint}."
        )


def available_memory() -> int | None:
    """Bytes that are free to use, or all that the machine has where no more is known."""
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        for line in meminfo.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None
