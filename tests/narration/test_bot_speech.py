"""The lines of a match's bots: at its start, its end and at slips, and to people alone."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.bots.spoken_lines import LINES, Occasion, lines_at_slips
from gipf_meta.match.match import Match
from gipf_meta.narration.bot_speech import SlipsNoticed, lines_of_bots, speech_of_bots
from gipf_meta.narration.shares import ChancesTold
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.records.models import Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record

pytestmark = pytest.mark.needs("zertz")


def seats(*kinds: str) -> tuple[Seat, ...]:
    return tuple(Seat(name=f"p{n}", player=kind) for n, kind in enumerate(kinds))


def begin(seed: int = 5) -> Match:
    find = installed_plugins().find
    return Match.begin(find("zertz")(), 2, find, seed).resolve()


def test_a_bot_greets_until_the_person_has_decided() -> None:
    match, people = begin(), seats("beginner", "human")
    (greeting,) = lines_of_bots(match, people).values()
    assert greeting in LINES["beginner"]["start"]
    assert speech_of_bots(match, people, ("Mia", "You")) == [f"Mia: “{greeting}”"]
    bot_moved = match.play("Wd4,a1")
    assert lines_of_bots(bot_moved, people) == {0: greeting}
    assert lines_of_bots(bot_moved.play("Wd5,a2"), people) == {}


@pytest.mark.parametrize(("resigns", "occasion"), [(1, "resigned"), (0, "lost"), (None, "drawn")])
def test_at_the_end_it_speaks_of_what_has_happened(resigns: int | None, occasion: Occasion) -> None:
    match, people = begin().play("Wd4,a1").play("Wd5,a2"), seats("easy", "human")
    ended = match.agree_draw() if resigns is None else match.resign(resigns)
    (line,) = lines_of_bots(ended, people).values()
    assert line in LINES["easy"][occasion]


def test_a_match_that_is_replayed_is_accompanied_by_the_same_lines() -> None:
    people = seats("medium", "human")
    for seed in range(4):
        match = begin(seed).play("Wd4,a1").play("Wd5,a2").resign(1)
        again = read_match(to_record(match, people), installed_plugins().find)
        assert lines_of_bots(again, people) == lines_of_bots(match, people) != {}


@pytest.mark.parametrize("kinds", [("human", "human"), ("easy", "hard"), ("human", "engine:x")])
def test_nobody_speaks_where_no_bot_of_ours_plays_or_no_person(kinds: tuple[str, ...]) -> None:
    match, people = begin(), seats(*kinds)
    assert lines_of_bots(match, people) == {}
    assert lines_of_bots(match.resign(1), people) == {}


# ---- slips ---------------------------------------------------------------------------------------


def found(percent: int) -> ChancesTold:
    shares: Any = [{"player": 1, "percent": percent}, {"player": 0, "percent": 100 - percent}]
    return {"shares": shares, "words": ""}


def go_on(match: Match) -> Match:
    """*match* after two more decisions."""
    for _n in range(2):
        now, top = match.top.status, match.top
        assert isinstance(now, Turn)
        match = match.play_move(now.seat, top.game.turn_moves(top.state, now.seat)[0])
    return match


def test_a_slip_is_spoken_of_twice_at_most() -> None:
    people, slips, match, said = seats("hard", "human"), SlipsNoticed(), begin(), []
    for percent in (60, 40, 80, 50, 90, 20, 70, 10):  # falls by 20, 30, 70, 60
        match = go_on(match)
        said.append(slips.note(match, people, 1, found(percent)))
    spoken = [n for n, line in enumerate(said) if line is not None]
    assert spoken == [3, 5]
    assert said[3] == (0, lines_at_slips("hard", match.seed)[0])
    assert said[5] == (0, lines_at_slips("hard", match.seed)[1])


def test_what_is_found_anew_of_the_same_turn_is_no_slip() -> None:
    people, slips, match = seats("hard", "human"), SlipsNoticed(), go_on(begin())
    assert slips.note(match, people, 1, found(90)) is None
    assert slips.note(match, people, 1, found(10)) is None


def test_nobody_is_told_of_slips_who_watches_or_plays_no_bot() -> None:
    for people, person in ((seats("hard", "human"), None), (seats("human", "human"), 1)):
        slips, match = SlipsNoticed(), go_on(begin())
        assert slips.note(match, people, person, found(90)) is None
        assert slips.note(go_on(match), people, person, found(10)) is None
