import builtins
import os
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


def test_the_temporary_file_is_in_the_same_folder_and_of_the_same_format(tmp_path):
    with replacing(tmp_path / "table.npz") as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".npz"
        assert not (tmp_path / "table.npz").exists()
        temporary.touch()
    assert [file.name for file in tmp_path.iterdir()] == ["table.npz"]


def test_long_names_have_short_temporary_ones(tmp_path):
    write_text(tmp_path / f"{'x' * 250}.txt", "text")
    assert [len(file.name) for file in tmp_path.iterdir()] == [254]
    write_text(tmp_path / f"{chr(0x1F426) * 61}.parquet", "text")
    assert len(list(tmp_path.iterdir())) == 2


def test_text_is_written_as_it_is(tmp_path):
    write_text(tmp_path / "a.txt", "é\r\nb\n")
    assert (tmp_path / "a.txt").read_bytes() == "é\r\nb\n".encode()


def test_a_file_that_was_never_written_is_told(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "a.txt"):
        pass
    assert caught.value.filename == str(tmp_path / "a.txt")


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken") as caught:
        write_text(tmp_path / "taken", "text")
    assert caught.value.filename == str(tmp_path / "taken")
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe is a device or a pipe"):
        write_text(tmp_path / "pipe", "text")
    assert (tmp_path / "pipe").is_fifo()


def test_a_file_is_no_folder_to_write_into(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file") as caught:
        write_text(tmp_path / "file" / "a.txt", "text")
    assert caught.value.filename == str(tmp_path / "file" / "a.txt")


def test_failures_of_other_files_keep_their_names(tmp_path):
    def read_another():
        with replacing(tmp_path / "a.txt") as temporary:
            temporary.write_text((tmp_path / "another").read_text())

    with pytest.raises(FileNotFoundError) as caught:
        read_another()
    assert caught.value.filename == str(tmp_path / "another")
