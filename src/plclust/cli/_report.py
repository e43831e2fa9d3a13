"""``plclust report``: the results of a store as one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plclust.cli._options import POLICIES, split_at_commas

if TYPE_CHECKING:
    from plclust.experiments import Asked, ExperimentResults, RunRecord, Spec, Store
    from plclust.experiments._policies import Records

SUFFIXES = {"html": ".html", "md": ".md", "latex": ".tex", "csv": ".csv"}


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--store",
    "store_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=Path("plclust-runs.sqlite"),
    show_default=True,
    help="File of results that plclust reproduce has written.",
)
@click.option(
    "--out", help="File to write, - for the standard output. [default: report.html, .md, ...]"
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(SUFFIXES)),
    help="Form of the document. [default: as --out says, else html]",
)
@click.option(
    "--policy",
    "policies",
    type=click.Choice(POLICIES),
    multiple=True,
    help="May be repeated. [default: every policy with enough runs]",
)
@click.option("--quick/--full", default=None, help="Which form. [default: the one that was run]")
@click.option("--repeats", type=click.IntRange(1), help="Number of splits, as in reproduce.")
@click.option("--datasets", multiple=True, callback=split_at_commas, help="Only these data sets.")
@click.option("--methods", multiple=True, callback=split_at_commas, help="These methods only.")
@click.option("--grid", type=click.Choice(["full", "tied", "quick"]), help="As in reproduce.")
@click.option("--scaling", type=click.Choice(["blocks", "global", "none"]), help="As in reproduce.")
def report(
    names: tuple[str, ...],
    store_path: Path,
    out: str | None,
    form: str | None,
    policies: tuple[str, ...],
    *,
    quick: bool | None,
    **choices: Any,
) -> None:
    """Show what is in a store: tables and figures beside the paper's, in one document.

    What plclust reproduce was asked for is shown first, with what was chosen there, and methods and
    data sets of several commands in one table; then every other experiment of which half the runs
    that there could be are in the store; the rest when it is named. With --repeats, --datasets,
    --methods, --grid and --scaling these are chosen anew.

    Exit codes: 0 if all went well, 1 if there is nothing to show, 2 for wrong arguments, 130 if
    stopped.
    """
    from plclust.experiments import Store  # noqa: PLC0415 keeps --help quick

    target = out or f"report{SUFFIXES[form or 'html']}"
    _check_target(target, store_path)
    form = form or _form_of(target)
    _check_choices(names, quick, choices)
    try:
        with Store(store_path, read_only=True) as store:
            records = store.records()
            results = _asked_before(store, names, policies, quick, choices)
            results += _others(store, results, names, policies, quick, choices)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if not results:
        hint = " ".join(
            ["plclust reproduce", *names, *(f"--policy {name}" for name in policies[:1])]
        )
        if not names:
            hint = (
                "name an experiment to see it all the same, or run one, for example: plclust "
                "reproduce table2 --quick"
            )
        raise click.ClickException(
            f"There is nothing to show: {store_path} has too few runs of what was asked for. "
            f"Hint: {hint}"
        )
    _write(target, _render(form, results, records.values()))


def _form_of(target: str) -> str:
    if target == "-":
        return "html"
    suffix = Path(target).suffix.lower()
    for form, known in SUFFIXES.items():
        if suffix == known:
            return form
    raise click.UsageError(
        f"{target} has none of the suffixes {', '.join(SUFFIXES.values())}. Rename or add --format."
    )


def _check_target(target: str, store_path: Path) -> None:
    if target == "-":
        return
    path = Path(target).resolve()
    if not path.parent.is_dir():
        raise click.UsageError(f"There is no folder {path.parent} to write into.")
    if path == store_path.resolve():
        raise click.UsageError(f"{target} is the store; it is not overwritten.")
    if path.is_dir():
        raise click.UsageError(f"{target} is a folder.")
    if path.exists() and not path.is_file():
        raise click.UsageError(
            f"{target} is no file, but a device or a pipe. Hint: - for the standard output."
        )


def _check_choices(names: Sequence[str], quick: bool | None, options: dict[str, Any]) -> None:
    from plclust.experiments._specs import (  # noqa: PLC0415 keeps --help quick
        check_choices,
        load_spec,
    )

    try:
        check_choices(*(options[name] for name in ("datasets", "methods", "scaling", "grid")))
        for name in names:
            load_spec(name, quick=bool(quick), **options)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _asked_before(
    store: Store,
    names: Sequence[str],
    policies: Sequence[str],
    quick: bool | None,
    options: dict[str, Any],
) -> list[ExperimentResults]:
    """What plclust reproduce was asked for and has begun, telling of it."""
    from plclust.experiments import build_results  # noqa: PLC0415 keeps --help quick
    from plclust.experiments._united import unite  # noqa: PLC0415 as above

    asked = [
        asked
        for asked in store.experiments()
        if (not names or asked.name in names) and (not policies or asked.policy in policies)
    ]
    records = store.records()
    begun = [item for item in _chosen_anew(asked, quick, options) if _is_begun(*item, records)]
    results = []
    for spec, policy in unite(begun, records):
        result = build_results(store, spec, policy)
        n_ended = sum(row.done + row.failed for row in result.coverage)
        n_planned = sum(row.planned for row in result.coverage)
        click.echo(_in_words(spec, policy, n_ended, n_planned), err=True)
        results.append(result)
    return results


def _is_begun(spec: Spec, policy: str, records: Records) -> bool:
    from plclust.experiments._plan import planned_runs  # noqa: PLC0415 keeps --help quick

    return not records.keys().isdisjoint(planned_runs([spec], policy, records))


def _chosen_anew(
    asked: Iterable[Asked], quick: bool | None, options: dict[str, Any]
) -> list[tuple[Spec, str]]:
    """What was chosen for experiments, except for what is chosen now."""
    from plclust.experiments import load_spec  # noqa: PLC0415 keeps --help quick

    chosen = {name: value for name, value in options.items() if value}
    if quick is not None:
        chosen["quick"] = quick
    found: list[tuple[Spec, str]] = []
    for name, policy, choices in asked:
        try:
            spec = load_spec(name, **(choices | chosen))
        except ValueError as error:
            click.echo(f"left out: {error}", err=True)
            continue
        found.append((spec, policy))
    return found


def _others(
    store: Store,
    shown: Sequence[ExperimentResults],
    names: Sequence[str],
    policies: Sequence[str],
    quick: bool | None,
    options: dict[str, Any],
) -> list[ExperimentResults]:
    """Other experiments to be shown, telling of them and of what is left out."""
    from plclust.cli._report_choice import find_choices  # noqa: PLC0415 keeps --help quick
    from plclust.experiments import build_results  # noqa: PLC0415 as above

    known = {(result.name, result.policy) for result in shown}
    results = []
    for choice in find_choices(store.records(), names, quick, options):
        spec, policy, n_ended, n_planned, is_enough = choice
        if (spec.name, policy) in known or (policies and policy not in policies):
            continue
        asked = names and (policies or policy == "fixed")
        words = _in_words(spec, policy, n_ended, n_planned)
        if (asked and n_planned) or is_enough:
            click.echo(words, err=True)
            results.append(build_results(store, spec, policy))
        elif n_ended:
            click.echo(f"left out: {words}", err=True)
    return results


def _in_words(spec: Spec, policy: str, n_ended: int, n_planned: int) -> str:
    form = "quick form" if spec.quick else "full form"
    return f"{spec.name} ({form}), policy {policy}: {n_ended} of {n_planned} runs"


def _render(form: str, results: Sequence[Any], records: Iterable[RunRecord]) -> str:
    from plclust import report as room  # noqa: PLC0415 keeps --help quick

    renderers = {
        "html": room.render_html,
        "md": room.render_markdown,
        "latex": room.render_latex,
        "csv": room.render_csv,
    }
    versions = room.merge_versions(record.versions for record in records)
    try:
        return renderers[form](results, room.describe_environment() | versions)
    except ImportError as error:
        raise click.ClickException(str(error)) from error


def _write(target: str, text: str) -> None:
    from plclust.io import write_text  # noqa: PLC0415 keeps --help quick

    if target == "-":
        click.echo(text, nl=False)
        return
    try:
        write_text(target, text)
    except OSError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"written: {target}", err=True)
