"""``plclust reproduce``: tables and figures of the paper, run again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from plclust.cli._options import INTERRUPTED, POLICIES, split_at_commas
from plclust.experiments._text import as_json_value, format_results


@click.command()
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--quick", is_flag=True, help="2 splits, 2 shares of labelled samples.")
@click.option("--repeats", type=click.IntRange(1), help="Number of splits, 10 by default.")
@click.option(
    "--datasets", multiple=True, callback=split_at_commas, help="Only these, with commas between."
)
@click.option(
    "--methods",
    multiple=True,
    callback=split_at_commas,
    help="These methods instead of the paper's; package.module:Class for an estimator of yours.",
)
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="fixed",
    show_default=True,
    help="How the parameters of PLC are chosen: as recommended; by consistency with hidden "
    "candidates; or the best on the evaluated samples themselves.",
)
@click.option(
    "--grid",
    type=click.Choice(["full", "tied", "quick"]),
    help="Parameters to choose from: 54, 18 (alpha = beta) or 4 combinations. "
    "Default: tied, or quick with --quick.",
)
@click.option(
    "--scaling",
    type=click.Choice(["blocks", "global", "none"]),
    help="z-score labelled and unlabelled samples apart (default, as the authors do), all "
    "together, or not at all.",
)
@click.option("--n-jobs", type=int, default=1, show_default=True, help="Runs at a time.")
@click.option(
    "--store",
    "store_path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("plclust-runs.sqlite"),
    show_default=True,
    help="File of results. Runs that are in it are not run again.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    help="Most seconds that a run may take.",
)
@click.option(
    "--memory-limit", type=click.FloatRange(0, min_open=True), help="Most GB of a run (Linux)."
)
@click.option("--retry-failed", is_flag=True, help="Run again what failed before.")
@click.option("--no-download", is_flag=True, help="Use only data sets that are on this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def reproduce(
    context: click.Context,
    /,
    names: tuple[str, ...],
    store_path: Path,
    *,
    policy: str,
    n_jobs: int,
    time_limit: float | None,
    memory_limit: float | None,
    retry_failed: bool,
    no_download: bool,
    as_json: bool,
    quiet: bool,
    **choices: Any,
) -> None:
    """Run tables and figures of the paper again, and print them beside the paper's.

    \b
    table2, table2-lyn10   constrained clustering, rho 0.05 to 0.40
    table4, table4-lyn10   partial label learning, rho 0.01 to 0.10
    table5                 ablation
    fig1, figs1            constrained clustering on UCI data sets
    figs2                  partial label learning on UCI data sets
    fig3                   sensitivity to alpha, beta and k
    significance           win/tie/loss counts over all of these but table5 and fig3
    convergence            the objective, round by round
    theorem                both sides of Theorem 1
    beyond                 the defaults beside all quick methods, rho 0.01 to 0.40
    beyond-significance    win/tie/loss counts of the defaults over these

    Every run is stored as soon as it has ended. Stopped in any way, the same command goes on where
    it was. Exit codes: 0 if all went well, 1 if runs failed or none could be run, 2 for wrong
    arguments, 130 if stopped.
    """  # noqa: D301 click reads the escape
    from plclust import experiments  # noqa: PLC0415 keeps --help quick

    _check_names(names, choices["datasets"], choices["methods"])
    specs = [experiments.load_spec(name, **choices) for name in dict.fromkeys(names)]
    _check_settings(specs, choices["datasets"])
    if not no_download:
        _download(specs, quiet=quiet)
    limits = experiments.Limits(time_limit, int(memory_limit * 1e9) if memory_limit else None)
    with _open(store_path) as store:
        for spec in specs:
            store.remember(spec.name, policy, **choices)
        try:
            experiments.run_experiments(
                specs,
                store,
                policy=policy,
                n_jobs=n_jobs,
                limits=limits,
                retry_failed=retry_failed,
                progress=False if quiet else None,
            )
        except KeyboardInterrupt:
            click.echo(
                f"\nStopped. The {len(store.records())} runs that have ended are kept in "
                f"{store_path}; the same command goes on from there.",
                err=True,
            )
            context.exit(INTERRUPTED)
        results = [experiments.build_results(store, spec, policy) for spec in specs]
    if as_json:
        click.echo(json.dumps([as_json_value(result) for result in results], indent=2))
    else:
        click.echo("\n\n".join(format_results(result) for result in results))
    failed = sum(row.failed for result in results for row in result.coverage)
    if failed:
        click.echo(f"{failed} runs failed; see the coverage above.", err=True)
    if failed or not any(row.done for result in results for row in result.coverage):
        sys.exit(1)


def _check_names(names: Sequence[str], datasets: Sequence[str], methods: Sequence[str]) -> None:
    from plclust.datasets import list_datasets  # noqa: PLC0415 keeps --help quick
    from plclust.experiments import find_method, list_specs  # noqa: PLC0415 as above

    known = list_specs()
    if not names:
        raise click.UsageError(f"Name at least one of {', '.join(known)}.")
    for name in names:
        if name not in known:
            raise click.UsageError(f"{name!r} is no experiment. Known are {', '.join(known)}.")
    for name in datasets:
        if name not in list_datasets():
            raise click.UsageError(
                f"{name!r} is no data set. Known are {', '.join(list_datasets())}."
            )
    for name in methods:
        try:
            find_method(name)
        except ValueError as error:
            raise click.UsageError(str(error)) from error


def _check_settings(specs: Sequence[Any], datasets: Sequence[str]) -> None:
    for spec in specs:
        if not any(part.settings for part in (spec, *spec.parts)):
            raise click.UsageError(
                f"{spec.name} has none of the data sets {', '.join(datasets)}. Leave --datasets "
                "out for all that it has."
            )


def _download(specs: Sequence[Any], *, quiet: bool) -> None:
    from plclust.experiments._plan import fetch_missing_datasets  # noqa: PLC0415 as above

    for name, reason in fetch_missing_datasets(specs).items():
        if not quiet:
            click.echo(f"skipping {name}: {reason}", err=True)


def _open(path: Path) -> Any:
    from plclust.experiments import Store  # noqa: PLC0415 keeps --help quick

    try:
        return Store(path)
    except (ValueError, OSError) as error:
        raise click.UsageError(str(error)) from error
