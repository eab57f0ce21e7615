"""The interface in a terminal at a real host: driven by keys, beside others who play there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from gipf_meta.base.clock import StillClock
from gipf_meta.duels import Die
from gipf_meta.line.host_line import HostLine
from gipf_meta.line.joining import Invitations
from gipf_meta.line.line import Message
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.records.models import Seat as Player
from gipf_meta.records.writer import to_record
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import BotFailed
from gipf_meta.tui.app import GipfApp, MessagesArrived
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.forms import Menu
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.play_screen import PlayScreen
from tests.host.hosting import Hosted, SmallGames, hosted, visited, visitor
from tests.tui.conftest import STILL, call_waits, shown, typed
from tests.web.walking import POTENTIALS, may_challenge, reach

pytestmark = pytest.mark.slow

LIMIT_S = 200
"""No test waits longer for what a screen shows."""


class Seat:
    """A person at the interface, who acts on what he reads there."""

    def __init__(self, app: GipfApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(shown(self.app))

    async def until(self, reached: Callable[[], bool] | str) -> None:
        """Waits until something is *reached*, or these words are shown."""

        async def look() -> None:
            while not (reached in self.text if isinstance(reached, str) else reached()):
                await self.pilot.pause(0.01)

        try:
            await asyncio.wait_for(look(), LIMIT_S)
        except TimeoutError:
            raise AssertionError(f"{reached!r} is not reached:\n{self.text}") from None

    async def turn_to(self, words: str) -> None:
        """Goes to the effects of other people's acts, until these *words* are shown."""
        await self.until(lambda: self.app.screen.is_modal or call_waits(self.app))
        if not self.app.screen.is_modal:
            await self.press("O")
        await self.until(words)

    async def at_board(self) -> PlayScreen:
        """The board, as soon as it is in front."""
        await self.until(lambda: isinstance(self.app.screen, PlayScreen))
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    @property
    def choices(self) -> set[str]:
        """The notations of the choices at the board in front; empty: no board is in front."""
        screen = self.app.screen
        is_board = isinstance(screen, PlayScreen)
        return {each.notation for each in screen.decision.choices} if is_board else set()

    async def play(self, text: str) -> None:
        """Types a decision, as soon as it may be decided, until the host has taken it; goes to the
        effects of other people's acts before."""
        await self.until(lambda: text in self.choices or call_waits(self.app))
        if text not in self.choices:
            await self.press("O")
        await self.until(lambda: text in self.choices)
        line = self.app.screen.query_one(Prompt)
        await typed(self.pilot, text)
        await self.until(lambda: not line.display)

    async def choose(self, words: str) -> None:
        """Chooses the line of the lobby that begins so."""

        def lines() -> list[tuple[Menu, int]]:
            menus = self.app.screen.query(Menu)
            return [
                (menu, number)
                for menu in menus
                for number, option in enumerate(menu.options)
                if str(option.prompt).startswith(words)
            ]

        await self.until(lambda: bool(lines()))
        menu, number = lines()[0]
        menu.focus()
        menu.highlighted = number
        await self.press("enter")

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()


@asynccontextmanager
async def seated(
    host: Hosted,
    name: str,
    room: str = "",
    size: tuple[int, int] = (80, 24),
    installed: Installed | None = None,
) -> AsyncIterator[Seat]:
    """Somebody called *name* at the interface, in *room* or in the lobby."""
    secret = f"{name}-is-called-so-at-this-host"
    games, invitations = installed or SmallGames(), Invitations(host.url.origin())
    hello = {"secret": secret, "language": "en", "name": name}
    line = HostLine(host.url.origin(), hello, games.find, StillClock())
    await asyncio.to_thread(line.__enter__)
    app = GipfApp(games, line, STILL, room=room, offer_links=invitations.offer)
    app.animation_level = "none"
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            yield Seat(app, pilot)
    finally:
        await asyncio.to_thread(line.close)


async def person(host: Hosted, name: str) -> str:
    """Makes a person *name* known to the host before he comes, and returns his id."""
    async with visitor(host, secret=f"{name}-is-called-so-at-this-host", name=name) as known:
        return known.person


async def test_who_watches_sees_the_match_and_is_asked_nothing(file_url: str) -> None:
    async with (
        visited(file_url) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
    ):
        room = host.open_room("r", ann.person, bob.person, goal=1)
        async with seated(host, "Eve", room) as eve:
            board = await eve.at_board()
            *_, done = await ann.page.play(room, "claim", 3)
            assert "done" in done
            await eve.until("0: say claim")
            assert board.decision.choices == ()
            assert not board.check_action("table", ("resign",))
            await ann.page.ask({"do": "resign", "room": room})
            await eve.turn_to("Replay")
            assert "Rematch" not in eve.text


async def test_two_terminals_play_a_match_with_a_challenge(file_url: str) -> None:
    async with visited(file_url) as host:
        room = host.open_room("r", await person(host, "Ann"), await person(host, "Bob"), goal=1)
        async with seated(host, "Ann", room) as ann, seated(host, "Bob", room) as bob:
            await ann.play("claim")
            await bob.play("challenge")
            for each in (ann, bob):
                await each.turn_to("Begin the duel")
                await each.press("enter")
            await bob.play("roll")
            await ann.play("roll")
            await bob.play("claim")
            await ann.play("allow")
            await bob.play("one")
            await ann.until("1 won: ")
            await bob.until("You won")


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.soak
async def test_two_terminals_play_gipf_with_a_challenge_that_zertz_decides(file_url: str) -> None:
    """Both sizes of a terminal; the duel and the match end by resignation."""

    async with asyncio.timeout(200):
        installed = load_plugins()
        match = reach(
            "gipf", {**POTENTIALS, "duel_first_player": "challenger"}, 2, 11, may_challenge
        )
        record = to_record(match, (Player(name="Ann"), Player(name="Bob")))
        async with hosted(file_url, installed=installed) as host:
            people = await person(host, "Ann"), await person(host, "Bob")
            opening = Opening.of_record(record)
            host.served.hub.open_room("r", opening, people[0], 0, dict(enumerate(people)))
            async with (
                seated(host, "Ann", "r", installed=installed) as ann,
                seated(host, "Bob", "r", (120, 40), installed) as bob,
            ):
                for each in (ann, bob):
                    await each.at_board()
                if ann.app.screen.is_modal:
                    await ann.press("enter")
                await ann.play("challenge")
                for each in (ann, bob):
                    await each.turn_to("A duel in ZÈRTZ decides")
                    await each.press("enter")
                await ann.until(lambda: "Wd4" in ann.choices)
                await typed(ann.pilot, "Wd4,a1")  # the whole turn
                await bob.until(lambda: "We4" in bob.choices)
                assert "At stake" in bob.text
                await bob.press("R")
                await bob.press("y")
                await ann.press("R")
                await ann.until("Resign?")
                await ann.press("y")
                await ann.until("you resigned.")
                await bob.until("You won")


async def test_a_decision_is_taken_back_and_a_draw_made_by_agreement(file_url: str) -> None:
    async with visited(file_url) as host:
        room = host.open_room("r", await person(host, "Ann"), await person(host, "Bob"))
        async with seated(host, "Ann", room) as ann, seated(host, "Bob", room) as bob:
            await ann.play("claim")
            await bob.until(lambda: "allow" in bob.choices)
            await ann.press("u")
            await bob.turn_to("asks to take back")
            await bob.press("y")
            await bob.until("You agree.")
            await ann.until(lambda: "claim" in ann.choices)
            await _play_a_turn(ann, bob)
            await bob.until(lambda: "claim" in bob.choices)
            await ann.press("D")
            await ann.until("A draw?")
            await ann.press("y")
            await bob.turn_to("offers a draw.")
            await bob.press("n")
            await ann.until("declines the draw")
            await _play_a_turn(bob, ann)  # a draw is offered once a turn
            await ann.until(lambda: "claim" in ann.choices)
            await ann.press("D")
            await ann.press("y")
            await bob.until("A draw?")
            await ann.play("claim")  # the offer is over, and so is the question
            await bob.until(lambda: "allow" in bob.choices)


async def _play_a_turn(player: Seat, other: Seat) -> None:
    """*player* makes a claim that *other* allows."""
    await player.play("claim")
    await other.play("allow")
    await player.play("one")


async def test_time_runs_when_both_are_ready_until_a_pause_is_agreed_on(file_url: str) -> None:
    async with visited(file_url) as host:
        people = await person(host, "Ann"), await person(host, "Bob")
        room = host.open_room("r", *people, game="fuse", fuse_ms=60_000)
        table = host.served.hub.room(room).table
        async with seated(host, "Ann", room) as ann, seated(host, "Bob", room) as bob:
            await ann.until("I am ready")
            await bob.until("I am ready")
            await ann.press("enter")
            await bob.until("0 is ready.")
            assert table.paused
            await bob.press("enter")
            await ann.until(lambda: not table.paused and not ann.app.screen.is_modal)
            await ann.play("pass")
            await bob.until(lambda: "pass" in bob.choices)
            await bob.press("P")
            await bob.until("The others must agree.")
            await bob.press("down", "enter")
            await ann.turn_to("A pause?")
            await ann.press("y")
            await bob.turn_to("I am ready")
            assert table.paused


async def test_the_match_goes_on_when_the_host_is_back(file_url: str) -> None:
    """A decision that was made while the host was away is played once."""

    async with asyncio.timeout(200):
        async with AsyncExitStack() as stack:
            async with hosted(file_url) as host:
                secret = "Bob-is-called-so-at-this-host"
                people = await person(host, "Ann"), await person(host, "Bob")
                room, port = host.open_room("r", *people, goal=1), host.url.port
                ann = await stack.enter_async_context(seated(host, "Ann", room))
                await ann.until(lambda: "claim" in ann.choices)
            await ann.until("The host is away")
            await typed(ann.pilot, "claim")
            assert port is not None
            async with hosted(file_url, port=port) as again:
                await ann.until("The host is back")
                board = await ann.at_board()
                await ann.until(lambda: len(board.played.match.top.steps) == 1)
                async with visitor(again, secret=secret) as bob:
                    told = await bob.page.watch(room)
                    assert [e["text"] for e in told if e.get("event") == "played"] == ["claim"]
                    await bob.page.ask({"do": "resign", "room": room})
                    await ann.until("You won")


async def test_after_the_end_a_rematch_follows_and_a_seat_is_given_up(file_url: str) -> None:
    async with visited(file_url) as host:
        room = host.open_room("r", await person(host, "Ann"), await person(host, "Bob"))
        async with seated(host, "Ann", room) as ann, seated(host, "Bob", room) as bob:
            board = await ann.at_board()
            await ann.press("R")
            await ann.press("y")
            await ann.until("you resigned.")
            await bob.until("You won")
            await ann.press("enter")
            await ann.until("You ask for a rematch.")
            assert ann.app.screen == board
            await bob.turn_to("A rematch?")
            await bob.press("y")
            await ann.until(
                lambda: isinstance(ann.app.screen, PlayScreen) and ann.app.screen != board
            )
            await bob.until(lambda: "claim" in bob.choices)
            assert bob.app.home_line.last_room == ann.app.home_line.last_room != room
            await ann.press("Q")
            await ann.press("y")
            await ann.until(lambda: isinstance(ann.app.screen, DeskScreen))
            await bob.until("has left the match")
            await bob.press("I")
            await bob.until("Links that invite others")
            await bob.press("enter")
            await bob.until(f"#enter/{bob.app.home_line.last_room}/")


async def test_a_table_is_opened_in_the_lobby_and_a_seat_taken_there(file_url: str) -> None:
    async with asyncio.timeout(200):
        installed = Installed(games={"die": Die})
        async with (
            hosted(file_url, installed=installed) as host,
            seated(host, "Ann", installed=installed) as ann,
        ):
            await ann.choose("Die")
            await ann.until("opponent")
            field = next(each for each in ann.app.screen.query(Select) if each.name == "opponent")
            field.value = "anybody"
            await ann.press("ctrl+s")
            await ann.at_board()
            await ann.until("waiting for somebody")
            async with seated(host, "Bob", installed=installed) as bob:
                await bob.until("Open tables")
                await bob.choose("Die: Ann against a free seat")
                await bob.at_board()
                await ann.until("Bob sits down.")
                await ann.press("ctrl+l")
                await ann.until("It is your move")


class SlowLine:
    """The line of *app* to its host over which nothing comes but what is let through."""

    def __init__(self, app: GipfApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self._app, self._hear = app, app.home_line.receive
        self._let: Callable[[Message], bool] | None = None
        self._was_heard = False
        monkeypatch.setattr(app.home_line, "receive", self._hear_what_is_let)

    def let(self, until: Callable[[Message], bool] | None = None) -> None:
        """Lets each message be shown before the next is heard: the first *until* which this is
        true, by default all that ever come."""
        self._let = until or (lambda _said: False)
        self._app.post_message(MessagesArrived())

    @property
    def is_held(self) -> bool:
        """Whether all that was let has been shown."""
        return self._let is None

    def _hear_what_is_let(self, wait_s: float = 0.0) -> Message | None:
        was_heard, self._was_heard = self._was_heard, False
        if self._let is None or was_heard or (said := self._hear()) is None:
            return None
        self._was_heard = True  # and is shown, before the next
        self._let = None if self._let(said) else self._let
        self._app.post_message(MessagesArrived())
        return said


async def test_who_opens_a_match_invites_only_to_the_seats_that_are_free(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with asyncio.timeout(200):
        installed = Installed(games={"die": Die})
        async with (
            hosted(file_url, installed=installed) as host,
            seated(host, "Ann", installed=installed) as ann,
        ):
            SlowLine(ann.app, monkeypatch).let()
            await ann.choose("Die")
            await ann.until("opponent")
            await ann.press("ctrl+s")
            await ann.until("Whoever opens a link comes in")
            assert "To play as Second" in ann.text
            assert "To play as First" not in ann.text
            await ann.press("escape")
            await ann.press("ctrl+l")
            await ann.until("Your tables")
            await ann.press("1")  # once more, against a bot: nobody is invited
            await ann.until("opponent")
            field = next(each for each in ann.app.screen.query(Select) if each.name == "opponent")
            field.value = "random"
            await ann.press("ctrl+s")
            await ann.play("roll")
            await ann.turn_to("Rematch")
            assert "Whoever opens a link comes in" not in ann.text


async def test_a_typed_line_keeps_the_keys_until_its_move_is_accepted_by_the_host(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused, because another window was quicker, it stays to be corrected."""

    async with visited(file_url) as host:
        people = await person(host, "Ann"), await person(host, "Bob")
        room, secret = host.open_room("r", *people), "{}-is-called-so-at-this-host"
        async with (
            seated(host, "Ann", room) as ann,
            visitor(host, secret=secret.format("Ann"), name="Ann") as window,
            visitor(host, secret=secret.format("Bob"), name="Bob") as bob,
        ):
            await ann.until(lambda: "claim" in ann.choices)
            slow, line = SlowLine(ann.app, monkeypatch), ann.app.screen.query_one(Prompt)
            *_, done = await window.page.play(room, "claim", 1)
            number = done["number"]
            *_, done = await bob.page.play(room, "allow", number)
            assert "done" in done
            await typed(ann.pilot, "claim")  # nothing of that has come here
            field = line.query_one(Input)
            assert (line.display, field.has_focus, field.value) == (True, True, "claim")
            slow.let()
            await ann.until(lambda: line.display and not line.waits)
            assert (field.has_focus, field.value) == (True, "claim")
            await ann.press(*"one", "enter")
            await ann.until(lambda: not line.display)
            assert isinstance(ann.app.focused, Board)
            match = host.served.hub.room(room).table.match
            assert [step.text for step in match.top.steps] == ["claim", "allow", "one"]


async def test_what_a_host_says_to_another_command_accepts_no_move(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visited(file_url) as host:
        room = host.open_room("r", await person(host, "Ann"), await person(host, "Bob"))
        async with seated(host, "Ann", room) as ann:
            await ann.until(lambda: "claim" in ann.choices)
            board = await ann.at_board()
            slow, line = SlowLine(ann.app, monkeypatch), board.query_one(Prompt)
            board.played.ask_again()  # no bot has failed
            await typed(ann.pilot, "claim")
            slow.let(lambda said: "refused" in said)
            await ann.until(lambda: slow.is_held)
            await ann.pilot.pause()
            assert (line.display, ann.choices) == (True, set())
            await ann.press("enter")  # it is not sent twice
            await ann.until("The host has not answered yet.")
            await ann.press("escape")
            slow.let()
            await ann.until(lambda: len(board.played.match.top.steps) == 1)
            assert len(host.served.hub.room(room).table.match.top.steps) == 1


async def test_a_bot_that_has_failed_is_replaced_and_a_hint_given(file_url: str) -> None:
    async with visited(file_url) as host:
        players = (Player(name="Ann"), Player(name="greedy", player="greedy"))
        opening = Opening(game="wager", players=players, seed=1)
        room = host.served.hub.open_room("r", opening, await person(host, "Ann"), 0)
        room.table.fault = BotFailed("It is stuck.", 1)
        async with seated(host, "Ann", "r") as ann:
            await ann.turn_to("Bruno is stuck")
            await ann.press("enter")
            await ann.until(lambda: room.table.fault is None and "claim" in ann.choices)
            await ann.press("H")
            await ann.until("Say claim.")
