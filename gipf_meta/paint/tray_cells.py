"""Trays in a terminal: their things are drawn with the pieces of the board, one row for a heap.

Where that needs too many rows, heaps of one name share a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from textwrap import wrap
from typing import Final, NamedTuple

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.paint import shapes
from gipf_meta.paint.cells import (
    LAYER_PIECE,
    LAYER_PLACE,
    Cell,
    Part,
    readable_ink,
    render_cell,
    visible_parts,
)
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.palette import BLOCKS, Palette, hex_text, mix, rgb
from gipf_meta.paint.pieces import RADIUS, draw_piece, is_faint
from gipf_meta.paint.shapes import Shape
from gipf_meta.protocol.view import Piece, Tray, TrayItem
from gipf_meta.render.theme import INKS, LETTERS, ink_on

UNIT: Final = 1 / RADIUS
"""Columns between two places of a board on which a piece is as high as a row."""
STEPS: Final = (3.0, 2.0, 1.5, 1.0, 0.5)
"""The columns from a piece to the next; the widest that has room is taken."""
NARROWEST: Final = 21
"""The columns of the narrowest tray that stands beside another one."""


class TrayRow(NamedTuple):
    """A row of cells, and which heap lies in which of its columns."""

    cells: tuple[Cell, ...]
    heaps: tuple[tuple[range, str], ...] = ()


def paint_trays(
    trays: Sequence[Tray],
    palette: Palette,
    technique: Technique,
    width: int,
    most: int | None = None,
) -> list[TrayRow]:
    """The *trays* below each other, on a wide ground beside each other: rows of *width* cells.

    Heaps of one name share a row where more than *most* rows were needed.
    """
    rows = _paint_beside(trays, palette, technique, width, _paint_tray)
    if most is None or len(rows) <= most:
        return rows
    return _paint_beside(trays, palette, technique, width, _paint_low_tray)


def _paint_beside(
    trays: Sequence[Tray],
    palette: Palette,
    technique: Technique,
    width: int,
    paint: Callable[[Tray, Palette, Technique, int], Iterator[TrayRow]],
) -> list[TrayRow]:
    across = max(1, min(width // NARROWEST, len(trays)))
    room = width // across - (1 if across > 1 else 0)
    blocks = [list(paint(tray, palette, technique, room)) for tray in trays]
    rows = []
    for start in range(0, len(blocks), across):
        beside = blocks[start : start + across]
        for n in range(max(map(len, beside))):
            cells: list[Cell] = []
            heaps: list[tuple[range, str]] = []
            for block in beside:
                row = _move(block[n] if n < len(block) else TrayRow(()), len(cells))
                heaps += row.heaps
                cells += _fill(row.cells, room + (1 if across > 1 else 0), palette)
            rows.append(TrayRow(tuple(_fill(cells, width, palette)), tuple(heaps)))
    return rows


def _move(row: TrayRow, by: int) -> TrayRow:
    """*row* with its heaps as many columns to the right."""
    heaps = tuple((range(at.start + by, at.stop + by), name) for at, name in row.heaps)
    return TrayRow(row.cells, heaps)


def _fill(cells: Sequence[Cell], width: int, palette: Palette) -> list[Cell]:
    blank = Cell(" ", palette.theme.ink, palette.theme.ground)
    return [*cells[:width], *[blank] * (width - len(cells))]


def _paint_tray(
    tray: Tray, palette: Palette, technique: Technique, width: int
) -> Iterator[TrayRow]:
    """The title, then the tiles side by side and a row for each other heap."""
    for line in wrap(tray.title, width) or [""]:
        yield TrayRow(_words(line, palette.theme.ink, palette))
    seen = [item for item in tray.items if item.count or item.goals]
    labels = {item.id: _label(item, palette) for item in seen}
    wide = max((len(label) for label in labels.values()), default=0)
    counts = max((len(_count(item)) for item in seen), default=0)
    for is_tile, items in groupby(seen, lambda item: item.kind == "tile"):
        if is_tile:
            yield from _tile_rows(list(items), palette, width)
            continue
        for item in items:
            ink = _ink(item, palette)
            text = f"{_count(item):>{counts}} {labels[item.id]:<{wide}}".rstrip()
            begin = 1 + counts + 1 + (wide + 1 if wide else 0)
            room = width - begin
            pieces = _strip(_piece(item), item.count, item.goals, room, palette, technique)
            text = f" {text}"[: width if room < 3 else None].ljust(begin)
            cells = (*_words(text, ink, palette), *(pieces if room >= 3 else ()))
            yield TrayRow(cells, ((range(width), item.id),))
    if not seen:
        yield TrayRow(_words(" " + _("nothing"), palette.theme.muted, palette))


def _paint_low_tray(
    tray: Tray, palette: Palette, technique: Technique, width: int
) -> Iterator[TrayRow]:
    """Paints a tray on as few rows as can be read: the first heaps beside the title, and one row
    for all heaps of one name."""
    lines = wrap(tray.title, width) or [""]
    for line in lines[:-1]:
        yield TrayRow(_words(line, palette.theme.ink, palette))
    begun = TrayRow(_words(lines[-1], palette.theme.ink, palette))
    for row in _low_rows(tray, palette, technique, width):
        between = _words("  " if begun.cells else "", palette.theme.ink, palette)
        at = len(begun.cells) + len(between)
        if lines and at + len(row.cells) <= width:
            yield TrayRow((*begun.cells, *between, *row.cells), _move(row, at).heaps)
        else:
            yield from (begun, row) if lines else (row,)
        lines, begun = [], TrayRow(())


def _low_rows(tray: Tray, palette: Palette, technique: Technique, width: int) -> Iterator[TrayRow]:
    """The heaps of *tray*: a row, if that is long enough, for those of one name; only numbers and
    names where all their pieces look alike."""
    seen = [item for item in tray.items if item.count or item.goals]
    looks = {(item.kind, item.role, item.badge) for item in seen}
    if len(looks) == 1 < len(seen) and seen[0].kind != "tile":  # tiles show their names
        yield from _numbers(seen, palette, width)
        return
    named: dict[tuple[bool, str], list[TrayItem]] = {}
    for item in seen:
        is_tile = item.kind == "tile"
        key = is_tile, "" if is_tile else _label(item, palette)
        named.setdefault(key, []).append(item)
    if not named:
        yield TrayRow(_words(_("nothing"), palette.theme.muted, palette))
    for (is_tile, name), items in named.items():
        if is_tile:
            yield from _tile_rows(items, palette, width)
            continue
        rows = [*_low_heaps(name, items, palette, width, technique)]
        yield from rows if len(rows) == 1 else _low_heaps(name, items, palette, width, None)


def _low_heaps(
    name: str,
    items: Sequence[TrayItem],
    palette: Palette,
    width: int,
    technique: Technique | None,
) -> Iterator[TrayRow]:
    """The *name* of *items*, and a piece and its number for each; ``None`` draws it as a letter."""
    heaps = []
    for item in items:
        number = _words(_count(item), _ink(item, palette), palette)
        heaps.append((item.id, (*_sample(item, palette, technique), *number)))
    yield from _side_by_side(_words(name, palette.theme.ink, palette), heaps, palette, width)


def _numbers(items: Sequence[TrayItem], palette: Palette, width: int) -> Iterator[TrayRow]:
    """The numbers of pieces of *items*, each with its name."""
    heaps = []
    for item in items:
        name = item.brief or item.label
        is_letter = len(name) == 1 and name.isalpha()
        words = f"{_count(item)}{'' if is_letter else ' '}{name}"
        heaps.append((item.id, _words(words, _ink(item, palette), palette)))
    yield from _side_by_side((), heaps, palette, width)


def _side_by_side(
    first: Sequence[Cell],
    heaps: Sequence[tuple[str, Sequence[Cell]]],
    palette: Palette,
    width: int,
) -> Iterator[TrayRow]:
    """The cells *first* and those of each heap with a space between, on as many rows as needed."""
    cells, places = [*first], list[tuple[range, str]]()
    for heap, own in heaps:
        if cells and len(cells) + 1 + len(own) > width:
            yield TrayRow(tuple(cells), tuple(places))
            cells, places = [], []
        cells += _words(" " if cells else "", palette.theme.ink, palette)
        places.append((range(len(cells), len(cells) + len(own)), heap))
        cells += own
    yield TrayRow(tuple(cells), tuple(places))


def _ink(item: TrayItem, palette: Palette) -> str:
    """The ink of the words on a heap: an empty one steps back."""
    return palette.theme.ink if item.count else palette.theme.muted


def _sample(item: TrayItem, palette: Palette, technique: Technique | None) -> tuple[Cell, ...]:
    """One piece of the heap, or its letter on a ground of its colour."""
    piece = _piece(item)
    if technique is not None:
        goals = () if item.count else (1,)
        return _strip(piece, min(item.count, 1), goals, 3, palette, technique)
    ground = palette.piece(item.role)
    return (Cell((item.badge or piece.glyph or piece.label or " ")[:1], ink_on(ground), ground),)


def _words(text: str, ink: str, palette: Palette) -> tuple[Cell, ...]:
    ground = palette.theme.ground
    ink = readable_ink(ink, ground)
    return tuple(Cell(letter, ink, ground) for letter in show_unprintable(text))


def _count(item: TrayItem) -> str:
    if item.is_endless:
        return ""
    return f"{item.count}/{item.goals[-1]}" if item.goals else str(item.count)


def _piece(item: TrayItem) -> Piece:
    """A piece of a heap as it would stand on the board."""
    known = LETTERS.get(item.role, "")
    return Piece(
        "",
        item.kind,
        item.role,
        (known or item.label[:1]) + item.badge,
        badge=item.badge,
        glyph=item.glyph,
    )


def _label(item: TrayItem, palette: Palette) -> str:
    """The label beside a heap; ``""`` where the colour of its pieces says the same."""
    if item.brief:
        return item.brief
    return "" if item.label == LETTERS.get(item.role) else item.label


def _tile_rows(items: Sequence[TrayItem], palette: Palette, width: int) -> Iterator[TrayRow]:
    """Tiles one by one where a row has room for them, else one of each with its number."""
    faces = [(item, "") for item in items for n in range(min(item.count, width))]
    texts = {item.id: item.label if len(item.label) < 3 else " " for item in items}
    if sum(len(texts[item.id]) + 3 for item, _ in faces) > width:
        faces = [(item, f"×{item.count}") for item in items]
    cells: list[Cell] = []
    heaps: list[tuple[range, str]] = []
    for item, times in faces:
        ground = palette.piece(item.role)
        face = [Cell(letter, ink_on(ground), ground) for letter in f" {texts[item.id]} "]
        own = (*_words(" ", palette.theme.ink, palette), *face)
        own = (*own, *_words(times, palette.theme.ink, palette))
        if cells and len(cells) + len(own) > width:
            yield TrayRow(tuple(cells), tuple(heaps))
            cells, heaps = [], []
        heaps.append((range(len(cells), len(cells) + len(own)), item.id))
        cells += own
    yield TrayRow(tuple(cells), tuple(heaps))


@lru_cache(maxsize=1024)
def _strip(
    piece: Piece,
    count: int,
    goals: tuple[int, ...],
    room: int,
    palette: Palette,
    technique: Technique,
) -> tuple[Cell, ...]:
    """*count* pieces beside each other, and the free places up to the last of *goals*.

    Without a piece there is a free place with a small sign of it. Behind each of *goals* but the
    last is a gap.
    """
    most = max((count, *goals))
    if technique == "glyphs":
        return _letters(piece, count, most, room, palette)
    gaps = [goal for goal in goals if goal < most]
    word = piece.glyph or piece.badge or (piece.label if palette.theme.letters else "")
    wide = 3 if word else 2
    step = next((s for s in STEPS if (most - 1) * s + wide + len(gaps) <= room), STEPS[-1])
    most = min(most, floor((room - wide) / step) + 1)
    parts: list[tuple[float, Shape]] = []
    words: dict[int, tuple[str, str]] = {}
    theme, blocks = palette.theme, BLOCKS[technique]
    for n in range(most):
        x = wide / 2 + n * step + sum(n >= goal for goal in gaps)
        if n >= count:
            free = mix(theme.ground, theme.line, 0.4)
            parts.append((x, Shape(shapes.disc(0.95), rgb(free), LAYER_PLACE)))
            if n == 0:
                parts += [(x, shape) for shape in _sign_of_empty(piece, palette)]
                words |= {floor(x): (word[:1], theme.ink)} if word else {}
            continue
        drawn = _small_piece(piece, palette, shaded=step < 2 and n % 2 == 1)
        parts += [(x, shape._replace(layer=LAYER_PIECE + n)) for shape in drawn]
        if step >= 2 and word:
            words[floor(x)] = word[:1], ink_on(palette.piece(piece.badge or piece.role))
    cells = []
    for column in range(min(room, ceil((most - 1) * step + wide + len(gaps)))):
        inside: list[Part] = [(s.layer, column - x, -1.0, s) for x, s in parts]
        seen = visible_parts(inside)
        fit = render_cell(seen, rgb(theme.ground), blocks)
        if column in words:
            letter, ink = words[column]
            ground = hex_text(fit.main)
            cells.append(Cell(letter, readable_ink(ink, ground), ground))
        else:
            cells.append(Cell(fit.glyph, hex_text(fit.ink), hex_text(fit.ground)))
    return tuple(cells)


def _sign_of_empty(piece: Piece, palette: Palette) -> list[Shape]:
    """A dot in the colour of *piece*, smaller than the free place on which it lies."""
    colour = palette.piece(piece.badge or piece.role)
    rim = [(0.7, palette.theme.rim)] if is_faint(colour, palette) else []
    dots = [*rim, (0.5, colour)]
    return [Shape(shapes.disc(radius), rgb(c), LAYER_PIECE) for radius, c in dots]


def _small_piece(piece: Piece, palette: Palette, shaded: bool) -> list[Shape]:
    """A piece as high as a row: its colour, a rim where it is needed, the colour of its badge.

    *shaded* pieces can be told from those below them.
    """
    if piece.kind == "hourglass":
        return draw_piece(piece, palette, UNIT, shapes.disc(1))[0]
    colour = palette.piece(piece.role)
    faint = is_faint(colour, palette)
    if shaded:
        colour = mix(colour, ink_on(colour), 0.2)
    discs = [(1.05, palette.theme.rim if faint else mix(colour, INKS[0], 0.25))]
    discs.append((0.65 if faint else 0.9, colour))
    if piece.kind == "ring":
        discs.append((0.45, palette.theme.ground))
    if piece.badge:
        discs.append((0.6, palette.piece(piece.badge)))
    return [Shape(shapes.disc(radius), rgb(c), LAYER_PIECE) for radius, c in discs]


def _letters(piece: Piece, count: int, most: int, room: int, palette: Palette) -> tuple[Cell, ...]:
    """Pieces as on a board of letters, ``( )`` for a free place; one where many do not fit."""
    text = f"({piece.label})"
    ground = palette.piece(piece.role)
    full = [Cell(letter, ink_on(ground), ground) for letter in text]
    if most * len(text) > room:
        return tuple(full) if count else _words(text, palette.theme.muted, palette)
    free = _words("( )", palette.theme.muted, palette) * (most - max(count, 1))
    first = () if count else _words(text, palette.theme.muted, palette)
    return (*full * count, *first, *free)
