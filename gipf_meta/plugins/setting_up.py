"""A board that is set up, as a game of one player: every face plays it, and can take it back.

Each decision is an edit of a draft: ``d4=W`` puts a white marble on d4, ``d4=-`` takes it,
``turn=2`` says whose turn it is; ``empty`` and ``start`` are whole boards, and so is a position
that is typed. What is impossible is said by the check that a position on one line has to pass.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.texts import N_, _
from gipf_meta.plugins.board_offers import EMPTY, START, TAKE, Offers
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.drafts import BoardEditor, Draft, Editable
from gipf_meta.protocol.game import (
    NOBODY,
    BadNotation,
    Game,
    IllegalMove,
    Over,
    Status,
    Turn,
    seat_name,
    turn,
)
from gipf_meta.protocol.options import OptionError, changed_options, configure
from gipf_meta.protocol.view import View


class Edited(NamedTuple):
    """A *draft*, and how many edits have led to it."""

    draft: Draft
    edits: int = 0


class SettingUp(Game[Edited, str]):
    """A board of another game that is set up."""

    id: ClassVar[str] = "setting_up"
    title: ClassVar[str] = N_("Set up a board")
    tagline: ClassVar[str] = N_("Put the pieces where you want them, and play from there.")
    seat_counts: ClassVar[range] = range(1, 2)
    seat_names: ClassVar[tuple[str, ...]] = (N_("Board"),)
    needs_people: ClassVar[bool] = True
    decides_duels: ClassVar[bool] = False
    is_kept: ClassVar[bool] = False

    game: str = ""
    options: dict[str, Any] = {}
    position: str = ""

    @cached_property
    def of(self) -> Any:
        """The game whose board it is. Raises ``OptionError`` if it has none that can be set up."""
        found = configure(installed_plugins().find(self.game), self.options)
        if not (isinstance(found, Editable) and isinstance(found, Positions)):
            raise OptionError(_("A board of {game} cannot be set up.").format(game=found.title))
        return found

    @property
    def editor(self) -> BoardEditor:
        """How that game's boards are set up."""
        editor: BoardEditor = self.of.editor
        return editor

    # ---- the decisions ------------------------------------------------------------------------

    def start(self, seats: int) -> Edited:
        """The draft of the position, by default of the start. Raises ``OptionError``."""
        try:
            return Edited(self._whole(self.position or START))
        except BadNotation as error:
            raise OptionError(str(error)) from error

    def status(self, state: Edited) -> Status[str]:
        """Each edit is a turn; there is no end."""
        return turn(0, state.edits + 1)

    def legal_moves(self, state: Edited, seat: int) -> Sequence[str]:
        """The edits that are offered; any position may be typed besides."""
        offers = Offers(self.editor, self._places)
        return [choice.notation for choice in offers.choices(state.draft)]

    def apply(self, state: Edited, move: str) -> Edited:
        """The draft after an edit."""
        return Edited(self._edited(state.draft, move), state.edits + 1)

    def _edited(self, draft: Draft, move: str) -> Draft:
        what, equals, value = move.partition("=")
        if not equals or " " in what:
            return self._whole(move)
        if what in self._places:
            if value == TAKE:
                return self.editor.take(draft, what)
            return self.editor.put(draft, what, value)
        return draft.with_field(what, value)

    def _whole(self, words: str) -> Draft:
        """The draft of a whole board. Raises ``BadNotation``."""
        if words == EMPTY:
            return self.editor.empty()
        state = self._first if words == START else self.of.from_text(words)
        return self.editor.take_apart(self.of.to_text(state))

    def format(self, state: Edited, move: str) -> str:
        """The edit itself."""
        return move

    def parse(self, state: Edited, seat: int, text: str) -> str:
        """The edit that *text* names. Raises ``BadNotation`` and ``IllegalMove``."""
        wanted = " ".join(text.split())
        what, equals, value = wanted.partition("=")
        if wanted in (EMPTY, START):
            return wanted
        if not equals or " " in what:
            self._whole(wanted)  # raises what a position raises
            return wanted
        if what in self._places:
            known = [piece.id for piece in self.editor.palette()]
            if value in known or value == TAKE:
                return wanted
            raise IllegalMove(
                _(
                    "{value!r} cannot be put on {place}: write one of {known}, or - for nothing."
                ).format(value=value, place=what, known=", ".join(known))
            )
        fields = [field.id for field in self.editor.fields(state.draft)]
        if what in fields:
            return wanted
        raise BadNotation(
            _("There is no place and no field {name!r} here; the fields are {fields}.").format(
                name=what, fields=", ".join(f"{each}=" for each in fields)
            )
        )

    # ---- the position -------------------------------------------------------------------------

    def position_of(self, state: Edited) -> tuple[str, Any]:
        """The position that is set up, with its state. Raises ``BadNotation`` if it is none."""
        found = self.of.from_text(self.editor.put_together(state.draft))
        if isinstance(self.of.status(found), Over):
            raise BadNotation(_("In this position the game is over: nobody can play on."))
        return self.of.to_text(found), found

    def how_to_begin(self, state: Edited) -> dict[str, str]:
        """What the form for a match is about that begins so. Raises ``BadNotation``."""
        text, _state = self.position_of(state)
        options = json.dumps(changed_options(self.of), sort_keys=True)
        return {"game": self.game, "position": text, "options": options}

    # ---- the picture --------------------------------------------------------------------------

    def view(self, state: Edited, seat: int | None) -> View:
        """The board with what can be put on it beside it."""
        draft, acts, offers = state.draft, seat in (None, 0), Offers(self.editor, self._places)
        text = self.editor.put_together(draft)
        return replace(
            self.editor.draw(draft),
            trays=tuple(offers.trays(draft)),
            choices=tuple(offers.choices(draft)) if acts else (),
            names=tuple(offers.names(draft)),
            caption=text,
            prompt=_standing(self, state),
        )

    @cached_property
    def _first(self) -> Any:
        """The start for as few players as can play. Raises ``OptionError``."""
        for seats in self.of.seat_counts:
            with suppress(ValueError):  # its options may be for more
                return self.of.start(seats)
        raise OptionError(_("A board of {game} cannot be set up.").format(game=self.of.title))

    @cached_property
    def _places(self) -> tuple[str, ...]:
        points = self.of.view(self._first, NOBODY).points
        # nothing stands on dots
        return tuple(sorted(point.id for point in points if point.kind != "dot"))


def setting_up(game: str, options: str, position: str) -> SettingUp:
    """The board of *game* with *options*, which are JSON, as *position* has it; ``""``: the start.

    Raises ``GipfMetaError`` if that is no such board.
    """
    try:
        read = read_json(options)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise OptionError(_("The options of a board are an object of JSON."))
    board = configure(SettingUp, {"game": game, "options": read, "position": position})
    board.start(1)
    return board


def _standing(board: SettingUp, state: Edited) -> str:
    """Why nobody can play from what is set up; or who is on turn if one can."""
    try:
        _text, found = board.position_of(state)
    except GipfMetaError as error:
        return str(error)
    now = board.of.status(found)
    if not isinstance(now, Turn):
        return _("This can be played from.")
    seat = seat_name(board.of, now.seat)
    return _("This can be played from: {seat} is on turn.").format(seat=seat)
