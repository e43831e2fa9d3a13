import builtins
import stat

import pytest

from plclust.io import replacing, write_text


def test_an_interrupted_write_leaves_nothing(tmp_path):
    def interrupted():
        with replacing(tmp_path / "a.txt") as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(builtins.KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.iterdir())


def test_a_link_is_followed_and_modes_are_usual(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link.txt").symlink_to(tmp_path / "real" / "a.txt")
    write_text(tmp_path / "link.txt", "x")
    assert (tmp_path / "link.txt").is_symlink()
    (tmp_path / "other").write_text("")
    mode = stat.S_IMODE((tmp_path / "other").stat().st_mode)
    assert stat.S_IMODE((tmp_path / "real" / "a.txt").stat().st_mode) == mode


def test_a_failure_names_the_file_that_was_asked_for(tmp_path):
    folder = tmp_path / "gone"
    with pytest.raises(FileNotFoundError, match=r"a\.txt") as caught:
        write_text(folder / "a.txt", "text")
    assert caught.value.filename == str(folder / "a.txt")


def test_permissions_stay(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("before")
    path.chmod(0o600)
    write_text(path, "after")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == "after"
