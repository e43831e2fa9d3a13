"""The tables and figures of the paper as data: which runs each of them is made of."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from numbers import Integral
from typing import Any, NamedTuple

from plclust.datasets import list_datasets
from plclust.experiments._identity import SCALINGS
from plclust.experiments._methods import find_method

KINDS = ("table", "figure", "sensitivity", "significance", "convergence", "theorem")
GRIDS = {
    "full": "alpha and beta in {0.01, 0.1, 1}, k in {10, 15, 20, 25, 30, 40}",
    "tied": "alpha = beta in {0.01, 0.1, 1}, k in {10, 15, 20, 25, 30, 40}",
    "quick": "alpha = beta in {0.1, 1}, k in {10, 30}, a short list drawn up after a look at "
    "ACC on Lost, MSRCv2 and BirdSong",
}


class Setting(NamedTuple):
    """A data set, and the number of simulated false positives (0 for candidates of its own).

    Parameters
    ----------
    dataset : str
        Name in :func:`plclust.datasets.list_datasets`.
    r : int, default=0
        Simulated false positives per candidate set.
    """

    dataset: str
    r: int = 0

    @classmethod
    def parse(cls, text: str) -> Setting:
        """Read ``"lost"`` or ``"ecoli r=2"``.

        Parameters
        ----------
        text : str
            Name of the data set, and r if it is not 0.

        Returns
        -------
        Setting
            What it says.

        Examples
        --------
        >>> Setting.parse("ecoli r=2")
        Setting(dataset='ecoli', r=2)
        """
        dataset, _, rest = text.partition(" r=")
        return cls(dataset, int(rest) if rest else 0)

    @property
    def title(self) -> str:
        """Name to be shown."""
        title = list_datasets()[self.dataset].title
        return f"{title}, r = {self.r}" if self.r else title

    @property
    def slug(self) -> str:
        """Name for files and anchors."""
        return f"{self.dataset}-r{self.r}" if self.r else self.dataset


@dataclass(frozen=True)
class Spec:
    """What a table or figure is made of.

    Parameters
    ----------
    name, title, caption : str
        Name of the experiment, heading, and explanation.
    kind : str
        How results are shown: one of ``KINDS``.
    settings : tuple of Setting, default=()
        Data sets.
    methods : tuple of str, default=()
        Methods, in the order of the rows.
    rho : tuple of float, default=()
        Shares of labelled samples.
    repeats : int, default=10
        Splits per share.
    metrics : tuple of str, default=("acc",)
        Figures that are shown: "acc", "nmi" or "ari".
    scaling : str, default="blocks"
        How features are scaled, see :class:`RunIdentity`.
    grid : str, default="tied"
        Which parameters the policies choose from: "full", "tied" or "quick".
    vary : dict of str to tuple of float, default={}
        For the sensitivity to parameters: the values of each, the others being fixed.
    parts : tuple of Spec, default=()
        For significance: the experiments whose runs are compared.
    reference : str, default="PLC"
        For significance: the method that is compared with the others.
    paper : str, default=""
        Name of the table of the paper; empty if it prints no figures.
    notes : tuple of str, default=()
        Remarks to be shown.
    order : tuple of str, default=()
        Methods of which the paper finds each better than the next: tables say where it is not.
    quick : bool, default=False
        Whether this is the short form.
    left_out : tuple of str, default=()
        Methods that are only in the long form.
    """

    name: str
    title: str
    caption: str
    kind: str
    settings: tuple[Setting, ...] = ()
    methods: tuple[str, ...] = ()
    rho: tuple[float, ...] = ()
    repeats: int = 10
    metrics: tuple[str, ...] = ("acc",)
    scaling: str = "blocks"
    grid: str = "tied"
    vary: dict[str, tuple[float, ...]] = field(default_factory=dict)
    parts: tuple[Spec, ...] = ()
    reference: str = "PLC"
    paper: str = ""
    notes: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    quick: bool = False
    left_out: tuple[str, ...] = ()


def list_specs() -> list[str]:
    """List the experiments by name.

    Examples
    --------
    >>> from plclust.experiments import list_specs
    >>> "table2" in list_specs()
    True
    """
    folder = files("plclust.experiments").joinpath("specs")
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir())


def load_spec(
    name: str,
    *,
    quick: bool = False,
    repeats: int | None = None,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    scaling: str | None = None,
    grid: str | None = None,
) -> Spec:
    """Read the spec of an experiment, and cut it down.

    Parameters
    ----------
    name : str
        A name in :func:`list_specs`.
    quick : bool, default=False
        The short form: 2 splits, 2 shares of labelled samples.
    repeats : int, default=None
        Another number of splits.
    datasets : sequence of str, default=()
        Only these data sets; all by default.
    methods : sequence of str, default=()
        These methods instead of those of the spec.
    scaling, grid : str, default=None
        Another scaling or grid.

    Returns
    -------
    Spec
        What the experiment is made of.

    Examples
    --------
    >>> from plclust.experiments import load_spec
    >>> spec = load_spec("table2", quick=True, datasets=["lost"])
    >>> spec.settings, spec.repeats
    ((Setting(dataset='lost', r=0),), 2)
    """
    if name not in list_specs():
        raise ValueError(
            f"{name!r} is no experiment, expected one of {', '.join(list_specs())}. "
            "Hint: plclust reproduce --help tells what each is."
        )
    if repeats is not None and not (isinstance(repeats, Integral) and repeats >= 1):
        raise ValueError(f"repeats={repeats!r} is no number of splits, expected 1 or more.")
    check_choices(datasets, methods, scaling, grid)
    changes: dict[str, Any] = {"repeats": repeats, "scaling": scaling, "grid": grid}
    changes = {key: value for key, value in changes.items() if value is not None}
    spec = _load(name, changes, datasets, tuple(dict.fromkeys(methods)), quick=quick)
    _check_settings(spec, datasets, quick=quick)
    _check_methods(spec)
    return spec


def check_choices(
    datasets: Sequence[str], methods: Sequence[str], scaling: str | None, grid: str | None
) -> None:
    """Refuse names that no experiment knows."""
    for argument, names in (("datasets", datasets), ("methods", methods)):
        if isinstance(names, str):
            raise ValueError(  # noqa: TRY004 as for all other wrong choices
                f"{argument}={names!r} is a string, expected a list of names. "
                f"Hint: {argument}=[{names!r}]."
            )
    for name in datasets:
        if name not in list_datasets():
            raise ValueError(
                f"{name!r} is no data set, expected one of {', '.join(list_datasets())}."
            )
    for name in methods:
        find_method(name)
    for argument, value, known in (("scaling", scaling, SCALINGS), ("grid", grid, GRIDS)):
        if value is not None and value not in known:
            raise ValueError(f"{argument}={value!r}, expected one of {', '.join(known)}.")


def _check_settings(spec: Spec, datasets: Sequence[str], *, quick: bool) -> None:
    if not any(part.settings for part in (spec, *spec.parts)):
        found = {short: _datasets_of(load_spec(spec.name, quick=short)) for short in (False, True)}
        in_full = quick and not set(datasets).isdisjoint(found[False])
        raise ValueError(
            f"{'the quick form of ' if quick else ''}{spec.name} has none of the data sets "
            f"{', '.join(datasets)}, only {', '.join(found[quick])}. Hint: "
            f"{'leave out quick, or' if in_full else 'leave out'} the data sets for all of them."
        )


def _datasets_of(spec: Spec) -> list[str]:
    every = [setting.dataset for part in (spec, *spec.parts) for setting in part.settings]
    return list(dict.fromkeys(every))


def _check_methods(spec: Spec) -> None:
    """Refuse methods with which an experiment would have nothing to show."""
    if spec.parts and not any(spec.reference in part.methods for part in spec.parts):
        raise ValueError(
            f"{spec.name} needs the reference {spec.reference} among the methods, got "
            f"{', '.join(spec.methods)}. Hint: add it."
        )
    if spec.parts and all({*part.methods} <= {spec.reference} for part in spec.parts):
        raise ValueError(
            f"{spec.name} compares {spec.reference} with others, got no other method. Hint: add "
            "some, or leave out the methods for all that it has."
        )
    for method in spec.methods:
        if spec.kind in {"convergence", "theorem"} and not find_method(method).is_traced:
            raise ValueError(
                f"{spec.name} shows what goes on inside of PLC and its variants, and {method} is "
                "none of them. Hint: leave it out."
            )
        if spec.vary and not spec.vary.keys() & find_method(method).tuned.keys():
            raise ValueError(
                f"{spec.name} varies {', '.join(spec.vary)}, and {method} has none of them to be "
                "tuned. Hint: leave it out."
            )


def _load(
    name: str,
    changes: dict[str, Any],
    datasets: Sequence[str],
    methods: tuple[str, ...],
    *,
    quick: bool,
) -> Spec:
    path = files("plclust.experiments").joinpath("specs", f"{name}.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    short = entries.pop("quick")
    if quick:
        whole = entries.get("methods", [])
        entries |= {"grid": "quick"} | short | {"quick": True}
        entries["left_out"] = [name for name in whole if name not in entries.get("methods", [])]
    parts = tuple(
        _load(part, changes, datasets, methods, quick=quick) for part in entries.pop("includes", ())
    )
    spec = _as_spec(name, entries | changes | {"parts": parts})
    chosen = tuple(s for s in spec.settings if not datasets or s.dataset in datasets)
    if methods:
        spec = replace(spec, methods=methods, left_out=())
    return replace(spec, settings=chosen)


def _as_spec(name: str, entries: dict[str, Any]) -> Spec:
    entries = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entries.items()
    }
    settings = tuple(Setting.parse(text) for text in entries.pop("datasets", ()))
    vary = {key: tuple(values) for key, values in entries.pop("vary", {}).items()}
    entries["caption"] = " ".join(entries["caption"].split())
    return Spec(name=name, settings=settings, vary=vary, **entries)


__all__ = ["GRIDS", "KINDS", "Setting", "Spec", "check_choices", "list_specs", "load_spec"]
