"""The editor of positions of YINSH: rings, markers, rings that were removed, and the step of the
turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import BoardEditor, Draft, DraftField, PalettePiece, Piece, View, number_field
from gipf_meta_yinsh.board import CELLS
from gipf_meta_yinsh.notation import player_name
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.texts import _
from gipf_meta_yinsh.view import (
    COLOURS,
    LETTERS,
    MARKER,
    RING,
    VIEW_EDGES,
    VIEW_LABELS,
    VIEW_POINTS,
)

_RINGS: Final = ("WO", "BO")


class YinshEditor(BoardEditor):
    """The editor of positions under these *rules*; the number of markers in the pool follows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def palette(self) -> Sequence[PalettePiece]:
        """A ring and a marker of each colour."""
        return tuple(
            PalettePiece(letter + sign, _(names[seat]), _look(letter + sign))
            for sign, names in (("O", RING), ("", MARKER))
            for seat, letter in enumerate(LETTERS)
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of the form: the seat on turn, the step of the turn, and the rings removed."""
        seats = (("w", player_name(0)), ("b", player_name(1)))
        steps = (
            ("", _("it begins")),
            ("rows", _("a row is to be removed after the move")),
            ("ring", _("a ring is to be removed after the move")),
            ("ring:pre", _("a ring is to be removed before the move")),
        )
        return (
            DraftField("turn", _("whose turn it is"), seats),
            DraftField("step", _("within the turn"), steps, typed="rows:pre"),
            *(
                number_field(
                    f"removed.{letter}",
                    _("rings removed by {player}").format(player=player_name(seat)),
                    self.rules.goal,
                    piece=_look(_RINGS[seat]),
                    title=_("Removed by {player}").format(player=player_name(seat)),
                )
                for seat, letter in enumerate(LETTERS)
            ),
        )

    def empty(self) -> Draft:
        """A draft with an empty board."""
        return Draft.of({}, {"turn": "w", "step": "", "removed.W": "0", "removed.B": "0"})

    def take_apart(self, text: str) -> Draft:
        """Returns the draft of the position *text*: a ring is ``WO`` or ``BO``, a marker ``W``
        or ``B``."""
        side, _pool, removed, *items = text.split(" ")
        pieces = {}
        for letter, field in zip(LETTERS, items, strict=False):
            for item in filter(None, field[2:].split(",")):
                pieces[item.removeprefix("O")] = letter + ("O" if item[0] == "O" else "")
        white, black = removed.split(",")
        step = items[2] if len(items) > 2 else ""
        fields = {"turn": side, "step": step, "removed.W": white, "removed.B": black}
        return Draft.of(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """Returns the position string of *draft*; the pool holds the markers that are not on the
        board."""
        sides = []
        for letter in LETTERS:
            own = (draft.at(name)[1:] + name for name in CELLS if draft.at(name).startswith(letter))
            sides.append(f"{letter}:{','.join(own)}")
        pool = self.rules.markers - sum(len(what) == 1 for _place, what in draft.pieces)
        removed = f"{draft.field('removed.W')},{draft.field('removed.B')}"
        fields = (draft.field("turn"), str(pool), removed, *sides, draft.field("step"))
        return " ".join(fields).rstrip(" ")

    def draw(self, draft: Draft) -> View:
        """Returns the view of the rings and markers of *draft*."""
        pieces = tuple(_look(what, place) for place, what in draft.pieces)
        return View(VIEW_POINTS, pieces, VIEW_EDGES, VIEW_LABELS, material="lacquer", board="night")


def _look(what: str, place: str = "") -> Piece:
    """The picture of a ring or a marker, on *place* or on none."""
    seat = LETTERS.index(what[0])
    if what in _RINGS:
        return Piece(place, "ring", COLOURS[seat], what, spoken=_(RING[seat]))
    back = COLOURS[1 - seat]
    return Piece(place, "disc", COLOURS[seat], what, spoken=_(MARKER[seat]), back=back)
