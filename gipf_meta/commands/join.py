"""``join``: play and watch at a host, in the interface or line by line."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import platformdirs

from gipf_meta.base.clock import RealClock
from gipf_meta.base.ending import Interrupted, raise_on_signals
from gipf_meta.base.stops import ctrl_c
from gipf_meta.base.texts import _, speak
from gipf_meta.commands.arguments import UsageError, add_command, read_name
from gipf_meta.commands.play import add_display, is_plain
from gipf_meta.commands.secret_words import hide_argument
from gipf_meta.library.settings import load_settings
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed, load_plugins

if TYPE_CHECKING:
    from gipf_meta.online.joining import Address, Joining


def add_commands(commands: Any) -> None:
    """Adds ``join`` to the program."""
    joining = add_command(commands, "join", _join, _("play or watch at a host"))
    joining.add_argument(
        "url",
        metavar="URL",
        help=_(
            "the host, or an invitation or a match there, as it stands in a browser; -: it is read"
            " from standard input, so nobody else on this machine sees a key in it"
        ),
    )
    joining.add_argument(
        "--name",
        type=read_name,
        metavar="NAME",
        help=_("your name there; default: that of settings"),
    )
    add_display(joining)


def _join(asked: argparse.Namespace) -> int:
    if find_spec("aiohttp") is None:
        raise UsageError(_("Joining needs more: install it with pip install 'gipf-meta[online]'."))
    from gipf_meta.online.joining import Address, Joining, KnownHosts

    line = Line()
    address = Address.parse(line.ask(_("Address: ")).strip() if asked.url == "-" else asked.url)
    if asked.url != "-" and address.secret:
        hide_argument(address.secret, _("say gipf-meta join - and paste the address then."))
    kept = platformdirs.user_data_path("gipf-meta", appauthor=False) / "hosts.json"
    settings, installed = load_settings(), load_plugins()
    name = asked.name or settings.name
    joining = Joining(KnownHosts(kept), installed.find, line, RealClock(), name)
    status = 0
    try:
        if is_plain(asked, line):
            with raise_on_signals():
                joining.join(address)
        else:
            speak(settings.language)
            status = _open_interface(joining, address, installed, asked.graphics)
    except (EOFError, ctrl_c(), Interrupted):
        status = 2
    if joining.room:
        words = _("The match stays at the host; go on with: gipf-meta join {url}")
        told = words.format(url=address.of_room(joining.room))
        print(told, file=sys.stderr if status else sys.stdout)
    return status


def _open_interface(joining: Joining, address: Address, installed: Installed, graphics: str) -> int:
    """Opens the interface at the host; the exit status. Raises ``JoinError``."""
    # Textual is slow to import; its keys are translated on import, after the language is chosen
    from gipf_meta.online.inviting import Invitations
    from gipf_meta.online.terminal.app import HostApp, run

    with joining.open_line(address) as host:
        invitations = Invitations(address.site)
        clock = joining.clock
        app = HostApp(installed, load_settings(), host, invitations, clock, address.room, graphics)
        try:
            return run(app)
        finally:
            joining.room = app.last_room
