"""A tab's folder on any static server, which can be stopped and can replace files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from tests.web.browsers import until_gone

PATH = "/some/where/"
"""Where the folder stands on the server: a tab works under any path."""

Replace = Callable[[bytes], bytes]


class Static:
    """The address of a tab, until its server is stopped."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self._server = server
        self.address = f"http://127.0.0.1:{server.server_port}{PATH}"
        self.bytes = 0
        """How much was sent."""
        self.asked: list[str] = []
        """The paths that were asked for."""

    def stop(self) -> None:
        """Stops the server: from now on nobody answers there."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    """Answers as ``python -m http.server`` does."""

    static: Static
    replaced: Mapping[str, Replace]
    may_be_kept: bool

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(PATH.rstrip("/")))

    def do_GET(self) -> None:
        name = self.path.removeprefix(PATH).partition("?")[0]
        self.static.asked.append(self.path)
        if name not in self.replaced:
            super().do_GET()
            return
        content = self.replaced[name](Path(self.translate_path(self.path)).read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        if not self.may_be_kept:
            self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        self.static.bytes += len(content)
        outputfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@contextmanager
def static(folder: Path, may_be_kept: bool = True, **replaced: Replace) -> Iterator[Static]:
    """A server of *folder*; *replaced* files (``tab__bots`` is ``tab/bots.js``) are changed.

    Unless a file *may_be_kept*, no browser does so by itself: what is kept, the tab keeps.
    """
    names = {f"{name.replace('__', '/')}.js": change for name, change in replaced.items()}
    handler = type("Handler", (_Handler,), {"replaced": names, "may_be_kept": may_be_kept})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    served = Static(server)
    handler.static = served  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    with until_gone(served.address):
        try:
            yield served
        finally:
            served.stop()
