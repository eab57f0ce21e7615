"""``serve``: opens the page in a browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.commands.arguments import read_number
from gipf_meta.commands.parser import PLAYING, UsageError, add_command
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library, LibraryError, library_path
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.web.access import ADDRESS
from gipf_meta.web.running_server import RunningServer, find_server, write_page

if TYPE_CHECKING:
    from gipf_meta.web.server import MakeSite

SESSIONS: Final = 4
"""How many tabs may play at a time unless another number is wanted."""


def add_commands(commands: Any) -> None:
    """Adds ``serve`` to the program."""
    words = _("play in a browser on this machine")
    examples = ("gipf-meta serve", "gipf-meta serve --no-browser --port 8064")
    serving = add_command(commands, "serve", _serve, words, *examples, title=PLAYING)
    serving.add_argument(
        "--port", type=read_number(65535), default=0, metavar="N", help=_("default: a free one")
    )
    words = _("how many tabs may play at a time; default: 4")
    serving.add_argument("--sessions", type=read_number(99), metavar="N", help=words)
    serving.add_argument("--no-browser", action="store_true", help=_("only print the address"))


def _serve(arguments: argparse.Namespace) -> int:
    port, wanted, library = arguments.port, arguments.sessions, library_path()
    shows = not arguments.no_browser and _has_windows()
    server = find_server(library)
    if server is not None and _serves(server, arguments):
        return _open_again(library, server, shows=shows)
    from gipf_meta.web.server import serve  # slow, and every command would wait for it

    def announce(url: str, redirect: Path) -> None:
        print(_("Open {url} (Ctrl-C ends the server)").format(url=url), flush=True)
        if shows:
            # some browsers return only when they are closed
            Thread(target=webbrowser.open, args=(redirect.as_uri(),), daemon=True).start()

    import asyncio  # slow, and every command would wait for it

    leave_ctrl_c_to_asyncio()
    sessions = SESSIONS if wanted is None else wanted
    found_for = library if server is None else None
    with _listen(port) as listening, suppress(KeyboardInterrupt), _make_page(sessions) as make:
        asyncio.run(serve(listening, sessions, announce, make, library=found_for))
    return 0


def _serves(server: RunningServer, arguments: argparse.Namespace) -> bool:
    """Whether *server* is what *arguments* ask for: they bring no plugins or engines of their
    own."""
    given = (arguments.without, arguments.brought, arguments.engines, arguments.analyst)
    is_usual = arguments.port in (0, server.port) and arguments.sessions in (None, server.sessions)
    return is_usual and not any(given)


def _open_again(library: Path, server: RunningServer, *, shows: bool) -> int:
    """Tells the address of *server*, which serves *library* already, and *shows* it in a
    browser."""
    words = _("Your server runs already. Open {url}")
    print(words.format(url=server.url), flush=True)
    if shows and (page := write_page(library, server)) is not None:
        webbrowser.open(page.as_uri())
    return 0


@contextmanager
def _make_page(sessions: int) -> Iterator[MakeSite]:
    from gipf_meta.web.server import page_site_of

    sys.setswitchinterval(SWITCH_INTERVAL_S)  # no page waits for a bot that thinks
    with ExitStack() as stack:
        library = None
        try:
            library = stack.enter_context(Library())
        except LibraryError as error:
            why = _("{error} No match is kept.").format(error=one_line(str(error)))
            print(f"gipf-meta: {why}", file=sys.stderr)
        yield page_site_of(sessions, load_plugins(), library, load_settings())


def _listen(port: int) -> socket.socket:
    """A socket at *port* of this machine, 0 for a free one. Raises ``UsageError``."""
    try:
        return socket.create_server((ADDRESS, port))
    except OSError as error:
        why = _(os.strerror(error.errno)) if error.errno else str(error)
        raise UsageError(
            _("Port {port} cannot be used ({why}); leave --port out for a free one.").format(
                port=port, why=why
            )
        ) from None


def _has_windows() -> bool:
    """Whether a browser would open in a window, and not in this terminal."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
