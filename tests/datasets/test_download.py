"""Downloads from a server on this machine: verified before they are there, or not there at all."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError

import pytest

from plclust.datasets import _download, fetch_lost


@pytest.fixture(autouse=True)
def no_second_attempts(monkeypatch):
    monkeypatch.setattr(_download, "N_RETRIES", 0)


@pytest.fixture
def serve(monkeypatch):
    """Serve contents by name; a name with "cut" in it breaks off half way."""
    monkeypatch.setenv("no_proxy", "*")
    contents = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.lstrip("/")
            if name not in contents:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(contents[name])))
            self.end_headers()
            half = len(contents[name]) // 2
            self.wfile.write(contents[name][:half] if "cut" in name else contents[name])

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def publish(name, content):
        contents[name] = content
        return f"http://127.0.0.1:{server.server_port}/{name}"

    yield publish
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def source(arrays, mat):
    return mat(arrays, "source.mat")


def test_download_and_reuse(source, register, serve, home):
    register("lost", source, mirrors=[serve("lost.mat", source.read_bytes())])
    first = fetch_lost()
    assert [path.name for path in home.iterdir()] == ["lost.mat"]
    assert (home / "lost.mat").read_bytes() == source.read_bytes()
    register("lost", source, mirrors=["http://127.0.0.1:9/gone"])
    assert fetch_lost(download_if_missing=False).sha256 == first.sha256


def test_data_home(source, register, serve, tmp_path, home):
    register("lost", source, mirrors=[serve("lost.mat", source.read_bytes())])
    folder = tmp_path / "some" / "where"
    assert fetch_lost(data_home=folder).filename == str(folder / "lost.mat")
    assert not home.exists()


def test_not_allowed(source, register, serve, home):
    register("lost", source, mirrors=[serve("lost.mat", source.read_bytes())])
    with pytest.raises(OSError, match="download_if_missing is False"):
        fetch_lost(download_if_missing=False)
    assert not home.exists()


def test_second_mirror(source, register, serve, home):
    content = source.read_bytes()
    gone = serve("x", b"").replace("/x", "/gone")
    mirrors = [gone, serve("wrong", b"<html>"), serve("cut", content), serve("good", content)]
    register("lost", source, mirrors=mirrors)
    fetch_lost()
    assert [path.name for path in home.iterdir()] == ["lost.mat"]


@pytest.mark.parametrize(
    "name, reason",
    [("wrong", "differs from expected"), ("cut", "retrieval incomplete"), ("gone", "404")],
)
def test_bad_download_leaves_nothing(source, register, serve, home, name, reason):
    url = serve(name, source.read_bytes() + b"more")
    if name == "gone":
        url += "/not-there"
    info = register("lost", source, mirrors=[url])
    with pytest.raises(OSError, match=reason) as caught:
        fetch_lost()
    assert not isinstance(caught.value, HTTPError)
    for part in ("lost.mat", url, info.sha256, "PLCLUST_DATA"):
        assert part in str(caught.value)
    assert list(home.iterdir()) == []


def test_interrupted_by_the_user(source, register, home, monkeypatch):
    register("lost", source, mirrors=["https://example.org/lost.mat"])

    def interrupted(_url, filename, *_args):
        filename.write_bytes(source.read_bytes()[:100])
        raise KeyboardInterrupt

    monkeypatch.setattr("sklearn.datasets._base.urlretrieve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch_lost()
    assert list(home.iterdir()) == []
