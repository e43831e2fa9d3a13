"""``plclust reproduce``: tables and figures of the paper, run again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plclust._exit_codes import INTERRUPTED
from plclust.cli._options import POLICIES, finite, not_zero, split_at_commas
from plclust.experiments._text import as_json_value, format_results

if TYPE_CHECKING:
    from plclust.experiments import Spec, Store


@click.command()
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option(
    "--quick",
    is_flag=True,
    help="2 splits and shares of labelled samples; only quick methods and small data sets.",
)
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
@click.option(
    "--n-jobs",
    type=int,
    default=1,
    show_default=True,
    callback=not_zero,
    help="Runs at a time, -1 for as many as there are cores.",
)
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
    callback=finite,
    help="Most seconds that a run may take.",
)
@click.option(
    "--memory-limit",
    type=click.FloatRange(0, min_open=True),
    callback=finite,
    help="Most GB of a run (Linux).",
)
@click.option("--retry-failed", is_flag=True, help="Run again what failed before.")
@click.option("--no-download", is_flag=True, help="Use only data sets that are on this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def reproduce(
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

    Methods are PLC, PLC (default), PLC (consistent), PLC-CW, PLC-LD, PLC-SD, K-means, K-means
    (raw), SC, SSC-TLRR, DP-GLPCA, SSSC, DPCLS, AGGD, IPAL, PL-KNN, PL-KNN (legacy), PL-SVM, PARM
    and SSPL.

    Every run is stored as soon as it has ended. Stopped in any way, the same command goes on where
    it was. Exit codes: 0 if all went well, 1 if runs failed or none could be run, 2 for wrong
    arguments, 130 if stopped.
    """  # noqa: D301 click reads the escape
    with _ends_told(store_path):
        from plclust import experiments  # noqa: PLC0415 keeps --help quick

        specs = _load_specs(names, choices)
        limits = experiments.Limits(time_limit, int(memory_limit * 1e9) if memory_limit else None)
        with _open(store_path) as store:
            if not no_download:
                _download(specs, quiet=quiet)
            for spec in specs:
                store.remember(spec.name, policy, **choices)
            before = set() if retry_failed else _failed_runs(store)
            experiments.run_experiments(
                specs,
                store,
                policy=policy,
                n_jobs=n_jobs,
                limits=limits,
                retry_failed=retry_failed,
                progress=False if quiet else None,
            )
            results = [experiments.build_results(store, spec, policy) for spec in specs]
            failed = _failed_runs(store) & _planned_runs(specs, policy, store)
        if as_json:
            click.echo(json.dumps([as_json_value(result) for result in results], indent=2))
        else:
            click.echo("\n\n".join(format_results(result) for result in results))
        _tell_failures(len(failed), len(failed & before))
        if failed or not any(row.done for result in results for row in result.coverage):
            sys.exit(1)


@contextmanager
def _ends_told(store_path: Path) -> Iterator[None]:
    """Ctrl-C, and a store that cannot be used, end the command with a word and an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(
            f"\nStopped. Runs that have ended are kept in {store_path}; the same command goes on "
            "from there.",
            err=True,
        )
        sys.exit(INTERRUPTED)
    except ValueError as error:
        raise click.ClickException(str(error)) from error


def _load_specs(names: Sequence[str], choices: dict[str, Any]) -> list[Spec]:
    from plclust.experiments import (  # noqa: PLC0415 keeps --help quick
        find_method,
        list_specs,
        load_spec,
    )

    if not names:
        raise click.UsageError(f"Name at least one of {', '.join(list_specs())}.")
    try:
        specs = [load_spec(name, **choices) for name in dict.fromkeys(names)]
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    for name in choices["methods"]:
        if missing := find_method(name).missing:
            raise click.UsageError(f"{name} is {missing}.")
    return specs


def _failed_runs(store: Store) -> set[Any]:
    return {run for run, record in store.records().items() if record.failure is not None}


def _planned_runs(specs: Sequence[Spec], policy: str, store: Store) -> set[Any]:
    from plclust.experiments._plan import planned_runs  # noqa: PLC0415 keeps --help quick

    return planned_runs(specs, policy, store.records())


def _tell_failures(n_failed: int, n_earlier: int) -> None:
    if n_failed:
        click.echo(f"{n_failed} runs failed; see the coverage above.", err=True)
    if n_earlier:
        click.echo(
            f"{n_earlier} of them failed in an earlier command and were not run again; "
            "--retry-failed runs them again.",
            err=True,
        )


def _download(specs: Sequence[Spec], *, quiet: bool) -> None:
    from plclust.experiments._plan import fetch_missing_datasets  # noqa: PLC0415 as above

    for name, reason in fetch_missing_datasets(specs).items():
        if not quiet:
            click.echo(f"skipping {name}: {reason}", err=True)


def _open(path: Path) -> Store:
    from plclust.experiments import Store  # noqa: PLC0415 keeps --help quick

    try:
        return Store(path)
    except (ValueError, OSError) as error:
        raise click.UsageError(str(error)) from error
