"""The editor of positions of TZAAR: stacks piece by piece, the pieces in the hands, and the
turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import Draft, DraftField, PalettePiece, Piece, StackEditor, View, number_field
from gipf_meta_tzaar.board import BOARD, NAME_OF
from gipf_meta_tzaar.notation import player_name
from gipf_meta_tzaar.positions import COLOURS, LETTERS, SECOND_FIELD
from gipf_meta_tzaar.state import BLACK, KINDS, PIECES, WHITE
from gipf_meta_tzaar.texts import _
from gipf_meta_tzaar.view import (
    ALONE,
    EMBLEMS,
    ROLES,
    VIEW_EDGES,
    VIEW_LABELS,
    VIEW_POINTS,
    stack_piece,
)

_NO_HAND: Final = "0"


class TzaarEditor(StackEditor):
    """The editor of positions of TZAAR: a piece that is put on a space goes on top of its stack.

    A stack is the colour's letter and its pieces from the bottom to the top: ``WTA``.
    """

    def palette(self) -> Sequence[PalettePiece]:
        """A piece of each kind in each colour."""
        return tuple(
            PalettePiece(COLOURS[seat] + LETTERS[kind], _(ALONE[seat][kind]), _alone(seat, kind))
            for seat in (WHITE, BLACK)
            for kind in KINDS
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of the form: the seat on turn or the winner, the step of the turn, and the
        hands."""
        sides = (
            ("w", player_name(WHITE)),
            ("b", player_name(BLACK)),
            ("-w", _("{player} has won").format(player=player_name(WHITE))),
            ("-b", _("{player} has won").format(player=player_name(BLACK))),
        )
        steps = (("", _("the first capture")), (SECOND_FIELD, _("the second move")))
        return (
            DraftField("turn", _("whose turn it is"), sides),
            DraftField("step", _("what is due"), steps),
            *(
                number_field(
                    _hand_field(seat, kind),
                    _("still to be placed: {piece}").format(piece=_(ALONE[seat][kind])),
                    PIECES[kind],
                    piece=_alone(seat, kind),
                    title=_("Still to be placed"),
                )
                for seat in (WHITE, BLACK)
                for kind in KINDS
            ),
        )

    def empty(self) -> Draft:
        """A draft with no piece on the board and none in the hands."""
        return self.take_apart("w - W: B:")

    def take_apart(self, text: str) -> Draft:
        """Returns the draft of the position *text*; each stack is written from the bottom to the
        top."""
        side, hand, *boards = text.split(" ")
        step = boards[2] if len(boards) > 2 else ""
        pieces = {
            item[-2:]: board[0] + item[:-2]
            for board in boards[:2]
            for item in board[2:].split(",")
            if item
        }
        counts = hand.replace("/", "")
        for letter in LETTERS[1:]:
            counts = counts.replace(letter, " ")
        left = counts.split() if hand != "-" else [_NO_HAND] * 6
        names = [_hand_field(seat, kind) for seat in (WHITE, BLACK) for kind in KINDS]
        return Draft.of(pieces, {"turn": side, "step": step, **dict(zip(names, left, strict=True))})

    def put_together(self, draft: Draft) -> str:
        """Returns the position string of *draft*: the side, the hands, the stacks and the step."""
        hands = [
            [(LETTERS[kind], draft.field(_hand_field(seat, kind))) for kind in KINDS]
            for seat in (WHITE, BLACK)
        ]
        is_empty = all(count == _NO_HAND for hand in hands for _letter, count in hand)
        hand = "/".join("".join(letter + count for letter, count in hand) for hand in hands)
        boards = []
        for colour in COLOURS:
            items = (draft.at(name)[1:] + name for name in NAME_OF if draft.at(name)[:1] == colour)
            boards.append(f"{colour}:{','.join(items)}")
        parts = [draft.field("turn"), "-" if is_empty else hand, *boards, draft.field("step")]
        return " ".join(part for part in parts if part)

    def draw(self, draft: Draft) -> View:
        """Returns the view of the stacks of *draft*."""
        return View(
            VIEW_POINTS,
            pieces=tuple(
                stack_piece(
                    NAME_OF[space],
                    COLOURS.index(stack[0]),
                    [LETTERS.index(one) for one in stack[1:]],
                )
                for space in BOARD.from_behind
                if (stack := draft.at(NAME_OF[space]))
            ),
            edges=VIEW_EDGES,
            labels=VIEW_LABELS,
            material="stone",
            board="terracotta",
        )

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """Returns *draft* with *piece* on the stack on *place*; a stack of the other colour is
        replaced."""
        there = draft.at(place)
        return draft.with_piece(place, there + piece[1:] if there[:1] == piece[0] else piece)

    def take(self, draft: Draft, place: str) -> Draft:
        """Returns *draft* without the top piece of the stack on *place*."""
        there = draft.at(place)
        return draft.with_piece(place, there[:-1] if len(there) > 2 else "")

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """Returns *draft* with the stack on *start* moved onto *end*; one of the other colour is
        replaced."""
        stack, left = draft.at(start), draft.with_piece(start, "")
        if not end:
            return left
        there = left.at(end)
        return left.with_piece(end, there + stack[1:] if there[:1] == stack[:1] else stack)

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The pieces of each stack from the bottom to the top."""
        return [(place, stack[0] + piece) for place, stack in draft.pieces for piece in stack[1:]]


def _hand_field(seat: int, kind: int) -> str:
    """The name of the field for the number of pieces of a *kind* that *seat* still has to place."""
    return f"hand.{COLOURS[seat]}{LETTERS[kind]}"


def _alone(seat: int, kind: int) -> Piece:
    """A piece of a kind that lies on no place."""
    return Piece(
        "", "disc", ROLES[seat], COLOURS[seat] + LETTERS[kind], glyph=LETTERS[kind],
        emblem=EMBLEMS[kind],
    )  # fmt: skip
