"""How parameters are chosen: fixed, without the truth, or in hindsight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from plclust.experiments._identity import RunIdentity, canonical
from plclust.experiments._methods import find_method
from plclust.experiments._specs import GRIDS, Setting, Spec
from plclust.experiments._store import RunRecord

Records = Mapping[RunIdentity, RunRecord]
DIGITS = 9  # of scores; what differs by less is equal, and the first of the grid is taken

POLICIES = {
    "fixed": "fixed: alpha = beta = 0.1, k = 10 everywhere, which the paper recommends for "
    "small data sets",
    "no-truth": "no-truth: of a grid, chosen for every split by candidate consistency. Candidates "
    "of a third of the labelled samples are hidden, and the result is scored by how often it "
    "agrees with them; the truth is not seen",
    "hindsight": "hindsight: of a grid, whatever has the highest mean ACC on the evaluated samples "
    "themselves, for every data set and rho. This flatters the method: no user could choose so",
}
_ALL: dict[str, tuple[float, ...]] = {
    "alpha": (0.01, 0.1, 1.0),
    "n_neighbors": (10, 15, 20, 25, 30, 40),
}
_GRIDS: dict[str, dict[str, tuple[float, ...]]] = {
    "full": _ALL,
    "tied": _ALL,  # alpha = beta
    "quick": {"alpha": (0.1, 1.0), "n_neighbors": (10, 30)},
}


@dataclass(frozen=True)
class CellRuns:
    """A cell of a table before parameters are chosen: data set, method and rho of a spec."""

    spec: Spec
    setting: Setting
    method: str
    rho: float

    def run(self, params: str, repeat: int) -> RunIdentity:
        """One run of the cell."""
        return RunIdentity(
            self.setting.dataset,
            self.method,
            params,
            self.rho,
            self.setting.r,
            repeat,
            find_method(self.method).scaling or self.spec.scaling,
        )

    def runs(self, params: str) -> list[RunIdentity]:
        """The runs of all repeats with the same parameters."""
        return [self.run(params, repeat) for repeat in range(self.spec.repeats)]

    @property
    def fixed(self) -> str:
        """Parameters of the policy "fixed"."""
        return canonical(find_method(self.method).tuned)

    @property
    def grid(self) -> list[str]:
        """Parameters that the other policies choose from."""
        return parameter_grid(self.method, self.spec.grid)


def parameter_grid(method: str, grid: str) -> list[str]:
    """Combinations of the parameters of a method that a policy may choose.

    Examples
    --------
    >>> parameter_grid("PLC-CW", "quick")
    ['{"n_neighbors":10}', '{"n_neighbors":30}']
    >>> len(parameter_grid("PLC", "tied")), len(parameter_grid("PLC", "full"))
    (18, 54)
    >>> parameter_grid("K-means", "full")
    ['{}']
    """
    tuned = find_method(method).tuned
    return list(dict.fromkeys(canonical(point) for point in _points(tuned, grid)))


def _points(tuned: dict[str, Any], grid: str) -> Iterator[dict[str, float]]:
    axes = _GRIDS[grid]
    for alpha, beta, k in product(axes["alpha"], axes["alpha"], axes["n_neighbors"]):
        if grid == "full" or alpha == beta:
            values = {"alpha": alpha, "beta": beta, "n_neighbors": k}
            yield {name: values[name] for name in tuned}


def wanted_runs(cell: CellRuns, policy: str, records: Records) -> list[RunIdentity]:
    """All runs that a cell needs under a policy, as far as can be told from results so far."""
    if policy == "fixed":
        return cell.runs(cell.fixed)
    if policy == "hindsight" or len(cell.grid) == 1:
        return [run for params in cell.grid for run in cell.runs(params)]
    trials = [trial for repeat in range(cell.spec.repeats) for trial in _trials(cell, repeat)]
    chosen = [run for run in chosen_runs(cell, policy, records) if run is not None]
    return trials + chosen


def chosen_runs(cell: CellRuns, policy: str, records: Records) -> list[RunIdentity | None]:
    """The run of every repeat whose figure counts, None where the choice is still open."""
    if policy == "fixed" or len(cell.grid) == 1:
        return [*cell.runs(cell.fixed if policy == "fixed" else cell.grid[0])]
    if policy == "hindsight":
        return [*cell.runs(_best_in_hindsight(cell, records))]
    return [_best_without_truth(cell, repeat, records) for repeat in range(cell.spec.repeats)]


def _best_in_hindsight(cell: CellRuns, records: Records) -> str:
    """Highest mean ACC, among the parameters with which most runs have ended well."""

    def merit(params: str) -> tuple[int, float]:
        done = [records[run].figures["acc"] for run in cell.runs(params) if _is_done(run, records)]
        return len(done), round(sum(done) / max(len(done), 1), DIGITS)

    return max(cell.grid, key=merit)


def _best_without_truth(cell: CellRuns, repeat: int, records: Records) -> RunIdentity | None:
    """Highest candidate consistency, once all parameters have been tried."""
    trials = _trials(cell, repeat)
    if any(trial not in records for trial in trials):
        return None
    scored = [trial for trial in trials if _is_done(trial, records)]
    if not scored:
        return cell.run(cell.fixed, repeat)
    best = max(scored, key=lambda trial: round(records[trial].figures["score"], DIGITS))
    return replace(best, measure="evaluation")


def _trials(cell: CellRuns, repeat: int) -> list[RunIdentity]:
    return [replace(cell.run(params, repeat), measure="consistency") for params in cell.grid]


def _is_done(run: RunIdentity, records: Records) -> bool:
    return run in records and records[run].failure is None


def check_policy(policy: str) -> None:
    """Refuse what is no policy."""
    if policy not in POLICIES:
        raise ValueError(f"policy is {policy!r}, expected one of {', '.join(POLICIES)}.")


def describe_policy(policy: str, grid: str) -> str:
    """The policy in words, for captions.

    Examples
    --------
    >>> describe_policy("fixed", "tied")
    'fixed: alpha = beta = 0.1, k = 10 everywhere, which the paper recommends for small data sets'
    """
    if policy == "fixed":
        return POLICIES[policy]
    return f"{POLICIES[policy]}. Grid: {GRIDS[grid]}"


__all__ = [
    "POLICIES",
    "CellRuns",
    "Records",
    "check_policy",
    "chosen_runs",
    "describe_policy",
    "parameter_grid",
    "wanted_runs",
]
