"""Matches begin differently where a game wants it: among what looks equally good a lot chooses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import SearchingBot
from gipf_meta.protocol.game import Game, Over, Status, turn
from tests.gipf.words import game

WORTHS = {"best": 0.2, "alike": 0.195, "worse": 0.15}


class Begun(NamedTuple):
    """The number of decisions made, and the worth to seat 0 of the one that counts."""

    done: int = 0
    worth: float = 0.0


class Openings(Game[Begun, Any]):
    """One decision of seat 0 counts, the one that comes *at*; too many follow to see the end."""

    id: ClassVar[str] = "openings"
    title: ClassVar[str] = "Openings"
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")
    searched_by = "alpha-beta"
    varied_turns: ClassVar = 2

    at: int = 0

    def start(self, seats: int) -> Begun:
        return Begun()

    def status(self, state: Begun) -> Status[Any]:
        return Over((), "done") if state.done == 40 else turn(state.done % 2, state.done + 1)

    def legal_moves(self, state: Begun, seat: int) -> Sequence[Any]:
        return tuple(WORTHS) if state.done == self.at else ("on", "off")

    def apply(self, state: Begun, move: Any) -> Begun:
        return Begun(state.done + 1, WORTHS.get(move, state.worth))

    def evaluate(self, state: Begun, seat: int) -> float:
        return -state.worth if seat else state.worth


def chosen(openings: Openings) -> set[str]:
    """The decisions of a bot where it counts, by different seeds."""
    begun = Begun(openings.at)
    bot = SearchingBot(nodes=50)
    return {bot.choose(Request(openings, begun, 0, 2, Random(seed))) for seed in range(12)}


def test_in_its_first_turns_a_bot_chooses_by_lot_among_what_looks_equally_good() -> None:
    assert chosen(Openings()) == {"best", "alike"}
    assert chosen(Openings(at=2)) == {"best"}


def test_the_same_seed_begins_the_same_match_of_gipf_and_another_one_another() -> None:
    gipf = game(variant="tournament")
    begun = gipf.start(2)

    def first(seed: int) -> str:
        bot = SearchingBot(nodes=4)
        return gipf.format(begun, bot.choose(Request(gipf, begun, 0, 2, Random(seed))))

    firsts = [first(seed) for seed in range(8)]
    assert firsts[:2] == [first(0), first(1)]
    assert len({*firsts}) >= 5
