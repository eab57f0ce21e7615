"""``gipf-meta join``: scripted terminals at a real host."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from subprocess import PIPE
from threading import Condition, Thread
from typing import Any, TextIO

import pytest
from aiohttp import web

from gipf_meta.base.clock import StillClock
from gipf_meta.cli import run as run_program
from gipf_meta.line.joining import Address, Invitations, Joining
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import JoinError
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal as Lines
from gipf_meta.plugins.loading import load_plugins
from tests.host.hosting import Hosted, hosted, visited, visitor
from tests.host.test_room_bot import open_and_invite
from tests.host.test_room_lists_lobby import open_table
from tests.small_games.finding import find

INSTALLED = load_plugins()
KEY = "p6KaVn2ZC0uT4yxGqWf8Rw"
LIMIT_S = 200
"""No test waits longer for what a terminal shows."""


class Shown(StringIO):
    """The output of a terminal, for which other threads can wait."""

    def __init__(self) -> None:
        super().__init__()
        self._news = Condition()

    def write(self, text: str) -> int:
        with self._news:
            self._news.notify_all()
            return super().write(text)

    async def until(self, words: str) -> None:
        """Waits until *words* are shown."""

        def wait() -> bool:
            with self._news:
                return self._news.wait_for(lambda: words in self.getvalue(), LIMIT_S)

        assert await asyncio.to_thread(wait), self.getvalue()


class Terminal:
    """A terminal at which the lines *typed* are typed, one at each prompt."""

    def __init__(
        self, host: Hosted, folder: Path, name: str, *typed: str, stdin: TextIO | None = None
    ) -> None:
        self.host, self.name = host, name
        self.out = Shown()
        self.lines = Lines(stdin or StringIO("".join(f"{line}\n" for line in typed)), self.out)
        self.known = KnownHosts(folder / f"{name}.json")
        self.secret = f"{name}-is-called-so-at-this-host"

    async def person(self) -> str:
        """Makes the person known to the host before he joins, and returns his id."""
        self.known.keep(self.host.url.origin(), self.secret)
        async with visitor(self.host, secret=self.secret, name=self.name) as known:
            return known.person

    async def join(self, fragment: str = "") -> str:
        """Joins at the host; what the terminal has shown at the end."""
        address = Address.parse(str(self.host.url.with_fragment(fragment)))
        joining = Joining(self.known, find, StillClock(), self.name)

        def play() -> None:
            with joining.open_line(address) as line:
                offer = Invitations(address.site).offer
                PlainDesk(line, self.lines, INSTALLED, offer).run(address.room)

        await in_daemon(play)
        return self.out.getvalue()


async def in_daemon(act: Callable[[], None]) -> None:
    """Calls *act* in a thread that nobody waits for when the test has failed."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)
        with suppress(RuntimeError):  # the test has failed already
            loop.call_soon_threadsafe(ended.set)

    Thread(target=run, daemon=True).start()
    await ended.wait()
    if failed:
        raise failed[0]


async def test_two_terminals_play_a_whole_match(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "claim", "two")
        bob = Terminal(host, tmp_path, "Bob", "one", "allow")
        room = host.open_room("r", await ann.person(), await bob.person(), goal=2)
        shown, other = await asyncio.gather(ann.join(f"room/{room}"), bob.join(f"room/{room}"))
        assert "You won: " in shown
        assert "0 won: " in other
        assert "'one' is not asked now." in other  # and the match went on


async def test_a_challenge_duel_is_played_at_two_terminals(file_url: str, tmp_path: Path) -> None:
    """The random draws of the duel come from the host, whose seed no terminal knows."""

    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "claim", "roll", "allow")
        bob = Terminal(host, tmp_path, "Bob", "challenge", "roll", "claim", "one")
        room = host.open_room("r", await ann.person(), await bob.person(), goal=1)
        shown, other = await asyncio.gather(ann.join(f"room/{room}"), bob.join(f"room/{room}"))
        assert "A duel decides. Die: 1 (First), You (Second)." in shown
        assert "Luck: 6" in shown
        assert "Wager goes on." in other
        assert "You won: " in other


async def test_a_draw_is_declined_and_a_decision_taken_back_by_agreement(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "claim", "draw", "undo", "claim", "one")
        bob = Terminal(host, tmp_path, "Bob", "allow", "no", "yes", "allow")
        room = host.open_room("r", await ann.person(), await bob.person(), goal=1)
        shown, other = await asyncio.gather(ann.join(f"room/{room}"), bob.join(f"room/{room}"))
        assert "declines the draw" in shown
        assert "offers a draw" in other
        assert "asks to take back the last decision" in other
        assert "Taken back." in shown
        assert shown.count(": say claim.") == 2
        assert "You won: " in shown


async def test_time_runs_when_both_are_ready(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host:
        ann = Terminal(host, tmp_path, "Ann", "ready", "resign")
        bob = Terminal(host, tmp_path, "Bob", "ready")
        people = await ann.person(), await bob.person()
        room = host.open_room("r", *people, game="fuse", fuse_ms=60_000)
        shown, other = await asyncio.gather(ann.join(f"room/{room}"), bob.join(f"room/{room}"))
        assert "is ready" in shown + other
        assert " won: you resigned." in shown


async def test_an_invitation_gives_a_seat_and_a_wrong_key_none(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        async with visitor(host) as ann:
            options = {"goal": 1}
            room = await open_and_invite(host, ann, (KEY, KEY[::-1]), game="wager", options=options)
        wrong = Terminal(host, tmp_path, "Eve")
        with pytest.raises(JoinError, match="invitation"):
            await wrong.join(f"enter/{room}/{KEY[:-1]}x")
        with pytest.raises(JoinError, match="no match here that you may see"):
            await wrong.join(f"room/{room}")
        one = Terminal(host, tmp_path, "Bob", "claim", "one")
        other = Terminal(host, tmp_path, "Cyd", "allow")
        shown, _other = await asyncio.gather(
            one.join(f"enter/{room}/{KEY}"), other.join(f"enter/{room}/{KEY[::-1]}")
        )
        assert "You (" in shown
        assert "Cyd" in shown
        assert "You won: " in shown


async def test_tables_are_listed_and_a_seat_is_taken_by_its_number(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        async with visitor(host, name="Ann") as ann:
            room = await open_table(ann, opponent="anybody")
            bob = Terminal(host, tmp_path, "Bob", "x", "1")
            joined = asyncio.create_task(bob.join())
            await bob.out.until("Ann: Say one of the words.")
            await ann.page.ask({"do": "resign", "room": room})
            shown = await joined
        assert "Open tables\n  1  wager: Ann against a free seat" in shown
        assert "'x' is none of these numbers." in shown
        assert "You won: " in shown
        assert "Open tables" not in await Terminal(host, tmp_path, "Eve", "").join()


async def test_who_watches_sees_the_match_and_is_not_asked(file_url: str, tmp_path: Path) -> None:
    async with visited(file_url) as host:
        async with visitor(host, name="Ann") as ann, visitor(host, name="Bob") as bob:
            room = host.open_room("r", ann.person, bob.person, goal=1)
            eve = Terminal(host, tmp_path, "Eve", "claim")
            joined = asyncio.create_task(eve.join(f"room/{room}"))
            await eve.out.until("Say one of the words.")
            *_, done = await ann.page.play(room, "claim", 3)
            assert "done" in done
            await eve.out.until(": say claim.")
            await ann.page.ask({"do": "resign", "room": room})
            shown = await joined
        assert "> " not in shown
        assert "You" not in shown


async def test_the_match_goes_on_when_the_host_is_back(file_url: str, tmp_path: Path) -> None:
    """A move that was typed while the host was away is played once."""

    async with asyncio.timeout(200):
        reading, writing = os.pipe()
        with os.fdopen(reading) as stdin, os.fdopen(writing, "w", buffering=1) as typing:
            async with hosted(file_url) as host:
                ann = Terminal(host, tmp_path, "Ann", stdin=stdin)
                async with visitor(host) as bob:
                    room = host.open_room("r", await ann.person(), bob.person, goal=1)
                joined = asyncio.create_task(ann.join(f"room/{room}"))
                await ann.out.until("> ")
                port = host.url.port
            await ann.out.until("The host is away")
            typing.write("claim\n")
            assert port is not None
            async with (
                hosted(file_url, port=port) as again,
                visitor(again, secret=bob.hello["secret"]) as bob,
            ):
                await ann.out.until("The host is back.")
                await ann.out.until(": say claim.")
                told = await bob.page.watch(room)
                assert [e["text"] for e in told if e.get("event") == "played"] == ["claim"]
                await bob.page.ask({"do": "resign", "room": room})
                assert "You won: " in await joined


async def test_at_a_terminal_news_come_while_nothing_is_typed_and_a_rematch_follows(
    file_url: str, tmp_path: Path
) -> None:
    async with visited(file_url) as host:
        typing, reading = os.openpty()
        with os.fdopen(reading) as stdin:
            ann = Terminal(host, tmp_path, "Ann", stdin=stdin)
            async with visitor(host) as bob:
                room = host.open_room("r", bob.person, await ann.person(), goal=1)
                joined = asyncio.create_task(ann.join(f"room/{room}"))
                await ann.out.until("(0 is on turn)> ")
                assert "done" in (await bob.page.play(room, "claim", 3))[-1]
                await ann.out.until("You> ")
                os.write(typing, b"allow\n")
                await ann.out.until(": say allow.")
                await bob.page.ask({"do": "resign", "room": room})
                await ann.out.until("save FILE, copy, rematch, or Enter to leave: ")
                os.write(typing, b"rematch\n")
                await ann.out.until("You ask for a rematch.")
                await ann.out.until("Type review, study, save FILE, copy, or Enter to leave: ")
                assert await bob.page.ask({"do": "answer", "accept": False, "room": room})
                await ann.out.until("0 declines.")
                os.write(typing, b"rematch\n")
                await ann.out.until("You have asked for a rematch already")
                await bob.page.ask({"do": "rematch", "room": room})
                await ann.out.until("Type yes or no, review, study, save FILE, copy, or ")
                os.write(typing, b"yes\n")
                await ann.out.until("Wager: You (Left), 0 (Right).")
                await ann.out.until("You> ")
                os.write(typing, b"quit\n")
                await joined
        os.close(typing)


async def test_what_others_do_takes_no_letter_from_who_is_typing_a_line(
    file_url: str, tmp_path: Path
) -> None:
    """A move of theirs, an offer: what was typed in advance stays, and answers nothing."""

    async with visited(file_url) as host:
        typing, reading = os.openpty()
        with os.fdopen(reading) as stdin:
            ann = Terminal(host, tmp_path, "Ann", stdin=stdin)
            async with visitor(host) as bob:
                room = host.open_room("r", bob.person, await ann.person())
                joined = asyncio.create_task(ann.join(f"room/{room}"))
                await ann.out.until("(0 is on turn)> ")
                os.write(typing, b"al")
                assert "done" in (await bob.page.play(room, "claim", 3))[-1]
                await ann.out.until("You> ")
                os.write(typing, b"l")
                assert await bob.page.ask({"do": "offer", "room": room})
                await ann.out.until("0 offers a draw.")
                os.write(typing, b"ow\n")
                await ann.out.until(": say allow.")
                match = host.served.hub.room(room).table.match
                assert [step.text for step in match.top.steps] == ["claim", "allow"]
                os.write(typing, b"quit\n")
                await joined
        os.close(typing)


def test_the_secret_of_a_person_is_for_nobody_else(tmp_path: Path) -> None:
    known, site = KnownHosts(tmp_path / "new" / "hosts.json"), Address.parse("h:1").site
    assert known.secret_at(site) is None
    known.keep(site, KEY)
    assert known.secret_at(site) == KEY
    assert stat.S_IMODE((tmp_path / "new" / "hosts.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "words",
    [
        "",
        "ftp://h",
        "http://",
        "http://h/x",
        "http://h/#x",
        "h:x",
        "a b",
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["join", words]) == 2
    assert "is no address of a host" in capsys.readouterr().err


def test_where_no_host_is_one_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run_program(["join", "http://127.0.0.1:9"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "There is no host at http://127.0.0.1:9" in line


@pytest.mark.parametrize(
    "answer",
    [{"hello": {"version": 99}}, {"refused": "hello", "why": "Load the page again", "version": 99}],
)
async def test_a_host_of_another_version_is_refused(tmp_path: Path, answer: dict[str, Any]) -> None:
    async def greet(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive()
        await socket.send_json(answer)
        await socket.receive()
        return socket

    async with asyncio.timeout(200):
        app = web.Application()
        app.add_routes([web.get("/socket", greet)])
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        known = KnownHosts(tmp_path / "hosts.json")
        joining = Joining(known, find, StillClock())

        def join() -> None:
            with joining.open_line(Address.parse(f"http://127.0.0.1:{port}")):
                pass

        with pytest.raises(JoinError, match="of another version"):
            await asyncio.to_thread(join)
        await runner.cleanup()


@pytest.mark.slow
async def test_ctrl_c_leaves_the_match_as_it_is(file_url: str, tmp_path: Path) -> None:
    async with asyncio.timeout(200):
        async with hosted(file_url) as host:
            ann = Terminal(host, tmp_path, "Ann")
            (tmp_path / "gipf-meta").mkdir()
            ann.known = KnownHosts(tmp_path / "gipf-meta" / "hosts.json")
            room = host.open_room("r", await ann.person(), "other", game="die")
            address = str(host.url.with_fragment(f"room/{room}"))
            program = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gipf_meta", "join", address),
                env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LANGUAGE": "en"},
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
            )
            assert program.stdout is not None
            await program.stdout.readuntil(b"> ")
            program.send_signal(signal.SIGINT)
            _out, err = await program.communicate()
            assert program.returncode == 2
            assert f"gipf-meta join {address}" in err.decode()
