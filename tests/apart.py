"""Two machines of a host and their database, each in a network of its own: ``python -m tests.apart
--matches 20 --seconds 30``, as root on Linux.

They are namespaces of this machine's network, joined by a bridge. The database stands behind a
relay that holds every packet for a millisecond (``--delay``), as a network between buildings does.
People come to both machines from outside, all of a match to the same one or (``--anywhere``) by
turns; then it is measured as by ``tests.load``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy.engine import make_url

from building.sources import ROOT
from tests.live_load import Load, durable_database, measure_on
from tests.load import print_faults, table
from tests.loaded_host import Place, has_own_core, leave_host_core

NETWORK: Final = "10.64.0"
BRIDGE: Final = "gipf-bridge"
DATABASE: Final = "gipf-database"
MACHINES: Final = ("gipf-one", "gipf-two")
PORT: Final = 5432
READY: Final = "ready"


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True)


@contextmanager
def networks() -> Iterator[dict[str, str]]:
    """The namespaces of two machines and a database, each with its address; gone at the end."""
    names = (DATABASE, *MACHINES)
    addresses = {name: f"{NETWORK}.{n}" for n, name in enumerate(names, 2)}
    try:
        _ip(f"link add {BRIDGE} type bridge")
        _ip(f"address add {NETWORK}.1/24 dev {BRIDGE}")
        _ip(f"link set {BRIDGE} up")
        for name, address in addresses.items():
            _ip(f"netns add {name}")
            _ip(f"link add {name} type veth peer name eth0 netns {name}")
            _ip(f"link set {name} master {BRIDGE} up")
            _ip(f"-n {name} address add {address}/24 dev eth0")
            _ip(f"-n {name} link set eth0 up")
            _ip(f"-n {name} link set lo up")
        yield addresses
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "delete", BRIDGE], check=False, stderr=subprocess.DEVNULL)


@contextmanager
def relayed(address: str, where: str, delay_ms: float) -> Iterator[str]:
    """The *address* of a database as others reach it *where* its namespace is."""
    url = make_url(address)
    socket = f"{url.query['host']}/.s.PGSQL.{url.port or PORT}"
    command = ["ip", "netns", "exec", DATABASE, sys.executable, "-m", "tests.apart"]
    command += ["--relay", socket, "--address", where, "--delay", str(delay_ms)]
    relay = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert relay.stdout is not None
        assert relay.stdout.readline().strip() == READY
        plain = {"sslmode": "disable", "gssencmode": "disable"}
        there = url.set(host=where, port=PORT, query=plain)
        yield there.render_as_string(hide_password=False)
    finally:
        relay.kill()
        relay.wait()


async def relay(socket: str, address: str, delay_s: float) -> None:
    """Passes on what comes to *address*, each packet after *delay_s*, and what is answered."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_there, to_there = await asyncio.open_unix_connection(socket)
        ways = ((reader, to_there), (from_there, writer))
        await asyncio.gather(*(_pass_on(*way, delay_s) for way in ways))

    server = await asyncio.start_server(meet, address, PORT)
    print(READY, flush=True)
    await server.serve_forever()


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay_s: float
) -> None:
    loop = asyncio.get_running_loop()
    while packet := await reader.read(1 << 16):
        loop.call_later(delay_s, writer.write, packet)
    loop.call_later(delay_s, writer.close)


def main() -> int:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20, metavar="N")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="S")
    parser.add_argument("--delay", type=float, default=1.0, metavar="MS", help="of each packet")
    parser.add_argument("--anywhere", action="store_true", help="those of a match at both machines")
    parser.add_argument("--relay", metavar="SOCKET", help=argparse.SUPPRESS)  # a process of its own
    parser.add_argument("--address", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.relay:
        asyncio.run(relay(asked.relay, asked.address, asked.delay / 1000))
        return 0
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        print("Only root makes networks.", file=sys.stderr)
        return 1
    own_core = has_own_core()
    if own_core:
        leave_host_core()
    with (
        TemporaryDirectory() as name,
        durable_database("postgresql", Path(name)) as (address, data),
        networks() as addresses,
        relayed(address, addresses[DATABASE], asked.delay) as there,
    ):
        places = [
            Place(("ip", "netns", "exec", machine), addresses[machine], there)
            for machine in MACHINES
        ]
        load = Load(
            asked.matches,
            asked.seconds,
            processes=len(places),
            by_room=not asked.anywhere,
            own_core=own_core,
            places=places,
        )
        cost = measure_on(address, data, Path(name), load, ROOT)
    print(table([(f"two machines, {asked.delay:g} ms to the database", cost)]))
    print_faults(cost)
    return 1 if cost.faults else 0


if __name__ == "__main__":
    sys.exit(main())
