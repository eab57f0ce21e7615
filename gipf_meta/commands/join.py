"""``join``: play and watch at a host, in the interface or line by line; the list of one's hosts."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

import platformdirs

from gipf_meta.base.clock import RealClock
from gipf_meta.base.sentences import show_unprintable
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
    from gipf_meta.line.host_round import HostRound
    from gipf_meta.line.joining import Address, Joining
    from gipf_meta.line.line import OfferLinks, RoomLine


def add_commands(commands: Any) -> None:
    """Adds ``join`` to the program."""
    words, examples = (
        _("play or watch at a host"),
        ("gipf-meta join https://games.example", "gipf-meta join", "gipf-meta join -"),
    )
    joining = add_command(commands, "join", _join, words, *examples, title=HOSTING)
    joining.add_argument(
        "url",
        nargs="?",
        metavar="URL",
        help=_(
            "the host, or an invitation or a match there, as it stands in a browser; -: it is read"
            " from standard input, so nobody else on this machine sees a key in it; without it the"
            " list of your hosts, with what waits for you there"
        ),
    )
    words = _("your name there; default: that of settings")
    joining.add_argument("--name", type=read_name, metavar="NAME", help=words)
    words = _("come back as somebody who was there before: by twelve words, mail or a browser")
    joining.add_argument("--sign-in", action="store_true", help=words)
    add_display(joining)


def _join(arguments: argparse.Namespace) -> int:
    from gipf_meta.line.host_round import HostRound
    from gipf_meta.line.joining import Address
    from gipf_meta.line.known_hosts import KnownHosts

    terminal = Terminal()
    known = KnownHosts(platformdirs.user_data_path("gipf-meta", appauthor=False) / "hosts.json")
    others = HostRound(known, RealClock())
    if arguments.url is None:
        return _join_one_of(others, arguments, terminal)
    address = Address.parse(
        terminal.ask(_("Address: ")).strip() if arguments.url == "-" else arguments.url
    )
    if arguments.url != "-" and address.hidden:
        hide_argument(
            address.hidden, _("type gipf-meta join - and paste the address when it is asked for.")
        )
    return _go_round(others, address, arguments, terminal, load_plugins())


def _join_one_of(others: HostRound, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Shows the list of one's hosts, and goes where the person chooses; the exit status. Where the
    output is no terminal the list is printed, and that is all."""
    from gipf_meta.line.hosts_line import HOSTS, HostsLine, lines_of_hosts, no_hosts

    if not others.sites or not terminal.out.isatty():
        others.begin()
        others.finish()
        lines = lines_of_hosts(others.reports(), others.known)
        terminal.say(*map(show_unprintable, lines or [no_hosts()]))
        return 0
    line, installed = HostsLine(others), load_plugins()
    try:
        if is_plain(arguments, terminal):
            terminal.tell(_("The hosts are asked …"))
            with raise_on_signals():
                PlainDesk(line, terminal, installed).run("", (HOSTS, {}))
        else:
            _open_interface(line, installed, arguments.graphics, None, "", (HOSTS, {}))
    except (EOFError, ctrl_c(), Interrupted):
        return 2
    return _go_round(others, others.take_chosen(), arguments, terminal, installed)


def _go_round(
    others: HostRound,
    address: Address | None,
    arguments: argparse.Namespace,
    terminal: Terminal,
    installed: Installed,
) -> int:
    """Plays at the host at *address*, and at those where the person goes from there; the exit
    status. Raises ``JoinError``."""
    status = 0
    while address is not None and not status:
        status = _join_at(others, address, arguments, terminal, installed)
        address = others.take_chosen()
    return status


def _join_at(
    others: HostRound,
    address: Address,
    arguments: argparse.Namespace,
    terminal: Terminal,
    installed: Installed,
) -> int:
    """Plays at the host at *address*, as somebody new where it does not know him any more; the exit
    status. Raises ``JoinError``."""
    from gipf_meta.line.joining import Joining
    from gipf_meta.line.line import DeviceForgotten

    if address.is_exposed:
        words = _(
            "The way to {url} is not encrypted: whoever listens there learns your key. Ask for an"
            " address that begins with https."
        )
        print(f"gipf-meta: {words.format(url=address.site)}", file=sys.stderr)
    name = arguments.name or load_settings().name
    joining = Joining(
        others.known, installed.find, RealClock(), name, comes_back=arguments.sign_in, others=others
    )
    if terminal.is_interactive:
        joining.ask_name = lambda: terminal.ask(_("What shall others call you? "))
        joining.ask_whether_back = lambda: terminal.confirms(
            _("This machine is new to that host. Have you been there before? (yes/no) ")
        )
    try:
        return _play(joining, address, arguments, terminal, installed)
    except DeviceForgotten as error:
        if not terminal.is_interactive or address.secret or joining.was_let_in:
            raise
        terminal.tell(str(error))  # its key is forgotten, so he is asked as somebody new
        return _play(joining, address, arguments, terminal, installed)


def _play(
    joining: Joining,
    address: Address,
    arguments: argparse.Namespace,
    terminal: Terminal,
    installed: Installed,
) -> int:
    """Opens the host at *address*, and plays there; the exit status. Raises ``JoinError``."""
    from gipf_meta.line.joining import Invitations

    status = 0
    with joining.open_line(address) as host:
        host.last_room = address.room
        host.follow()
        first, offer = joining.first_screen(address), Invitations(address.site).offer
        try:
            if is_plain(arguments, terminal):
                with raise_on_signals():
                    PlainDesk(host, terminal, installed, offer).run(address.room, first)
            else:
                status = _open_interface(
                    host, installed, arguments.graphics, offer, address.room, first
                )
        except (EOFError, ctrl_c(), Interrupted):
            status = 2
    if host.last_room:
        words = _("The match stays at the host; go on with: gipf-meta join {url}")
        sentence = words.format(url=address.of_room(host.last_room))
        print(sentence, file=sys.stderr if status else sys.stdout)
    return status


def _open_interface(
    line: RoomLine,
    installed: Installed,
    graphics: str,
    offer: OfferLinks | None,
    room: str,
    first: tuple[str, dict[str, str]] | None,
) -> int:
    """Opens the interface at the desk that *line* leads to; the exit status. Raises
    ``JoinError``."""
    speak(load_settings().language)
    # Textual is slow to import; its keys are translated on import, after the language is chosen
    from gipf_meta.tui.start_up import run_at_host

    return run_at_host(line, offer, installed, load_settings(), graphics, room, first)
