"""What type checkers know of loaders: what is returned depends on ``return_X_y``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, cast, overload

from plclust.datasets._bunch import Dataset
from plclust.datasets._files import DataHome
from plclust.typing import AnyArray, FloatArray

SamplesAndY: TypeAlias = tuple[FloatArray, AnyArray]


class Loader(Protocol):
    """A function that reads a data set which comes with the package or with scikit-learn."""

    @overload
    def __call__(self, *, return_X_y: Literal[False] = False) -> Dataset: ...
    @overload
    def __call__(self, *, return_X_y: Literal[True]) -> SamplesAndY: ...
    @overload
    def __call__(self, *, return_X_y: bool) -> Dataset | SamplesAndY: ...


class Fetcher(Protocol):
    """A function that reads a data set from a file, and downloads the file if need be."""

    @overload
    def __call__(
        self,
        *,
        data_home: DataHome = None,
        download_if_missing: bool = True,
        return_X_y: Literal[False] = False,
    ) -> Dataset: ...
    @overload
    def __call__(
        self,
        *,
        data_home: DataHome = None,
        download_if_missing: bool = True,
        return_X_y: Literal[True],
    ) -> SamplesAndY: ...
    @overload
    def __call__(
        self,
        *,
        data_home: DataHome = None,
        download_if_missing: bool = True,
        return_X_y: bool,
    ) -> Dataset | SamplesAndY: ...


def loader(function: Callable[..., Dataset | SamplesAndY]) -> Loader:
    """Declare a function of `return_X_y`; nothing happens when it runs."""
    return cast("Loader", function)


def fetcher(function: Callable[..., Dataset | SamplesAndY]) -> Fetcher:
    """Declare a function of `data_home`, `download_if_missing` and `return_X_y` likewise."""
    return cast("Fetcher", function)


def as_result(bunch: Dataset, return_X_y: bool) -> Dataset | SamplesAndY:
    """The bunch, or its samples with what an estimator takes as `y`."""
    if not return_X_y:
        return bunch
    return bunch.data, bunch.target if bunch.candidates is None else bunch.candidates


__all__ = ["Fetcher", "Loader", "SamplesAndY", "as_result", "fetcher", "loader"]
