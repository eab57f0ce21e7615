"""The editor of positions of DVONN: stacks piece by piece, the pieces in the hand, and the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    Draft,
    DraftField,
    PalettePiece,
    Piece,
    Point,
    Reserve,
    StackEditor,
    View,
    number_field,
)
from gipf_meta_dvonn.board import NAME_OF, SPACES
from gipf_meta_dvonn.notation import player_name
from gipf_meta_dvonn.positions import LETTERS
from gipf_meta_dvonn.state import PIECES, RED
from gipf_meta_dvonn.texts import _
from gipf_meta_dvonn.view import ALONE, FROM_BEHIND, ROLES, ROWS_PITCH, VIEW_LABELS, XY, stack_piece

_HAND: Final = (3, 1, 2)
"""The pieces in the order of the hand in a position: DVONN pieces, white ones, black ones."""


class DvonnEditor(StackEditor):
    """The editor of positions of DVONN: a piece that is put on a space goes on top of its stack."""

    def palette(self) -> Sequence[PalettePiece]:
        """A piece of each colour."""
        return tuple(
            PalettePiece(
                LETTERS[piece],
                _(ALONE[piece]),
                Piece("", "disc", ROLES[piece], LETTERS[piece]),
            )
            for piece in (1, 2, RED)
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of the form: the seat on turn, and the pieces still to be placed of each
        colour."""
        seats = (("w", player_name(0)), ("b", player_name(1)))
        return (
            DraftField("turn", _("whose turn it is"), seats),
            *(
                number_field(
                    f"hand.{LETTERS[piece]}",
                    _("still to be placed: {piece}").format(piece=_(ALONE[piece])),
                    PIECES[piece],
                    piece=Piece("", "disc", ROLES[piece], LETTERS[piece]),
                    title=_("Still to be placed"),
                )
                for piece in _HAND
            ),
        )

    def reserves(self, draft: Draft) -> Sequence[Reserve]:
        """The reserves of each colour during the first phase; none later, when pieces leave the
        game."""
        on = "".join(stack for _place, stack in draft.pieces)
        counters = [(f"hand.{LETTERS[piece]}", piece) for piece in _HAND]
        if all(draft.field(field) == "0" for field, _piece in counters):
            return ()
        return [
            Reserve(field, on.count(LETTERS[piece]), PIECES[piece]) for field, piece in counters
        ]

    def empty(self) -> Draft:
        """A draft with no piece on the board and none in the hand."""
        return self.take_apart("w D0W0B0 -")

    def take_apart(self, text: str) -> Draft:
        """Returns the draft of the position *text*; each stack is written from the bottom to the
        top."""
        side, hand, stacks = text.split(" ")
        pieces = {item[-2:]: item[:-2] for item in stacks.split(",") if item != "-"}
        counts = hand.replace("D", " ").replace("W", " ").replace("B", " ").split()
        fields = {
            f"hand.{LETTERS[piece]}": count for piece, count in zip(_HAND, counts, strict=True)
        }
        return Draft.of(pieces, {"turn": side, **fields})

    def put_together(self, draft: Draft) -> str:
        """Returns the position string of *draft*: the side, the hand and the stacks."""
        stacks = (draft.at(NAME_OF[space]) + NAME_OF[space] for space in SPACES
                  if draft.at(NAME_OF[space]))  # fmt: skip
        hand = "".join(LETTERS[piece] + draft.field(f"hand.{LETTERS[piece]}") for piece in _HAND)
        return f"{draft.field('turn')} {hand} {','.join(stacks) or '-'}"

    def draw(self, draft: Draft) -> View:
        """Returns the view of the stacks of *draft*."""
        return View(
            tuple(Point(NAME_OF[space], *XY[space], "space") for space in SPACES),
            pieces=tuple(
                stack_piece(
                    NAME_OF[space], [LETTERS.index(one) for one in draft.at(NAME_OF[space])]
                )
                for space in FROM_BEHIND
                if draft.at(NAME_OF[space])
            ),
            labels=VIEW_LABELS,
            pitch=ROWS_PITCH,
            material="lacquer",
            board="bronze",
        )

    def take(self, draft: Draft, place: str) -> Draft:
        """Returns *draft* without the whole stack on *place*."""
        return draft.with_piece(place, "")
