"""The editor of positions of LYNGK: stacks piece by piece, claims, stacks taken, and the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import Draft, DraftField, PalettePiece, StackEditor, View, number_field
from gipf_meta_lyngk.board import BOARD, NAME_OF
from gipf_meta_lyngk.notation import player_name
from gipf_meta_lyngk.positions import ENDED, LETTERS, LUCK, NOTHING, SIDES
from gipf_meta_lyngk.state import BLACK, COLOURS, PIECES, WHITE
from gipf_meta_lyngk.texts import _
from gipf_meta_lyngk.view import ALONE, VIEW_EDGES, VIEW_LABELS, VIEW_POINTS, stack_piece

MOST_TAKEN: Final = 8
"""The most stacks of five that the pieces of the game suffice for."""


class LyngkEditor(StackEditor):
    """The editor of positions of LYNGK: a piece that is put on a point goes on top of its stack.

    A stack is its pieces from the bottom to the top: ``RJG``. *to_six*: the variant with a stack
    of six, in which no stack is taken.
    """

    def __init__(self, to_six: bool = False) -> None:
        self._to_six: Final = to_six

    def palette(self) -> Sequence[PalettePiece]:
        """A piece of each colour, and a joker."""
        return tuple(
            PalettePiece(LETTERS[piece], _(ALONE[piece]), stack_piece("", [piece], None))
            for piece in PIECES
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of the form: the turn, each colour's owner, and the stacks taken."""
        players = self.seats(draft)
        sides = (*players, (ENDED, _("the game is over")), (LUCK, _("luck sets the board up")))
        owners = (("", _("nobody")), *players)
        return (
            DraftField("turn", _("whose turn it is"), sides),
            *(
                DraftField(
                    _claim_field(colour),
                    _("who has claimed the colour: {colour}").format(colour=_(ALONE[colour])),
                    owners,
                )
                for colour in COLOURS
            ),
            *map(self._taken_choice, (WHITE, BLACK)),
        )

    def _taken_choice(self, seat: int) -> DraftField:
        """The field for the stacks that *seat* has taken, or for whether it has won by a stack
        of six."""
        player = player_name(seat)
        if self._to_six:
            told = _("{player} has won by a stack of six").format(player=player)
            return DraftField(_taken_field(seat), told, (("0", _("no")), ("1", _("yes"))))
        told = _("stacks taken by {player}").format(player=player)
        return number_field(_taken_field(seat), told, MOST_TAKEN, title=_("Stacks taken"))

    def seats(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The players to choose from; no choice for luck, as nobody is on turn while it sets up
        the board."""
        return tuple(zip(SIDES, map(player_name, (WHITE, BLACK)), strict=True))

    def empty(self) -> Draft:
        """A draft with no piece on the board, nothing claimed and nothing taken."""
        return self.take_apart("w -/- 0,0 -")

    def take_apart(self, text: str) -> Draft:
        """Returns the draft of the position *text*; each stack is written from the bottom to the
        top."""
        side, claims, taken, board = text.split(" ")
        pieces = {item[-2:]: item[:-2] for item in board.split(",") if item != NOTHING}
        white, black = claims.split("/")
        fields = {"turn": side}
        for colour in COLOURS:
            letter = LETTERS[colour]
            owner = SIDES[WHITE] if letter in white else SIDES[BLACK] if letter in black else ""
            fields[_claim_field(colour)] = owner
        for seat, count in enumerate(taken.split(",")):
            fields[_taken_field(seat)] = count
        return Draft.of(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """Returns the position string of *draft*: the side, the claims, stacks taken, and the
        stacks."""
        claims = [
            "".join(
                LETTERS[colour] for colour in COLOURS if draft.field(_claim_field(colour)) == side
            )
            for side in SIDES
        ]
        taken = ",".join(draft.field(_taken_field(seat)) for seat in (WHITE, BLACK))
        board = ",".join(draft.at(name) + name for name in NAME_OF if draft.at(name))
        both = "/".join(colours or NOTHING for colours in claims)
        return f"{draft.field('turn')} {both} {taken} {board or NOTHING}"

    def draw(self, draft: Draft) -> View:
        """Returns the view of the stacks of *draft*."""
        return View(
            VIEW_POINTS,
            pieces=tuple(
                stack_piece(NAME_OF[point], [*map(LETTERS.index, stack)], _owner(draft, stack))
                for point in BOARD.from_behind
                if (stack := draft.at(NAME_OF[point]))
            ),
            edges=VIEW_EDGES,
            labels=VIEW_LABELS,
            material="stone",
            board="stone",
        )


def _claim_field(colour: int) -> str:
    """The name of the field for the player who has claimed a *colour*."""
    return f"claim.{LETTERS[colour]}"


def _taken_field(seat: int) -> str:
    """The name of the field for the number of stacks that *seat* has taken."""
    return f"taken.{SIDES[seat]}"


def _owner(draft: Draft, stack: str) -> int | None:
    """The seat that has claimed the colour of a *stack*; ``None`` without one."""
    colour = LETTERS.index(stack[-1])
    side = draft.field(_claim_field(colour)) if colour in COLOURS else ""
    return SIDES.index(side) if side in SIDES else None
