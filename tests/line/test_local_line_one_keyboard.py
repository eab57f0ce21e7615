"""A room at one keyboard does what a table did: the same decisions, policies, bots and failures.

``Table`` is the table of before, and what its faces did stands in the tests: one for each policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from gipf_meta import Choice, MoveError
from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.bots.levels import BOTS
from gipf_meta.hub.audience import OWNER
from gipf_meta.match.match import CannotUndo
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.writer import to_record
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.table import Table
from tests.line.rooms_here import FOUND, SEED, game_of, players_at, sit

HUMAN, BOT = PERSON, "random"
KEYBOARDS = [
    ("wager", (HUMAN, HUMAN)),
    ("wager", (HUMAN, BOT)),
    ("wager", (BOT, HUMAN)),
    ("zatre", (HUMAN, HUMAN, BOT)),
    ("zatre", (HUMAN, BOT, HUMAN, HUMAN)),
]
"""Games and who sits at their seats, one person at a keyboard or several."""

at_clocks = pytest.mark.parametrize(
    "kinds", [(HUMAN, HUMAN), (BOT, HUMAN), (HUMAN, BOT, HUMAN, HUMAN)], ids=len
)
"""Seats of matches without duels: before a duel a room stops its clocks, as faces did."""

at_keyboards = pytest.mark.parametrize(
    ("game", "kinds"), KEYBOARDS, ids=lambda value: value if isinstance(value, str) else len(value)
)


def choices_of_people(table: Table) -> tuple[Choice, ...]:
    """The choices of people at *table*, also while a bot is to decide."""
    top, people = table.match.top, table.turn.people
    if len(people) == len(top.players):
        return top.view(None).choices
    return tuple(dict.fromkeys(each for one in people for each in top.view(one).choices))


class Both:
    """A match at a table of before, and the same one in a room."""

    def __init__(
        self, game: str, kinds: Sequence[str], clock: str | None = None, goal: int = 20
    ) -> None:
        beginning = game_of(game, **({"goal": goal} if game == "wager" else {}))
        self.clock = StillClock()
        self.sitting = sit(beginning, kinds, clock=clock)
        self.table = begin_table(
            beginning,
            players_at(beginning, kinds),
            FOUND.find,
            self.clock,
            seed=SEED,
            control=TimeControl.read(clock) if clock else None,
            thinking="positions",
        )
        self.check()

    def check(self) -> None:
        """Asserts that both are in the same state, for the player there and in the record."""
        table, played = self.table, self.sitting.played
        record = to_record(table.match, table.seats)
        assert played.record() == record
        assert (played.over, played.paused, played.trouble) == (
            table.over,
            table.paused,
            table.trouble,
        )
        assert len(played.table.taken_back) == len(table.taken_back)
        assert (played.fault is None) == (table.fault is None)
        assert played.bot_is_due == table.bot_is_due
        if table.over is None:
            assert played.room.deciders(OWNER) == [*table.turn.people]
            assert played.choices() == choices_of_people(table)

    def go_on(self, decisions: int, rng: Random) -> None:
        """People decide something so many times, and bots whenever they are asked."""
        for _decision in range(decisions):
            self.let_bots_decide()
            if self.table.over is None:
                self.decide(rng.choice(self.sitting.played.choices()).notation)
        self.let_bots_decide()

    def decide(self, text: str) -> None:
        """Plays *text* for the player who is to decide."""
        try:
            self.table.play(text)
            why = ""
        except MoveError as error:
            why = str(error)
        assert self.sitting.play(text) == why
        self.check()

    def let_bots_decide(self) -> None:
        """Bots decide until a person is asked."""
        while self.table.bot_is_due and self.table.over is None and self.table.fault is None:
            try:
                self.table.play_bot()
            except BotFailed:
                break
        self.sitting.let_bots_decide()
        self.check()

    def pass_time(self, ms: int) -> None:
        """Lets *ms* pass."""
        self.clock.ms += ms
        self.sitting.clock.ms += ms
        self.table.tick()
        self.sitting.line.pass_time()
        self.sitting.receive()
        self.check()

    def do(self, policy: Callable[[Table], object], do: str, **about: Any) -> None:
        """At the table *policy*, in the room what is called *do*."""
        try:
            policy(self.table)
            why = ""
        except (CannotUndo, MoveError) as error:
            why = str(error)
        assert self.sitting.say(do, **about) == why
        self.check()


@at_keyboards
def test_undo_and_redo(game: str, kinds: Sequence[str]) -> None:
    both, rng = Both(game, kinds), Random(1)
    both.do(Table.undo, "take_back")
    both.do(Table.redo, "play_again")
    for decisions in (1, 4, 3):
        both.go_on(decisions, rng)
        for _time in range(2):
            both.do(Table.undo, "take_back")
        both.do(Table.redo, "play_again")
    both.go_on(2, rng)
    both.do(Table.redo, "play_again")


@pytest.mark.parametrize("kinds", [(HUMAN, HUMAN), (HUMAN, BOT)], ids=len)
def test_the_end_is_taken_back(kinds: Sequence[str]) -> None:
    both = Both("wager", kinds, goal=2)
    while both.table.over is None:
        both.go_on(1, Random(7))
    both.pass_time(7_000)
    both.do(Table.undo, "take_back")
    assert both.table.over is None
    both.go_on(1, Random(8))
    both.do(partial(Table.resign, player=0), "resign", by=0)
    both.do(Table.undo, "take_back")


@at_keyboards
def test_resigning(game: str, kinds: Sequence[str]) -> None:
    for decisions in (0, 1, 4):
        both = Both(game, kinds)
        both.go_on(decisions, Random(decisions))
        if both.table.over is None:
            by = both.table.turn.people[0]
            both.do(partial(Table.resign, player=by), "resign", by=by)
            both.do(Table.undo, "take_back")


@at_keyboards
@pytest.mark.parametrize("accept", [True, False])
def test_a_draw(game: str, kinds: Sequence[str], accept: bool) -> None:
    both = Both(game, kinds)
    both.go_on(2, Random(2))
    asker, table = both.table.turn.people[0], both.table
    asked = [
        player
        for player in table.match.top.players
        if player != asker and table.players[player].bot is None
    ]
    assert both.sitting.say("offer") == ""
    assert both.sitting.played.asked_about_draw == ([] if both.sitting.played.over else asked)
    if asked:
        assert both.sitting.say("answer", accept=accept) == ""
    if (accept or not asked) and table.pilots.accept_draw(table.match, asker):
        table.agree_draw()
    both.check()
    assert both.sitting.played.room.offer is None


def test_a_draw_may_be_offered_before_the_first_decision_and_again_in_one_turn() -> None:
    both = Both("wager", (HUMAN, HUMAN))
    for accept in (False, False, True):
        assert both.sitting.say("offer") == ""
        assert both.sitting.say("answer", accept=accept) == ""
    both.table.agree_draw()
    both.check()


@at_clocks
def test_pausing(kinds: Sequence[str]) -> None:
    both, rng = Both("zatre", kinds, clock="5m"), Random(3)

    def pause(table: Table, is_paused: bool) -> None:
        table.tick()
        table.paused = is_paused

    both.go_on(1, rng)
    for _time in range(2):
        both.pass_time(1_000)
        both.do(lambda table: pause(table, True), "pause")
        both.pass_time(20_000)
        both.do(lambda table: pause(table, False), "go_on")
        both.go_on(1, rng)
    both.pass_time(400_000)
    assert both.table.over is not None


def test_where_no_time_runs_nothing_can_be_paused() -> None:
    sitting = sit(game_of("wager"))
    assert sitting.say("pause").startswith("No time runs in this match")
    assert not sitting.played.paused


@at_keyboards
def test_seating_another_player(game: str, kinds: Sequence[str]) -> None:
    both, rng = Both(game, kinds), Random(4)
    both.go_on(1, rng)
    player = kinds.index(BOT) if BOT in kinds else 1
    for kind in ("greedy", HUMAN, BOT):
        newcomer = Player.of_kind(kind, both.table.players[player].name)
        both.do(
            partial(Table.seat, player=player, newcomer=newcomer), "seat", player=player, kind=kind
        )
        both.go_on(1, rng)


class Stuck(RandomBot):
    """A bot that fails."""

    def choose(self, request: Request) -> Any:
        raise LookupError("no idea")


END_A_FAULT: dict[str, tuple[Callable[[Table], object], dict[str, Any]]] = {
    "ask_again": (Table.ask_again, {}),
    "seat": (lambda table: table.seat(1, Player.of_kind(HUMAN, table.players[1].name)), {
        "player": 1, "kind": HUMAN,
    }),
    "resign": (lambda table: table.resign(1), {"by": 1}),
    "offer": (Table.agree_draw, {}),
}  # fmt: skip


@pytest.mark.parametrize("do", END_A_FAULT)
def test_a_bot_that_fails(do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipf_meta.table.players.make_bot", lambda kind: Stuck())
    both = Both("wager", (HUMAN, BOT))
    both.go_on(1, Random(5))
    assert str(both.sitting.played.fault) == str(both.table.fault)
    assert both.table.fault is not None
    policy, about = END_A_FAULT[do]
    both.do(policy, do, **about)
    both.let_bots_decide()


@at_keyboards
@pytest.mark.parametrize("seed", range(2))
def test_a_room_and_a_table_agree_over_random_decisions_and_undos(
    game: str, kinds: Sequence[str], seed: int
) -> None:
    both, rng = Both(game, kinds), Random(seed)
    for _step in range(12):
        what = rng.randrange(6)
        if what == 0:
            both.do(Table.undo, "take_back")
        elif what == 1:
            both.do(Table.redo, "play_again")
        elif what == 2:
            both.decide("nonsense")
        else:
            both.go_on(1, rng)


def test_a_match_of_bots_is_led_by_who_opened_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sit(game_of("fuse"), (BOT, BOT))
    assert not sitting.played.paused, "nobody is waited for"
    for do in ("pause", "go_on"):
        assert sitting.say(do) == ""
    monkeypatch.setattr("gipf_meta.table.players.make_bot", lambda kind: Stuck())
    for do, about in (*((do, about) for do, (_policy, about) in END_A_FAULT.items()), ("play", {})):
        both = Both("wager", (BOT, BOT))
        both.let_bots_decide()
        assert str(both.sitting.played.fault) == str(both.table.fault)
        if do in ("offer", "play"):
            assert both.sitting.say(do, **about) != "", "who holds no seat decides nothing"
        else:
            fault = both.table.fault
            assert fault is not None
            about = {key: fault.player if key in ("by", "player") else about[key] for key in about}
            assert both.sitting.say(do, **about) == ""
            assert both.sitting.played.fault is None


def test_every_bot_that_comes_with_the_program_decides_the_same() -> None:
    for bot in BOTS:
        if bot not in ("expert", "master"):
            both = Both("wager", (HUMAN, bot))
            both.go_on(2, Random(6))
