"""Is a file that people asked for written whole, or not at all?"""

import errno
import os
import threading

import pytest

from azulejos.files import write_whole


def test_a_file_is_written_and_written_again(tmp_path):
    file = tmp_path / "x"
    for content in (b"first", b""):
        write_whole(file, content)
        assert file.read_bytes() == content
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_was_there_stays_if_it_fails(tmp_path, monkeypatch, failure, step):
    def fail(*_):
        raise failure

    file = tmp_path / "x"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(failure)):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x"]


def test_the_refusal_names_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as refused:
        write_whole(tmp_path / "no" / "x", b"")
    assert refused.value.filename == str(tmp_path / "no" / "x")


def test_links_and_modes_are_kept(tmp_path):
    file, link = tmp_path / "x", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o600)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o600


def test_long_names(tmp_path):
    write_whole(tmp_path / ("x" * 255), b"new")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"new"


def test_pipes_are_written_to_and_not_replaced(tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    write_whole(pipe, b"new")
    listener.join()
    assert heard == [b"new"]
    assert pipe.is_fifo()
