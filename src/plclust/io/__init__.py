"""Tables in files: CSV, Parquet and npz in, the same out, written whole or not at all."""

from plclust.io._atomic import replacing, write_text
from plclust.io._files import FORMATS, read_table, write_table
from plclust.io._table import Table

__all__ = ["FORMATS", "Table", "read_table", "replacing", "write_table", "write_text"]
