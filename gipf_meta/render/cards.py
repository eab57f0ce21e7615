"""What lies beside the board of a view as a picture: trays and score sheets, as cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, TrayItem, View
from gipf_meta.render.brush import Brush
from gipf_meta.render.elements import GAP, NORMAL, SMALL, Block, tag, text, text_width, translate
from gipf_meta.render.theme import Theme, role_colour

PAD: Final = 14
"""The margin inside a card, in pixels."""
ROW: Final = 26
"""The height of a row in a tray or a score sheet, in pixels."""
ICON: Final = 24
"""The size of a thing in a tray, in pixels."""
MOST_TILES: Final = 12
"""How many equal tiles lie side by side in a tray; a number counts larger heaps."""


def cards(view: View, height: float, theme: Theme) -> Block | None:
    """Trays, then score sheets, in columns as high as the board.

    *height* is that of the board, in pixels; 0 means about three columns. ``None``: no cards.
    """
    width = max((_width(tray) for tray in view.trays), default=0.0)
    stack = [_tray(tray, width, theme) for tray in view.trays]
    stack += [_sheet(sheet, theme) for sheet in view.sheets]
    if not stack:
        return None
    most = max(height, *(card.height for card in stack))
    if not height:
        most = max(most, sum(card.height + GAP for card in stack) / 3)
    columns: list[list[Block]] = [[]]
    for card in stack:
        if columns[-1] and _height(columns[-1]) + GAP + card.height > most:
            columns.append([])
        columns[-1].append(card)
    drawn, x = [], 0.0
    for column in columns:
        y, width = 0.0, max(card.width for card in column)
        for card in column:
            paper = tag("rect", width=width, height=card.height, rx=8, fill=theme.card)
            drawn.append(translate(paper, x, y))
            drawn.append(translate(card.markup, x, y))
            y += card.height + GAP
        x += width + GAP
    return Block(x - GAP, max(map(_height, columns)), "".join(drawn))


def _height(column: Sequence[Block]) -> float:
    return sum(card.height for card in column) + GAP * (len(column) - 1)


def _card(title: str, width: float, rows: Sequence[str], theme: Theme, **about: str) -> Block:
    """Rows of equal height under a title."""
    width = max(width, text_width(title, NORMAL)) + 2 * PAD
    height = (len(rows) + 1) * ROW + 1.5 * PAD
    parts = [text(title, PAD, PAD / 2 + ROW / 2, NORMAL, theme.ink, "start", bold=True)]
    parts += (translate(row, PAD, PAD / 2 + (n + 1) * ROW) for n, row in enumerate(rows))
    return Block(width, height, tag("g", *parts, **about))


def _width(tray: Tray) -> float:
    """The width that the rows of a tray need, in pixels."""
    names = [f"{item.label} × {item.count}" for item in tray.items]
    rows = [ICON + GAP + text_width(name, SMALL) for name in names]
    return max([150.0, text_width(tray.title, NORMAL), *rows])


def _tray(tray: Tray, width: float, theme: Theme) -> Block:
    """A tray: tiles side by side, heaps one below the other."""
    tiles = [item for item in tray.items if _lies_open(item)]
    heaps = [item for item in tray.items if item not in tiles]
    across = int(width // (ICON + 2))
    faces = [(item, n) for item in tiles for n in range(max(item.count, 1))]
    rows = [_faces(faces[n : n + across], theme) for n in range(0, len(faces), across)]
    rows += [_heap(item, width, theme) for item in heaps]
    if not rows:
        rows = [text("nothing", 0, ROW / 2, SMALL, theme.muted, "start")]
    return _card(tray.title, width, rows, theme, data_tray=tray.title)


def _lies_open(item: TrayItem) -> bool:
    """Whether every tile of a heap is drawn, with its letters."""
    return item.kind == "tile" and len(item.label) < 3 and 0 < item.count <= MOST_TILES


def _faces(tiles: Sequence[tuple[TrayItem, int]], theme: Theme) -> str:
    brush = Brush(theme, ICON, "square")
    drawn = []
    for n, (item, nth) in enumerate(tiles):
        face = brush.piece(Piece(item.id, item.kind, item.role, item.label))
        about = {"data_item": item.id, "data_count": str(item.count)} if nth == 0 else {}
        drawn.append(translate(face, ICON / 2 + n * (ICON + 2), ROW / 2, **about))
    return "".join(drawn)


def _heap(item: TrayItem, width: float, theme: Theme) -> str:
    """A heap: one of its things, its name, and its count."""
    colour = theme.ink if item.count else theme.muted
    body = Brush(theme, ICON, "square").body(item.kind, role_colour(item.role))
    return tag(
        "g",
        translate(body, ICON / 2, ROW / 2),
        text(item.label, ICON + 8, ROW / 2, SMALL, colour, "start"),
        text(f"× {item.count}", width, ROW / 2, SMALL, colour, "end", bold=bool(item.count)),
        data_item=item.id,
        data_count=str(item.count),
    )


def _sheet(sheet: ScoreSheet, theme: Theme) -> Block:
    """A score sheet, every other row shaded."""
    lines = [sheet.columns, *sheet.rows]
    widths = [
        max(text_width(line[i], SMALL) for line in lines) + 12 for i in range(len(sheet.columns))
    ]
    below = [text_width(f"{name} {amount}", SMALL) + 24 for name, amount in sheet.footer]
    # the first column takes what a long line of the footer needs
    widths[0] += max(0, max(below, default=0) - sum(widths))
    ends = list(accumulate(widths))
    rows = []
    for n, line in enumerate(lines):
        shade = tag("rect", x=-4, width=sum(widths) + 8, height=ROW, rx=3, fill=theme.plate)
        cells = (
            text(word, end - 4, ROW / 2, SMALL, _ink(word, n, theme), "end")
            for word, end in zip(line, ends, strict=True)
        )
        rows.append((shade if n % 2 else "") + "".join(cells))
    for name, amount in sheet.footer:
        words = text(name, 0, ROW / 2, SMALL, theme.ink, "start", bold=True)
        words += text(amount, ends[-1] - 4, ROW / 2, SMALL, theme.ink, "end", bold=True)
        rows.append(words)
    return _card(sheet.title, sum(widths), rows, theme, data_table=sheet.title)


def _ink(word: str, line: int, theme: Theme) -> str:
    """The colour of a *word* in a *line* of a score sheet: pale where it heads a column, or is
    only printed there."""
    return theme.muted if not line or word[:1] == "(" else theme.ink
