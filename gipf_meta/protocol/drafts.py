"""Setting a board up: a draft of a position, possible or not, and what a game says of it.

A draft is the position on one line taken apart: what stands on each place, and the other fields,
all as short texts. Whether it is possible, ``from_text`` alone says, when it is put together again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from gipf_meta.protocol.view import Piece, View


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands on places, by the ids of points, and what the other *fields* say."""

    pieces: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, pieces: Mapping[str, str], fields: Mapping[str, str]) -> Draft:
        """The draft with those pieces and fields; an empty text is none."""
        return cls(
            tuple((place, what) for place, what in sorted(pieces.items()) if what),
            tuple(sorted(fields.items())),
        )

    def at(self, place: str) -> str:
        """What stands on *place*; empty for nothing."""
        return dict(self.pieces).get(place, "")

    def field(self, name: str) -> str:
        """What the field of that *name* says."""
        return dict(self.fields).get(name, "")

    def with_piece(self, place: str, what: str) -> Draft:
        """The draft with *what* on *place*; an empty text: nothing."""
        return Draft.of({**dict(self.pieces), place: what}, dict(self.fields))

    def with_field(self, name: str, value: str) -> Draft:
        """The draft with another *value* of a field."""
        return replace(self, fields=tuple(sorted({**dict(self.fields), name: value}.items())))


@dataclass(frozen=True, slots=True)
class PalettePiece:
    """What can be put on a place: *id* in notation, *name* in the player's language, and how it
    looks: a piece that stands nowhere yet. What has a *title* lies in a tray of its own."""

    id: str
    name: str
    piece: Piece
    title: str = ""


@dataclass(frozen=True, slots=True)
class DraftField:
    """A field of a draft: *name* and the *values* that are offered, each with its name.

    Any other text may be typed. *piece* is what a field with numbers counts, shown in the tray
    *title*.
    """

    id: str
    name: str
    values: tuple[tuple[str, str], ...]
    piece: Piece | None = None
    title: str = ""


class BoardEditor:
    """How the positions of a game, with its options, are set up."""

    def palette(self) -> Sequence[PalettePiece]:
        """What can be put on places."""
        raise NotImplementedError

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of *draft* that can be set."""
        raise NotImplementedError

    def empty(self) -> Draft:
        """The empty board."""
        raise NotImplementedError

    def take_apart(self, text: str) -> Draft:
        """The draft of a position as ``to_text`` writes it."""
        raise NotImplementedError

    def put_together(self, draft: Draft) -> str:
        """The text of *draft*, be it a position or not; the inverse of ``take_apart``."""
        raise NotImplementedError

    def draw(self, draft: Draft) -> View:
        """The board of *draft*: points, pieces, edges, labels."""
        raise NotImplementedError

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """What is put where, in order, to set *draft* up on the empty board, but for its fields;
        a field and its value where the next piece needs that."""
        return draft.pieces

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """*draft* with *piece* on *place*, by default in place of what stood there."""
        return draft.with_piece(place, piece)

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Whether who puts *piece* on *place* once more means to take it: by default if it is all
        that stands there."""
        return draft.at(place) == piece

    def take(self, draft: Draft, place: str) -> Draft:
        """*draft* without what stands on *place*, by default all of it; the same if that is
        nothing."""
        return draft.with_piece(place, "")

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """*draft* with what stands on *start* on *end* instead of what stood there; with an empty
        *end* it is off the board."""
        what, left = draft.at(start), draft.with_piece(start, "")
        return left.with_piece(end, what) if end and what else left


@runtime_checkable
class Editable(Protocol):
    """Games whose boards can be set up by hand; they have positions on one line."""

    @property
    def editor(self) -> Any:
        """How that is done under these options: a ``BoardEditor``."""
        ...


def can_be_set_up(game: type) -> bool:
    """Whether games of that class say how their boards are set up."""
    return hasattr(game, "editor")


def number_field(
    id: str,
    name: str,
    most: int,
    *,
    piece: Piece | None = None,
    title: str = "",
) -> DraftField:
    """A field that counts from 0 to *most*."""
    values = tuple((str(n), str(n)) for n in range(most + 1))
    return DraftField(id, name, values, piece, title)
