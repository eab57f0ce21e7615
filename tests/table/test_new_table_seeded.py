"""A seed that was asked for: bots count positions then, and the record says what ended searches."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.cli import run
from gipf_meta.commands import play
from gipf_meta.hub.hub import Hub
from gipf_meta.match.match import EndOfThinking
from gipf_meta.match.playback import branch, moments
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.search.budget import Budget
from gipf_meta.table.new_table import HINT_MS, begin_table, hint_budget, resume_table
from gipf_meta.table.openings import Opening
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table

FOUND = load_plugins()
"""All installed games and bots."""


def table_that(thinking: EndOfThinking | None, *kinds: str, game: str = "zertz") -> Table:
    """A table for people, who wait for bots as long as usual."""
    players = players_of(kinds or ("expert", "human"), ("Ann", "Bob"))
    clock = StillClock()
    table = begin_table(FOUND.find(game)(), players, FOUND.find, clock, seed=3, thinking=thinking)
    table.pilots.patience.ms = PATIENCE_MS
    return table


@pytest.mark.parametrize("thinking", [None, "time", "positions"])
def test_a_bot_is_granted_time_unless_positions_end_its_searches(
    thinking: EndOfThinking | None,
) -> None:
    asked = table_that(thinking).thinking()
    assert asked is not None
    assert asked.request.limit_ms is not None, "nobody waits longer for it than before"
    assert (asked.request.granted_ms is None) == (thinking == "positions")


def test_where_time_acts_it_is_the_same() -> None:
    for thinking in ("time", "positions"):
        table = table_that(thinking, game="tamsk")
        table.pilots.plans_elsewhere = table.is_in_room = True
        asked = table.thinking()
        assert asked is not None
        assert (asked.request.granted_ms is None) == (thinking == "positions")


def test_hints_follow_the_same_rule() -> None:
    assert hint_budget(table_that("time")) == Budget(ms=HINT_MS)
    table = table_that("positions")
    assert hint_budget(table) == Budget(table.match.top.game.positions_a_second)


@pytest.mark.parametrize("thinking", [None, "time", "positions"])
def test_the_record_says_what_ended_the_searches_of_bots(thinking: EndOfThinking | None) -> None:
    record = loads(dumps(table_that(thinking).record()))
    assert record.thinking == thinking
    again = resume_table(record, FOUND.find, StillClock())
    assert again.match.thinking == thinking
    assert table_that(thinking, "human", "human").record().thinking is None


@pytest.mark.parametrize("thinking", ["time", "positions"])
def test_it_stays_so_however_the_match_goes_on(thinking: EndOfThinking) -> None:
    """The first decision forgot it: a seeded match was thought about by time from then on."""
    begun = table_that(thinking, "human", "human").match
    game, state = begun.top.game, begun.top.state
    played = begun.play_move(0, game.turn_moves(state, 0)[0])
    ways = {
        "a decision": played,
        "its text": begun.play(game.format(state, game.turn_moves(state, 0)[0])),
        "time": begun.advance(1_000),
        "a resignation": begun.resign(0),
        "a draw": begun.agree_draw(),
        "a branch": branch(played, moments(played)[0], 3),
    }
    assert {way: after.thinking for way, after in ways.items()} == dict.fromkeys(ways, thinking)


def test_a_record_without_it_is_read_for_ever() -> None:
    record = table_that("time").record()
    data = record.model_dump(mode="json", exclude={"thinking"})
    assert Record.model_validate(data).thinking is None


@pytest.mark.parametrize(
    ("patience_ms", "is_seeded", "thinking"),
    [(PATIENCE_MS, False, "time"), (PATIENCE_MS, True, "positions"), (None, False, "positions")],
)
def test_a_room_knows_it_also_when_it_is_rebuilt(
    patience_ms: int | None, is_seeded: bool, thinking: str
) -> None:
    ledger, hubs = MemoryLedger(), list[Any]()
    for _hub in range(2):
        hubs.append(Hub(ledger, FOUND.find, patience_ms=patience_ms))
        hubs[-1].rooms.is_seeded = is_seeded
    seats = table_that(None).seats
    hubs[0].open_room("r", Opening.of_match(FOUND.find("zertz")(), seats, 3), "Bob")
    for hub in hubs:
        match = hub.room("r").table.match
        assert to_record(match, seats).thinking == thinking


@pytest.mark.parametrize(("asked", "thinking"), [([], None), (["--seed", "3"], "positions")])
def test_a_seed_at_a_terminal_has_the_same_match_again(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], thinking: str | None
) -> None:
    """Bots used to think by time there, seed or not."""
    openings: list[Opening] = []

    class Opener:
        def open(self, room: str, opening: Opening) -> None:
            openings.append(opening)

    def begin_in(
        _arguments: Any, _installed: Any, _terminal: Any, _library: Any, begin: Any
    ) -> int:
        begin(Opener())
        return 0

    monkeypatch.setattr(play, "play_in", begin_in)
    assert run(["play", "zertz", "--seats", "expert", "greedy", *asked]) == 0
    assert [opening.thinking for opening in openings] == [thinking]


@pytest.mark.parametrize("seed", [None, 3])
def test_matches_of_the_desk_that_a_seed_was_typed_for_count_positions(seed: int | None) -> None:
    class Interactive(Terminal):
        is_interactive = True

    line = play.line_for_lines(FOUND, None, Interactive(), seed)
    seats = table_that(None).seats
    line.open("r", Opening.of_match(FOUND.find("zertz")(), seats, 3))
    assert line.hub.room("r").table.match.thinking == ("time" if seed is None else "positions")
