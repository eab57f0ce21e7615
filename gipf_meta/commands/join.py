"""``join``: play and watch at a host, line by line."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from typing import Any

import platformdirs

from gipf_meta.base.clock import RealClock
from gipf_meta.base.stops import ctrl_c
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import UsageError, add_command
from gipf_meta.library.settings import load_settings
from gipf_meta.plain.terminal import Interrupted, Line, raise_on_signals
from gipf_meta.plugins.loading import load_plugins


def add_commands(commands: Any) -> None:
    """Adds ``join`` to the program."""
    words = _("play or watch at a host, line by line")
    joining = add_command(commands, "join", _join, words)
    joining.add_argument(
        "url",
        metavar="URL",
        help=_("the host, or an invitation or a match there, as it stands in a browser"),
    )
    joining.add_argument(
        "--name", default="", metavar="NAME", help=_("your name there; default: that of settings")
    )


def _join(asked: argparse.Namespace) -> int:
    if find_spec("aiohttp") is None:
        raise UsageError(_("Joining needs more: install it with pip install 'gipf-meta[online]'."))
    from gipf_meta.online.joining import Address, Joining, KnownHosts

    address = Address.parse(asked.url)
    kept = platformdirs.user_data_path("gipf-meta", appauthor=False) / "hosts.json"
    name = asked.name.strip() or load_settings().name
    joining = Joining(KnownHosts(kept), load_plugins().find, Line(), RealClock(), name)
    status = 0
    try:
        with raise_on_signals():
            joining.join(address)
    except (EOFError, ctrl_c(), Interrupted):
        status = 2
    if joining.room:
        words = _("The match stays at the host; go on with: gipf-meta join {url}")
        told = words.format(url=address.of_room(joining.room))
        print(told, file=sys.stderr if status else sys.stdout)
    return status
