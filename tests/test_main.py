"""python -m plclust, and the installed command."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from plclust._exit_codes import INTERRUPTED

STOPPED_IN_AN_IMPORT = """
import sys

class Stop:
    @staticmethod
    def find_spec(name, *_):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stop)
"""


def test_module_is_the_command_line():
    command = [sys.executable, "-m", "plclust", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "reproduce" in done.stdout


@pytest.mark.parametrize(
    "start",
    [
        "from plclust.__main__ import main; main()",
        "import runpy; runpy.run_module('plclust', run_name='__main__')",
    ],
)
def test_stopped_while_imports_are_running(start):
    command = [sys.executable, "-c", STOPPED_IN_AN_IMPORT + start]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "Stopped.\n")


def test_the_installed_command_begins_there():
    project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text())
    assert project["project"]["scripts"] == {"plclust": "plclust.__main__:main"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("arguments", [["datasets"], ["--help"], ["fit", "--help"]])
def test_an_output_that_cannot_be_written_ends_with_a_word(arguments):
    command = [sys.executable, "-m", "plclust", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_enough_is_told_nothing():
    command = [sys.executable, "-m", "plclust", "fit", "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
