"""A start that luck draws space by space fills neither the list of the first turn nor the news,
and does not pass for a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from gipf_meta import Chance, Choice, Game, Over, Point, Status, View, turn
from gipf_meta.hub.turn_list import TurnList
from gipf_meta.match.match import Match
from gipf_meta.narration.news import news
from gipf_meta.narration.story import after_draws, match_story, turn_words
from tests.small_games.finding import find


class Strewn(Game[tuple[str, ...], str]):
    """Luck strews *spaces* stones, and then each player names one."""

    id: ClassVar[str] = "strewn"
    title: ClassVar[str] = "Strewn"
    tagline: ClassVar[str] = "Name a stone."
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")

    spaces: int = 9
    in_turn: bool = True

    def start(self, seats: int) -> tuple[str, ...]:
        return ()

    def status(self, state: tuple[str, ...]) -> Status[str]:
        named = len(state) - self.spaces
        if named < 0:
            place = len(state) + 1
            return Chance(((f"W{place}", 1), (f"B{place}", 1)), None if self.in_turn else 1)
        if named == 2:
            return Over((0,), "named")
        return turn(named, named + (1 if self.in_turn else 2))

    def legal_moves(self, state: tuple[str, ...], seat: int) -> Sequence[str]:
        return ("a", "b") if self.status(state) in (turn(seat, 1), turn(seat, 2)) else ()

    def apply(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)

    def format(self, state: tuple[str, ...], move: str) -> str:
        return move

    def view(self, state: tuple[str, ...], seat: int | None) -> View:
        return View((Point("a", 0, 0),), choices=(Choice("a", ("a",), "a"),))


@pytest.mark.parametrize("in_turn", [True, False])
@pytest.mark.parametrize("spaces", [21, 40])
def test_a_start_by_luck_is_counted(in_turn: bool, spaces: int) -> None:
    match = Match.begin(Strewn(spaces=spaces, in_turn=in_turn), 2, find, seed=1).play("a")
    top, names = match.top, ["Ann", "Bob"]
    first = turn_words(top, top.turns()[0])
    drawn = f"({spaces} drawn by luck)"
    assert first == (f"{drawn} a" if in_turn else drawn)
    told = [*match_story(match, names)]
    assert told[0].startswith("  1. Luck: ")  # so it is read back whole
    assert told[0].count(",") == spaces - 1
    assert told[1] == f"  {1 if in_turn else 2}. Ann as First: a"
    page = TurnList().scene(match, ())["turn:0"]
    assert page["list_text"] == first
    assert page["text"].count(",") >= spaces - 1  # the notation has all of it
    begun = f"Luck has drawn {spaces} times."
    assert begun in [*news((), match.sessions, names)]
    assert [*news((), match.sessions, names)][-1] == "Ann: a"
    assert len(after_draws(top.last_turn)) == 1


def test_a_few_draws_are_told_one_by_one() -> None:
    match = Match.begin(Strewn(spaces=4), 2, find, seed=1).play("a")
    assert turn_words(match.top, match.top.turns()[0]).count(",") == 4
    assert not any("times" in told for told in news((), match.sessions, ["Ann", "Bob"]))
    assert len(after_draws(match.top.last_turn)) == 5
