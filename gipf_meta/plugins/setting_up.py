"""A board that is set up, as a game of one player: every interface plays it, and can take it back.

Each decision is an edit of a draft: ``d4=W`` puts a white marble on d4, ``d4=-`` takes it,
``d4-e5`` moves it, ``d4-off`` off the board; ``turn=2`` sets the seat on turn; ``empty`` and
``start`` are whole boards, and so is a position that is typed. Or it takes something in hand, for
all places that are named alone from then on: ``W``, then ``d4`` and ``e5``; ``-`` takes the pieces
there, ``hand`` moves them. An edit whose position could not be read again is refused. Whether the
game allows the position is checked as for a position on one line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import N_, _
from gipf_meta.plugins.board_edits import BoardEdits, Edited
from gipf_meta.plugins.board_offers import EMPTY, START, Offers
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.drafts import BoardEditor, Draft, Editable
from gipf_meta.protocol.game import (
    AnyGame,
    BadNotation,
    Chance,
    Game,
    MoveError,
    Over,
    Status,
    Turn,
    seat_name,
    turn,
)
from gipf_meta.protocol.options import OptionError, changed_options, configure
from gipf_meta.protocol.view import Mark, View

MOST_TAKEN: Final = 500
"""The most times that something is taken in hand in a turn."""


class SettingUp(Game[Edited, str]):
    """A board of another game that is set up."""

    id: ClassVar[str] = "setting_up"
    title: ClassVar[str] = N_("Set up a board")
    tagline: ClassVar[str] = N_("Put the pieces where you want them, and play from there.")
    seat_counts: ClassVar[range] = range(1, 2)
    seat_names: ClassVar[tuple[str, ...]] = (N_("You"),)
    needs_people: ClassVar[bool] = True
    decides_duels: ClassVar[bool] = False
    is_kept: ClassVar[bool] = False

    game: str = ""
    options: dict[str, Any] = {}
    position: str = ""

    @cached_property
    def of(self) -> Any:
        """The game whose board it is. Raises ``OptionError`` if it has none that can be set up."""
        found = configure(self.find_game(self.game), self.options)
        if not (isinstance(found, Editable) and isinstance(found, Positions)):
            raise OptionError(_("A board of {game} cannot be set up.").format(game=found.title))
        return found

    def find_game(self, game: str) -> type[AnyGame]:
        """The game with that id. Raises ``LookupError``; a subclass implements it."""
        raise LookupError(game)

    @property
    def editor(self) -> BoardEditor:
        """The editor of that game's boards."""
        editor: BoardEditor = self.of.editor
        return editor

    # ---- the decisions ------------------------------------------------------------------------

    def start(self, seats: int) -> Edited:
        """The draft of the position, by default of the start, or empty where luck would fill it.
        Raises ``OptionError``."""
        by_luck = isinstance(self.of.status(self._first), Chance)
        try:
            return Edited(self._edits.whole_board(self.position or (EMPTY if by_luck else START)))
        except BadNotation as error:
            raise OptionError(str(error)) from error

    def status(self, state: Edited) -> Status[str]:
        """The turn of the next edit, with the things taken in hand for it; there is no end.

        After ``MOST_TAKEN`` things in hand another turn begins: a record holds no longer one.
        """
        return turn(0, state.edits + 1 + state.taken // MOST_TAKEN)

    def legal_moves(self, state: Edited, seat: int) -> Sequence[str]:
        """The edits that are offered; any position may be typed besides."""
        return [choice.notation for choice in self._offers(state).choices()]

    def apply(self, state: Edited, move: str) -> Edited:
        """The draft after an edit, or another hand."""
        return self._edits.make(state, move)

    def format(self, state: Edited, move: str) -> str:
        """The edit itself."""
        return move

    def parse(self, state: Edited, seat: int, text: str) -> str:
        """The edit that *text* names. Raises ``BadNotation`` and ``IllegalMove``."""
        return self._edits.read(state, text)

    def parse_turn(self, state: Edited, text: str) -> tuple[str, ...]:
        """Reads an edit, with the things taken in hand for it before it: ``W,d4``."""
        try:
            return (self.parse(state, 0, text),)
        except MoveError:
            hands, edit = self._edits.split_hands(text, MOST_TAKEN)
            if not hands:
                raise
        for hand in hands:
            state = self.apply(state, hand)
        return (*hands, self.parse(state, 0, edit))

    # ---- the position -------------------------------------------------------------------------

    def position_of(self, state: Edited) -> tuple[str, Any]:
        """The position that is set up, with its state. Raises ``BadNotation`` if it is none."""
        found = self.of.from_text(self.editor.put_together(state.draft))
        if why := self.editor.why_impossible(state.draft):
            raise BadNotation(why)
        if isinstance(self.of.status(found), Over):
            raise BadNotation(_("In this position the game is over: nobody can play on."))
        return self.of.to_text(found), found

    def how_to_begin(self, state: Edited) -> dict[str, str]:
        """The fields of the form for a match that begins so: game, position, options. Raises
        ``BadNotation``, without the reason, which stands above the board."""
        try:
            text, _state = self.position_of(state)
        except GipfMetaError as error:
            words = _("This board cannot be played from yet, so no match can begin.")
            raise BadNotation(words) from error
        options = json.dumps(changed_options(self.of), sort_keys=True)
        return {"game": self.game, "position": text, "options": options}

    # ---- the picture --------------------------------------------------------------------------

    def view(self, state: Edited, seat: int | None) -> View:
        """The board with what can be put on it beside it."""
        draft, acts, offers = state.draft, seat in (None, 0), self._offers(state)
        return replace(
            self.editor.draw(draft),
            trays=tuple(offers.trays()),
            choices=tuple(offers.choices()) if acts else (),
            names=tuple(offers.names()),
            marks=(Mark(state.lifted, "selected"),) if state.lifted else (),
            caption=self.editor.put_together(draft),
            prompt=f"{_standing(self, state)} {_advice(self, state, offers)}".rstrip(),
            hand=offers.in_hand() if acts else None,
        )

    def _offers(self, state: Edited) -> Offers:
        places = self._edits.places
        return Offers(self.editor, places, state.draft, state.hand, state.lifted)

    @cached_property
    def _edits(self) -> BoardEdits:
        return BoardEdits.of(self.of, self._first)

    @cached_property
    def _first(self) -> Any:
        """The start for as few players as can play. Raises ``OptionError``."""
        for seats in self.of.seat_counts:
            with suppress(ValueError):  # its options may be for more
                return self.of.start(seats)
        raise OptionError(_("A board of {game} cannot be set up.").format(game=self.of.title))


def sets_board_up(game: AnyGame) -> bool:
    """Whether *game* is no game, but a board of one that is set up."""
    return isinstance(game, SettingUp)


def game_on_board(game: AnyGame) -> AnyGame:
    """The game whose pieces the board of *game* shows: its own, unless a board is set up."""
    shown: AnyGame = game.of if isinstance(game, SettingUp) else game
    return shown


def _advice(board: SettingUp, state: Edited, offers: Offers) -> str:
    """A sentence on the thing in hand; before the first edit, on how to begin."""
    advice = offers.advice()
    if advice or state.edits:
        return advice
    if state.draft == board.editor.empty():
        return _("Choose what to put, then the places for it.")
    return _("Choose what to put, then the places for it, or begin from the empty board.")


def _standing(board: SettingUp, state: Edited) -> str:
    """A sentence: the reason why nobody can play from the board that is set up, or the seat on
    turn."""
    try:
        _text, found = board.position_of(state)
    except GipfMetaError as error:
        return str(error)
    now = board.of.status(found)
    seat = now.seat if isinstance(now, Turn) else _seat_of(board.editor, state.draft)
    if seat is None:
        return _("You can play from here: luck goes on.")
    name = seat_name(board.of, seat)
    return _("You can play from here: {seat} is on turn.").format(seat=name)


def _seat_of(editor: BoardEditor, draft: Draft) -> int | None:
    """The seat whose turn *draft* says it is, while luck draws; ``None``: it says none."""
    values = [value for value, _name in editor.seats(draft)]
    turn = draft.field(editor.turn)
    return values.index(turn) if turn in values else None
