"""python -m plclust."""

import subprocess
import sys


def test_module_is_the_command_line():
    command = [sys.executable, "-m", "plclust", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "reproduce" in done.stdout
