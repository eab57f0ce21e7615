"""Views as pictures: SVG, with cards beside the board, and PNG."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import accumulate, groupby
from pathlib import Path
from typing import Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.view import (
    Countdown,
    Material,
    ScoreSheet,
    TileShape,
    Tray,
    TrayItem,
    View,
)
from gipf_meta.render import speech
from gipf_meta.render.board import Drawing, draw_board
from gipf_meta.render.brush import Brush, variable
from gipf_meta.render.material import definitions_of
from gipf_meta.render.signs import draw_ways
from gipf_meta.render.svg_elements import (
    GAP,
    LARGE,
    NORMAL,
    SMALL,
    Block,
    escape_text,
    page,
    tag,
    text,
    text_width,
    translate,
)
from gipf_meta.render.theme import LIGHT, Theme, write_colours
from gipf_meta.render.trays import count_of, draw_heap, label_beside
from gipf_meta.render.whole_seconds import time_left

MARGIN: Final = 24
LEADING: Final = 1.4
NARROWEST: Final = 420
"""The least width of a picture in pixels, so that its words have room."""


def svg(view: View, *, title: str = "", theme: Theme = LIGHT) -> str:
    """*view* as SVG, under a *title*. Equal views give equal texts.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    middle = _middle(draw_board(view), view)
    width = max(NARROWEST, middle.width)
    stacked = [_lines(title, width, LARGE, bold=True)]
    stacked.append(middle._replace(markup=translate(middle.markup, (width - middle.width) / 2, 0)))
    stacked.append(_lines(view.caption, width, NORMAL))
    stacked.append(_lines(view.prompt, width, NORMAL, bold=True))
    parts, y = [], float(MARGIN)
    for block in stacked:
        if block.height:
            parts.append(translate(block.markup, MARGIN, y))
            y += block.height + GAP / 2
    about = tag("title", escape_text(title or "A position"))
    about += tag("desc", escape_text(f"{view.caption} {view.prompt}"))
    drawn = write_colours("".join(parts), theme, view.board)
    about += definitions_of(drawn)
    whole = page(width + 2 * MARGIN, y - GAP / 2 + MARGIN, drawn, about=about)
    return write_colours(whole, theme, view.board)


def _middle(drawing: Drawing | None, view: View) -> Block:
    """The board and, to its right, the cards."""
    field = None if drawing is None else Block(*drawing.box[2:], _board(view, drawing))
    side = cards(view, field.height if field else 0)
    if not (field and side):
        return field or side or Block(0, 0, "")
    height = max(field.height, side.height)
    markup = translate(field.markup, 0, (height - field.height) / 2)
    markup += translate(side.markup, field.width + GAP, 0)
    return Block(field.width + GAP + side.width, height, markup)


def still_board(view: View, *, is_bare: bool = False) -> Block | None:
    """The board alone, in the colours of whatever theme it is shown with; ``None``: no board.

    A board that *is_bare* names no place.
    """
    drawing = draw_board(view, is_bare=is_bare)
    return None if drawing is None else Block(*drawing.box[2:], _board(view, drawing))


class BoardCut(NamedTuple):
    """*markup*, of which the *box* is shown: left, top, width and height in pixels."""

    box: tuple[float, float, float, float]
    markup: str


def board_part(
    view: View,
    places: Collection[str],
    ways: Sequence[Sequence[str]] = (),
    possible: Collection[str] = (),
) -> BoardCut | None:
    """The board alone around *places*, in the colours of whatever theme it is shown with, without
    names; all of it where there are none. ``None``: no board.

    Arrows show *ways*; pieces on *possible* places are pale.
    """
    drawing = draw_board(view, is_bare=True)
    if drawing is None:
        return None
    unit = drawing.brush.unit
    left, top, width, height = drawing.box
    spots = [drawing.spots[at] for at in places if at in drawing.spots] or [
        (left, top),
        (left + width, top + height),
    ]
    (x0, x1), (y0, y1) = ((min(each), max(each)) for each in zip(*spots, strict=True))
    side = max(x1 - x0, y1 - y0, NEAREST * unit) + 2 * AROUND * unit
    wide, high = min(side, width), min(side, height)
    x = min(max((x0 + x1 - wide) / 2, left), left + width - wide)
    y = min(max((y0 + y1 - high) / 2, top), top + height - high)
    margin = unit
    seen = {
        at
        for at, (a, b) in drawing.spots.items()
        if x - margin <= a <= x + wide + margin and y - margin <= b <= y + high + margin
    }
    shown = replace(
        view,
        points=tuple(point for point in view.points if point.id in seen),
        pieces=tuple(piece for piece in view.pieces if piece.at in seen),
        marks=tuple(mark for mark in view.marks if mark.at in seen),
    )
    box = (round(x - left, 1), round(y - top, 1), round(wide, 1), round(high, 1))
    pale = {
        at: tag("g", drawing.pieces[at], opacity=PALE) for at in drawing.pieces if at in possible
    }
    drawing = replace(drawing, pieces={**drawing.pieces, **pale})
    return BoardCut(box, _board(shown, drawing, ways, is_part=True))


PALE: Final = 0.6
NEAREST: Final = 2.4
AROUND: Final = 0.9
"""A part of a board is as wide as so many steps at least, and so many more on each side."""


def _board(
    view: View, drawing: Drawing, gone: Sequence[Sequence[str]] = (), is_part: bool = False
) -> str:
    """The scene of a board in one group, its things from the bottom to the top; with the arrows of
    ways that are *gone*. The pieces of what *is_part* of a board say no name."""
    spots, parts = drawing.spots, [drawing.under]
    for point in view.points:
        about = {"data_point": point.id, "data_kind": point.kind}
        parts.append(translate(drawing.points[point.id], *spots[point.id], **about))
    for piece in view.pieces:
        name = "" if is_part else tag("title", escape_text(f"{speech.piece(piece)} {piece.at}"))
        about = {"data_piece": piece.at, "data_role": piece.role, "data_label": piece.label}
        parts.append(translate(name + drawing.pieces[piece.at], *spots[piece.at], **about))
    for mark in view.marks:
        about = {"data_mark": mark.kind, "data_at": mark.at}
        markup = drawing.marks[mark.kind, mark.at]
        parts.append(translate(markup, *spots[mark.at], **about))
    for at, way in draw_ways(drawing.brush, spots, [*view.announced, *gone]).items():
        parts.append(translate(way["markup"], way["x"], way["y"], data_way=at))
    left, top, _width, _height = drawing.box
    return translate("".join(parts), -left, -top, data_board=view.board)


def _lines(what: str, width: float, size: float, bold: bool = False) -> Block:
    """*what* in as many lines as it needs, *width* pixels wide."""
    wrapped = textwrap.wrap(what, max(10, int(width / (0.57 * size))))
    step = size * LEADING
    drawn = (
        text(line, 0, (n + 0.5) * step, size, variable("ink"), "start", bold)
        for n, line in enumerate(wrapped)
    )
    return Block(width, len(wrapped) * step, "".join(drawn))


PAD: Final = 14
"""The margin inside a card, in pixels."""
ROW: Final = 26
"""The height of a row in a tray or a score sheet, in pixels."""


def cards(view: View, height: float) -> Block | None:
    """Glasses, trays, then score sheets, in columns as high as the board.

    *height* is that of the board, in pixels; 0 means about three columns. ``None``: no cards.
    """
    look = TrayLook(view.tile, view.material, view.pitch)
    width = max((_width(tray, look) for tray in view.trays), default=0.0)
    stack = [_countdown(each) for each in view.countdowns]
    stack += [_tray(tray, width, look) for tray in view.trays]
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


class TrayLook(NamedTuple):
    """The look of the things in trays: the same as on the board of the view."""

    tile: TileShape
    material: Material
    pitch: tuple[float, float]


def _width(tray: Tray, look: TrayLook) -> float:
    """The width that the rows of a tray need, in pixels."""
    rows = [_row_width(item, look) for item in tray.items if not _is_face(item)]
    return max([150.0, text_width(tray.title, NORMAL), *rows])


def _row_width(item: TrayItem, look: TrayLook) -> float:
    return sum(_columns(item)) + draw_heap(item, *look).width


def _columns(item: TrayItem) -> tuple[float, float]:
    """The widths of the count of a heap, and of its label."""
    label = label_beside(item)
    count = text_width(count_of(item), SMALL) + 8
    return count, text_width(label, SMALL) + 8 if label else 0.0


def _is_face(item: TrayItem) -> bool:
    """Whether the things of a heap say themselves what they are, and how many: open tiles."""
    return item.kind == "tile" and len(item.label) < 3


def _tray(tray: Tray, width: float, look: TrayLook) -> Block:
    """A tray: tiles side by side, other heaps one below the other."""
    seen = [item for item in tray.items if item.count or item.goals or len(tray.items) == 1]
    columns = [_columns(item) for item in seen if not _is_face(item)]
    wide = tuple(max((each[n] for each in columns), default=0.0) for n in (0, 1))
    rows: list[str] = []
    for is_face, items in groupby(seen, _is_face):
        run = list(items)
        rows += _faces(run, width, look) if is_face else [_heap(item, wide, look) for item in run]
    if not rows:
        rows = [text(_("nothing"), 0, ROW / 2, SMALL, variable("muted"), "start")]
    return _card(tray.title, width, rows, data_tray=tray.title)


def _faces(items: Iterable[TrayItem], width: float, look: TrayLook) -> Iterator[str]:
    """Rows of tiles."""
    row, x = "", 0.0
    for item in items:
        drawn = draw_heap(item, *look)
        if x and x + drawn.width > width:
            yield row
            row, x = "", 0.0
        row += translate(drawn.markup, x, 0, data_item=item.id, data_count=str(item.count))
        x += drawn.width
    yield row


def _heap(item: TrayItem, wide: Sequence[float], look: TrayLook) -> str:
    """A heap: its count, its label where it says more, and its things."""
    colour = variable("ink" if item.count else "muted")
    count, label = wide
    return tag(
        "g",
        text(count_of(item), count - 8, ROW / 2, SMALL, colour, "end", bold=bool(item.count)),
        text(label_beside(item), count, ROW / 2, SMALL, colour, "start"),
        translate(draw_heap(item, *look).markup, count + label, 0),
        data_item=item.id,
        data_count=str(item.count),
    )


def _countdown(each: Countdown) -> Block:
    """A glass with its sand, and how long it still runs."""
    brush, time = Brush(2.2 * ROW), time_left(each.left_ms)
    glass = brush.glass(each.left_ms / each.full_ms, "brown")
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
        shade = tag("rect", x=-4, width=sum(widths) + 8, height=ROW, rx=3, fill=variable("ground"))
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


class PngUnavailable(GipfMetaError, RuntimeError):
    """The extra that draws PNG is not installed; one sentence with the command that installs it."""


def png(svg_text: str, width: int | None = None) -> bytes:
    """*svg_text* as PNG, *width* pixels wide; ``None``: as wide as the SVG says.

    Raises ``PngUnavailable``; ``ValueError`` if the text is no SVG or the width is out of range.
    """
    if width is not None and not 1 <= width <= 10_000:
        raise ValueError(f"A picture is 1 to 10000 pixels wide, not {width}.")
    try:
        import resvg_py
    except ImportError as error:
        raise PngUnavailable(
            _(
                "A PNG needs one more package: install gipf-meta with its extra [png], in a clone"
                " by pip install '.[png]'; SVG needs none."
            )
        ) from error
    fonts = _fonts()
    family = "Lato" if fonts else None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg_text,
            width=width,
            font_files=fonts,
            font_family=family,
            sans_serif_family=family,
        )
    )


def picture_bytes(svg_text: str, path: Path, width: int | None = None) -> bytes:
    """The content of the file *path* for the picture *svg_text*: SVG by its suffix, else PNG.

    *width* is that of a PNG, in pixels. Raises what ``png`` raises.
    """
    return svg_text.encode() if path.suffix.lower() == ".svg" else png(svg_text, width)


def _fonts() -> list[str]:
    """The files of the font that comes with the extra; none without it."""
    package = find_spec("font_lato")
    if package is None or package.origin is None:
        return []
    folder = Path(package.origin).parent / "files"
    return [str(folder / f"Lato-{weight}.ttf") for weight in ("Regular", "Bold")]
