"""``plclust estimate``: the memory that a fit will take."""

from __future__ import annotations

import json
from dataclasses import asdict

import click


@click.command()
@click.option("--samples", type=click.IntRange(2), required=True, help="Number of samples (n).")
@click.option("--features", type=click.IntRange(1), required=True, help="Number of features (d).")
@click.option("--classes", type=click.IntRange(2), required=True, help="Number of classes (q).")
@click.option(
    "--neighbors",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Neighbours of a sample (k).",
)
@click.option(
    "--dtype",
    type=click.Choice(["float64", "float32"]),
    default="float64",
    show_default=True,
    help="Type of the features.",
)
@click.option("--json", "as_json", is_flag=True, help="Print bytes as JSON.")
def estimate(
    samples: int, features: int, classes: int, neighbors: int, dtype: str, as_json: bool
) -> None:
    """Estimate the memory of a fit of dense features with default settings.

    Exit codes: 0 if it fits into the memory that is available now, 1 if it does not, 2 if the
    command is wrong.
    """
    from plclust._limits import MANY  # noqa: PLC0415 as above
    from plclust._memory import available_memory  # noqa: PLC0415 keeps --help quick
    from plclust.cluster._estimate import estimate_memory  # noqa: PLC0415 as above
    from plclust.graph import has_faiss  # noqa: PLC0415 as above

    found = estimate_memory(samples, features, classes, n_neighbors=neighbors, dtype=dtype)
    available = available_memory()
    parts = asdict(found) | {"total": found.total}
    fits = available is None or found.total <= available
    if as_json:
        click.echo(json.dumps(parts | {"available": available, "fits": fits}, indent=2))
    else:
        for name, n_bytes in parts.items():
            click.echo(f"{name.replace('_', ' '):<12}{n_bytes / 2**20:>12,.0f} MiB")
        if available is not None:
            click.echo(f"{'available':<12}{available / 2**20:>12,.0f} MiB")
        if samples > MANY and not has_faiss():
            click.echo("Neighbours are exact, because plclust[faiss] is not installed.", err=True)
        if not fits:
            click.echo("It does not fit: take fewer samples or features, or float32.", err=True)
    if not fits:
        raise SystemExit(1)
