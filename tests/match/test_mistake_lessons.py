"""Mistakes of one's own as lessons: what they hold, and which turns cannot come back."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from gipf_meta.match.lesson_progress import Astray, LessonProgress, begin
from gipf_meta.match.match import Match
from gipf_meta.match.mistake_lessons import (
    NoPuzzle,
    OwnMistake,
    lesson_of_mistake,
    mistake_in,
    options_as_texts,
)
from gipf_meta.match.playback import moments
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.search.review import parts, review
from tests.small_games.finding import played
from tests.specimens import bundled_games

OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""Player 1 takes the black marble, though the white one would win."""


def zertz(*moves: str) -> Match:
    installed = load_plugins()
    game = configure(installed.find("zertz"), {"goals": "1/5/6/3"})
    return played(Match.begin(game, 2, installed.find, 1), *moves)


def overlooked() -> OwnMistake:
    match = zertz(*OVERLOOKED)
    return mistake_in(match, parts(moments(match))[2], "x d5Wd3")


def taken(mistake: OwnMistake) -> LessonProgress:
    installed = load_plugins()
    game = installed.find(mistake.game)
    return begin(lesson_of_mistake(mistake, 3, game), game, installed.find)


@pytest.mark.needs("zertz")
def test_a_mistake_is_a_lesson_that_asks_for_the_better_turn() -> None:
    mistake = overlooked()
    assert (mistake.options, mistake.played) == (("goals=1/5/6/3",), "x d4Bd6")
    progress = taken(mistake)
    assert progress.lesson.id == "own_3"
    assert progress.lesson.title == "Your own mistake"
    assert progress.has_to_be_found
    assert progress.play("x d5Wd3").page is None


@pytest.mark.needs("zertz")
def test_who_makes_the_mistake_again_is_told_so_and_hints_begin_with_it() -> None:
    progress = taken(overlooked())
    with pytest.raises(Astray, match="That is what you played in your match") as astray:
        progress.play("x d4Bd6")
    assert astray.value.progress.wrong == 1
    assert progress.take_hint().hints_given == (
        "In your match you played x d4Bd6, and gave chances away.",
    )


@pytest.mark.needs("zertz")
def test_what_a_review_finds_comes_back_for_every_turn_that_was_a_choice() -> None:
    match = zertz(*OVERLOOKED)
    verdicts = [each for each in review(match, 20) if each.is_faulty]
    assert verdicts
    for each in verdicts:
        found = mistake_in(match, range(each.first, each.last + 1), each.best)
        assert taken(found).play(each.best).page is None


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("asked", "why"),
    [("x d4Bd6", "nothing to mend"), ("Wa4,d2", "d4|d5"), ("nonsense", "nonsense")],
)
def test_a_turn_that_is_not_better_or_not_legal_is_refused(asked: str, why: str) -> None:
    match = zertz(*OVERLOOKED)
    with pytest.raises(NoPuzzle, match=why):
        mistake_in(match, parts(moments(match))[2], asked)


def test_a_game_without_positions_has_no_mistakes_that_come_back() -> None:
    installed = load_plugins()
    match = Match.begin(installed.find("die")(), 2, installed.find, 1)
    match = match.play_move(0, match.top.turn_moves(0)[0])
    with pytest.raises(NoPuzzle, match="has no positions on one line"):
        mistake_in(match, parts(moments(match))[0], "1")


@pytest.mark.needs("gipf")
def test_options_of_games_inside_are_written_with_their_names() -> None:
    given = {
        "challenges_enabled": "on",
        "extra_pieces": "3/2",
        "zertz_duel_options": {"goals": "1/1/1/1"},
    }
    game = configure(load_plugins().find("gipf"), given)
    texts = options_as_texts(game)
    assert {"challenges_enabled=on", "extra_pieces=3/2", "zertz_duel.goals=1/1/1/1"} <= {*texts}
    assert configure(type(game), read_settings(texts)) == game


@pytest.mark.parametrize(
    "game", [each.id for each in bundled_games().values() if issubclass(each, Positions)]
)
@pytest.mark.sample(3)
def test_any_turn_of_any_game_can_be_mended_in_its_lesson(game: str) -> None:
    installed = load_plugins()
    luck, match = Random(7), Match.begin(installed.find(game)(), 2, installed.find, 5)
    for _n in range(16):
        if isinstance(now := match.top.status, Turn):
            player = match.top.players[now.seat]
            match = match.play_move(player, luck.choice(match.top.turn_moves(now.seat)))
    mended = 0
    for turn in parts(moments(match)):
        before = moments(match)[turn.start - 1].sessions[-1]
        asked = before.game.format_turn(before.state, whole_turn(before, luck))
        with suppress(NoPuzzle):  # by chance it was the turn that was played
            assert taken(mistake_in(match, turn, asked)).play(asked).page is None
            mended += 1
    assert mended > len(parts(moments(match))) // 2


def whole_turn(session: Session, luck: Random) -> list[Any]:
    """Decisions of the seat on turn, drawn by *luck*, until another one is on turn."""
    began, moves = session.status, list[Any]()
    assert isinstance(began, Turn)
    while isinstance(now := session.status, Turn) and now.number == began.number:
        moves.append(luck.choice(session.turn_moves(now.seat)))
        session = session.play(now.seat, moves[-1])
        if isinstance(now := session.status, Turn) and now.seat != began.seat:
            break
    return moves
