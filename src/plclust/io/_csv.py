"""CSV files with the standard library: memory grows with the numbers, not with their text."""

from __future__ import annotations

import csv
import math
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import TextIO

import numpy as np

from plclust.io._table import Table, as_list, as_objects, repeated_names
from plclust.typing import AnyArray

SEPARATORS = ",;\t"
LONGEST_ENTRY = 2**31 - 1  # in letters; Python's own limit of 131,072 is for other purposes
MISSING = ("", "na", "n/a", "<na>", "nan", "null", "none")
WORDS = dict(zip(MISSING, repeat(math.nan))) | {"true": 1.0, "false": 0.0}


class _Numbers:
    """A column that is numeric until an entry shows that it is not."""

    def __init__(self) -> None:
        self.values = array("d")
        self.example: str | None = None
        self.n_numbers = 0
        self.n_texts = 0

    def append(self, text: str) -> None:
        number = parse_number(text)
        if number is None:
            self.n_texts += 1
            if self.example is None:
                self.example = text
                self.values = array("d")
            return
        self.n_numbers += not math.isnan(number)
        if self.example is None:
            self.values.append(number)

    @property
    def nearly_all(self) -> bool:
        """Whether most entries are numbers, though not all."""
        return self.n_numbers > self.n_texts > 0

    def why_not(self) -> str:
        """Why it is no numeric column."""
        share = f" in {self.n_texts} of {self.n_texts + self.n_numbers} entries"
        return f"text such as {(self.example or '')[:40]!r}{share if self.nearly_all else ''}"


def parse_number(text: str) -> float | None:
    """Read a number, NaN if it is missing, None if the text is something else."""
    try:
        # Python reads 1_000 as a number; in data it is rather a name.
        return None if "_" in text else float(text)
    except ValueError:
        return WORDS.get(text.strip().lower())


def read_csv(path: Path, as_is: Collection[str]) -> Table:
    """Read a CSV file; columns named in `as_is` stay text."""
    usual = csv.field_size_limit(LONGEST_ENTRY)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = _rows(file, _separator(path, file))
            return _collect(rows, _check_header(next(rows, []), path), as_is, path)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not UTF-8 text: {error.reason} at byte {error.start}. "
            "Hint: save the table again with the encoding UTF-8."
        ) from error
    except csv.Error as error:
        raise ValueError(f"{path} is no well-formed CSV file: {error}.") from error
    finally:
        csv.field_size_limit(usual)


def _separator(path: Path, file: TextIO) -> str:
    if path.suffix.lower() == ".tsv":
        return "\t"
    return max(SEPARATORS, key=lambda separator: _count_names(file, separator))


def _count_names(file: TextIO, separator: str) -> int:
    try:
        return len(next(_rows(file, separator), []))
    except csv.Error:
        return 0


def _rows(file: TextIO, separator: str) -> Iterator[list[str]]:
    file.seek(0)
    return csv.reader(file, delimiter=separator, strict=True)


def _check_header(header: list[str], path: Path) -> list[str]:
    names = [name.strip() for name in header]
    repeated = repeated_names(names)
    if not names or repeated:
        found = f"repeats the column {repeated[0]!r}" if repeated else "is empty"
        raise ValueError(f"the first line of {path} {found}, expected distinct names of columns.")
    return names


def _collect(
    rows: Iterator[list[str]], header: list[str], as_is: Collection[str], path: Path
) -> Table:
    texts: dict[str, list[object]] = {name: [] for name in header if name in as_is}
    numbers = {name: _Numbers() for name in header if name not in as_is}
    appends: list[Callable[[str], None]] = [
        texts[name].append if name in texts else numbers[name].append for name in header
    ]
    n_rows = 0
    for number, row in enumerate(rows, start=2):
        if not row:
            continue
        if len(row) != len(header):
            raise ValueError(
                f"record {number} of {path} has {len(row)} entries, expected {len(header)} as in "
                "its header. Hint: put entries that contain the separator into double quotes."
            )
        n_rows += 1
        for append, entry in zip(appends, row, strict=True):
            append(entry)
    return _as_table(n_rows, header, texts, numbers)


def _as_table(
    n_rows: int,
    header: list[str],
    texts: Mapping[str, list[object]],
    numbers: Mapping[str, _Numbers],
) -> Table:
    columns: dict[str, AnyArray] = {}
    left_out: dict[str, str] = {}
    for name in header:
        if name in texts:
            columns[name] = as_objects(texts[name])
        elif numbers[name].example is None:
            columns[name] = np.array(numbers[name].values, dtype=np.float64)
        else:
            left_out[name] = numbers[name].why_not()
    nearly = tuple(name for name in left_out if numbers[name].nearly_all)
    return Table(n_rows, columns, left_out, nearly)


class _Lines:
    """Ends lines by a line feed alone.

    csv is told to end them by a carriage return too: else it may not quote those inside of entries.
    """

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, line: str) -> None:
        self.file.write(line.removesuffix("\r\n") + "\n")


def write_csv(path: Path, columns: Mapping[str, AnyArray]) -> None:
    """Write columns to a CSV file, None and NaN as empty entries, bytes as the text they hold."""
    separator = "\t" if path.suffix.lower() == ".tsv" else ","
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(_Lines(file), delimiter=separator, lineterminator="\r\n")
        writer.writerow(columns)
        lists = map(as_list, columns.values())
        for row in zip(*lists, strict=True):
            writer.writerow(map(_as_entry, row))


def _as_entry(entry: object) -> object:
    if entry is None or (isinstance(entry, float) and math.isnan(entry)):
        return ""
    return entry.decode(errors="backslashreplace") if isinstance(entry, bytes) else entry
