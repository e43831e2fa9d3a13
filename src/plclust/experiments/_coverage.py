"""What tables and figures rest on: which runs are there, and what a reader must know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from plclust.experiments._methods import find_method, source_of_own
from plclust.experiments._plan import cells_of, obstacle, planned_runs, runs_of
from plclust.experiments._policies import CellRuns, Records
from plclust.experiments._specs import Spec
from plclust.experiments._store import RunRecord
from plclust.experiments._tables import Coverage


def coverage_of(spec: Spec, policy: str, records: Records) -> Iterator[Coverage]:
    """What was run of each method on each data set."""

    def place(cell: CellRuns) -> tuple[str, str, str]:
        return cell.spec.name, cell.setting.title, cell.method

    for (_, title, method), group in groupby(cells_of(spec), key=place):
        cells = list(group)
        runs = {run for cell in cells for run in runs_of(spec, cell, policy, records)}
        ended = [records[run] for run in runs if run in records]
        failures = [record.failure for record in ended if record.failure is not None]
        causes = Counter(failure.splitlines()[0] for failure in failures)
        reasons = [f"{cause} ({n})" for cause, n in causes.most_common(3)]
        blocked = obstacle(cells[0])
        if len(ended) < len(runs):
            reasons.append(blocked or "not run yet")
        yield Coverage(
            cells[0].spec.name,
            title,
            method,
            len(runs),
            len(ended) - len(failures),
            len(failures),
            "; ".join(reasons),
        )


def notes_of(spec: Spec, policy: str, records: Records) -> tuple[str, ...]:
    """Remarks on an experiment, its methods and its form."""
    methods = dict.fromkeys(cell.method for cell in cells_of(spec))
    remarks = [find_method(method).note for method in methods]
    short = "Quick form: few splits and shares of labelled samples, a rough picture only."
    if spec.left_out:
        short += f" Methods that take long are left out: {', '.join(spec.left_out)}."
    scalings = {
        "blocks": "Features are z-scored within the labelled and within the unlabelled samples, as "
        "the authors' code does.",
        "global": "Features are z-scored over all samples.",
        "none": "Features are used as they are.",
    }
    ended = [records[run] for run in planned_runs([spec], policy, records) if run in records]
    # A run whose process was killed could not tell.
    sources = {run.versions["source"] for run in ended if "source" in run.versions}
    mixed = (
        f"The runs come from {len(sources)} versions of the code ({', '.join(sorted(sources))}): "
        "figures may not be comparable. Use a new store to run all with one."
        if len(sources) > 1
        else ""
    )
    remarks += [_remark_on_change(method, ended) for method in methods]
    remarks += [_remark_on_fixed(method, spec) for method in methods]
    found = [mixed, *spec.notes, *remarks, scalings[spec.scaling], short if spec.quick else ""]
    return tuple(" ".join(note.split()) for note in found if note)


def _remark_on_change(method: str, ended: Iterable[RunRecord]) -> str:
    """Whether an estimator of the user is no longer what was run."""
    key = f"source of {method}"
    seen = {run.versions[key] for run in ended if key in run.versions}
    if len({*seen, source_of_own(method)} - {""}) < 2:
        return ""
    return f"{method} has changed since it was run. Use a new store to run it again."


def _remark_on_fixed(method: str, spec: Spec) -> str:
    """Which parameters that are varied a method does not have."""
    lacking = [name for name in spec.vary if name not in find_method(method).tuned]
    return f"{method} has no {' and no '.join(lacking)} to be varied." if lacking else ""


__all__ = ["coverage_of", "notes_of"]
