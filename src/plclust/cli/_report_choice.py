"""What a report shows of a store: the experiments of which it has most runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from plclust.cli._options import POLICIES
from plclust.experiments import RunIdentity, Spec, list_specs, load_spec
from plclust.experiments._plan import cells_of, obstacle, runs_of
from plclust.experiments._policies import Records
from plclust.experiments._specs import KINDS


class Choice(NamedTuple):
    """An experiment under a policy, its runs in the store, and whether to show it unasked."""

    spec: Spec
    policy: str
    n_ended: int
    n_planned: int
    is_enough: bool


def find_choices(
    records: Records, names: Sequence[str], quick: bool | None, options: dict[str, Any]
) -> Iterator[Choice]:
    """All experiments, or those named, under all policies that have runs in the store.

    Experiments share runs: the runs of one are a few of another's. So an experiment is worth
    showing if most of its runs are there, a policy if most of those are that the fixed parameters
    do not need, and the short form is taken if most runs belong to it.
    """
    for name in dict.fromkeys(names) or _in_order():
        spec = _choose_form(name, records, quick, options)
        if spec is None:
            continue
        fixed = _planned(spec, "fixed", records)
        for policy in _possible(records):
            planned = _planned(spec, policy, records)
            own = planned if policy == "fixed" else planned - fixed
            if own & records.keys() or policy == "fixed":
                enough = _is_most(own, records) and _is_most(planned, records)
                yield Choice(spec, policy, len(planned & records.keys()), len(planned), enough)


def _in_order() -> list[str]:
    """Tables first, then figures, then what the paper does not print."""
    return sorted(list_specs(), key=lambda name: KINDS.index(load_spec(name).kind))


def _possible(records: Records) -> Sequence[str]:
    """Policies that can have runs; without trials, "no-truth" has none but those of others."""
    tried = any(run.measure == "consistency" for run in records)
    return POLICIES if tried else tuple(name for name in POLICIES if name != "no-truth")


def _is_most(planned: set[RunIdentity], records: Records) -> bool:
    return 2 * len(planned & records.keys()) > len(planned)


def _choose_form(
    name: str, records: Records, quick: bool | None, options: dict[str, Any]
) -> Spec | None:
    """The form of which most runs are there; None if the options leave nothing of either."""
    forms = {}
    for form in (False, True) if quick is None else (quick,):
        with suppress(ValueError):  # it lacks these data sets, or has no use for these methods
            forms[form] = load_spec(name, quick=form, **options)
    if len(forms) < 2:
        return next(iter(forms.values()), None)
    of_full, of_short = (_ended(spec, records) for spec in forms.values())
    return forms[len(of_full | of_short) <= 2 * len(of_short)]


def _ended(spec: Spec, records: Records) -> set[RunIdentity]:
    datasets = {run.dataset for run in records}
    return {
        run
        for cell in cells_of(spec)
        if cell.setting.dataset in datasets
        for policy in _possible(records)
        for run in runs_of(spec, cell, policy, records)
        if run in records
    }


def _planned(spec: Spec, policy: str, records: Records) -> set[RunIdentity]:
    """Runs that could be in the store: of data sets begun, and of methods that there are."""
    datasets = {run.dataset for run in records}
    runs = [
        (cell, set(runs_of(spec, cell, policy, records)))
        for cell in cells_of(spec)
        if cell.setting.dataset in datasets
    ]
    begun = {cell.setting for cell, planned in runs if planned & records.keys()}
    found: set[RunIdentity] = set()
    for cell, planned in runs:
        if cell.setting in begun:
            found |= planned & records.keys() if obstacle(cell) else planned
    return found


__all__ = ["Choice", "find_choices"]
