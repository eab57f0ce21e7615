"""``wait``: blocks until something waits for the person at his hosts, for scripts."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import TYPE_CHECKING, Any, Final

import platformdirs

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.stops import ctrl_c
from gipf_meta.base.texts import _
from gipf_meta.commands.parser import HOSTING, add_command

if TYPE_CHECKING:
    from yarl import URL

    from gipf_meta.line.host_inquiry import HostReport
    from gipf_meta.line.waiting_hosts import WaitingHosts

INTERRUPTED: Final = 130
"""The exit status after ctrl+c."""
LONGEST_S: Final = 366 * 86_400
"""The longest span, in seconds."""
_SPAN: Final = re.compile(r"([0-9]{1,5})([dhms])")


def add_commands(commands: Any) -> None:
    """Adds ``wait`` to the program."""
    words = _("end when something waits for you at your hosts, for scripts")
    examples = (
        "gipf-meta wait",
        "gipf-meta wait https://games.example --for 30m",
        "gipf-meta wait --again --json",
    )
    waiting = add_command(commands, "wait", _wait, words, *examples, title=HOSTING)
    words = _("one of the hosts where you have been; default: all of them")
    waiting.add_argument("host", nargs="?", metavar="HOST", help=words)
    words = _("end with exit status 1 if nothing has come by then, as 30m, 2h or 1h30m")
    waiting.add_argument("--for", dest="span", type=read_span, metavar="TIME", help=words)
    words = _("go on, and print what begins to wait, until ctrl+c or the time is over")
    waiting.add_argument("--again", action="store_true", help=words)
    words = _("print a JSON object a line")
    waiting.add_argument("--json", action="store_true", help=words)


def read_span(words: str) -> int:
    """Returns the span *words*, as ``30m``, ``2h`` or ``1h30m``, in seconds. Raises
    ``ArgumentTypeError``."""
    from gipf_meta.match.clock_texts import UNITS_MS

    parts = _SPAN.findall(words)
    numbers = [read_whole(number) or 0 for number, _unit in parts]
    units_s = [UNITS_MS[unit] // 1000 for _number, unit in parts]
    span_s = sum(number * unit_s for number, unit_s in zip(numbers, units_s, strict=True))
    if "".join(number + unit for number, unit in parts) != words or not 0 < span_s <= LONGEST_S:
        raise argparse.ArgumentTypeError(
            _("{words!r} is no time of at most a year, as 30m, 2h or 1h30m").format(words=words)
        )
    return span_s


def _wait(arguments: argparse.Namespace) -> int:
    import asyncio

    from gipf_meta.line.known_hosts import KnownHosts
    from gipf_meta.line.waiting_hosts import WaitingHosts

    known = KnownHosts(platformdirs.user_data_path("gipf-meta", appauthor=False) / "hosts.json")
    hosts = WaitingHosts(known, _sites(arguments.host, known.sites()), _say)
    try:
        return asyncio.run(wait(hosts, arguments.span, arguments.again, arguments.json))
    except ctrl_c():
        return INTERRUPTED


def _sites(words: str | None, sites: list[URL]) -> list[URL]:
    """The hosts that are meant: all, or the one that *words* name. Raises ``JoinError``."""
    from gipf_meta.line.host_words import name_of_site
    from gipf_meta.line.hosts_line import no_hosts
    from gipf_meta.line.joining import Address
    from gipf_meta.line.line import JoinError

    if not sites:
        raise JoinError(no_hosts())
    if words is None:
        # what goes through the Internet as it is, is asked only if it is named
        return [site for site in sites if not Address(site).is_exposed]
    named = [site for site in sites if name_of_site(site) == words]
    site = named[0] if named else Address.parse(words).site
    if site not in sites:
        why = _("You have not been at {host} from this machine; gipf-meta join goes there.")
        raise JoinError(why.format(host=name_of_site(site)))
    return [site]


async def wait(hosts: WaitingHosts, span_s: float | None, goes_on: bool, is_json: bool) -> int:
    """Prints what waits at *hosts*, as soon as something does; 1 if nothing has within *span_s*
    seconds. Where it *goes_on* it ends then. Raises ``JoinError``."""
    import asyncio
    from contextlib import aclosing

    has_come = False
    try:
        async with asyncio.timeout(span_s), aclosing(hosts.news()) as news:
            async for reports in news:
                _print(reports, is_json)
                has_come = True
                if not goes_on:
                    break
    except TimeoutError:
        pass
    return 0 if has_come else 1


def _print(reports: list[HostReport], is_json: bool) -> None:
    from gipf_meta.line.waiting_hosts import data_of, lines_of

    lines = lines_of(reports)
    if is_json:
        lines = [json.dumps(each, ensure_ascii=False) for each in data_of(reports)]
    for line in lines:
        print(show_unprintable(line), flush=True)


def _say(sentence: str) -> None:
    print(f"gipf-meta: {show_unprintable(sentence)}", file=sys.stderr, flush=True)
