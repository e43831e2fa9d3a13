"""``plclust fit``: cluster a table of one's own."""

from __future__ import annotations

import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from plclust._exit_codes import INTERRUPTED
from plclust.cli._columns import Roles, UnknownColumnError, split_names
from plclust.cli._options import SEED, by_options, finite, not_zero
from plclust.io import FORMATS

RESULT = ("cluster", "cluster_class", "class", "confidence")  # beside the id
FILE = click.Path(dir_okay=False, path_type=Path)


def _split(_: click.Context, __: click.Parameter, text: str | None) -> tuple[str, ...]:
    try:
        return () if text is None else split_names(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--candidates", metavar="COLUMN", help='Column of candidate labels, such as "a|b|c".')
@click.option(
    "--candidate-columns",
    metavar="A,B,C",
    callback=_split,
    help="Columns of 0 and 1, one per class.",
)
@click.option("--candidate-prefix", metavar="TEXT", help="Start of the names of such columns.")
@click.option("--id", "id_column", metavar="COLUMN", help="Column to keep; it is no feature.")
@click.option(
    "--features",
    metavar="A,B,C",
    callback=_split,
    help="Features. [default: all other numeric columns]",
)
@click.option(
    "--standardize/--no-standardize",
    default=True,
    show_default=True,
    help="Bring every feature to mean 0 and deviation 1.",
)
@click.option(
    "--n-clusters", type=click.IntRange(1), help="Clusters. [default: the number of classes]"
)
@click.option("--n-neighbors", type=click.IntRange(1), help="Neighbours of a sample. [default: 10]")
@click.option(
    "--alpha", type=click.FloatRange(0), callback=finite, help="With --published. [default: 0.1]"
)
@click.option(
    "--beta", type=click.FloatRange(0), callback=finite, help="With --published. [default: 0.1]"
)
@click.option("--published", is_flag=True, help="The algorithm of the paper, step for step.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of all that is random.")
@click.option(
    "--n-jobs",
    type=int,
    callback=not_zero,
    help="Threads; -1 for all cores. Results are the same.",
)
@click.option("--out", type=FILE, required=True, help="Result: .csv, .tsv, .parquet or .npz.")
@click.option("--summary", type=FILE, help="Page with pictures to write as well (.html).")
@click.option("--json", "as_json", is_flag=True, help="Print a summary as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def fit(table: Path, out: Path, summary: Path | None, **options: Any) -> None:
    """Cluster the samples of TABLE, a few of which carry candidate labels.

    TABLE is a CSV, TSV, Parquet or npz file with one row per sample. Of a sample without candidates
    the entry is empty, NA, NaN, None or -1, or all its indicator columns are 0. The result has one
    row per sample in the same order: the id, its cluster and the class that the cluster stands for,
    its own most probable class, which may be another, and the confidence in that one.

    Exit codes: 0 if all went well, 1 if the data cannot be used, 2 if the command is wrong, 130 if
    it was stopped; then nothing is written.
    """
    tell = _silent if options["quiet"] else _tell
    try:
        from plclust.cli._fit_run import run_fit, summary_page  # noqa: PLC0415 keeps --help quick
        from plclust.io import replacing, write_table  # noqa: PLC0415 as above

        roles = _check_usage(table, out, summary, options)
        _require_libraries(out, summary)
        found = run_fit(table, roles, options, tell, _tell)
        with ExitStack() as both:
            if summary is not None:
                page = both.enter_context(replacing(summary))
                page.write_text(summary_page(found, table.name), encoding="utf-8", newline="")
            write_table(out, found.columns)
    except KeyboardInterrupt:
        _tell("Stopped; nothing was written.")
        sys.exit(INTERRUPTED)
    except ImportError as error:
        raise click.ClickException(str(error)) from error
    except UnknownColumnError as error:
        raise click.UsageError(str(error)) from error
    except ValueError as error:
        raise click.ClickException(by_options(str(error))) from error
    except OSError as error:
        raise click.ClickException(str(error)) from error
    facts = found.facts | {"out": str(out), "summary": None if summary is None else str(summary)}
    click.echo(json.dumps(facts, indent=2, default=str) if options["as_json"] else found.as_text())
    tell(f"written: {', '.join(str(path) for path in (out, summary) if path is not None)}")


def _check_usage(table: Path, out: Path, summary: Path | None, options: dict[str, Any]) -> Roles:
    sources = ("candidates", "candidate_columns", "candidate_prefix")
    given = [f"--{name.replace('_', '-')}" for name in sources if options[name]]
    if len(given) != 1:
        raise click.UsageError(
            "Give the candidates by one of --candidates, --candidate-columns, --candidate-prefix, "
            f"not by {' and '.join(given) or 'none of them'}."
        )
    for path in (table, out):
        if path.suffix.lower() not in FORMATS:
            raise click.UsageError(f"{path} has none of the suffixes {', '.join(FORMATS)}.")
    if not options["published"] and not options["alpha"] is options["beta"] is None:
        raise click.UsageError("--alpha and --beta have an effect with --published only.")
    try:
        _check_files(table, out, summary)
    except OSError as error:
        raise click.UsageError(str(error)) from error
    if options["id_column"] in RESULT:
        raise click.UsageError(
            f"The id column {options['id_column']!r} has the name of a column of the result. "
            "Rename it."
        )
    return Roles(
        options["candidates"],
        options["candidate_columns"],
        options["candidate_prefix"],
        options["id_column"],
        options["features"],
    )


def _check_files(table: Path, out: Path, summary: Path | None) -> None:
    for path in (out, summary):
        if path is None:
            continue
        folder = path.resolve().parent
        if not folder.is_dir():
            raise click.UsageError(f"There is no folder {folder} to write into.")
        if not os.access(folder, os.W_OK):
            raise click.UsageError(f"The folder {folder} is write-protected.")
        if path.exists() and not path.is_file():
            raise click.UsageError(f"{path} is no file, but a device or a pipe.")
        if path.resolve() == table.resolve() or (path.exists() and path.samefile(table)):
            raise click.UsageError(f"{path} is the input; it is not overwritten.")
    if summary is not None and summary.resolve() == out.resolve():
        raise click.UsageError("--out and --summary name the same file.")
    if summary is not None and summary.suffix.lower() not in {".html", ".htm"}:
        raise click.UsageError(f"--summary is a page: {summary} should end in .html.")


def _require_libraries(out: Path, summary: Path | None) -> None:
    """Find out before the fit, not after it, that its result cannot be written."""
    from plclust.io._parquet import require_parquet  # noqa: PLC0415 keeps --help quick
    from plclust.plotting._matplotlib import require_matplotlib  # noqa: PLC0415 as above
    from plclust.report._page import require_jinja2  # noqa: PLC0415 as above

    if out.suffix.lower() == ".parquet":
        require_parquet()
    if summary is not None:
        require_matplotlib()
        require_jinja2()


def _tell(text: str) -> None:
    click.echo(text, err=True)
    sys.stderr.flush()


def _silent(text: str) -> None:
    del text
