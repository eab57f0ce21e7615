"""``join``: play and watch at a host, in the interface or line by line."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

import platformdirs

from gipf_meta.base.clock import RealClock
from gipf_meta.base.signals import Interrupted, raise_on_signals
from gipf_meta.base.stops import ctrl_c
from gipf_meta.base.texts import _, speak
from gipf_meta.commands.arguments import hide_argument, read_name
from gipf_meta.commands.parser import HOSTING, add_command
from gipf_meta.commands.play import add_display, is_plain
from gipf_meta.library.settings import load_settings
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, load_plugins

if TYPE_CHECKING:
    from gipf_meta.line.host_line import HostLine
    from gipf_meta.line.joining import Address


def add_commands(commands: Any) -> None:
    """Adds ``join`` to the program."""
    words, examples = (
        _("play or watch at a host"),
        ("gipf-meta join https://games.example", "gipf-meta join -"),
    )
    joining = add_command(commands, "join", _join, words, *examples, title=HOSTING)
    joining.add_argument(
        "url",
        metavar="URL",
        help=_(
            "the host, or an invitation or a match there, as it stands in a browser; -: it is read"
            " from standard input, so nobody else on this machine sees a key in it"
        ),
    )
    words = _("your name there; default: that of settings")
    joining.add_argument("--name", type=read_name, metavar="NAME", help=words)
    add_display(joining)


def _join(arguments: argparse.Namespace) -> int:
    from gipf_meta.line.joining import Address, Invitations, Joining, KnownHosts

    terminal = Terminal()
    address = Address.parse(
        terminal.ask(_("Address: ")).strip() if arguments.url == "-" else arguments.url
    )
    if arguments.url != "-" and address.secret:
        hide_argument(
            address.secret, _("type gipf-meta join - and paste the address when it is asked for.")
        )
    hosts_file = platformdirs.user_data_path("gipf-meta", appauthor=False) / "hosts.json"
    settings, installed = load_settings(), load_plugins()
    name = arguments.name or settings.name
    joining = Joining(KnownHosts(hosts_file), installed.find, RealClock(), name)
    if terminal.is_interactive:
        joining.ask_name = lambda: terminal.ask(_("What shall others call you? "))
    status = 0
    with joining.open_line(address) as host:
        host.last_room = address.room
        try:
            if is_plain(arguments, terminal):
                with raise_on_signals():
                    PlainDesk(host, terminal, installed, Invitations(address.site).offer).run(
                        address.room
                    )
            else:
                speak(settings.language)
                status = _open_interface(host, address, installed, arguments.graphics)
        except (EOFError, ctrl_c(), Interrupted):
            status = 2
    if host.last_room:
        words = _("The match stays at the host; go on with: gipf-meta join {url}")
        sentence = words.format(url=address.of_room(host.last_room))
        print(sentence, file=sys.stderr if status else sys.stdout)
    return status


def _open_interface(host: HostLine, address: Address, installed: Installed, graphics: str) -> int:
    """Opens the interface at the host; the exit status. Raises ``JoinError``."""
    # Textual is slow to import; its keys are translated on import, after the language is chosen
    from gipf_meta.line.joining import Invitations
    from gipf_meta.tui.start_up import run_at_host

    offer = Invitations(address.site).offer
    return run_at_host(host, offer, installed, load_settings(), graphics, address.room)
