"""Questions about a board: ``what is on d4``, ``which glass dies next``.

They are asked in English or in the player's language, with or without its accents. Every answer
comes from a ``View``; no game is known by name. A text that is no question is left to be read as a
move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _, language
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration import story
from gipf_meta.narration.answers import (
    KINDS_OF_PLACES,
    Lines,
    QuestionContext,
    choices_at,
    forms,
    plain,
    spoken_seats,
)
from gipf_meta.narration.moment_motion import motion_sentences, moved_steps
from gipf_meta.narration.story import players_by_seat
from gipf_meta.plugins.setting_up import game_on_board
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, View
from gipf_meta.render.speech import bounds, owner_of

LONGEST = 4_000
"""The most letters of one line of an answer."""

NO_BOARD = N_("This game has no board.")

_WORDS: Final = {
    # words that a question begins with
    "asking": N_("what which where who whose how when is are can may"),
    "around": N_("around neighbours neighbors neighbour neighbor adjacent near beside"),
    "directions": N_("next up down left right above below"),
    "line": N_("line lines row rows"),
    "along": N_("along through direction directions"),
    "can": N_("can may could would"),
    # these are questions alone or with a place, as are those for neighbours and lines
    "bare": N_("score scores sheet sheets tray trays pool danger stake stakes"),
    "mine": N_("my mine own i"),
    "others": N_("opponent opponents other others enemy their theirs they"),
    "all": N_("board everything"),
    "where": N_("where"),
    "empty": N_("empty vacant"),
    "gone": N_("gone removed"),
    "full": N_("full filled"),
    "special": N_("special specials"),
    "capture_at": N_("capture captures captured take taken takes"),
    "capture": N_("capture captures take takes jump"),
    "play_at": N_("do play move moves go"),
    "play": N_("do play options possible moves choices"),
    "tray": N_("pool tray trays hand supply reserve reserves left bag got lost captured"),
    "have": N_("have"),
    # what turns "I have" into "I have to"
    "to": N_("to"),
    "sand": N_("die dies dying run runs time clock clocks long sand"),
    "last": N_("last previous played happened did"),
    "stake": N_("stake stakes duel challenge challenged"),
    "danger": N_("danger dangerous threatened risk"),
    "gain": N_("gain gains"),
    "score": N_("score scores"),
    "sheet": N_("sheet sheets"),
    "points": N_("score scores points winning wins leads"),
    "turn": N_("turn next must status"),
    # words that belong to no piece's name
    "filling": N_(
        "a all am an and any are at be contains do does for has have hold how in is it many me now"
        " of on one ones or piece pieces place places stand standing stands that the there thing"
        " things this to we what where which who will with you"
    ),
}
"""The words that questions are made of, by their meaning. A translation of them is no translation,
but lists the words of its language that mean the same, in every form that a question may have."""


def _words(*meanings: str) -> frozenset[str]:
    """The words that have one of *meanings*: English, and of the player's language."""
    return frozenset().union(*(_words_in(language(), meaning) for meaning in meanings))


@cache
def _words_in(_language: str, meaning: str) -> frozenset[str]:
    english = _WORDS[meaning]
    return frozenset(plain(f"{english} {_(english)}").split())


_PLACE = re.compile(r"[a-z][0-9]{1,2}")


def scene_of(match: Match, names: Sequence[str], player: int | None) -> QuestionContext:
    """The game on top of *match* as *player* asks about it.

    *names* are those of the match's players.
    """
    top = match.top
    seats = players_by_seat(top, names)
    steps = [step for turn in top.turns()[-len(seats) :] for step in turn if step.seat is not None]
    last = "; ".join(
        f"{seats[seat]}: {', '.join(step.text for step in made)}"
        for seat, made in groupby(steps, key=lambda step: step.seat)
        if seat is not None
    )
    here = [names[each] for each in top.players]
    seat = None if player is None else top.seat_of(player)
    stakes = story.stakes(match.sessions, player)
    seat_names, called = game_on_board(top.game).seat_names, spoken_seats(top.game)
    view = top.view(None)
    moved, takes = partial(_moved, top), partial(_taken_places, top, view)
    return QuestionContext(view, seat_names, here, seat, last, stakes, called, moved, takes)


def _moved(top: Session) -> list[str]:
    """The motions of the last turn in the game *top*, sentence by sentence; none if the game fails
    to tell them."""
    steps = moved_steps(top, top.last_turn, None)
    seats = spoken_seats(top.game)
    try:
        with Gate(top.game):
            return [sentence for step in steps for sentence in motion_sentences(step, seats)]
    except GipfMetaError:
        return []


def _taken_places(top: Session, view: View) -> frozenset[str]:
    """The places of *view* from which a legal decision takes what belongs to another player, as the
    motions of the game *top* tell it; none if the game fails to tell them."""
    game, state, now = top.game, top.state, top.status
    if not (isinstance(game, Moving) and isinstance(now, Turn)):
        return frozenset()
    others = {
        piece.at for piece in view.pieces if owner_of(piece.role, game.seat_names) != now.seat
    }
    try:
        with Gate(game):
            return frozenset(
                way.start
                for move in game.turn_moves(state, now.seat)
                for motion in game.moved(state, move, game.apply(state, move))
                for way in motion.taken
                if way.start in others
            )
    except GipfMetaError:
        return frozenset()


def answer(scene: QuestionContext, typed: str) -> str | None:
    """The answer to *typed*, line by line; ``None`` if it is no question.

    The notation of a decision that is legal now is never a question.
    """
    if typed in {choice.notation for choice in scene.view.choices}:
        return None
    question = _Question(scene, typed)
    if not question.is_question:
        return None
    lines = (one_line(line, LONGEST) for line in question.answer_lines())
    return "\n".join(line for line in lines if line)


def find_place(view: View, word: str) -> str | None:
    """The name of the point that *word* names, in small letters or capitals; else ``None``."""
    ids = [point.id for point in view.points]
    small = (each for each in ids if each.lower() == word.lower())
    return word if word in ids else next(small, None)


def no_such_place(view: View, word: str) -> str:
    """A sentence: *word* is no place; it lists the places that the board has."""
    ids = [point.id for point in view.points]
    if not ids:
        return _(NO_BOARD)
    return _("There is no place {word}: {bounds}.").format(word=word, bounds=bounds(ids, word))


class _Question:
    """A typed text, split into words, and how to answer it."""

    def __init__(self, scene: QuestionContext, typed: str) -> None:
        self.scene = scene
        self.words = re.findall(r"\w+", plain(re.sub(r"['’](s|re)\b", r" is", typed.lower())))
        self.written = typed.rstrip("?. ")
        self.marked = typed.rstrip().endswith("?")
        # an article is no place, though a board may have one of that name
        long = [word for word in self.words if len(word) > 1 or len(self.words) == 1]
        ids = {point.id.lower(): point.id for point in scene.view.points}
        self.places = [ids[word] for word in long if word in ids]
        known = {at.lower() for at in self.places}
        self.missing = [w for w in self.words if _PLACE.fullmatch(w) and w not in known]

    def has_any(self, *meanings: str) -> bool:
        """Whether the question has a word of one of *meanings*."""
        return not _words(*meanings).isdisjoint(self.words)

    @property
    def is_question(self) -> bool:
        """Whether the text is clearly meant as a question."""
        if not self.words:
            return self.marked
        first = self.words[0]
        short = len(self.words) < 3 or bool(self.places or self.missing)
        bare = _words("around", "line", "bare")
        return self.marked or first in _words("asking") or (first in bare and short)

    def answer_lines(self) -> Lines:
        """The answer, line by line."""
        if moves := [
            choice for choice in self.scene.view.choices if self._ends_in(choice.notation)
        ]:
            return self.scene.choices(moves)
        if self.missing:
            return [no_such_place(self.scene.view, self.missing[0])]
        if self.places:
            return self._about_place(self.places[0])
        return next((tell for meant, tell in self._subjects() if meant), self._pieces)()

    def _ends_in(self, notation: str) -> bool:
        """Whether the question ends in the move *notation*, which is not a place alone."""
        ends = f" {self.written}".endswith(f" {notation}")
        return ends and notation not in self.places

    def _about_place(self, at: str) -> Lines:
        scene = self.scene
        if self.has_any("around", "directions"):
            return [scene.board.around(at)]
        if self.has_any("line", "along"):
            return scene.board.lines(at)
        if self.has_any("capture_at"):
            return scene.captures(at)
        if self.has_any("can", "play_at"):
            return scene.choices(choices_at(scene.view, at), at)
        return [scene.board.place(place) for place in self.places]

    def _subjects(self) -> Sequence[tuple[bool, Callable[[], Lines]]]:
        """Pairs: whether the question is about a subject, and its answer. The first one decides."""
        scene, has_any = self.scene, self.has_any
        can, has = has_any("can"), has_any("tray")
        kinds = {word: kind for kind in KINDS_OF_PLACES for word in _words(kind)}
        kind = next((kinds[word] for word in self.words if word in kinds), "")
        return (
            (has_any("around", "line"), self._which_place),
            (has_any("sand"), scene.sand),
            (has_any("stake"), scene.at_stake),
            (has_any("last"), scene.last_turn),
            (has_any("danger"), lambda: [scene.danger()]),
            (has_any("gain") or (can and has_any("score")), scene.gains),
            (has_any("sheet"), lambda: scene.sheets(self._sheets())),
            (has_any("points"), lambda: scene.scores(self._sheets())),
            (has or (has_any("have") and not has_any("to")), lambda: scene.trays(self._trays())),
            (has_any("capture"), scene.captures),
            (has_any("turn"), scene.situation),
            (bool(kind), lambda: [scene.places(kind)]),
            (can or has_any("play"), self._choices),
        )

    def _which_place(self) -> Lines:
        if at := self.scene.example:
            return [_("Of which place? Ask, for example: around {at}; line {at}.").format(at=at)]
        return [_(NO_BOARD)]

    def _choices(self) -> Lines:
        view = self.scene.view
        return [view.prompt, *(self.scene.choices(view.choices) if view.choices else ())]

    def _trays(self) -> Sequence[Tray]:
        """The trays that are meant: one's own, the others', those with a word in their title; or
        all."""
        trays, seat = self.scene.view.trays, self.scene.seat
        if self.has_any("others"):
            return [tray for tray in trays if tray.seat not in (None, seat)] or trays
        if self.has_any("mine"):
            return [tray for tray in trays if tray.seat == seat] or trays
        named = set().union(*(forms(word) for word in self.words if len(word) > 2))
        return [
            tray for tray in trays if named & set().union(*map(forms, plain(tray.title).split()))
        ] or trays

    def _sheets(self) -> Sequence[ScoreSheet]:
        sheets = self.scene.view.sheets
        own = [sheet for sheet in sheets if sheet.seat == self.scene.seat]
        return own if own and self.has_any("mine") else sheets

    def _pieces(self) -> Lines:
        """The pieces that the question means: by name, by owner or all."""
        scene, has_any = self.scene, self.has_any
        named = [
            word for word in self.words if word not in _words("filling", "mine", "others", "all")
        ]
        all_meant = has_any("mine", "others", "all", "where")
        if scene.is_set_up and not named and has_any("all"):
            return scene.whole_board()
        if not named and not all_meant:
            return [self._help()]
        pieces: Sequence[Piece] = scene.view.pieces
        if has_any("mine", "others"):
            if pieces and all(scene.owner(one) is None for one in pieces):
                return [_("The pieces on this board belong to nobody.")]
            mine = not has_any("others")
            pieces = [one for one in pieces if (scene.owner(one) == scene.seat) == mine]
        found = [one for one in pieces if all(self._is_called(one, word) for word in named)]
        if found:
            return scene.piece_lines(found)
        if all_meant:
            words = _("There is none. On the board: {pieces}.")
            return [words.format(pieces=scene.names_of_pieces())]
        return [self._help()]

    def _is_called(self, one: Piece, word: str) -> bool:
        owner, names = self.scene.owner(one), self.scene.names
        own = owner is not None and owner < len(names) and plain(names[owner]) == word
        return own or self.scene.is_called(one, word)

    def _help(self) -> str:
        at = self.scene.example
        board = _(
            "what is on {at}, around {at}, line {at}, what can I do with {at}, where is everything,"
            " where are my pieces, which places are empty, "
        ).format(at=at)
        return _(
            "You can ask: {board}what can I do, what can I capture, what is in danger, what dies"
            " next, what was the last move, what do I have, score, whose turn is it."
        ).format(board=board if at else "")
