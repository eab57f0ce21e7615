"""The choices of somebody who sets a board up: clicks, their names, and trays, as data.

The thing in hand stays there from click to click: a piece of the palette, which is put on each
place that is clicked, ``TAKE``, which takes the piece there, or ``HAND``, which moves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.protocol.drafts import BoardEditor, Draft, DraftField
from gipf_meta.protocol.view import Choice, Hand, Piece, Tray, TrayItem

EMPTY: Final = "empty"
START: Final = "start"
TAKE: Final = "-"
"""The sign for nothing on a place; in hand, it takes pieces away."""
HAND: Final = "hand"
"""A hand with nothing in it, which moves pieces."""
OFF: Final = "off"
"""The goal of a piece that is moved off the board."""


class Offers(NamedTuple):
    """The choices of an *editor* on a board with these *places*, with *hand* in hand, or with the
    piece of the place *lifted*."""

    editor: BoardEditor
    places: Sequence[str]
    draft: Draft
    hand: str = HAND
    lifted: str = ""

    def choices(self) -> Iterator[Choice]:
        """Lists the things to take in hand, the effect of a click on each place, each field and its
        values.

        A second click on the thing in hand lays it back.
        """
        for piece in self.editor.palette():
            is_chosen = piece.id == self.hand
            label = _("move pieces") if is_chosen else _("take in hand: {piece}")
            words = label.format(piece=piece.name)
            yield Choice(HAND if is_chosen else piece.id, (_put(piece.id),), words)
        yield Choice(HAND, ("hand",), _("move pieces"))
        if self.lifted:
            words = _("take away what stood on {place}").format(place=self.lifted)
            yield Choice(f"{self.lifted}-{OFF}", ("take",), words)
        else:
            is_chosen = self.hand == TAKE
            words = _("move pieces") if is_chosen else _("take away")
            yield Choice(HAND if is_chosen else TAKE, ("take",), words)
        for place in self.places:
            if choice := self._click(place):
                yield choice
        for field in self.editor.fields(self.draft):
            yield from self._settings(field)
        for word, name, _then in self.editor.whole_boards(self.draft):
            yield Choice(word, (_path(word),), name)
        yield Choice(EMPTY, (EMPTY,), _("the empty board"))
        yield Choice(START, (START,), _("the start"))

    def _click(self, place: str) -> Choice | None:
        """The choice that a click on *place* makes; ``None``: no choice."""
        if self.lifted:
            words = _("from {start} to {end}").format(start=self.lifted, end=place)
            if place == self.lifted:
                return Choice(HAND, (place,), _("move pieces"))
            return Choice(f"{self.lifted}-{place}", (place,), words)
        if self.hand in (HAND, TAKE):
            if not self.holds(place):
                return None
            if self.hand == HAND:
                return Choice(place, (place,), _("move what stands on {place}").format(place=place))
        elif not self.editor.is_there(self.draft, place, self.hand):
            label = _("put on {place}: {piece}").format(place=place, piece=self.name_in_hand)
            return Choice(f"{place}={self.hand}", (place,), label)
        words = _("take what stands on {place}").format(place=place)
        return Choice(f"{place}={TAKE}", (place,), words)

    def holds(self, place: str) -> bool:
        """Whether anything stands on *place* that can be taken."""
        return self.editor.take(self.draft, place) != self.draft

    def _settings(self, field: DraftField) -> Iterator[Choice]:
        """The only other value of a *field* by one click, else each of its values."""
        now = self.draft.field(field.id)
        values = [(value, name) for value, name in field.values if value != now]
        if len(values) == 1:
            ((value, name),) = values
            yield Choice(f"{field.id}={value}", (field.id,), f"{field.name}: {name}")
        elif values:
            for value, name in field.values:
                words = f"{field.name}: {name}"
                yield Choice(f"{field.id}={value}", (field.id, f"{field.id}={value}"), words)

    def names(self) -> Iterator[tuple[str, str]]:
        """The names of the clicks; a field has its present value in its name."""
        for piece in self.editor.palette():
            yield _put(piece.id), piece.name
        yield "hand", _("move pieces")
        yield "take", _("take away")
        for field in self.editor.fields(self.draft):
            now = self.draft.field(field.id)
            yield field.id, f"{field.name}: {dict(field.values).get(now, now)}"
            for value, name in field.values:
                yield f"{field.id}={value}", name
        for word, name, _then in self.editor.whole_boards(self.draft):
            yield _path(word), name
        yield EMPTY, _("the empty board")
        yield START, _("the start")

    def trays(self) -> Iterator[Tray]:
        """The trays of the pieces to put on the board, and of those that lie beside it."""
        heaps: dict[str, list[TrayItem]] = {}
        for each in self.editor.palette():
            item = _item(_put(each.id), each.piece, 1, is_endless=True)
            heaps.setdefault(each.title or _("To put on the board"), []).append(item)
        for title, items in heaps.items():
            yield Tray(title, tuple(items))
        counted: dict[str, list[DraftField]] = {}
        for field in self.editor.fields(self.draft):
            if field.piece is not None:
                counted.setdefault(field.title, []).append(field)
        for title, fields in counted.items():
            yield Tray(title, tuple(_counter(self.draft, field) for field in fields))

    @property
    def name_in_hand(self) -> str:
        """The name of the piece in hand."""
        return next(each.name for each in self.editor.palette() if each.id == self.hand)

    def in_hand(self) -> Hand:
        """The thing in hand, and the things that can be dragged."""
        carried = [_put(piece.id) for piece in self.editor.palette()]
        if self.hand != HAND:
            return Hand("take" if self.hand == TAKE else _put(self.hand), tuple(carried))
        if not self.lifted:
            carried += filter(self.holds, self.places)
        is_lifted = bool(self.lifted)
        return Hand("hand", tuple(carried), "take" if is_lifted else "", is_full=is_lifted)

    def advice(self) -> str:
        """A sentence on the thing in hand; ``""``: the hand is empty."""
        if self.lifted:
            return _("Where does it go from {place}?").format(place=self.lifted)
        if self.hand == TAKE:
            return _("Click what to take away.")
        return "" if self.hand == HAND else _("In hand: {piece}.").format(piece=self.name_in_hand)


def _path(word: str) -> str:
    """The id of the click for a *word*, which may be several."""
    return word.replace(" ", "_")


def _put(piece: str) -> str:
    """The id of the click on *piece* in the tray."""
    return f"put:{piece}"


def _item(id: str, piece: Piece, count: int, *, is_endless: bool = False) -> TrayItem:
    return TrayItem(
        id, piece.label, count, piece.kind, piece.role, badge=piece.badge, glyph=piece.glyph,
        emblem=piece.emblem, is_endless=is_endless,
    )  # fmt: skip


def _counter(draft: Draft, field: DraftField) -> TrayItem:
    assert field.piece is not None
    return _item(field.id, field.piece, read_whole(draft.field(field.id)) or 0)
