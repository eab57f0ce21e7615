"""``host``: a server for many people."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs

from gipf_meta.base.sentences import system_reason
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.commands.arguments import UsageError, add_command, read_number
from gipf_meta.plugins.loading import load_plugins

PORT: Final = 8064
"""Where people find a host unless another port is named."""
NEEDED: Final = ("aiohttp", "sqlalchemy", "alembic", "psycopg", "prometheus_client", "structlog")
"""What the extra brings."""


def add_commands(commands: Any) -> None:
    """Adds ``host`` to the program."""
    words = _("serve matches to many people, on this machine and on others")
    hosting = add_command(commands, "host", _host, words)
    hosting.add_argument(
        "--port",
        type=read_number(65535, least=0),
        default=PORT,
        metavar="N",
        help=_("default: {port}; 0: a free one").format(port=PORT),
    )
    hosting.add_argument(
        "--address",
        type=_read_address,
        default="0.0.0.0",
        metavar="A",
        help=_("where it listens; default: at all addresses of this machine"),
    )
    hosting.add_argument(
        "--folder",
        type=Path,
        default=None,
        metavar="F",
        help=_("where matches are kept; default: beside the library"),
    )
    hosting.add_argument(
        "--database",
        metavar="URL",
        help=_("postgresql://… instead of a folder, for several processes and machines"),
    )
    hosting.add_argument(
        "--origin",
        type=_read_origin,
        action="append",
        default=[],
        metavar="URL",
        help=_("https://name under which people find it behind a proxy; may be repeated"),
    )
    hosting.add_argument(
        "--behind-proxy",
        action="store_true",
        help=_("a proxy says in X-Forwarded-For from whom a request comes"),
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


def _host(asked: argparse.Namespace) -> int:
    if any(find_spec(name) is None for name in NEEDED):
        raise UsageError(_("A host needs more: install it with pip install 'gipf-meta[online]'."))
    from gipf_meta.online.door import Door, names_of_machine
    from gipf_meta.online.server import Host, serve_host
    from gipf_meta.web.thinking_processes import in_processes

    if asked.database and asked.folder:
        raise UsageError(_("A host keeps its matches in a folder or in a database, not in both."))
    sys.setswitchinterval(SWITCH_INTERVAL_S)  # no move waits for a bot that thinks
    _allow_many_sockets()
    host = Host(
        load_plugins(),
        asked.database or database_in(asked.folder or default_folder()),
        Door(tuple(asked.origin), asked.behind_proxy, names_of_machine()),
        make_thinkers=in_processes(os.cpu_count() or 1),
    )
    leave_ctrl_c_to_asyncio()
    with _listen(asked.address, asked.port) as listening, suppress(KeyboardInterrupt):
        asyncio.run(serve_host(listening, host, _announce))
    return 0


def _allow_many_sockets() -> None:
    """Lets this process open as many files and sockets as the system allows it."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def default_folder() -> Path:
    """Where a host keeps its matches unless it is told: beside the library of this user."""
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
    return f"sqlite:///{folder.absolute() / 'rooms.sqlite'}"


def _announce(addresses: list[str]) -> None:
    """Prints where people find the host."""
    for address in addresses:
        print(_("Open {url} (Ctrl-C ends the server)").format(url=address), flush=True)


def _listen(address: str, port: int) -> socket.socket:
    """A socket at *port* of *address*. Raises ``UsageError``."""
    from gipf_meta.online.server import listen

    try:
        return listen(address, port)
    except OSError as error:
        why = _(os.strerror(error.errno)) if error.errno else str(error)
        raise UsageError(
            _("Port {port} of {address} cannot be used ({why}).").format(
                port=port, address=address, why=why
            )
        ) from None
