"""Experiments that were asked for bit by bit, as the fewest that show every result once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from plclust.experiments._identity import RunIdentity
from plclust.experiments._plan import planned_runs
from plclust.experiments._policies import Records
from plclust.experiments._specs import Spec

Chosen: TypeAlias = tuple[Spec, str]  # an experiment and a policy


def unite(chosen: Iterable[Chosen], records: Records) -> list[Chosen]:
    """Join methods, data sets and splits of an experiment that fill one table together.

    What leaves cells that nobody asked for stays apart, as do other policies, scalings, forms, and
    grids where a policy chooses from them, but for the short form of what is in the long one.

    Parameters
    ----------
    chosen : iterable of (Spec, str)
        Experiments and policies, in the order in which they were asked for.
    records : dict of RunIdentity to RunRecord
        Runs that have ended: ``records()`` of a store.

    Returns
    -------
    list of (Spec, str)
        In the order in which each was first asked for.

    Examples
    --------
    >>> from plclust.experiments import load_spec
    >>> asked = [load_spec("table2", methods=[name], datasets=["lost"]) for name in ("PLC", "SC")]
    >>> [(spec.name, spec.methods) for spec, _ in unite([(spec, "fixed") for spec in asked], {})]
    [('table2', ('PLC', 'SC'))]
    """
    united: list[Chosen] = []
    for one in chosen:
        for position, other in enumerate(united):
            both = _together(other, one, records)
            if both is not None:
                united[position] = both
                break
        else:
            united.append(one)
    long = [(spec, policy) for spec, policy in united if not spec.quick]
    return [
        (spec, policy)
        for spec, policy in united
        if not (spec.quick and any(_holds(other, (spec, policy), records) for other in long))
    ]


def _likeness(spec: Spec, policy: str) -> tuple[str, str, str, str]:
    """What figures have in common that stand in one table."""
    return spec.name, policy, spec.scaling, "" if policy == "fixed" else spec.grid


def _holds(whole: Chosen, part: Chosen, records: Records) -> bool:
    """Whether figures of one experiment are of the runs of another, and perhaps of more."""
    if _likeness(*whole) != _likeness(*part):
        return False
    return _runs_of([part], records) <= _runs_of([whole], records)


def _together(first: Chosen, second: Chosen, records: Records) -> Chosen | None:
    """Both as one, if it has no runs but theirs."""
    (one, policy), (other, _) = first, second
    if _likeness(*first) != _likeness(*second) or one.quick != other.quick:
        return None
    both = _union([one, other]), policy
    return both if _runs_of([both], records) == _runs_of([first, second], records) else None


def _runs_of(chosen: Iterable[Chosen], records: Records) -> set[RunIdentity]:
    return {run for spec, policy in chosen for run in planned_runs([spec], policy, records)}


def _union(specs: Sequence[Spec]) -> Spec:
    methods = tuple(dict.fromkeys(name for spec in specs for name in spec.methods))
    left_out = dict.fromkeys(name for spec in specs for name in spec.left_out)
    return replace(
        specs[0],
        settings=tuple(dict.fromkeys(setting for spec in specs for setting in spec.settings)),
        methods=methods,
        repeats=max(spec.repeats for spec in specs),
        parts=tuple(map(_union, zip(*(spec.parts for spec in specs), strict=True))),
        left_out=tuple(name for name in left_out if name not in methods),
    )


__all__ = ["Chosen", "unite"]
