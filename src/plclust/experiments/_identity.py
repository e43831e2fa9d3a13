"""What a run is, and the seeds that follow from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

SCALINGS = ("blocks", "global", "none")
MEASURES = ("evaluation", "consistency")


@dataclass(frozen=True, order=True)
class RunIdentity:
    """All that determines a run: two runs of one identity have one result.

    Parameters
    ----------
    dataset : str
        Name in :func:`plclust.datasets.list_datasets`.
    method : str
        Name in :func:`plclust.experiments.list_methods`, or ``"package.module:Class"``.
    params : str
        Parameters that differ from the defaults of the method, as made by :func:`canonical`.
    rho : float
        Share of the samples that carry candidates.
    r : int
        Simulated false positives per candidate set; 0 for the candidates that the set has.
    repeat : int
        Number of the split, from 0.
    scaling : {"blocks", "global", "none"}, default="blocks"
        Columns to mean 0 and deviation 1 within the labelled and within the unlabelled samples, as
        the paper's authors do; over all samples; or as they are.
    measure : {"evaluation", "consistency"}, default="evaluation"
        Compare with the truth; or hide candidates and see whether the result agrees with them,
        which needs no truth.

    Examples
    --------
    >>> run = RunIdentity("ecoli", "PLC", canonical({"alpha": 0.1}), rho=0.1, r=2, repeat=0)
    >>> run.params
    '{"alpha":0.1}'
    >>> RunIdentity.from_key(run.key) == run
    True
    """

    dataset: str
    method: str
    params: str
    rho: float
    r: int
    repeat: int
    scaling: str = "blocks"
    measure: str = "evaluation"

    def __post_init__(self) -> None:
        if self.scaling not in SCALINGS or self.measure not in MEASURES:
            raise ValueError(
                f"scaling={self.scaling!r} and measure={self.measure!r}, expected one of "
                f"{SCALINGS} and one of {MEASURES}."
            )

    @property
    def key(self) -> str:
        """The identity as one line of JSON."""
        return canonical(asdict(self))

    @classmethod
    def from_key(cls, key: str) -> RunIdentity:
        """The identity that has this key.

        Parameters
        ----------
        key : str
            The ``key`` of a run.

        Returns
        -------
        RunIdentity
            The run.
        """
        return cls(**json.loads(key))

    @property
    def problem(self) -> tuple[str, float, int, int]:
        """What determines split and candidates: all methods see the same ones."""
        return (self.dataset, self.rho, self.r, self.repeat)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters as a dict."""
        found: dict[str, Any] = json.loads(self.params)
        return found


def canonical(values: Mapping[str, Any]) -> str:
    """One spelling in JSON for equal parameters.

    Parameters
    ----------
    values : dict of str to object
        Parameters by name.

    Returns
    -------
    str
        JSON in one line, names in alphabetical order.

    Examples
    --------
    >>> canonical({"b": 1, "a": 0.10})
    '{"a":0.1,"b":1}'
    """
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


def seed_of(purpose: str, *values: object) -> int:
    """A seed for NumPy that depends on nothing but the arguments, on every machine.

    Examples
    --------
    >>> seed_of("split", "ecoli", 0.1, 2, 0)
    252275252
    """
    text = json.dumps([purpose, *values], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


__all__ = ["RunIdentity", "canonical", "seed_of"]
