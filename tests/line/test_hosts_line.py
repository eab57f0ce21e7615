"""The list of one's hosts: line by line, in the interface, for scripts; forgetting a host."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path

import pytest
from yarl import URL

from gipf_meta.base.clock import CalendarClock
from gipf_meta.cli import run as run_program
from gipf_meta.line.host_inquiry import AwaitedMatch, HostReport
from gipf_meta.line.host_round import HostRound
from gipf_meta.line.hosts_line import HOSTS, HostsLine, list_of_hosts
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import ELSEWHERE, JoinError
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.desk_screens import DeskScreen
from tests.host.serving.test_host_server_terminal import Seat
from tests.line.test_host_inquiry import DAY_MS, NOW_MS, ROW, SECRET, AskedHost, asked
from tests.tui.conftest import STILL

DEAD = URL("http://127.0.0.1:1")
"""Nothing answers there."""


@asynccontextmanager
async def two_hosts(folder: Path) -> AsyncIterator[tuple[HostRound, URL, URL]]:
    """The round of two hosts where something waits, the second more urgently, and of a third that
    does not answer."""
    known = KnownHosts(folder / "hosts.json")
    rows = [
        {**ROW, "until_ms": NOW_MS + 3 * DAY_MS},
        {**ROW, "room": "r2", "until_ms": NOW_MS + DAY_MS // 6},
    ]
    waiting = [AskedHost({"waits": [row], "now_ms": NOW_MS}) for row in rows]
    async with asked(waiting[0]) as first, asked(waiting[1]) as second:
        for site in (first, second, DEAD):
            known.keep(site, SECRET)
        known.note_visit(first)
        yield HostRound(known, CalendarClock()), first, second


async def at_list(hosts: HostRound, *typed: str) -> str:
    """The output of a terminal at which the lines *typed* are typed at the list."""
    out = StringIO()
    terminal = Terminal(StringIO("".join(f"{line}\n" for line in typed)), out)
    desk = PlainDesk(HostsLine(hosts), terminal, Installed([]))
    assert await asyncio.to_thread(desk.run, "", (HOSTS, {})) == 0
    return out.getvalue()


async def test_line_by_line_the_most_urgent_match_of_all_hosts_is_the_first(tmp_path: Path) -> None:
    async with two_hosts(tmp_path) as (hosts, first, second):
        said = await at_list(hosts, "1")
        lines = " ".join(said.split())
        assert f"1 4 hours left; WAGER: You against Bob; your turn; {second}; Go on" in lines
        assert f"2 3 days left; WAGER: You against Bob; your turn; {first}; Go on" in lines
        assert f"3 {first}; 1 match waits; last there just now" in lines
        assert f"5 {DEAD}; cannot be reached: nothing answers there" in lines
        assert hosts.take_chosen() == AwaitedMatch(second, "r2", "", "").address


async def test_line_by_line_a_host_is_chosen_by_its_name_or_forgotten(tmp_path: Path) -> None:
    async with two_hosts(tmp_path) as (hosts, first, _second):
        said = await at_list(hosts, "5 forget", "", "5 forget", "1", str(first))
        assert f"Forget {DEAD}?" in said
        chosen = hosts.take_chosen()
        assert chosen is not None
        assert (chosen.site, chosen.room) == (first, "")
        stored = json.loads((tmp_path / "hosts.json").read_text())
        assert not [name for name in stored if name.startswith(str(DEAD))]
        assert len(hosts.sites) == 2


async def test_who_leaves_the_list_goes_nowhere(tmp_path: Path) -> None:
    async with two_hosts(tmp_path) as (hosts, _first, _second):
        assert "What waits for you" in await at_list(hosts, "")
        assert hosts.take_chosen() is None


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_in_the_interface_hosts_appear_as_they_answer(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with two_hosts(tmp_path) as (hosts, first, second):
        app = GipfApp(Installed([]), HostsLine(hosts), STILL)
        app.first, app.animation_level = DeskScreen(app.talk, HOSTS), "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            seat = Seat(app, pilot)
            await seat.until("cannot be reached")
            await seat.until("4 hours left")
            await seat.until("3 days left")
            lines = [" ".join(line.split()) for line in seat.text.splitlines()]
            urgent = next(n for n, line in enumerate(lines) if "4 hours left" in line)
            assert str(second) in lines[urgent]
            assert str(first) in lines[urgent + 1]
            await seat.press("enter")
            await seat.until(lambda: hosts.chosen is not None)
        chosen = hosts.take_chosen()
        assert chosen is not None
        assert (chosen.site, chosen.room) in ((second, "r2"), (first, "r1"))


async def test_in_the_interface_a_host_is_forgotten_after_a_question(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "hosts.json")
    known.keep(DEAD, SECRET)
    hosts = HostRound(known, CalendarClock())
    app = GipfApp(Installed([]), HostsLine(hosts), STILL)
    app.first, app.animation_level = DeskScreen(app.talk, HOSTS), "none"
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        seat = Seat(app, pilot)
        await seat.until("nothing answers there")
        await seat.press("down", "delete")
        await seat.until(f"Forget {DEAD}?")
        await seat.press("enter")
        await seat.until("You have been at no host")
        assert known.sites() == []
        await seat.press("escape")
        await seat.until(lambda: not app.is_running or app._exit)
    assert hosts.chosen is None


def test_a_list_that_waits_says_so_and_one_without_hosts_says_how_to_begin(tmp_path: Path) -> None:
    known, site = KnownHosts(tmp_path / "hosts.json"), URL("https://a.example")
    known.keep(site, SECRET)
    assert "The hosts are asked …" in list_of_hosts({site: None}, known).model_dump_json()
    done = list_of_hosts({site: HostReport(site, count=0)}, known).model_dump_json()
    assert "Nothing waits for you where the hosts have answered." in done
    assert "gipf-meta join URL" in list_of_hosts({}, known).model_dump_json()


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("submit", {"screen": "hosts", "about": {"site": "http://evil.example"}}),
        ("submit", {"screen": "setup"}),
        ("play", {"room": "r"}),
    ],
)
def test_the_list_leads_to_no_host_that_is_not_in_it(
    tmp_path: Path, do: str, fields: dict[str, object]
) -> None:
    hosts = HostRound(KnownHosts(tmp_path / "hosts.json"), CalendarClock())
    line = HostsLine(hosts)
    with pytest.raises(JoinError):
        line.ask(do, **fields)
    id = line.send(do, **fields)
    answer = line.receive()
    assert answer is not None
    assert answer["refused"] == id
    assert hosts.chosen is None
    assert line.ask("open", screen="launcher") == [ELSEWHERE]


def test_for_scripts_the_list_is_printed_and_that_is_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run_program(["join"]) == 0
    assert "You have been at no host from this machine" in capsys.readouterr().out
    KnownHosts(tmp_path / "gipf-meta" / "hosts.json").keep(DEAD, SECRET)
    assert run_program(["join"]) == 0
    assert capsys.readouterr().out == f"{DEAD}; cannot be reached: nothing answers there\n"
