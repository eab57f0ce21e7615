"""The edits of a board that is set up: how each is read, and the draft that it leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.plugins.board_offers import EMPTY, HAND, OFF, START, TAKE, Offers
from gipf_meta.plugins.board_words import BoardWords, listed
from gipf_meta.protocol.capabilities import bare_position
from gipf_meta.protocol.drafts import BoardEditor, Draft, with_reserves
from gipf_meta.protocol.game import NOBODY, BadNotation, IllegalMove


class Edited(NamedTuple):
    """A state of a board that is being set up.

    *draft* is the board, *edits* their number so far, *hand* the thing in hand; *lifted* is the
    place whose piece is being moved, or none; *taken* counts how often anything was taken in hand.
    """

    draft: Draft
    edits: int = 0
    hand: str = HAND
    lifted: str = ""
    taken: int = 0


class BoardEdits(NamedTuple):
    """The edits of boards of *game*, whose *start* is the dealt start of the game.

    *places* are where something can stand, *hands* what can be in hand.
    """

    game: Any
    start: Any
    places: Sequence[str]
    hands: Sequence[str]

    @classmethod
    def of(cls, game: Any, start: Any) -> BoardEdits:
        """The edits of boards of *game*."""
        points = game.view(start, NOBODY).points
        places = sorted(point.id for point in points if point.kind != "dot")  # nothing stands there
        editor: BoardEditor = game.editor
        return cls(game, start, places, [HAND, TAKE, *(each.id for each in editor.palette())])

    @property
    def editor(self) -> BoardEditor:
        """The editor of the game's boards."""
        editor: BoardEditor = self.game.editor
        return editor

    # ---- making them --------------------------------------------------------------------------

    def split_hands(self, text: str, most: int) -> tuple[list[str], str]:
        """The pieces taken in hand at the beginning of *text*, one after the other, at most so
        often; and the rest of it."""
        hands: list[str] = []
        hand, comma, rest = text.partition(",")
        while comma and hand in self.hands and len(hands) < most:
            hands.append(hand)
            text = rest
            hand, comma, rest = text.partition(",")
        return hands, text

    def make(self, state: Edited, edit: str) -> Edited:
        """*state* after an *edit* as ``read`` returns it."""
        if edit in self.hands:
            return state._replace(hand=edit, lifted="", taken=state.taken + 1)
        if edit in self.places:
            return state._replace(lifted=edit, taken=state.taken + 1)
        after = self._changed(state.draft, edit)
        draft = (
            self.whole_board(edit)  # says what its reserves are
            if after is None
            else with_reserves(self.editor, state.draft, after)
        )
        return state._replace(draft=draft, lifted="", edits=state.edits + 1)

    def _changed(self, draft: Draft, edit: str) -> Draft | None:
        """*draft* after a change of it; ``None`` if *edit* is a whole board."""
        if steps := self._words(draft).steps(edit):
            for place, piece in steps:
                draft = self._put(draft, place, piece)
            return draft
        start, _dash, end = edit.partition("-")
        if start in self.places:
            return self.editor.move(draft, start, "" if end == OFF else end)
        for word, _name, then in self.editor.whole_boards(draft):
            if edit == word:
                return then
        what, equals, value = edit.partition("=")
        return draft.with_field(what, value) if equals and " " not in what else None

    def _put(self, draft: Draft, place: str, piece: str) -> Draft:
        if piece == TAKE:
            return self.editor.take(draft, place)
        return self.editor.put(draft, place, piece)

    def whole_board(self, words: str) -> Draft:
        """The draft of a position, ``EMPTY`` or ``START``. Raises ``BadNotation``."""
        if words == EMPTY:
            return self.editor.empty()
        state = self.start if words == START else self.game.from_text(bare_position(words))
        return self.editor.take_apart(self.game.to_text(state))

    # ---- reading them -------------------------------------------------------------------------

    def read(self, state: Edited, text: str) -> str:
        """The edit that *text* names. Raises ``BadNotation`` and ``IllegalMove``."""
        wanted = re.sub(" ?= ?", "=", " ".join(text.split()))
        boards = [word for word, _name, _then in self.editor.whole_boards(state.draft)]
        if wanted in (EMPTY, START, *boards, *self.hands):
            return wanted
        words = self._words(state.draft)
        what, equals, value = wanted.partition("=")
        places = listed(what)
        if words.are_places(places):
            return words.read_puts(wanted) if equals else self._read_places(state, places)
        start, _dash, end = wanted.partition("-")
        if start in self.places and (end in self.places or end == OFF):
            self._check_stands(state.draft, start)
            return wanted
        if put := words.piece_first(wanted):
            return put
        if equals and " " not in what:
            return words.read_field(what, value)
        return self._read_position(words, wanted)

    def _words(self, draft: Draft) -> BoardWords:
        return BoardWords(self.editor, self.places, draft)

    def _read_position(self, words: BoardWords, wanted: str) -> str:
        """A whole position. Raises ``BadNotation``."""
        try:
            self.whole_board(wanted)
        except BadNotation as error:
            if " " in wanted:
                raise
            raise BadNotation(words.advice(wanted)) from error
        return wanted

    def _read_places(self, state: Edited, places: Sequence[str]) -> str:
        """The edit of *places* by the thing in hand. Raises ``IllegalMove``."""
        if state.hand == HAND:
            return self._read_move(state, places)
        return f"{','.join(places)}={state.hand}"

    def _stands(self, draft: Draft, place: str) -> bool:
        return Offers(self.editor, self.places, draft).holds(place)

    def _check_stands(self, draft: Draft, place: str) -> None:
        """Raises ``IllegalMove`` if nothing on *place* could be moved."""
        if not self._stands(draft, place):
            raise IllegalMove(_("Nothing stands on {place}.").format(place=place))

    def _read_move(self, state: Edited, places: Sequence[str]) -> str:
        """Reads places without a piece as a move: lifts the piece on a place, puts the lifted one
        down there, or moves it from the first of two places to the other. Raises
        ``IllegalMove``."""
        place = places[0]
        if state.lifted and len(places) == 1:
            return HAND if place == state.lifted else f"{state.lifted}-{place}"
        if len(places) == 1 and self._stands(state.draft, place):
            return place
        if len(places) == 2 and not state.lifted:
            self._check_stands(state.draft, place)
            return "-".join(places)
        known = [piece.id for piece in self.editor.palette()]
        words = _("Nothing is in hand for {place}: write one of {known} first, or {place}={one}.")
        place = ",".join(places)
        raise IllegalMove(words.format(place=place, known=", ".join(known), one=known[0]))
