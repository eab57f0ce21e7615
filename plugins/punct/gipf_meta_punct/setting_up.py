"""The editor of positions of PÜNCT: pieces are put by their PÜNCT, and turned by putting them
again.

Reserves follow from the board: they hold all pieces that are not on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import N_, BoardEditor, Draft, DraftField, PalettePiece, Piece, View
from gipf_meta_punct.board import (
    DOT,
    KIND,
    KINDS,
    MINOR,
    NAMES,
    OTHER,
    PLACEMENT_OF,
    PLACEMENTS,
    PLACES,
    SET,
    SPACE_AT,
    SPACE_OF,
)
from gipf_meta_punct.notation import ROLES, player_name
from gipf_meta_punct.positions import COLOURS, piece_text, read_piece, reserve_text, supported_level
from gipf_meta_punct.state import lay_out, level_of, pack, piece, placement_of
from gipf_meta_punct.texts import _
from gipf_meta_punct.view import (
    KIND_NAMES,
    VIEW_DOTS,
    VIEW_LABELS,
    VIEW_POINTS,
    covered_spaces,
    dot_piece,
    edges_of,
    stacks_of,
)

TURNS: Final = "turns"
TURNS_BACK: Final = "back"
LIES_ON_TOP: Final = "top"
_AGAIN: Final = (
    (TURNS, N_("turns it")),
    (TURNS_BACK, N_("turns it back")),
    (LIES_ON_TOP, N_("lies on top of it")),
)
"""The effects of putting a piece on its place once more, by the value of ``again``."""
_STEP: Final = r"[TCEMRL]([a-q][0-9]{1,2})?|[a-q][0-9]{1,2}(-[a-q][0-9]{1,2})?"
_STEPS: Final = ("T", "Ta2", "e5", "e5-e9")
HIGHEST: Final = 2 * sum(SET)
"""A level above the level of any piece."""
AND: Final = ";"
"""The text between the pieces whose PÜNCTs lie on one space, the lowest first."""


class PunctEditor(BoardEditor):
    """The editor of positions of PÜNCT."""

    def palette(self) -> Sequence[PalettePiece]:
        """A piece of each kind and colour."""
        return tuple(
            PalettePiece(
                COLOURS[seat] + letter,
                _(VIEW_DOTS[0][seat]).format(kind=_(KIND_NAMES[kind])),
                Piece("", "disc", ROLES[seat], COLOURS[seat] + letter, badge=letter),
            )
            for seat in (0, 1)
            for kind, letter in enumerate(KINDS)
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of the form: the seat on turn, the part of the turn that is decided, and
        ``again``."""
        seats = (("w", player_name(0)), ("b", player_name(1)))
        again = tuple((value, _(name)) for value, name in _AGAIN)
        return (
            DraftField("turn", _("whose turn it is"), seats),
            DraftField(
                "step", _("the turn so far"), (("", _("it begins")),), typed=_STEP, examples=_STEPS
            ),
            DraftField("again", _("the same piece once more"), again),
        )

    def empty(self) -> Draft:
        """A draft with no piece on the board."""
        return Draft.of({}, {"turn": "w", "step": "", "again": TURNS})

    def take_apart(self, text: str) -> Draft:
        """Returns the draft of the position *text*: the pieces by the spaces of their PÜNCTs."""
        side, _white, _black, listed, *step = text.split(" ")
        pieces = [read_piece(item) for item in listed.split(AND) if item != "-"]
        fields = {"turn": side, "step": step[0] if step else "", "again": TURNS}
        return _draft(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """Returns the position string of *draft*; the reserves hold all pieces that are not on
        the board."""
        pieces = _pieces(draft)
        reserves = []
        for seat in (0, 1):
            on = [KIND[placement_of(one)] for one in pieces if one & 1 == seat]
            left = (max(0, SET[kind] - on.count(kind)) for kind in range(len(KINDS)))
            reserves.append(reserve_text(pack(tuple(left))))
        listed = AND.join(map(piece_text, pieces)) or "-"
        return " ".join((draft.field("turn"), *reserves, listed, draft.field("step"))).rstrip(" ")

    def draw(self, draft: Draft) -> View:
        """Returns the view of the visible dots of *draft*."""
        pieces = _pieces(draft)
        tops, stacks = lay_out(pieces), stacks_of(pieces)
        return View(
            VIEW_POINTS,
            tuple(dot_piece(tops, space, stacks[space]) for space in covered_spaces(tops)),
            edges_of(tops),
            VIEW_LABELS,
            material="lacquer",
            board="moss",
        )

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """Returns *draft* with *piece*, whose PÜNCT is on *place*.

        The same piece put again turns clockwise, or by the field ``again`` back, or one more
        lies on top.
        """
        seat, kind = COLOURS.index(piece[0]), KINDS.index(piece[1])
        pieces = list(_pieces(draft))
        ways = _ways(SPACE_OF[place], kind)
        there = [one for one in pieces if DOT[placement_of(one)] == SPACE_OF[place]]
        way = 0
        again = draft.field("again")
        if (
            again != LIES_ON_TOP
            and there
            and placement_of(there[-1]) in ways
            and there[-1] & 1 == seat
        ):
            pieces.remove(there[-1])
            by = -1 if again == TURNS_BACK else 1
            way = (ways.index(placement_of(there[-1])) + by) % len(ways)
        pieces += _laid(tuple(sorted(pieces)), ways[way], seat) if ways else ()
        then = TURNS if again == LIES_ON_TOP else again
        return _draft(pieces, {**dict(draft.fields), "again": then})

    def take(self, draft: Draft, place: str) -> Draft:
        """Returns *draft* without the piece that is visible on *place*, with any of its dots."""
        pieces = _pieces(draft)
        top = lay_out(pieces)[SPACE_OF[place]]
        return _draft([one for one in pieces if one != top], dict(draft.fields))

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Returns ``False`` always, because putting the same piece again turns it."""
        return False

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """Returns *draft* with the piece visible on *start* moved as far as *end* is away, not
        turned.

        Where the piece has no room there, *draft* is returned.
        """
        seen = lay_out(_pieces(draft))[SPACE_OF[start]]
        left = self.take(draft, start)
        if not end or left == draft:
            return left
        placement = _moved(placement_of(seen), SPACE_OF[start], SPACE_OF[end])
        if placement is None:
            return draft
        pieces = _pieces(left)
        laid = _laid(pieces, placement, seen & 1)
        return _draft((*pieces, *laid), dict(draft.fields)) if laid else draft

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The steps that build *draft*: the pieces from the lowest on, each as often as it must
        be turned."""
        steps: list[tuple[str, str]] = []
        last: dict[str, str] = {}
        for one in _pieces(draft):
            at = placement_of(one)
            ways = _ways(DOT[at], KIND[at])
            place, kind = NAMES[DOT[at]], COLOURS[one & 1] + KINDS[KIND[at]]
            if last.get(place) == kind:
                steps.append(("again", LIES_ON_TOP))
            last[place] = kind
            steps += [(place, kind)] * (ways.index(at) + 1)
        return steps


def _ways(space: int, kind: int) -> list[int]:
    """The placements of a *kind* with its PÜNCT on *space*, clockwise from the one that points up.

    Each is turned a little further than the one before.
    """
    return sorted(PLACEMENTS[len(KINDS) * space + kind], key=_turned)


def _turned(placement: int) -> tuple[float, float]:
    """A sort key: how far a placement is turned clockwise from one that points up.

    Of two that point alike the one whose dots are closer together comes first.
    """
    at = VIEW_POINTS[DOT[placement]]
    dots = [VIEW_POINTS[dot] for dot in (MINOR[placement], OTHER[placement])]
    (x, y), other = ways = [(dot.x - at.x, dot.y - at.y) for dot in dots]
    x, y = x + other[0], y + other[1]
    far = 3 * x * x + y * y
    if not far:  # the PÜNCT in the middle of a line
        x, y = max(ways)
    return _clockwise(x, y), far


def _clockwise(x: float, y: float) -> float:
    """A number that grows with the angle of a direction, clockwise from straight up.

    1 is to the right, 2 down, 3 to the left. Unlike an angle, it is the same on every machine.
    """
    far = abs(x) + abs(y)
    if x >= 0 > y:
        return x / far
    if x > 0:
        return 1 + y / far
    return 2 - x / far if y > 0 else 3 - y / far


def _draft(pieces: Sequence[int], fields: dict[str, str]) -> Draft:
    by_place: dict[str, list[str]] = {}
    for one in sorted(pieces):
        by_place.setdefault(NAMES[DOT[placement_of(one)]], []).append(piece_text(one))
    return Draft.of({place: AND.join(texts) for place, texts in by_place.items()}, fields)


def _pieces(draft: Draft) -> tuple[int, ...]:
    """The pieces of *draft*, the lowest first."""
    texts = (text for _place, what in draft.pieces for text in what.split(AND))
    return tuple(sorted(map(read_piece, texts)))


def _moved(placement: int, start: int, end: int) -> int | None:
    """The *placement* moved as *start* is to *end*, not turned; ``None`` off the board."""
    by = [PLACES[end][n] - PLACES[start][n] for n in (0, 1)]
    dots = (DOT[placement], MINOR[placement], OTHER[placement])
    there = [SPACE_AT.get((PLACES[dot][0] + by[0], PLACES[dot][1] + by[1]), -1) for dot in dots]
    if min(there) < 0:
        return None
    return PLACEMENT_OF[KIND[placement], there[0], min(there[1:]), max(there[1:])]


def _laid(pieces: tuple[int, ...], placement: int, seat: int) -> tuple[int, ...]:
    """The piece of *placement* on *pieces*, as a tuple of one, or none if it would lie too high.

    Where *pieces* do not support it, it lies on top of all of them.
    """
    tops = lay_out(pieces)
    level = supported_level(tops, placement)
    if level is None:
        level = level_of(max(pieces, default=-1)) + 1
    return (piece(placement, seat, level),) if level < HIGHEST else ()
