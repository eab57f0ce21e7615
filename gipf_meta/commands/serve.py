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
from typing import TYPE_CHECKING, Any

from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.commands.arguments import read_number
from gipf_meta.commands.parser import PLAYING, UsageError, add_command
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.web.access import ADDRESS

if TYPE_CHECKING:
    from gipf_meta.web.server import MakeSite


def add_commands(commands: Any) -> None:
    """Adds ``serve`` to the program."""
    words = _("play in a browser on this machine")
    examples = ("gipf-meta serve", "gipf-meta serve --no-browser --port 8064")
    serving = add_command(commands, "serve", _serve, words, *examples, title=PLAYING)
    serving.add_argument(
        "--port", type=read_number(65535), default=0, metavar="N", help=_("default: a free one")
    )
    words = _("how many tabs may play at a time; default: 4")
    serving.add_argument("--sessions", type=read_number(99), default=4, metavar="N", help=words)
    serving.add_argument("--no-browser", action="store_true", help=_("only print the address"))


def _serve(arguments: argparse.Namespace) -> int:
    from gipf_meta.web.server import serve  # slow, and every command would wait for it

    def announce(url: str, redirect: Path) -> None:
        print(_("Open {url} (Ctrl-C ends the server)").format(url=url), flush=True)
        if not arguments.no_browser and _has_windows():
            # some browsers return only when they are closed
            Thread(target=webbrowser.open, args=(redirect.as_uri(),), daemon=True).start()

    import asyncio  # slow, and every command would wait for it

    leave_ctrl_c_to_asyncio()
    with (
        _listen(arguments.port) as listening,
        suppress(KeyboardInterrupt),
        _make_page(arguments.sessions) as make,
    ):
        asyncio.run(serve(listening, arguments.sessions, announce, make))
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
