"""Blocks of rows cover every row once and come back in order."""

import pytest

from plclust._kernels._blocks import BLOCK_ROWS, run_in_blocks


@pytest.mark.parametrize("n_jobs", [None, 1, 2, -1])
@pytest.mark.parametrize("n_rows", [1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS])
def test_blocks_cover_all_rows_in_order(n_rows, n_jobs):
    blocks = run_in_blocks(lambda start, stop, tag: (start, stop, tag), n_rows, "x", n_jobs=n_jobs)
    starts, stops, tags = zip(*blocks, strict=True)
    assert starts == (0, *stops[:-1])
    assert stops[-1] == n_rows
    assert set(tags) == {"x"}
    assert max(stop - start for start, stop, _ in blocks) <= BLOCK_ROWS


def test_no_threads_at_all_are_refused():
    with pytest.raises(ValueError, match="n_jobs is 0"):
        run_in_blocks(max, 1, n_jobs=0)
