"""No player waits for ever line by line: clocks of duels, pauses with an end, absent opponents."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest

from gipf_meta.line.people_actions import about_people, gone
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.clock_words import read_pause
from gipf_meta.narration.hour_words import hour_words
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.rooms.state import RoomState
from tests.line.far_line import FarHub, FarLine
from tests.line.rooms_here import FOUND

MINUTE_MS = 60_000
Typed = str | Callable[[], object]


class Keyboard(Terminal):
    """A terminal, or a pipe, at which *typed* is typed; what is no text happens while a line is
    waited for."""

    def __init__(self, *typed: Typed, is_pipe: bool = False) -> None:
        super().__init__(StringIO(), StringIO())
        self.typed, self.is_pipe = deque(typed), is_pipe

    @property
    def is_interactive(self) -> bool:
        return not self.is_pipe

    def wait_for_line(self, ms: int | None) -> bool:
        if self.typed and not isinstance(happens := self.typed[0], str):
            self.typed.popleft()
            happens()
            return False
        return True

    def read(self) -> str:
        while self.wait_for_line(None) is False:
            pass
        if not self.typed:
            raise EOFError
        self.say(line := str(self.typed.popleft()))
        return line

    def has_more(self) -> bool:
        return False


class Table:
    """Ann, who types, and Bob, far away, at a match."""

    def __init__(self, goal: int = 3, **about: Any) -> None:
        self.far = FarHub()
        self.far.open_room("ann", {1: "bob"}, goal=goal, **about)
        self.bob = FarLine(self.far, "bob")
        self.bob.watch("r")

    @property
    def room(self) -> RoomState:
        return self.far.hub.room("r")

    def says(self, do: str, **fields: Any) -> Callable[[], object]:
        """Bob says that."""
        return lambda: self.bob.send(do, room="r", **fields)

    def plays(self, text: str) -> Callable[[], object]:
        """Bob decides that."""
        return lambda: self.says("play", text=text, seen=self.room.number)()

    def passes(self, minutes: float) -> Callable[[], object]:
        """Returns a function that lets so many minutes pass."""
        return lambda: self.far.pass_time(round(minutes * MINUTE_MS))

    def told(self, *typed: Typed, is_pipe: bool = False) -> str:
        """The output for Ann when she types *typed*, as one line."""
        terminal, line = Keyboard(*typed, is_pipe=is_pipe), FarLine(self.far, "ann")
        match = PlainMatch(line, "r", FOUND, terminal, line.invitations.offer)
        with suppress(EOFError):
            match.run()
        line.hang_up()
        assert isinstance(terminal.out, StringIO)
        return " ".join(terminal.out.getvalue().split())

    @property
    def over(self) -> tuple[tuple[int, ...], str] | None:
        """The winners of the match, and the reason of its end; ``None`` while it goes on."""
        over = self.room.table.over
        return None if over is None else (tuple(over.winners), over.reason)


def as_seen(table: Table) -> PlayedMatch:
    """The match as Ann sees it."""
    line = FarLine(table.far, "ann")
    seen, _id = line.watch("r")
    while (said := line.receive()) is not None:
        seen.receive(said)
    seen.catch_up()
    played = PlayedMatch(line, seen, line.send)
    played.follow(())
    return played


# ---- who is away --------------------------------------------------------------------------------


def test_the_win_is_claimed_against_who_has_left_after_a_question() -> None:
    table = Table()
    told = table.told("claim", table.says("leave"), "claim", "no", "people", "claim", "yes")
    assert "Bob has left the match. You may claim the win: the match is over then." in told
    assert "Claim the win against Bob (yes or no)? no" in told
    assert "claim 2 Claim the win against Bob seat 2 easy Let a bot go on for Bob" in told
    assert table.over == ((0,), "absence")


def test_it_is_told_when_one_may_go_on_without_who_is_away_and_as_soon_as_one_may() -> None:
    table = Table(away_ms=10 * MINUTE_MS)
    told = table.told(
        "claim", table.bob.hang_up, table.passes(4), "claim 2", "board off", table.passes(7),
        "claim", "yes",
    )  # fmt: skip
    assert "You may go on without Bob in 10 minutes." in told
    assert "Bob may be away for 10 minutes: 6 minutes of it are left." in told
    assert "You may go on without Bob in 6 minutes." in told
    assert "You may go on without Bob. Type people: it lists what you can do." in told
    assert "Bob has been away for 10 minutes or more." in told
    assert table.over == ((0,), "absence")


def test_on_a_pipe_too_who_waits_for_who_has_left_is_asked_and_claims_the_win() -> None:
    table = Table()
    as_seen(table).play("claim")
    assert table.told("claim", "yes", is_pipe=True).endswith("Bob: Say one of the words.")
    assert table.over is None, "it is Bob's turn, and nothing is asked of Ann"
    table.says("leave")()
    told = table.told("claim", "yes", is_pipe=True)
    assert "You may go on without Bob. Type people: it lists what you can do." in told
    assert table.over == ((0,), "absence")


def test_a_bot_goes_on_for_who_has_left_after_a_question() -> None:
    table = Table()
    told = table.told(
        "claim", table.says("leave"), "seat bob easy", "no", "seat bob easy", "yes", "quit"
    )
    assert "Let a bot go on for Bob (yes or no)? no" in told
    assert table.room.table.players[1].kind == "easy"


@pytest.mark.parametrize("typed", ["claim", "claim 2", "claim bob"])
def test_who_claims_too_early_reads_why(typed: str) -> None:
    assert "Bob is here." in Table().told("claim", typed, "quit")


def test_nothing_is_offered_against_who_is_here() -> None:
    table = Table()
    table.told("claim", "quit")
    played = as_seen(table)
    assert gone(played) == ()
    assert {row.do for row in about_people(played)} == {"leave"}
    table.says("leave")()
    assert {"claim", "seat"} <= {row.do for row in about_people(as_seen(table))}


# ---- pauses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "ms"),
    [("15m", 15 * MINUTE_MS), ("90S", 90_000), ("1d", 1440 * MINUTE_MS), ("2 h", 120 * MINUTE_MS)],
)
def test_a_pause_is_as_long_as_is_typed(typed: str, ms: int) -> None:
    assert read_pause(typed) == ms


@pytest.mark.parametrize("typed", ["", "15", "25h", "2d", "0m", "m", "-3m", "99999d", "٣m"])
def test_no_pause_is_shorter_than_a_second_or_longer_than_a_day(typed: str) -> None:
    assert read_pause(typed) is None


def test_a_pause_ends_by_itself_and_is_told_meanwhile() -> None:
    table = Table(control="60m")
    table.says("go_on")()
    told = table.told(
        "ready", "claim", "pause 25h", "pause 15m", table.says("answer", accept=True),
        table.passes(5), "people", table.passes(11), "quit",
    )  # fmt: skip
    assert "A pause lasts from a second to a day: pause 90s, pause 15m or pause 2h." in told
    assert "You ask for a pause of 15 minutes." in told
    assert "The match pauses for 15 minutes; then time goes on by itself." in told
    assert "Time goes on by itself in 10 minutes." in told
    assert "Time goes on. " in told
    assert not table.room.is_paused


def test_a_pause_lasts_ten_minutes_if_nothing_is_said() -> None:
    table = Table(control="60m")
    table.says("go_on")()
    told = table.told("ready", "claim", "pause", table.says("answer", accept=True), "quit")
    assert "Time goes on by itself in 10 minutes." in told


# ---- duels --------------------------------------------------------------------------------------


def test_the_clock_of_a_duel_is_told_and_that_of_the_match_once_and_a_flag() -> None:
    about = {"control": "60m", "duel_control": "20s"}
    table = Table(goal=3, duel="wager", **about)
    table.says("go_on")()
    told = table.told(
        "ready", "claim", table.plays("challenge"), "ready", table.says("go_on"), "moves",
        "board", table.passes(1), "quit",
    )  # fmt: skip
    assert "Each has 20 seconds for this duel; the clock of the match is stopped meanwhile." in told
    assert "Bob is not ready yet. Time goes on by itself in 10 minutes." in told
    assert told.count("The clock of the match is stopped: You 60:00, Bob 60:00.") == 1
    assert "Clock: Bob 0:20.0, You 0:20.0." in told
    assert told.count(" won the duel in Wager by time.") == 1
    assert len(table.room.table.match.sessions) == 1


def test_in_a_match_of_days_nobody_is_asked_to_be_ready_and_a_date_is_told() -> None:
    table = Table(control="4320m/turn", duel="wager", goal=3)
    told = table.told("board", "claim", table.plays("challenge"), "moves", "board", "quit")
    assert " is not ready" not in told
    assert "ready?" not in told.lower()
    until = hour_words(3 * 86_400_000)
    assert f"Clock: You 3 days (until {until}), Bob 3 days." in told
    assert len(table.room.table.match.sessions) == 2
    assert not table.room.is_paused
    assert "Each has 3 days for a turn of this duel" in told
