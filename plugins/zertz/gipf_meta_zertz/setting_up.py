"""Setting a board of ZÈRTZ up: rings and marbles, the pool, what is captured, and the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    N_,
    BoardEditor,
    Draft,
    DraftField,
    PalettePiece,
    Piece,
    Reserve,
    View,
    number_field,
)
from gipf_meta_zertz.notation import COLOURS, player_name
from gipf_meta_zertz.positions import LETTERS, position_text, set_of_marbles
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.view import labels_of, marble_piece, points_of

BARE: Final = "o"
"""A ring without a marble."""
NAMES: Final = (N_("a white marble"), N_("a grey marble"), N_("a black marble"))
HEAPS: Final = ("pool", "p1", "p2")
_RING: Final = "[a-z][0-9]{1,2}"
_STEP: Final = (
    rf"(remove|jump:{_RING}|claim:{_RING}(,{_RING})*)?"
    rf"((^| )frozen:{_RING}(,{_RING})*)?((^| )must_capture)?"
)
"""The pattern of the optional fields of a position, which follow the side to move."""


class ZertzEditor(BoardEditor):
    """Sets up positions under these *rules*."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def palette(self) -> Sequence[PalettePiece]:
        """A ring, and a marble of each colour on one."""
        bare = PalettePiece(BARE, _("a ring"), Piece("", "ring", "neutral", BARE))
        return (
            bare,
            *(
                PalettePiece(letter, _(name), Piece("", "marble", COLOURS[colour], letter))
                for colour, (letter, name) in enumerate(zip(LETTERS, NAMES, strict=True))
            ),
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields: side to move, point in the turn, and the marbles beside the board."""
        titles = (
            _("Pool"),
            *(_("Captured by {player}").format(player=player_name(s)) for s in (0, 1)),
        )
        turn = DraftField(
            "turn", _("whose turn it is"), (("1", player_name(0)), ("2", player_name(1)))
        )
        return (turn, self._step(draft), *self._heaps(titles))

    def _step(self, draft: Draft) -> DraftField:
        marbles = [place for place, what in draft.pieces if what != BARE]
        jumps = (
            (f"jump:{place}", _("{name} goes on jumping").format(name=place)) for place in marbles
        )
        values = (("", _("it begins")), ("remove", _("a ring is to be removed")), *jumps)
        return DraftField("step", _("within the turn"), values, typed=_STEP, examples=("jump:d4",))

    def _heaps(self, titles: Sequence[str]) -> list[DraftField]:
        most = set_of_marbles(self.rules)
        return [
            number_field(
                f"{heap}.{letter}",
                f"{title}: {_(NAMES[colour])}",
                most[colour],
                piece=Piece("", "marble", COLOURS[colour], letter),
                title=title,
            )
            for heap, title in zip(HEAPS, titles, strict=True)
            for colour, letter in enumerate(LETTERS)
        ]

    def reserves(self, draft: Draft) -> Sequence[Reserve]:
        """The pool: marbles on the board and captured ones are not in it."""
        on = [what for _place, what in draft.pieces]
        return [
            Reserve(
                f"pool.{letter}",
                on.count(letter) + sum(int(draft.field(f"{heap}.{letter}")) for heap in HEAPS[1:]),
                all_of_them,
            )
            for letter, all_of_them in zip(LETTERS, set_of_marbles(self.rules), strict=True)
        ]

    def why_impossible(self, draft: Draft) -> str:
        """Why not: more marbles than the game has; ``""``: fewer may be left."""
        for field, used, most in self.reserves(draft):
            count = used + int(draft.field(field))
            if count > most:
                letter = field[-1]
                words = _(
                    "On the board, in the pool and captured there are {count} marbles {letter}, but"
                    " the game has {most}."
                )
                return words.format(count=count, letter=letter, most=most)
        return ""

    def whole_boards(self, draft: Draft) -> Sequence[tuple[str, str, Draft]]:
        """The drafts of an empty board, and of a board with a ring wherever there is none."""
        rings = {**dict.fromkeys(self._order, BARE), **dict(draft.pieces)}
        return (
            ("no rings", _("no rings"), Draft.of({}, dict(draft.fields))),
            ("all rings", _("all rings"), Draft.of(rings, dict(draft.fields))),
        )

    def empty(self) -> Draft:
        """All rings, and all marbles in the pool."""
        return self.take_apart(position_text(self.rules, self.rules.start()))

    def take_apart(self, text: str) -> Draft:
        """The draft of a position; its optional fields stay together in *step*."""
        rings, *rest = text.split(" ")
        pieces = {}
        for item in rings.split(",") if rings else ():
            letter, name = (item[0], item[1:]) if item[0] in LETTERS else (BARE, item)
            pieces[name] = letter
        fields = {"turn": rest[3], "step": " ".join(rest[4:])}
        for heap, counts in zip(HEAPS, rest[:3], strict=True):
            for letter, count in zip(LETTERS, counts.split("/"), strict=True):
                fields[f"{heap}.{letter}"] = count
        return Draft.of(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """The five fields of a position, and the optional fields inside a turn."""
        rings = ",".join(
            ("" if what == BARE else what) + place
            for place, what in sorted(draft.pieces, key=lambda each: self._order[each[0]])
        )
        heaps = ("/".join(draft.field(f"{heap}.{letter}") for letter in LETTERS) for heap in HEAPS)
        return " ".join((rings, *heaps, draft.field("turn"), draft.field("step"))).rstrip(" ")

    @property
    def _order(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self.rules.board.lattice.cells)}

    def take(self, draft: Draft, place: str) -> Draft:
        """*draft* without the marble on *place*, or without the ring if none lies there."""
        return draft.with_piece(place, BARE if draft.at(place) not in ("", BARE) else "")

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """*draft* with the marble of *start* on *end*, or with the ring if none lies on it."""
        what, left = draft.at(start), self.take(draft, start)
        return left.with_piece(end, what) if end and what else left

    def draw(self, draft: Draft) -> View:
        """The rings that are there, and the marbles on them."""
        board = self.rules.board
        rings = sum(1 << board.lattice.bit_of[place] for place, _what in draft.pieces)
        marbles = (
            marble_piece(place, LETTERS.index(what)) for place, what in draft.pieces if what != BARE
        )
        return View(
            points_of(board, rings), pieces=tuple(marbles), labels=labels_of(board), board="felt"
        )
