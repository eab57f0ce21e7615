"""What lies beside the board of a view as a picture: glasses, trays and score sheets, as cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Countdown, ScoreSheet, Tray, TrayItem, View
from gipf_meta.render.brush import Brush, variable
from gipf_meta.render.clocks import time_left
from gipf_meta.render.elements import GAP, NORMAL, SMALL, Block, tag, text, text_width, translate
from gipf_meta.render.trays import count_of, draw_heap, label_beside

PAD: Final = 14
"""The margin inside a card, in pixels."""
ROW: Final = 26
"""The height of a row in a tray or a score sheet, in pixels."""


def cards(view: View, height: float) -> Block | None:
    """Glasses, trays, then score sheets, in columns as high as the board.

    *height* is that of the board, in pixels; 0 means about three columns. ``None``: no cards.
    """
    width = max((_width(tray) for tray in view.trays), default=0.0)
    stack = [_countdown(each) for each in view.countdowns]
    stack += [_tray(tray, width) for tray in view.trays]
    stack += [_sheet(sheet) for sheet in view.sheets]
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
            paper = tag("rect", width=width, height=card.height, rx=8, fill=variable("card"))
            drawn.append(translate(paper, x, y))
            drawn.append(translate(card.markup, x, y))
            y += card.height + GAP
        x += width + GAP
    return Block(x - GAP, max(map(_height, columns)), "".join(drawn))


def _height(column: Sequence[Block]) -> float:
    return sum(card.height for card in column) + GAP * (len(column) - 1)


def _card(title: str, width: float, rows: Sequence[str], **about: str) -> Block:
    """Rows of equal height under a title."""
    width = max(width, text_width(title, NORMAL)) + 2 * PAD
    height = (len(rows) + 1) * ROW + 1.5 * PAD
    parts = [text(title, PAD, PAD / 2 + ROW / 2, NORMAL, variable("ink"), "start", bold=True)]
    parts += (translate(row, PAD, PAD / 2 + (n + 1) * ROW) for n, row in enumerate(rows))
    return Block(width, height, tag("g", *parts, **about))


def _width(tray: Tray) -> float:
    """The width that the rows of a tray need, in pixels."""
    rows = [_row_width(item) for item in tray.items if not _is_face(item)]
    return max([150.0, text_width(tray.title, NORMAL), *rows])


def _row_width(item: TrayItem) -> float:
    return sum(_columns(item)) + draw_heap(item).width


def _columns(item: TrayItem) -> tuple[float, float]:
    """The widths of the count of a heap, and of its label."""
    label = label_beside(item)
    count = text_width(count_of(item), SMALL) + 8
    return count, text_width(label, SMALL) + 8 if label else 0.0


def _is_face(item: TrayItem) -> bool:
    """Whether the things of a heap say themselves what they are, and how many: open tiles."""
    return item.kind == "tile" and len(item.label) < 3


def _tray(tray: Tray, width: float) -> Block:
    """A tray: tiles side by side, other heaps one below the other."""
    seen = [item for item in tray.items if item.count or item.goals or len(tray.items) == 1]
    columns = [_columns(item) for item in seen if not _is_face(item)]
    wide = tuple(max((each[n] for each in columns), default=0.0) for n in (0, 1))
    rows: list[str] = []
    for is_face, items in groupby(seen, _is_face):
        run = list(items)
        rows += _faces(run, width) if is_face else [_heap(item, wide) for item in run]
    if not rows:
        rows = [text(_("nothing"), 0, ROW / 2, SMALL, variable("muted"), "start")]
    return _card(tray.title, width, rows, data_tray=tray.title)


def _faces(items: Iterable[TrayItem], width: float) -> Iterator[str]:
    """Rows of tiles."""
    row, x = "", 0.0
    for item in items:
        drawn = draw_heap(item)
        if x and x + drawn.width > width:
            yield row
            row, x = "", 0.0
        row += translate(drawn.markup, x, 0, data_item=item.id, data_count=str(item.count))
        x += drawn.width
    yield row


def _heap(item: TrayItem, wide: Sequence[float]) -> str:
    """A heap: its count, its label where it says more, and its things."""
    colour = variable("ink" if item.count else "muted")
    count, label = wide
    return tag(
        "g",
        text(count_of(item), count - 8, ROW / 2, SMALL, colour, "end", bold=bool(item.count)),
        text(label_beside(item), count, ROW / 2, SMALL, colour, "start"),
        translate(draw_heap(item).markup, count + label, 0),
        data_item=item.id,
        data_count=str(item.count),
    )


def _countdown(each: Countdown) -> Block:
    """A glass with its sand, and how long it still runs."""
    brush, time = Brush(2.2 * ROW), time_left(each.left_ms)
    glass = brush.glass(each.left_ms / each.full_ms, variable("ink"))
    words = [text(time, 2 * ROW, ROW / 2, NORMAL, variable("ink"), "start", bold=True)]
    words.append(text(each.note, 2 * ROW, ROW / 2, SMALL, variable("muted"), "start"))
    width = 2 * ROW + max(text_width(time, NORMAL), text_width(each.note, SMALL))
    words[0] = translate(glass, ROW * 0.7, ROW * 1.2) + words[0]
    return _card(each.title, width, words, data_countdown=each.id)


def _sheet(sheet: ScoreSheet) -> Block:
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
        shade = tag("rect", x=-4, width=sum(widths) + 8, height=ROW, rx=3, fill=variable("plate"))
        cells = (
            text(word, end - 4, ROW / 2, SMALL, _ink(word, n), "end")
            for word, end in zip(line, ends, strict=True)
        )
        rows.append((shade if n % 2 else "") + "".join(cells))
    for name, amount in sheet.footer:
        words = text(name, 0, ROW / 2, SMALL, variable("ink"), "start", bold=True)
        words += text(amount, ends[-1] - 4, ROW / 2, SMALL, variable("ink"), "end", bold=True)
        rows.append(words)
    return _card(sheet.title, sum(widths), rows, data_table=sheet.title)


def _ink(word: str, line: int) -> str:
    """The colour of a *word* in a *line* of a score sheet: pale where it heads a column, or is
    only printed there."""
    return variable("muted") if not line or word[:1] == "(" else variable("ink")
