"""What is offered to whoever sets a board up: clicks, their names, and trays, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.protocol.drafts import BoardEditor, Draft, DraftField
from gipf_meta.protocol.view import Choice, Piece, Tray, TrayItem

EMPTY: Final = "empty"
START: Final = "start"
TAKE: Final = "-"
"""What stands for nothing on a place."""


class Offers(NamedTuple):
    """What an *editor* offers on a board with these *places*."""

    editor: BoardEditor
    places: Sequence[str]

    def choices(self, draft: Draft) -> Iterator[Choice]:
        """Each edit with its clicks: what and where, or a field and its value."""
        for piece in self.editor.palette():
            label = _("put on {place}: {piece}")
            for place in self.places:
                words = label.format(piece=piece.name, place=place)
                yield Choice(f"{place}={piece.id}", (_put(piece.id), place), words)
        for place in self.places:
            words = _("take what stands on {place}").format(place=place)
            yield Choice(f"{place}={TAKE}", ("take", place), words)
        for field in self.editor.fields(draft):
            for value, name in field.values:
                words = f"{field.name}: {name}"
                yield Choice(f"{field.id}={value}", (field.id, f"{field.id}={value}"), words)
        yield Choice(EMPTY, (EMPTY,), _("the empty board"))
        yield Choice(START, (START,), _("the start"))

    def names(self, draft: Draft) -> Iterator[tuple[str, str]]:
        """What the clicks are called."""
        for piece in self.editor.palette():
            yield _put(piece.id), piece.name
        yield "take", _("take away")
        for field in self.editor.fields(draft):
            yield field.id, field.name
            for value, name in field.values:
                yield f"{field.id}={value}", name
        yield EMPTY, _("the empty board")
        yield START, _("the start")

    def trays(self, draft: Draft) -> Iterator[Tray]:
        """What can be put on the board, and what lies beside it."""
        palette = self.editor.palette()
        items = tuple(_item(_put(each.id), each.piece, 1) for each in palette)
        yield Tray(_("To put on the board"), items)
        counted: dict[str, list[DraftField]] = {}
        for field in self.editor.fields(draft):
            if field.piece is not None:
                counted.setdefault(field.title, []).append(field)
        for title, fields in counted.items():
            yield Tray(title, tuple(_counter(draft, field) for field in fields))


def _put(piece: str) -> str:
    """The id of what is put, in the tray."""
    return f"put:{piece}"


def _item(id: str, piece: Piece, count: int) -> TrayItem:
    return TrayItem(
        id, piece.label, count, piece.kind, piece.role, badge=piece.badge, glyph=piece.glyph,
        emblem=piece.emblem,
    )  # fmt: skip


def _counter(draft: Draft, field: DraftField) -> TrayItem:
    assert field.piece is not None
    return _item(field.id, field.piece, read_whole(draft.field(field.id)) or 0)
