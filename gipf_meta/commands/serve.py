"""``serve``: the interface in a browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import UsageError, add_command
from gipf_meta.web.access import ADDRESS


def add_commands(commands: Any) -> None:
    """Adds ``serve`` to the program."""
    words = _("the same interface in a browser on this machine")
    serving = add_command(commands, "serve", _serve, words)
    serving.add_argument(
        "--port", type=_number_up_to(65535), default=0, metavar="N", help=_("default: a free one")
    )
    serving.add_argument(
        "--sessions",
        type=_number_up_to(99),
        default=4,
        metavar="N",
        help=_("how many tabs may play at a time; default: 4"),
    )
    serving.add_argument("--no-browser", action="store_true", help=_("only print the address"))


def _number_up_to(most: int) -> Any:
    """A function that reads a number from 1 to *most*, for argparse."""

    def read(words: str) -> int:
        if words.isdecimal() and 1 <= int(words[:9]) <= most:
            return int(words)
        raise argparse.ArgumentTypeError(
            _("{words!r} is no number from 1 to {most}").format(words=words, most=most)
        )

    return read


def _serve(asked: argparse.Namespace) -> int:
    if find_spec("textual_serve") is None:
        raise UsageError(_("A browser needs more: install it with pip install 'gipf-meta[web]'."))
    from gipf_meta.web.server import serve  # what it imports is an extra

    def announce(url: str, redirect: Path) -> None:
        print(_("Open {url} (Ctrl-C ends the server)").format(url=url), flush=True)
        if not asked.no_browser and _has_windows():
            # some browsers return only when they are closed
            Thread(target=webbrowser.open, args=(redirect.as_uri(),), daemon=True).start()

    leave_ctrl_c_to_asyncio()
    with _listen(asked.port) as listening, suppress(KeyboardInterrupt):
        asyncio.run(serve(listening, asked.sessions, announce))
    return 0


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
