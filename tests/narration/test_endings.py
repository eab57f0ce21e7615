"""An end is one sentence of who and why; a duel's has one more, of what it means below."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gipf_meta.match.match import Match
from gipf_meta.narration import prompts
from gipf_meta.narration.endings import duel_news, ending
from gipf_meta.narration.news import news
from gipf_meta.narration.story import turn_words
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from tests.tables import table
from tests.testing.broken.sound import Nim

INSTALLED = load_plugins()
NAMES = ["Anna", "Mia"]
TO_THE_DUEL = ("Za1-b2", "e9-e8", "Zb2^", "challenge")


def begun(game: str) -> Match:
    return Match.begin(configure(INSTALLED.find(game), {}), 2, INSTALLED.find, 0)


def in_a_duel(duel: str = "zertz", **more: str) -> Match:
    """A match of GIPF whose jump from b2 is challenged: Mia plays Black, and Anna the jump."""
    options = {"variant": "basic", "zertz_potentials": "3", "challenges_enabled": "on", **more}
    game = configure(INSTALLED.find("gipf"), {**options, "zertz_duel": duel})
    match = Match.begin(game, 2, INSTALLED.find, 1)
    for text in TO_THE_DUEL:
        match = match.play(text)
    return match


# ---- a match -------------------------------------------------------------------------------------


@table("""
    how    | reader | told
    resign |        | Mia won: Anna resigned.
    resign | 0      | Mia won: you resigned.
    resign | 1      | You won: Anna resigned.
    away   | 0      | Mia won: you were away for too long.
    away   | 1      | You won: Anna was away for too long.
    draw   |        | It is a draw, as agreed.
    draw   | 0      | It is a draw, as agreed.
    time   | 0      | Mia won by time.
    time   | 1      | You won by time.
""")
def test_an_end_from_outside_the_rules_is_one_sentence_to_each(
    how: str, reader: str, told: str
) -> None:
    match = begun("zertz")
    ends: dict[str, Callable[[], Match]] = {
        "resign": lambda: match.resign(0),
        "away": lambda: match.forfeit(0, 1),
        "draw": match.agree_draw,
        "time": lambda: match._end("time", (1,)),
    }
    ended = ends[how]()
    assert ending(ended.sessions[0], NAMES, int(reader) if reader else None) == told


def test_the_question_at_the_end_says_it_once_and_where_the_match_is_kept() -> None:
    ended = begun("zertz").resign(0)
    people = [Seat(name="Anna"), Seat(name="Mia")]
    question = prompts.match_ends(ended, people, 1, "12")
    assert question.title == "You won: Anna resigned."
    assert question.words == "It is kept as match 12."
    assert prompts.match_ends(ended, people, 1).words == ""
    assert prompts.match_ends(ended, people, 1, "a.json").words == "It is kept in a.json."
    assert prompts.match_ending(ended, people, 1) == question.title


def test_a_strangers_game_needs_no_words_of_its_own() -> None:
    match = Match.begin(Nim(size=1), 2, INSTALLED.find, 0)
    while match.result is None:
        (first, *_others) = match.top.view(None).choices
        match = match.play(first.notation)
    end = match.result
    assert end is not None
    assert end.scores is not None
    winner, points = NAMES[end.winners[0]], ":".join(map(str, end.scores))
    assert ending(match.top, NAMES) == f"{winner} won: last one, {points}."


def test_two_of_one_name_are_told_apart() -> None:
    ended = begun("zertz").resign(0)
    assert ending(ended.top, ["Anna", "Anna"]) != ending(begun("zertz").resign(1).top, ["Anna"] * 2)


# ---- a duel --------------------------------------------------------------------------------------

LOST = "The jump is lost, and with it the ZÈRTZ-potential on b2; the piece below stays."
SAVED = "The jump from b2 is saved."


@table("""
    loser | reader | who                                        | works
    0     |        | Mia won the duel in ZÈRTZ: Anna resigned.  |
    0     | 0      | Mia won the duel in ZÈRTZ: you resigned.   |
    0     | 1      | You won the duel in ZÈRTZ: Anna resigned.  |
    1     | 0      | You won the duel in ZÈRTZ: Mia resigned.   | yes
    1     | 1      | Anna won the duel in ZÈRTZ: you resigned.  | yes
""")
def test_the_end_of_a_duel_is_a_sentence_of_who_and_one_of_what_it_means(
    loser: str, reader: str, who: str, works: str
) -> None:
    """It was "ZÈRTZ: Mia as Player 1 won (resignation). Black has won the duel: …"."""
    ended = in_a_duel().resign(int(loser)).sessions[0]
    of = int(reader) if reader else None
    meaning = SAVED if works else LOST
    assert [*duel_news(ended, ended.steps[-1], NAMES, of)] == [who, meaning]
    question = prompts.duel_ends(ended, NAMES, of)
    assert (question.title, question.words) == ("GIPF goes on", f"{who} {meaning}")


def test_a_drawn_duel_and_the_one_that_follows_are_said_in_one() -> None:
    drawn = in_a_duel().agree_draw()
    question = prompts.duel_follows(drawn, 1, NAMES, 0)
    assert question.words == "The duel in ZÈRTZ is a draw, as agreed. White begins duel 2 of 3."


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_nothing_of_a_duel_that_is_over_is_told_twice(reader: int | None) -> None:
    before = in_a_duel()
    lines = [*news(before.sessions, before.resign(0).sessions, NAMES, reader, in_words=True)]
    assert sum("won" in line for line in lines) == 1
    assert sum("duel" in line for line in lines) == 1
    assert sum("lost" in line for line in lines) == 1


def test_what_came_before_a_duel_is_not_told_again_after_it() -> None:
    over = in_a_duel().resign(1)
    after = over.play("d4")
    told = [*news(over.sessions, after.sessions, NAMES, 1, in_words=True, again=True)]
    assert told == ["Anna makes the jump to d4."]


def test_a_turn_with_a_duel_is_one_line_that_says_how_it_went() -> None:
    """It was "Zb2^, challenge, ?, White won ZÈRTZ, d4"."""
    session = in_a_duel().resign(1).play("d4").sessions[0]
    turn = next(turn for turn in session.turns() if any(step.duel for step in turn))
    assert turn_words(session, turn, NAMES) == "Jump from b2, challenged: Anna won ZÈRTZ, d4"
    quiet = session.turns()[0]
    assert turn_words(session, quiet, NAMES) == "Za1-b2", "without a duel it is the notation"


# ---- turns of many parts -------------------------------------------------------------------------


def test_decisions_are_told_in_the_order_in_which_they_were_made() -> None:
    match = begun("zertz")
    after = match.play("Wd4").play("d1")
    told = [*news(match.sessions, after.sessions, NAMES, 1, in_words=True)]
    assert told == ["Anna places a white marble on d4, then removes ring d1."]
    typed = [*news(match.sessions, after.sessions, NAMES, 1, in_words=True, with_notation=True)]
    assert typed == ["Anna places a white marble on d4, then removes ring d1 (Wd4,d1)."]


def test_what_is_captured_is_told_with_the_decision() -> None:
    match = begun("zertz")
    for text in ("Wd4", "d1", "Bd5", "a1"):
        match = match.play(text)
    after = match.play("x d4Bd6")
    told = [*news(match.sessions, after.sessions, NAMES, 1, in_words=True)]
    assert told == ["Anna jumps from d4 to d6, capturing the black marble on d5."]
