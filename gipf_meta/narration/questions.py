"""Questions about a board, asked in English: ``what is on d4``, ``which glass dies next``.

No game is known by name: all that is said comes from a ``View``. What is no question is left to be
read as a move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from gipf_meta.base.sentences import one_line
from gipf_meta.match.match import Match
from gipf_meta.narration.answers import Lines, Scene, touching
from gipf_meta.narration.story import seated
from gipf_meta.protocol.view import (
    Piece,
    ScoreSheet,
    Tray,
    View,
)
from gipf_meta.render.spoken import bounds

LONGEST = 4_000
"""Letters of one line of an answer."""

NO_BOARD = "This game has no board."


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ASKING = _set("what which where who whose how when is are can may")
"""Words that a question begins with."""
_AROUND = _set("around neighbours neighbors neighbour neighbor adjacent near beside")
_LINES = _set("line lines row rows")
_CAN = _set("can may could would")
_BARE = _AROUND | _LINES | _set("score scores sheet sheets tray trays pool danger")
"""Words that ask by themselves, alone or with a place."""
_MINE = _set("my mine own i")
_OTHERS = _set("opponent opponents other others enemy their theirs they")
_ALL = _set("board everything")
_KINDS = {"vacant": "empty", "removed": "gone"} | {
    k: k for k in ("empty", "gone", "full", "special")
}
_FILLING = _set(
    "a all am an and any are at be contains do does for has have hold how in is it many me now"
    " of on one ones or piece pieces place places stand standing stands that the there thing"
    " things this to we what where which who will with you"
) | (_MINE | _OTHERS | _ALL)
"""Words that are no part of a piece's name."""
_PLACE = re.compile(r"[a-z][0-9]{1,2}")


def scene_of(match: Match, names: Sequence[str], player: int | None) -> Scene:
    """The game on top as *player* asks about it; *names* are those of the match's players."""
    top = match.top
    told = seated(top, names)
    steps = [step for turn in top.turns()[-len(told) :] for step in turn if step.seat is not None]
    last = "; ".join(
        f"{told[seat]}: {', '.join(step.text for step in made)}"
        for seat, made in groupby(steps, key=lambda step: step.seat)
        if seat is not None
    )
    here = [names[each] for each in top.players]
    seat = None if player is None else top.seat_of(player)
    return Scene(top.view(None), top.game.seat_names, here, seat, last)


def answer(scene: Scene, typed: str) -> str | None:
    """What there is to say to *typed*, line by line; ``None`` if it is no question.

    The notation of a decision that can be made now is never one.
    """
    if typed in {choice.notation for choice in scene.view.choices}:
        return None
    question = _Question(scene, typed)
    if not question.is_one:
        return None
    told = (one_line(line, LONGEST) for line in question.answered())
    return "\n".join(line for line in told if line)


def place_in(view: View, word: str) -> str | None:
    """The point that *word* names, in small letters or capitals."""
    ids = [point.id for point in view.points]
    small = (each for each in ids if each.lower() == word.lower())
    return word if word in ids else next(small, None)


def nowhere(view: View, word: str) -> str:
    """Why *word* is no place, and which there are."""
    ids = [point.id for point in view.points]
    return f"There is no place {word}: {bounds(ids, word)}." if ids else NO_BOARD


class _Question:
    """What was typed, taken apart into words."""

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

    def says(self, words: frozenset[str] | str) -> bool:
        """Whether one of *words* is in the question."""
        return not (_set(words) if isinstance(words, str) else words).isdisjoint(self.words)

    @property
    def is_one(self) -> bool:
        """Whether this is clearly meant as a question."""
        if not self.words:
            return self.marked
        first = self.words[0]
        short = len(self.words) < 3 or bool(self.places or self.missing)
        return self.marked or first in _ASKING or (first in _BARE and short)

    def answered(self) -> Lines:
        if moves := [choice for choice in self.scene.view.choices if self._names(choice.notation)]:
            return self.scene.possible(moves)
        if self.missing:
            return [nowhere(self.scene.view, self.missing[0])]
        if self.places:
            return self._of_place(self.places[0])
        return next((tell for meant, tell in self._subjects() if meant), self._pieces)()

    def _names(self, notation: str) -> bool:
        """Whether the question ends in a move; one that is but a place is none."""
        ends = f" {self.written}".endswith(f" {notation}")
        return ends and notation not in self.places

    def _of_place(self, at: str) -> Lines:
        scene = self.scene
        if self.says(_AROUND | _set("next up down left right above below")):
            return [scene.board.around(at)]
        if self.says(_LINES | _set("along through direction directions")):
            return scene.board.lines(at)
        if self.says("capture captures captured take taken takes"):
            return scene.captures(at)
        if self.says(_CAN | _set("do play move moves go")):
            return scene.possible(touching(scene.view, at), at)
        return [scene.board.place(place) for place in self.places]

    def _subjects(self) -> Sequence[tuple[bool, Callable[[], Lines]]]:
        """Whether something is asked about, and the answer; what comes first decides."""
        scene, says = self.scene, self.says
        can = says(_CAN)
        has = says("pool tray trays hand supply reserve reserves left bag got lost captured")
        kind = next((_KINDS[word] for word in self.words if word in _KINDS), "")
        return (
            (says(_AROUND | _LINES), self._where),
            (says("die dies dying run runs time clock clocks long sand"), scene.sand),
            (says("last previous played happened did"), scene.played),
            (says("danger dangerous threatened risk"), lambda: [scene.danger()]),
            (says("gain gains") or (can and says("score scores")), scene.gains),
            (says("sheet sheets"), lambda: scene.sheets(self._tables())),
            (says("score scores points winning wins leads"), lambda: scene.scores(self._tables())),
            (has or (says("have") and not says("to")), lambda: scene.trays(self._trays())),
            (says("capture captures take takes jump"), scene.captures),
            (says("turn next must status"), scene.stands),
            (bool(kind), lambda: [scene.places(kind)]),
            (can or says("do play options possible moves choices"), self._possible),
        )

    def _where(self) -> Lines:
        if at := self.scene.example:
            return [f"Of which place? Ask, for example: around {at}; line {at}."]
        return [NO_BOARD]

    def _possible(self) -> Lines:
        view = self.scene.view
        return [view.prompt, *(self.scene.possible(view.choices) if view.choices else ())]

    def _trays(self) -> Sequence[Tray]:
        """Those that are meant: one's own, the others', some by a word of their title; else all."""
        trays, seat = self.scene.view.trays, self.scene.seat
        if self.says(_OTHERS):
            return [tray for tray in trays if tray.seat not in (None, seat)] or trays
        if self.says(_MINE):
            return [tray for tray in trays if tray.seat == seat] or trays
        long = {word for word in self.words if len(word) > 2}
        return [tray for tray in trays if long & {*tray.title.lower().split()}] or trays

    def _tables(self) -> Sequence[ScoreSheet]:
        tables = self.scene.view.sheets
        own = [table for table in tables if table.seat == self.scene.seat]
        return own if own and self.says(_MINE) else tables

    def _pieces(self) -> Lines:
        """The pieces that are asked for by name, by owner or altogether."""
        scene, says = self.scene, self.says
        named = [word for word in self.words if word not in _FILLING]
        all_meant = says(_MINE | _OTHERS | _ALL | {"where"})
        if not named and not all_meant:
            return [self._help()]
        pieces: Sequence[Piece] = scene.view.pieces
        if says(_MINE | _OTHERS):
            if pieces and all(scene.owner(one) is None for one in pieces):
                return ["The pieces on this board belong to nobody."]
            mine = not says(_OTHERS)
            pieces = [one for one in pieces if (scene.owner(one) == scene.seat) == mine]
        found = [one for one in pieces if all(self._is_called(one, word) for word in named)]
        if found:
            return scene.told(found)
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
