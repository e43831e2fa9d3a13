"""``plclust datasets``: the data sets that are known, and which of them are here."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def datasets(as_json: bool) -> None:
    """List the known data sets, and which of them are on this machine.

    Files are looked for in the folder that the environment variable PLCLUST_DATA names, then in the
    folder of downloads. Nothing is downloaded.
    """
    from plclust.datasets import list_datasets  # noqa: PLC0415 keeps --help quick

    found = list_datasets()
    if as_json:
        click.echo(json.dumps([_as_dict(info) for info in found.values()], indent=2))
        return
    click.echo(f"{'name':<15}{'samples':>8}{'features':>9}{'classes':>8}{'candidates':>11}  where")
    for info in found.values():
        candidates = "-" if info.n_candidates is None else f"{info.n_candidates:.2f}"
        click.echo(
            f"{info.name:<15}{info.n_samples:>8}{info.n_features:>9}{info.n_classes:>8}"
            f"{candidates:>11}  {_where(info)}"
        )


def _where(info: Any) -> str:
    if info.source != "file":
        return f"comes with {'plclust' if info.source == 'bundled' else info.source}"
    if info.path is not None:
        return str(info.path)
    if info.mirrors:
        return "not here; downloaded when asked for"
    return f"not here; put {info.file or info.cut_from} into the folder PLCLUST_DATA names"


def _as_dict(info: Any) -> dict[str, Any]:
    names = (
        *("name", "title", "source", "present", "n_samples", "n_features", "n_classes"),
        *("n_candidates", "file", "sha256", "homepage", "licence", "citation"),
    )
    return {name: getattr(info, name) for name in names} | {
        "path": None if info.path is None else str(info.path)
    }
