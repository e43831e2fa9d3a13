"""``plclust report``: the results of a store as one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plclust.cli._options import POLICIES, split_at_commas

if TYPE_CHECKING:
    from plclust.experiments import ExperimentResults, RunIdentity, RunRecord, Spec

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
    help="[default: as --out says, else html]",
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

    By default every experiment is shown of which half the runs that there could be are in the
    store, and if there is none, what plclust reproduce was asked for; others are shown when they
    are named. Give then to --repeats, --datasets, --methods, --grid and --scaling what was given to
    plclust reproduce.

    Exit codes: 0 if all went well, 1 if there is nothing to show, 2 for wrong arguments.
    """
    from plclust.experiments import (  # noqa: PLC0415 keeps --help quick
        Store,
        build_all_results,
        build_results,
    )

    target = out or f"report{SUFFIXES[form or 'html']}"
    _check_target(target, store_path)
    form = form or _form_of(target)
    _check_names(names, choices["datasets"])
    try:
        with Store(store_path) as store:
            records = store.records()
            chosen = _choose(records, names, policies, quick, choices)
            results = [build_results(store, spec, policy) for spec, policy in chosen]
            if not results and not names:
                results = [asked for asked in build_all_results(store) if _has_runs(asked)]
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if not results:
        raise click.ClickException(
            f"{store_path} has too few runs to show. Hint: name an experiment to see it all the "
            "same, or run one, for example: plclust reproduce table2 --quick"
        )
    _write(target, _render(form, results, records.values()))


def _has_runs(results: ExperimentResults) -> bool:
    return any(row.done for row in results.coverage)


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


def _check_names(names: Sequence[str], datasets: Sequence[str]) -> None:
    from plclust.datasets import list_datasets  # noqa: PLC0415 keeps --help quick
    from plclust.experiments import list_specs  # noqa: PLC0415 as above

    for name in names:
        if name not in list_specs():
            known = ", ".join(list_specs())
            raise click.UsageError(f"{name!r} is no experiment. Known are {known}.")
    for name in datasets:
        if name not in list_datasets():
            known = ", ".join(list_datasets())
            raise click.UsageError(f"{name!r} is no data set. Known are {known}.")


def _choose(
    records: dict[RunIdentity, RunRecord],
    names: Sequence[str],
    policies: Sequence[str],
    quick: bool | None,
    options: dict[str, Any],
) -> list[tuple[Spec, str]]:
    """What to show, telling of it and of what is left out."""
    from plclust.cli._report_choice import find_choices  # noqa: PLC0415 keeps --help quick

    chosen = []
    for choice in find_choices(records, names, quick, options):
        asked = choice.policy in policies or (names and not policies and choice.policy == "fixed")
        form = "quick form" if choice.spec.quick else "full form"
        counts = f"{choice.n_ended} of {choice.n_planned} runs"
        words = f"{choice.spec.name} ({form}), policy {choice.policy}: {counts}"
        if asked or (choice.is_enough and not policies):
            click.echo(words, err=True)
            chosen.append((choice.spec, choice.policy))
        elif choice.n_ended and not policies:
            click.echo(f"left out: {words}", err=True)
    return chosen


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
