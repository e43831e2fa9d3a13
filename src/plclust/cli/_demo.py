"""``plclust demo``: the method against plain clustering on bundled data."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click

from plclust.cli._options import SEED, finite


@click.command()
@click.option(
    "--labelled",
    type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
    callback=finite,
    default=0.05,
    show_default=True,
    help="Share of the samples that carry candidate labels.",
)
@click.option(
    "--false-positives",
    type=click.IntRange(0, 8),
    default=2,
    show_default=True,
    help="Wrong labels in each candidate set.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the simulation.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def demo(labelled: float, false_positives: int, seed: int, as_json: bool) -> None:
    """Cluster handwritten digits, of which a few carry three possible digits each.

    The digits come with scikit-learn; their candidate sets are simulated. Accuracy is counted on
    the samples without candidates, after the best matching of clusters and classes.
    """
    from plclust.datasets import load_digits  # noqa: PLC0415 keeps --help quick

    digits = load_digits()
    candidates = _simulate(digits.target, labelled, false_positives, seed)
    n_sets = int((~candidates.all(axis=1)).sum())
    if not 0 < n_sets < len(candidates):
        raise click.UsageError(
            f"--labelled {labelled} leaves {n_sets} of {len(candidates)} digits with candidates, "
            "expected some with and some without."
        )
    if not as_json:
        click.echo(
            f"{len(digits.data)} digits; {n_sets} carry {false_positives + 1} candidate labels, "
            "the others nothing\n"
        )
    rows = list(_compare(digits.data, digits.target, candidates, seed, quiet=as_json))
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    click.echo(f"\n{'method':<28}{'ACC':>7}{'NMI':>7}{'ARI':>7}{'seconds':>9}")
    for row in rows:
        click.echo(
            f"{row['method']:<28}{row['acc']:>7.3f}{row['nmi']:>7.3f}{row['ari']:>7.3f}"
            f"{row['seconds']:>9.2f}"
        )


def _simulate(target: Any, labelled: float, false_positives: int, seed: int) -> Any:
    from plclust.candidates import hide_candidates, simulate_false_positives  # noqa: PLC0415

    candidates, _ = simulate_false_positives(target, false_positives, random_state=seed)
    return hide_candidates(candidates, labelled, random_state=seed)


def _compare(
    X: Any, target: Any, candidates: Any, seed: int, *, quiet: bool
) -> Iterator[dict[str, Any]]:
    from sklearn.cluster import KMeans, SpectralClustering  # noqa: PLC0415

    from plclust import PartialLabelClustering  # noqa: PLC0415
    from plclust.cli._whole_fit import fit_whole  # noqa: PLC0415
    from plclust.metrics import evaluate_clustering  # noqa: PLC0415

    n_classes = candidates.shape[1]
    methods = {
        "k-means": KMeans(n_classes, n_init=10, random_state=seed),
        "spectral clustering": SpectralClustering(
            n_classes, affinity="nearest_neighbors", random_state=seed
        ),
        "partial label clustering": PartialLabelClustering(random_state=seed, verbose=not quiet),
    }
    if not quiet:
        click.echo("compiling, the first time only ...", err=True)
    fit_whole(PartialLabelClustering(random_state=seed), X[:200], target[:200])
    for name, estimator in methods.items():
        if not quiet:
            click.echo(f"fitting {name} ...", err=True)
        began = time.perf_counter()
        labels = fit_whole(estimator, X, candidates).labels_
        seconds = time.perf_counter() - began
        yield {"method": name, **evaluate_clustering(target, labels, candidates)} | {
            "seconds": seconds
        }
