"""Setting a board up: drafts of positions, possible or not, and the editor of a game for them.

A draft is the position on one line taken apart: the pieces on each place, and the other fields, all
as short texts. Only ``from_text`` tells whether it is possible, when it is put together again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from gipf_meta.base.numbers import read_whole
from gipf_meta.protocol.capability_kind import CapabilityKind
from gipf_meta.protocol.view import Piece, View


@dataclass(frozen=True, slots=True)
class Draft:
    """The pieces on places, by the ids of points, and the values of the other *fields*, by id."""

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
        """The pieces on *place*, as text; ``""`` for none."""
        return dict(self.pieces).get(place, "")

    def field(self, name: str) -> str:
        """The value of the field *name*; ``""`` where it has none."""
        return dict(self.fields).get(name, "")

    def with_piece(self, place: str, what: str) -> Draft:
        """The draft with the pieces *what* on *place*; ``""``: none."""
        return Draft.of({**dict(self.pieces), place: what}, dict(self.fields))

    def with_field(self, name: str, value: str) -> Draft:
        """The draft with another *value* of a field."""
        return replace(self, fields=tuple(sorted({**dict(self.fields), name: value}.items())))


@dataclass(frozen=True, slots=True)
class PalettePiece:
    """A piece that can be put on a place: *id* in notation, *name* in the player's language, and
    the *piece* to show, which stands nowhere yet. Those with a *title* lie in a tray called so."""

    id: str
    name: str
    piece: Piece
    title: str = ""


@dataclass(frozen=True, slots=True)
class DraftField:
    """A field of a draft: *name* and the *values* that are offered, each with its name.

    Other values may be typed where the regular expression *typed* matches them, with *examples*;
    ``""``: none. *piece* is the one that a field with numbers counts, shown in the tray *title*.
    """

    id: str
    name: str
    values: tuple[tuple[str, str], ...]
    piece: Piece | None = None
    title: str = ""
    typed: str = ""
    examples: tuple[str, ...] = ()

    def read(self, text: str) -> str | None:
        """The value that *text* is: one that may be typed, or one that is offered, by its name or
        in other case, too; ``None``: none."""
        if text in dict(self.values) or (self.typed and re.fullmatch(self.typed, text)):
            return text
        return named(self.values, text)


def named(values: Sequence[tuple[str, str]], text: str) -> str | None:
    """The one of *values*, each with its name, that *text* calls by either, in whatever case;
    ``None``: none."""
    wanted = text.casefold()
    return next((each[0] for each in values if wanted in map(str.casefold, each)), None)


class Reserve(NamedTuple):
    """Pieces that are left of a set: a *field* counts them. So many are *used*, on the board and
    elsewhere, of so many in *all*."""

    field: str
    used: int
    all: int


class BoardEditor:
    """The editor of the positions of a game under its options: pieces, fields, and what edits do.

    The field *turn* says whose turn it is.
    """

    turn: ClassVar[str] = "turn"

    def palette(self) -> Sequence[PalettePiece]:
        """The pieces that can be put on places."""
        raise NotImplementedError

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields of *draft* that can be set."""
        raise NotImplementedError

    def why_impossible(self, draft: Draft) -> str:
        """The reason, a sentence, why *draft* cannot be set up although its text can be read, or
        ``""``: more pieces than there are, which positions of older versions may have."""
        return ""

    def empty(self) -> Draft:
        """The empty board."""
        raise NotImplementedError

    def whole_boards(self, draft: Draft) -> Sequence[tuple[str, str, Draft]]:
        """The words that change all of *draft* at once, besides the empty board and the start: each
        with what it does, and the draft after it."""
        return ()

    def seats(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The values of the field *turn*, with their names, in the order of the seats."""
        return next((each.values for each in self.fields(draft) if each.id == self.turn), ())

    def reserves(self, draft: Draft) -> Sequence[Reserve]:
        """The sets of pieces whose rest a field counts, with the number that *draft* uses; the rest
        follows when pieces are put and taken."""
        return ()

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
        """The steps, in order, that set *draft* up on the empty board, without its fields: a place
        and its piece; a field and its value where the next piece needs that."""
        return draft.pieces

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """*draft* with *piece* on *place*, by default in place of all pieces there."""
        return draft.with_piece(place, piece)

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Whether to put *piece* on *place* once more means to take it: by default if it is all
        that stands there."""
        return draft.at(place) == piece

    def take(self, draft: Draft, place: str) -> Draft:
        """*draft* without the pieces on *place*, by default all of them; *draft* itself if there
        are none."""
        return draft.with_piece(place, "")

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """*draft* with the pieces of *start* on *end* in place of those there; ``""`` as *end* is
        off the board."""
        what, left = draft.at(start), draft.with_piece(start, "")
        return left.with_piece(end, what) if end and what else left


class StackEditor(BoardEditor):
    """How boards of stacks are set up: a piece is put on top of what is there.

    What stands on a place is the ids of its pieces from the bottom to the top, a letter each.
    """

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """Returns *draft* with *piece* on top of *place*."""
        return draft.with_piece(place, draft.at(place) + piece)

    def take(self, draft: Draft, place: str) -> Draft:
        """Returns *draft* without the top of *place*."""
        return draft.with_piece(place, draft.at(place)[:-1])

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Returns false: one more of the same lies on top."""
        return False

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """Returns *draft* with the stack of *start* on top of *end*, or off the board."""
        stack, left = draft.at(start), draft.with_piece(start, "")
        return left.with_piece(end, left.at(end) + stack) if end else left

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """Returns the pieces of each stack from the bottom to the top."""
        return [(place, piece) for place, stack in draft.pieces for piece in stack]


def with_reserves(editor: BoardEditor, before: Draft, after: Draft) -> Draft:
    """*after*, an edit of *before*, with the fields of its reserves updated: pieces that it adds
    are taken from them, as far as they go, and those that it removes go back, as far as the set
    goes."""
    used = {each.field: each.used for each in editor.reserves(before)}
    for field, now, in_all in editor.reserves(after):
        left = read_whole(after.field(field))
        more = now - used.get(field, now)
        if left is None or not more or before.field(field) != after.field(field):
            continue  # a number that was set stays
        most = max(left, in_all - now)
        after = after.with_field(field, str(max(0, min(left - more, most))))
    return after


@runtime_checkable
class Editable(Protocol, metaclass=CapabilityKind):
    """Games whose boards can be set up by hand; they have positions on one line."""

    @property
    def editor(self) -> Any:
        """The ``BoardEditor`` of the game under these options."""
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
