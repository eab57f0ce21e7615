"""A law of all games: what is answered about moves is what the engine plays, and no more.

In random positions of each game the answers are compared with the legal decisions of its engine and
with the pictures of the states: from where and onto where, what captures and what can be played,
and how many pieces there are. Answers that are broken on purpose are found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.match.session import Session
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.choice_relations import ChoiceRelations
from gipf_meta.narration.questions import answer, scene_of
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.motion import Motion
from gipf_meta.protocol.view import Choice
from gipf_meta.render import speech
from tests.line.rooms_here import FOUND, game_of
from tests.small_games.stones import Stones
from tests.small_games.towers import Towers
from tests.specimens import bundled_games

GAMES: Final[dict[str, Callable[[], AnyGame]]] = {
    **{game: (lambda game=game: game_of(game)) for game in bundled_games() if game != "zatre_pad"},  # type: ignore[misc]
    "towers": Towers,
    "stones": Stones,
}
MOMENTS: Final = (2, 9, 22, 52, 70)
"""The numbers of decisions after which questions are asked."""
MOST_ASKED: Final = 6
"""The most places and decisions that are asked about in one position."""


def positions(game: str, seed: int) -> Iterator[Match]:
    """Positions of a match that is played at random, at its ``MOMENTS``."""
    rng = Random(seed)
    match = Match.begin(GAMES[game](), 2, FOUND.find, seed)
    for number in range(max(MOMENTS) + 1):
        if match.player is None:
            return
        if number in MOMENTS:
            yield match
        seat = match.top.seat_of(match.player)
        # captures and other rare decisions are sought: most positions of a start have none
        moves = match.top.turn_moves(seat)
        match = match.play_move(seat, rng.choice(moves))


class Engine:
    """The legal decisions of the player on turn in *top*, as the game itself tells them."""

    def __init__(self, top: Session, seat: int) -> None:
        game, state = top.game, top.state
        self.view = top.view(None)
        self.points = {point.id for point in self.view.points}
        self.standing = {piece.at for piece in self.view.pieces}
        known = {choice.notation for choice in self.view.choices}
        self.motions: dict[str, tuple[Motion, ...]] = {}
        for each in range(len(top.players)):
            for move in game.legal_moves(state, each):
                text = game.format(state, move)
                if text in known and (text not in self.motions or each == seat):
                    told: Any = ()
                    if isinstance(game, Moving):
                        told = game.moved(state, move, game.apply(state, move))
                    self.motions[text] = tuple(told)
        self.paths = {choice.notation: choice.path for choice in self.view.choices}

    def taking(self, at: str) -> set[str]:
        """The decisions that take what stands on *at*."""
        return {
            text
            for text, told in self.motions.items()
            if any(way.start == at for motion in told for way in motion.taken)
        }

    def going(self, at: str) -> set[str]:
        """The decisions by which what stands on *at* goes to a place that they name: a piece that
        another one pushes is not moved by its player."""
        return {text for text, told in self.motions.items() if told and self._goes(text, told, at)}

    def _goes(self, text: str, told: tuple[Motion, ...], at: str) -> bool:
        named = self.points.intersection(self.paths[text])
        ends = {way.end for motion in told for way in motion.ways if way.start == at} - {at}
        return at in named and bool(ends & (named if named != {at} else self.points))


def listed(told: str | None) -> set[str]:
    """The decisions that an answer lists, one a line."""
    lines = (told or "").split("\n")
    return {
        notation for notation, colon, _label in (line.partition(": ") for line in lines) if colon
    }


def wrong_answers(match: Match, rng: Random) -> Iterator[str]:
    """The answers in *match* that are wrong, one line each."""
    assert match.player is not None
    scene = scene_of(match, ("Ann", "Bob"), match.player)
    seat = match.top.seat_of(match.player)
    engine = Engine(match.top, seat)
    yield from _wrong_about_places(scene, engine, rng)
    yield from _wrong_about_decisions(scene, engine, match, rng)
    yield from _wrong_counts(scene, engine)


def _wrong_about_places(scene: QuestionContext, engine: Engine, rng: Random) -> Iterator[str]:
    moving = sorted(at for at in engine.standing if engine.going(at))
    taken = sorted(at for at in engine.standing if engine.taking(at))
    others = sorted(engine.points)
    asked = {*_some(moving, rng), *_some(taken, rng), *_some(others, rng)}
    for at in sorted(each for each in asked if len(each) > 1):
        if (going := engine.going(at) if at in engine.standing else set()) or moving:
            told = listed(answer(scene, f"all where can {at} go")) & {*engine.motions}
            # a decision that only begins a move shows no motion yet
            if {text for text in told if engine.motions[text]} != going:
                yield f"where can {at} go: {told} is not {going}"
        taking = engine.taking(at) if at in engine.standing else set()
        told = listed(answer(scene, f"all what can capture {at}")) & {*engine.motions}
        if told != taking and at not in scene.places_with("capture"):
            yield f"what can capture {at}: {told} is not {taking}"
        if taking and f"{len(taking)} decision" not in (
            answer(scene, f"can {at} be captured") or ""
        ):
            yield f"can {at} be captured: not {len(taking)}"


def _wrong_about_decisions(
    scene: QuestionContext, engine: Engine, match: Match, rng: Random
) -> Iterator[str]:
    legal = sorted(engine.motions)
    of_others = [each.replace("1", "2") for each in legal] + [f"{each}9" for each in legal]
    for text in (*_some(legal, rng), *_some(of_others, rng)):
        if text.isdigit() or not any(each.isdigit() for each in text):
            continue  # a word is asked about by its name
        if text not in engine.motions and text.lower() in {at.lower() for at in engine.points}:
            continue  # a place is answered by what can be played there
        said = answer(scene, f"can I play {text}") or ""
        refusal = "" if text in engine.motions else _refusal(match, text)
        if (refusal and said != f"No: {refusal}") or (not refusal and not said.startswith("Yes: ")):
            yield f"can I play {text}: {said} is not {refusal or 'yes'}"
    first = next(iter(engine.motions))
    if answer(scene, first) is not None:
        yield f"{first} is a decision, and no question"


def _refusal(match: Match, text: str) -> str:
    """The sentence by which the game refuses *text* to the player on turn; ``""``: it does not."""
    player = match.player or 0
    try:
        play_with_completion(lambda typed: match.play(typed, player), match, [player], text)
    except MoveError as error:
        return str(error)
    return ""


def _wrong_counts(scene: QuestionContext, engine: Engine) -> Iterator[str]:
    empty = [
        point for point in engine.view.points
        if point.kind not in ("gone", "dot") and point.id not in engine.standing
    ]  # fmt: skip
    if engine.points and _number(answer(scene, "how many places are empty")) != len(empty):
        yield f"how many places are empty: not {len(empty)}"
    # what lies in a stack is told in brackets, and is not counted
    names = [re.sub(r" *\(.*\)", "", scene.name(one)).lower() for one in engine.view.pieces]
    for name in dict.fromkeys(names):
        words = re.findall(r"\w+", name)
        if len(words) > 2 or "'" in name or any(one.arms for one in engine.view.pieces):
            continue  # it is no name alone, but says how high or whose it is
        same = sum(all(word in each for word in words if word != "piece") for each in names)
        several = name if name[-1].isdigit() else f"{name}s"
        if _number(answer(scene, f"how many {several} are on the board")) != same:
            yield f"how many {several} are on the board: not {same}"
    mine = sum(speech.owner(one, scene.seats) == scene.seat for one in engine.view.pieces)
    told = _number(answer(scene, "how many pieces do I have on the board"))
    if mine and told != mine and not any(one.arms for one in engine.view.pieces):
        yield f"how many pieces do I have on the board: {told} is not {mine}"


def _number(told: str | None) -> int | None:
    found = re.match(r"\d+", told or "")
    return int(found[0]) if found else None


def _some(found: list[str], rng: Random) -> list[str]:
    return rng.sample(found, min(MOST_ASKED, len(found)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4, "slow")
def test_answers_are_what_the_engine_plays(game: str) -> None:
    rng = Random(7)
    wrong = [
        each for seed in (1, 2) for match in positions(game, seed)
        for each in wrong_answers(match, rng)
    ]  # fmt: skip
    assert wrong == []


def _naming(self: ChoiceRelations, at: str) -> list[Choice]:
    """The choices that name *at*, whatever they do there: so it was answered once."""
    return [choice for choice in self.view.choices if at in choice.path]


@pytest.mark.parametrize("broken", ["starting_at", "taking"])
@pytest.mark.sample(1, "slow")
def test_answers_by_the_place_alone_are_found(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChoiceRelations, broken, _naming)
    matches = [match for game in GAMES for match in positions(game, 1)]
    assert [each for match in matches for each in wrong_answers(match, Random(7))]


def test_every_law_has_something_to_say() -> None:
    """Pieces go, are captured and are counted in the positions of the law."""
    engines = [
        Engine(match.top, match.top.seat_of(match.player or 0))
        for game in GAMES
        for match in positions(game, 1)
    ]
    assert sum(1 for each in engines for at in each.standing if each.going(at)) > 20
    assert sum(1 for each in engines for at in each.standing if each.taking(at)) > 20
