"""Matches in which questions are asked, for tests of questions."""

from __future__ import annotations

from random import Random

from gipf_meta.match.match import Match
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.questions import scene_of
from tests.line.rooms_here import FOUND, game_of


def begun(game: str, decisions: int = 0, seed: int = 5, **options: object) -> QuestionContext:
    """A match of *game* with *options* after as many *decisions* at random, as the player on turn
    asks."""
    rng, match = Random(seed), Match.begin(game_of(game, **options), 2, FOUND.find, seed)
    for _number in range(decisions):
        seat = match.top.seat_of(match.player or 0)
        match = match.play_move(seat, rng.choice(match.top.turn_moves(seat)))
    return scene_of(match, ("Ann", "Bob"), match.player)


def piece_of(scene: QuestionContext, seat: int, nth: int = 0) -> str:
    """The place of a piece of *seat*."""
    return [one.at for one in scene.view.pieces if scene.owner(one) == seat][nth]
