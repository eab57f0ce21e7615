"""The parts of a turn's text, read one by one without looking at the board (§12.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from gipf_meta import BadNotation, IllegalMove, understood
from gipf_meta_gipf.board import BIT_OF, ENTRY_AT, ENTRY_OF, ENTRY_SPOT, POINTS
from gipf_meta_gipf.texts import _

_POINT: Final = r"[a-iA-I][1-9]"
_DUEL: Final = r"(?:\?\(([a-z0-9_]+):([WB])\))?"
_ENTRY: Final = re.compile(rf"([A-Z]|[gn](?={_POINT}-))?({_POINT})(?:-({_POINT}))?", re.ASCII)
_USE: Final = re.compile(rf"([A-Z])({_POINT})\^([^?]*){_DUEL}", re.ASCII)
_EXTRA: Final = re.compile(rf"\+([A-Z](?![1-9]))?([^?]*){_DUEL}", re.ASCII)
_ITEM: Final = re.compile(rf"([A-Za-z]?)({_POINT})(\*?)", re.ASCII)


@dataclass(frozen=True)
class EntryPart:
    """A piece of the kind *letter* entered from *dot* towards *spot*, or onto it (no *dot*)."""

    letter: str
    dot: str
    spot: str

    def entry_on(self, occupied: int) -> int:
        """The entry that the part says on a board with these spots *occupied*.

        Raises ``IllegalMove``.
        """
        if self.dot:
            return _entry_of(self.dot, self.spot)
        if self.spot not in BIT_OF:
            raise IllegalMove(
                _(
                    "{spot} is a dot; say in which direction the piece is pushed in, such as"
                    " {entry}."
                ).format(spot=self.spot, entry=_some_entry(self.spot))
            )
        if self.spot not in ENTRY_AT:
            raise IllegalMove(
                _(
                    "{spot} is not at the border, so a piece cannot be put there; write the dot and"
                    " the first spot, such as a5-b5."
                ).format(spot=self.spot)
            )
        if occupied >> BIT_OF[self.spot] & 1:
            raise IllegalMove(
                _(
                    "{spot} is occupied; write from which dot the piece is pushed in, such as"
                    " {entry}."
                ).format(spot=self.spot, entry=_some_entry_at(self.spot))
            )
        return ENTRY_AT[self.spot]


@dataclass(frozen=True)
class UsePart:
    """The use of a power: the *letter* of its kind and the *bit* of its piece; for a power that is
    due (``+``) the bit is -1, and the letter may be empty.

    *target* is its text, which may be empty; *duel* the game and the winner of the duel about it.
    *declined*: not used, at once or after a won duel.
    """

    letter: str
    bit: int
    target: str
    duel: tuple[str, int] | None
    declined: bool = False


@dataclass(frozen=True)
class RemovalPart:
    """The pieces taken with one row: letter, bit and ``*`` of each (*items*), the words of the text
    (*texts*), and all spots (*mask*)."""

    items: tuple[tuple[str, int, bool], ...]
    texts: tuple[str, ...]
    mask: int


Part: TypeAlias = EntryPart | UsePart | RemovalPart


def read_part(text: str) -> Part:
    """One part of a turn, without blanks. Raises ``BadNotation``."""
    if text.startswith(("x", "X")):
        return _read_removal(text[1:])
    if match := _EXTRA.fullmatch(text):
        duel = _read_duel(match[3], match[4])
        return _read_use(match[1] or "", -1, match[2], duel)
    if match := _USE.fullmatch(text):
        duel = _read_duel(match[4], match[5])
        return _read_use(match[1], BIT_OF[_read_spot(match[2])], match[3], duel)
    if match := _ENTRY.fullmatch(text):
        return _read_entry(match)
    raise BadNotation(
        _(
            "{text!r} is no move of GIPF; write an entry such as a5-b5 or Gi3-h3, a jump"
            " such as Zc3^g5, an extra move such as +a5-b5, or a row such as xb5,c5,d5,e5."
        ).format(text=text)
    )


def _read_use(letter: str, bit: int, target: str, duel: tuple[str, int] | None) -> UsePart:
    declined = target == "-"
    return UsePart(letter, bit, "" if declined else target, duel, declined)


def read_entry(text: str) -> EntryPart:
    """An entry without blanks, ``a5-b5`` or ``b5``. Raises ``BadNotation``."""
    part = read_part(text)
    if isinstance(part, EntryPart):
        return part
    raise BadNotation(_("{text!r} is no entry such as a5-b5.").format(text=text))


def _read_duel(game: str | None, winner: str | None) -> tuple[str, int] | None:
    return (game, "WB".index(winner)) if game and winner else None


def _read_point(text: str) -> str:
    """The name of a point. Raises ``BadNotation``."""
    name = text.lower()
    if name not in POINTS.bit_of:
        raise BadNotation(_("There is no point {name} on the board.").format(name=name))
    return name


def _read_spot(text: str) -> str:
    """The name of a spot. Raises ``BadNotation``."""
    name = _read_point(text)
    if name not in BIT_OF:
        raise BadNotation(
            _("{name} is a dot, where no piece ever stays; a spot is needed there.").format(
                name=name
            )
        )
    return name


def _read_entry(match: re.Match[str]) -> EntryPart:
    # gamerz.net writes ga1-b2 for a GIPF-piece and na2-b3 for a single one
    letter = (match[1] or "").replace("n", "").upper()
    if match[3]:
        return EntryPart(letter, _read_point(match[2]), _read_point(match[3]))
    return EntryPart(letter, "", _read_point(match[2]))


def _read_removal(text: str) -> RemovalPart:
    """The pieces after the ``x`` of a part. Raises ``BadNotation``."""
    items, mask = [], 0
    words = text.split(",") if text else []
    for word in words:
        match = understood(
            _ITEM.fullmatch(word),
            _("{word!r} is no piece of a row; write for example xb5,c5,Gd5,e5,f4*.").format(
                word=word
            ),
        )
        bit = BIT_OF[_read_spot(match[2])]
        if mask >> bit & 1:
            raise BadNotation(
                _("{spot} is named twice in x{text}.").format(spot=match[2], text=text)
            )
        mask |= 1 << bit
        items.append((match[1] or "", bit, bool(match[3])))
    return RemovalPart(tuple(items), tuple(words), mask)


def _entry_of(dot: str, spot: str) -> int:
    """The entry from *dot* towards *spot*. Raises ``IllegalMove``."""
    if dot in BIT_OF:
        raise IllegalMove(
            _("A piece is entered from a dot at the border, and {dot} is a spot.").format(dot=dot)
        )
    if spot not in BIT_OF:
        raise IllegalMove(
            _("A piece is pushed onto a spot, and {spot} is a dot.").format(spot=spot)
        )
    entry = ENTRY_OF.get((dot, spot))
    if entry is None:
        ways = _(" or ").join(f"{d}-{ENTRY_SPOT[e]}" for d, e in _entries_from(dot))
        raise IllegalMove(
            _("No line leads from {dot} to {spot}; from {dot} one can push {ways}.").format(
                dot=dot, spot=spot, ways=ways
            )
        )
    return entry


def _entries_from(dot: str) -> list[tuple[str, int]]:
    return sorted({(d, e) for (d, _), e in ENTRY_OF.items() if d == dot})


def _some_entry(dot: str) -> str:
    return f"{dot}-{ENTRY_SPOT[_entries_from(dot)[0][1]]}"


def _some_entry_at(spot: str) -> str:
    from_dots = sorted(d for (d, s), e in ENTRY_OF.items() if s == spot == ENTRY_SPOT[e])
    return f"{from_dots[0]}-{spot}"
