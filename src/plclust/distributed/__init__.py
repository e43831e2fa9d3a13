"""Partial label clustering of Dask arrays: the steps of a fit as block operations on workers.

Import what you need from the modules: only they import Dask.
"""

from plclust.distributed._check import is_dask_array

__all__ = ["is_dask_array"]
