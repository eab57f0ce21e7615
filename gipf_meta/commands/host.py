"""``host``: a server for many people, and commands on its matches."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs

from gipf_meta.base.sentences import did_you_mean, system_reason
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.commands.arguments import (
    add_json,
    hide_argument,
    read_number,
)
from gipf_meta.commands.parser import (
    HOSTING,
    Parser,
    UsageError,
    add_command,
    add_group_of_commands,
)
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import MOST_SEATS

RARE_TASKS: Final = ("renew", "export", "reseat", "data", "forgotten", "push-keys")
"""The commands on a host's matches that its short help only names."""
PORT: Final = 8064
"""The port of a host unless another one is named."""
MOST_OF_A_LIMIT: Final = 1_000_000_000
"""The greatest value of a limit."""
DATABASE: Final = "GIPF_META_DATABASE"
"""The variable of the environment that names the database."""
MAIL: Final = "GIPF_META_MAIL"
"""The variable of the environment that names the mail server, with its password."""
ONE: Final = "pab8f03c2d1e94a57"
"""The id of a person, for examples."""
KINDS_OF_ROOMS: Final = ("finished", "unfinished", "studies", "all", "none")
"""The rooms that can be removed because of their age."""
FILE: Final = "rooms.sqlite"
"""The file name of the database in a folder."""
NEEDED: Final = (
    "aiosmtplib",
    "alembic",
    "mnemonic",
    "prometheus_client",
    "psycopg",
    "pywebpush",
    "sqlalchemy",
    "structlog",
    "webauthn",
)
"""The packages that the extra installs."""


def add_commands(commands: Any) -> None:
    """Adds ``host`` to the program."""
    words = _("serve matches to many people, on this machine and on others")
    examples = (
        "gipf-meta host",
        "gipf-meta host --port 8064 --folder matches",
        "gipf-meta host rooms",
    )
    hosting = add_command(commands, "host", _host, words, *examples, title=HOSTING)
    hosting.add_argument(
        "--port",
        type=read_number(65535, least=0),
        default=PORT,
        metavar="N",
        help=_("default: {port}; 0: a free one").format(port=PORT),
    )
    words = _("where it listens; default: at all addresses of this machine")
    hosting.rare.add_argument(
        "--address", type=_read_address, default="0.0.0.0", metavar="A", help=words
    )
    _add_place(hosting.rare, None)
    words = _("https://name under which people find it behind a proxy; may be repeated")
    hosting.rare.add_argument(
        "--origin", type=_read_origin, action="append", default=[], metavar="URL", help=words
    )
    words = _("a proxy says in X-Forwarded-For from whom a request comes")
    hosting.rare.add_argument("--behind-proxy", action="store_true", help=words)
    words = _(
        "smtp://user:password@server:587, by which people come back by mail; default: what"
        " {variable} says, which other users do not see"
    ).format(variable=MAIL)
    hosting.rare.add_argument("--mail", metavar="URL", help=words)
    words = _("from whom the mails come; default: the user of the mail server")
    hosting.rare.add_argument("--mail-from", default="", metavar="ADDRESS", help=words)
    words = _("tell nobody by push, mail or feed what waits for him")
    hosting.rare.add_argument("--no-notices", action="store_true", help=words)
    words = _("a further service by which browsers get notices; may be repeated")
    hosting.rare.add_argument(
        "--push-service",
        type=_read_service,
        action="append",
        default=[],
        metavar="NAME",
        help=words,
    )
    words = _("as open_tables=20; may be repeated; docs/host.md has the names")
    hosting.rare.add_argument(
        "--limit", type=_read_limit, action="append", default=[], metavar="NAME=N", help=words
    )
    words = _("once a day, remove rooms and people older than 2y, 18m or 90d; docs/host.md")
    hosting.rare.add_argument("--prune", metavar="AGE", default="", help=words)
    words = _("note in this file, apart from the database, who was deleted; for `restore`")
    hosting.rare.add_argument("--deletions", type=Path, metavar="FILE", help=words)
    _add_tasks(hosting)


def _add_place(command: argparse._ActionsContainer, default: Any) -> None:
    """Adds the folder or database of the matches, with the default *default*."""
    words = _("where matches are kept; default: beside the library")
    command.add_argument("--folder", type=Path, default=default, metavar="F", help=words)
    command.add_argument(
        "--database",
        default=default,
        metavar="URL",
        help=_(
            "postgresql://… instead of a folder, for several processes and machines; default: what"
            " {variable} says, which other users do not see"
        ).format(variable=DATABASE),
    )


def _add_tasks(hosting: Parser) -> None:
    """Adds the commands on the matches of a host, which also work while it runs."""
    tasks = add_group_of_commands(hosting)

    def task(name: str, words: str, example: str = "") -> Parser:
        example = f"gipf-meta host {name} {example}".rstrip()
        added = add_command(tasks, name, partial(_administer, name), words, example)
        _add_place(added, argparse.SUPPRESS)
        added.is_rare = name in RARE_TASKS
        return added

    for name, words in (
        ("rooms", _("its matches, the last changed first")),
        ("people", _("who has come in, the latest first")),
    ):
        listing = task(name, words)
        most = read_number(1_000_000)
        listing.add_argument(
            "--most", type=most, default=1000, metavar="N", help=_("only the first N")
        )
        add_json(listing)
    close = task("close", _("end a match for good, undecided; it is kept"), "a1b2c3")
    ban = task("ban", _("keep somebody out from now on"), f"{ONE} --hours 48")
    renew = task("renew", _("give somebody a new key, print it, and close his pages"), ONE)
    for about_person in (ban, renew):
        about_person.add_argument("person", metavar="PERSON", help=_("as `people` lists it"))
    ban.add_argument("--lift", action="store_true", help=_("let him come in again"))
    words = _("for so long nobody new comes in from his address; default: 24")
    ban.add_argument(
        "--hours", type=read_number(24 * 365, least=0), default=24, metavar="N", help=words
    )
    words = _("ban all who came from his address for the first time in the last day, too")
    ban.add_argument("--newcomers", action="store_true", help=words)
    export = task("export", _("write a match as a record to standard output"), "a1b2c3")
    reseat = task("reseat", _("free a seat, and print a new link to it"), "a1b2c3 2")
    for about_room in (close, export, reseat):
        about_room.add_argument("room", metavar="ROOM", help=_("as `rooms` lists it"))
    reseat.add_argument(
        "seat", type=read_number(MOST_SEATS), metavar="SEAT", help=_("1 is the first of the match")
    )
    forget = task("forget", _("delete somebody; his matches stay, without his name"), ONE)
    forget.add_argument("person", metavar="PERSON", help=_("as `people` lists it"))
    forget.add_argument("--yes", action="store_true", help=_("without asking"))
    data = task("data", _("write all that is stored about somebody to standard output"), ONE)
    data.add_argument("person", metavar="PERSON", help=_("as `people` lists it"))
    keys = task("push-keys", _("show the public key of notices to browsers"), "--renew")
    words = _("make new keys, if somebody has read the old; all turn their notices on again")
    keys.add_argument("--renew", action="store_true", help=words)
    _add_prune(task)
    backup = task(
        "backup", _("write everything into a new file, while people play"), "backup.sqlite"
    )
    restore = task("restore", _("take a backup into an empty database"), "backup.sqlite")
    for copying in (backup, restore):
        copying.add_argument("file", type=Path, metavar="FILE", help=_("the backup"))
    words = _("remove older backups in the same folder, as 30d; each names its moment itself")
    backup.add_argument("--keep", metavar="AGE", default="", help=words)
    words = _("the ids of people who were deleted since, as `forgotten` prints them")
    restore.add_argument("--deletions", type=Path, metavar="FILE", help=words)
    task("forgotten", _("list who was deleted and when, by their ids"))
    task("verify", _("replay all matches, and check every decision and clock"))


def _add_prune(task: Callable[..., Parser]) -> None:
    """Adds the command that removes what is old."""
    words = _("show what is old, rooms and people; with --do: remove it")
    prune = task("prune", words, "--older 2y --people")
    words = _("for so long nobody has changed the room, or seen the person: 90d, 18m, 2y")
    prune.add_argument("--older", metavar="AGE", required=True, help=words)
    words = _("which rooms; default: finished matches")
    prune.add_argument("--rooms", choices=KINDS_OF_ROOMS, default="finished", help=words)
    words = _("people, too, who are in no room that stays")
    prune.add_argument("--people", action="store_true", help=words)
    prune.add_argument(
        "--do", dest="removes", action="store_true", help=_("do it; without: only show it")
    )


def _read_address(words: str) -> str:
    try:
        return str(ip_address(words))
    except ValueError:
        raise argparse.ArgumentTypeError(
            _("{words!r} is no address of a machine, as 127.0.0.1").format(words=words)
        ) from None


def _read_origin(words: str) -> str:
    """The site *words*, as browsers write it. Raises what argparse expects."""
    try:
        parts = urlsplit(words)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    is_plain = host is not None and parts.scheme in ("http", "https") and not parts.username
    if not is_plain or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            _("{words!r} is no site, as https://games.example").format(words=words)
        )
    name = f"[{host}]" if ":" in (host or "") else host
    is_usual = port is None or port == {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" if is_usual else f"{parts.scheme}://{name}:{port}"


def _read_service(words: str) -> str:
    """The name of a push service. Raises what argparse expects."""
    from gipf_meta.host.notices.push_addresses import PushError, check_service

    try:
        return check_service(words)
    except PushError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _read_limit(words: str) -> tuple[str, int]:
    """The name of a limit, and its value. Raises what argparse expects."""
    name, _equals, number = words.partition("=")
    if not number:
        raise argparse.ArgumentTypeError(
            _("{words!r} is no limit, as open_tables=20").format(words=words)
        )
    return name, read_number(MOST_OF_A_LIMIT, least=0)(number)


def _limits_of(arguments: argparse.Namespace) -> Any:
    """The limits that *arguments* set. Raises ``UsageError`` for unknown names."""
    from gipf_meta.host.limits import Limits

    names = [each.name for each in fields(Limits)]
    for name, _number in arguments.limit:
        if name not in names:
            raise UsageError(
                _("There is no limit {name!r}; docs/host.md has the names.").format(name=name)
                + did_you_mean(name, names)  # all of them would be more than a sentence holds
            )
    return Limits(**dict(arguments.limit))


def _administer(task: str, arguments: argparse.Namespace) -> int:
    _check_extra()
    from gipf_meta.commands.administration import administer

    folder = arguments.folder or default_folder()
    named = _named_database(arguments)
    if not (named or task == "restore" or (folder / FILE).exists()):
        raise UsageError(_("No host has kept matches in {path}.").format(path=folder))
    with _telling_in_full():
        return administer(task, named or database_in(folder), arguments)


@contextmanager
def _telling_in_full() -> Iterator[None]:
    """Turns an error of the database into a ``UsageError`` with its full text, for the operator."""
    from gipf_meta.host.tables import DatabaseError

    try:
        yield
    except DatabaseError as error:
        raise UsageError(error.in_full) from error


def _check_extra() -> None:
    """Raises ``UsageError`` unless everything is installed that a host needs."""
    if any(find_spec(name) is None for name in NEEDED):
        raise UsageError(
            _(
                "A host needs more: install gipf-meta with its extra [online], in a clone by pip"
                " install '.[online]'."
            )
        )


def _named_database(arguments: argparse.Namespace) -> str:
    """The address of the database that is named, not in a folder; empty without one.

    A password in an argument is hidden from others. Raises ``UsageError`` if there are both.
    """
    if arguments.database and arguments.folder:
        raise UsageError(_("A host keeps its matches in a folder or in a database, not in both."))
    if not arguments.database:
        return "" if arguments.folder else os.environ.get(DATABASE, "")
    with suppress(ValueError):
        if password := urlsplit(arguments.database).password:
            hide_argument(
                password,
                _(
                    "put the address into the environment, as {variable}, or the password alone, as"
                    " PGPASSWORD, or into ~/.pgpass."
                ).format(variable=DATABASE),
            )
    return str(arguments.database)


def _mail_of(arguments: argparse.Namespace) -> Any:
    """The mail server and address of the mails; ``None`` without any.

    A password in an argument is hidden from others. Raises ``UsageError``.
    """
    from gipf_meta.host.identity.mail_address import MailError
    from gipf_meta.host.identity.mail_server import read_outgoing

    if arguments.mail:
        with suppress(ValueError):
            if password := urlsplit(arguments.mail).password:
                hide_argument(
                    password,
                    _("put the address into the environment, as {variable}.").format(variable=MAIL),
                )
    url = arguments.mail or os.environ.get(MAIL, "")
    if not url and not arguments.mail_from:
        return None
    try:
        return read_outgoing(url, arguments.mail_from, arguments.origin)
    except MailError as error:
        raise UsageError(str(error)) from None


def _host(arguments: argparse.Namespace) -> int:
    _check_extra()
    from gipf_meta.host.admission import HostDoor, names_of_machine
    from gipf_meta.host.deletion import DeletionFile
    from gipf_meta.host.notices.push_addresses import services_with
    from gipf_meta.host.pruning import Rule, read_age
    from gipf_meta.host.serving.desks import LONGEST_REPLAY_MS
    from gipf_meta.host.serving.host_server import Host, serve_host
    from gipf_meta.web.process_pool import in_processes
    from gipf_meta.web.replays import AT_A_TIME

    database = _named_database(arguments) or database_in(arguments.folder or default_folder())
    sys.setswitchinterval(SWITCH_INTERVAL_S)  # no move waits for a bot that thinks
    _allow_many_sockets()
    host = Host(
        load_plugins(),
        database,
        HostDoor(tuple(arguments.origin), arguments.behind_proxy, names_of_machine()),
        limits=_limits_of(arguments),
        mail=_mail_of(arguments),
        notices=not arguments.no_notices,
        push_services=services_with(arguments.push_service),
        deletions=DeletionFile(arguments.deletions) if arguments.deletions else None,
        prune=Rule(read_age(arguments.prune), "all", people=True) if arguments.prune else None,
        make_thinkers=in_processes(os.cpu_count() or 1),
        make_replayers=in_processes(AT_A_TIME, LONGEST_REPLAY_MS),
    )
    import asyncio  # slow, and every command would wait for it

    leave_ctrl_c_to_asyncio()
    with (
        _listen(arguments.address, arguments.port) as listening,
        suppress(KeyboardInterrupt),
        _telling_in_full(),
    ):
        asyncio.run(serve_host(listening, host, _announce))
    return 0


def _allow_many_sockets() -> None:
    """Lets this process open as many files and sockets as the system allows it."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def default_folder() -> Path:
    """The default folder of a host's matches: beside the library of this user."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "host"


def database_in(folder: Path) -> str:
    """The address of the database in *folder*, which is made if it is missing.

    Raises ``UsageError``.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            _("{path} cannot be used: {why}.").format(path=folder, why=system_reason(error))
        ) from None
    return f"sqlite:///{folder.absolute() / FILE}"


def _announce(addresses: list[str], former: Mapping[str, int]) -> None:
    """Prints the addresses of the host, and how many passkeys are of its *former* names."""
    for address in addresses:
        print(_("Open {url} (Ctrl-C ends the server)").format(url=address), flush=True)
    for name, count in sorted(former.items()):
        words = _.many(
            "{count} passkey is of the former address {name} and works no more: its owner comes"
            " back by another way, or you renew his key.",
            "{count} passkeys are of the former address {name} and work no more: their owners come"
            " back by another way, or you renew their keys.",
            count,
        )
        print(words.format(name=name, count=count), flush=True)


def _listen(address: str, port: int) -> socket.socket:
    """A socket at *port* of *address*. Raises ``UsageError``."""
    from gipf_meta.host.serving.host_server import listen

    try:
        return listen(address, port)
    except OSError as error:
        why = _(os.strerror(error.errno)) if error.errno else str(error)
        raise UsageError(
            _("Port {port} of {address} cannot be used ({why}).").format(
                port=port, address=address, why=why
            )
        ) from None
