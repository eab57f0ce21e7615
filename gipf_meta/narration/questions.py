"""Questions about a board, asked in English: ``what is on d4``, ``which glass dies next``.

Every answer comes from a ``View``; no game is known by name. A text that is no question is left to
be read as a move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from gipf_meta.base.sentences import one_line
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.answers import Lines, Scene, choices_at
from gipf_meta.narration.story import players_by_seat
from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, View
from gipf_meta.render.speech import bounds

LONGEST = 4_000
"""The most letters of one line of an answer."""

NO_BOARD = "This game has no board."


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ASKING = _words("what which where who whose how when is are can may")
"""Words that a question begins with."""
_AROUND = _words("around neighbours neighbors neighbour neighbor adjacent near beside")
_LINES = _words("line lines row rows")
_CAN = _words("can may could would")
_BARE = _AROUND | _LINES | _words("score scores sheet sheets tray trays pool danger stake stakes")
"""Words that are questions alone or with a place."""
_MINE = _words("my mine own i")
_OTHERS = _words("opponent opponents other others enemy their theirs they")
_ALL = _words("board everything")
_KINDS = {"vacant": "empty", "removed": "gone"} | {
    k: k for k in ("empty", "gone", "full", "special")
}
_FILLING = _words(
    "a all am an and any are at be contains do does for has have hold how in is it many me now"
    " of on one ones or piece pieces place places stand standing stands that the there thing"
    " things this to we what where which who will with you"
) | (_MINE | _OTHERS | _ALL)
"""Words that belong to no piece's name."""
_PLACE = re.compile(r"[a-z][0-9]{1,2}")


def scene_of(match: Match, names: Sequence[str], player: int | None) -> Scene:
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
    return Scene(top.view(None), top.game.seat_names, here, seat, last, stakes)


def answer(scene: Scene, typed: str) -> str | None:
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
    """A sentence: *word* is no place, and which places the board has."""
    ids = [point.id for point in view.points]
    return f"There is no place {word}: {bounds(ids, word)}." if ids else NO_BOARD


class _Question:
    """A typed text, split into words, and how to answer it."""

    def __init__(self, scene: Scene, typed: str) -> None:
        self.scene = scene
        plain = re.sub(r"['’](s|re)\b", r" is", typed.lower())
        self.words = re.findall(r"\w+", plain)
        self.written = typed.rstrip("?. ")
        self.marked = typed.rstrip().endswith("?")
        # an article is no place, though a board may have one of that name
        long = [word for word in self.words if len(word) > 1 or len(self.words) == 1]
        ids = {point.id.lower(): point.id for point in scene.view.points}
        self.places = [ids[word] for word in long if word in ids]
        known = {at.lower() for at in self.places}
        self.missing = [w for w in self.words if _PLACE.fullmatch(w) and w not in known]

    def has_any(self, words: frozenset[str] | str) -> bool:
        """Whether the question has one of *words*."""
        return not (_words(words) if isinstance(words, str) else words).isdisjoint(self.words)

    @property
    def is_question(self) -> bool:
        """Whether the text is clearly meant as a question."""
        if not self.words:
            return self.marked
        first = self.words[0]
        short = len(self.words) < 3 or bool(self.places or self.missing)
        return self.marked or first in _ASKING or (first in _BARE and short)

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
        if self.has_any(_AROUND | _words("next up down left right above below")):
            return [scene.board.around(at)]
        if self.has_any(_LINES | _words("along through direction directions")):
            return scene.board.lines(at)
        if self.has_any("capture captures captured take taken takes"):
            return scene.captures(at)
        if self.has_any(_CAN | _words("do play move moves go")):
            return scene.choices(choices_at(scene.view, at), at)
        return [scene.board.place(place) for place in self.places]

    def _subjects(self) -> Sequence[tuple[bool, Callable[[], Lines]]]:
        """Pairs: whether the question is about a subject, and its answer. The first one decides."""
        scene, has_any = self.scene, self.has_any
        can = has_any(_CAN)
        has = has_any("pool tray trays hand supply reserve reserves left bag got lost captured")
        kind = next((_KINDS[word] for word in self.words if word in _KINDS), "")
        return (
            (has_any(_AROUND | _LINES), self._which_place),
            (has_any("die dies dying run runs time clock clocks long sand"), scene.sand),
            (has_any("stake stakes duel challenge challenged"), scene.at_stake),
            (has_any("last previous played happened did"), scene.last_turn),
            (has_any("danger dangerous threatened risk"), lambda: [scene.danger()]),
            (has_any("gain gains") or (can and has_any("score scores")), scene.gains),
            (has_any("sheet sheets"), lambda: scene.sheets(self._sheets())),
            (
                has_any("score scores points winning wins leads"),
                lambda: scene.scores(self._sheets()),
            ),
            (has or (has_any("have") and not has_any("to")), lambda: scene.trays(self._trays())),
            (has_any("capture captures take takes jump"), scene.captures),
            (has_any("turn next must status"), scene.situation),
            (bool(kind), lambda: [scene.places(kind)]),
            (can or has_any("do play options possible moves choices"), self._choices),
        )

    def _which_place(self) -> Lines:
        if at := self.scene.example:
            return [f"Of which place? Ask, for example: around {at}; line {at}."]
        return [NO_BOARD]

    def _choices(self) -> Lines:
        view = self.scene.view
        return [view.prompt, *(self.scene.choices(view.choices) if view.choices else ())]

    def _trays(self) -> Sequence[Tray]:
        """The trays that are meant: one's own, the others', those with a word in their title; or
        all."""
        trays, seat = self.scene.view.trays, self.scene.seat
        if self.has_any(_OTHERS):
            return [tray for tray in trays if tray.seat not in (None, seat)] or trays
        if self.has_any(_MINE):
            return [tray for tray in trays if tray.seat == seat] or trays
        long = {word for word in self.words if len(word) > 2}
        return [tray for tray in trays if long & {*tray.title.lower().split()}] or trays

    def _sheets(self) -> Sequence[ScoreSheet]:
        sheets = self.scene.view.sheets
        own = [sheet for sheet in sheets if sheet.seat == self.scene.seat]
        return own if own and self.has_any(_MINE) else sheets

    def _pieces(self) -> Lines:
        """The pieces that the question means: by name, by owner or all."""
        scene, has_any = self.scene, self.has_any
        named = [word for word in self.words if word not in _FILLING]
        all_meant = has_any(_MINE | _OTHERS | _ALL | {"where"})
        if not named and not all_meant:
            return [self._help()]
        pieces: Sequence[Piece] = scene.view.pieces
        if has_any(_MINE | _OTHERS):
            if pieces and all(scene.owner(one) is None for one in pieces):
                return ["The pieces on this board belong to nobody."]
            mine = not has_any(_OTHERS)
            pieces = [one for one in pieces if (scene.owner(one) == scene.seat) == mine]
        found = [one for one in pieces if all(self._is_called(one, word) for word in named)]
        if found:
            return scene.piece_lines(found)
        if all_meant:
            return [f"There is none. On the board: {scene.names_of_pieces()}."]
        return [self._help()]

    def _is_called(self, one: Piece, word: str) -> bool:
        owner, names = self.scene.owner(one), self.scene.names
        own = owner is not None and owner < len(names) and names[owner].lower() == word
        return own or self.scene.is_called(one, word)

    def _help(self) -> str:
        at = self.scene.example
        board = (
            f"what is on {at}, around {at}, line {at}, what can I do with {at}, where is"
            " everything, where are my pieces, which places are empty, "
        )
        return (
            f"You can ask: {board if at else ''}what can I do, what can I capture, what is in"
            " danger, what dies next, what was the last move, what do I have, score, whose turn"
            " is it."
        )
