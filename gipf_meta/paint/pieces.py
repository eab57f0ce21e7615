"""The look of pieces: marbles, discs, rings, hourglasses and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from gipf_meta.paint import shapes
from gipf_meta.paint.cells import LAYER_PIECE
from gipf_meta.paint.palette import Palette, mix, rgb
from gipf_meta.paint.shapes import Outline, Shape
from gipf_meta.protocol.view import Piece
from gipf_meta.render.text import stack_count
from gipf_meta.render.theme import INKS, LETTERS, contrast, ink_on, is_obvious

RADIUS: Final = 0.42
"""The radius of a round piece, in parts of the distance of two places: signs go around it."""
RIM: Final = 0.3
"""The least width of a rim that is seen, in columns."""
SEEN: Final = 2.0
"""A piece with less contrast than this to the board has a rim in a colour that is seen."""
CLEAR: Final = 2.2
"""The radius of a disc, in columns, from which on the layers of a stack can be told apart."""
MOST_STACKED: Final = 4
"""The most pieces of a stack that are drawn; a number counts higher stacks."""


class PlaceWord(NamedTuple):
    """A word on a place, its middle *column* and *row* cells off the place's centre.

    Without *ground* it stands on the colour that the cell has.
    """

    text: str
    column: float
    row: float
    ink: str
    ground: str | None = None


def draw_piece(
    piece: Piece, palette: Palette, unit: float, tile: Outline
) -> tuple[list[Shape], list[PlaceWord]]:
    """Draws a piece with all that it bears: its shapes and its words.

    *unit* is the distance of two places in columns, *tile* the outline of a tile.
    """
    if piece.kind == "hourglass":
        return _hourglass(piece, palette, unit)
    colour = palette.piece(piece.role)
    ink = ink_on(colour)
    radius = unit * RADIUS
    if piece.kind == "tile":
        rim = palette.theme.rim if is_faint(colour, palette) else mix(colour, INKS[0], 0.35)
        parts = [_shape(tile, rim), _shape(_shrink(tile, 0.28), colour)]
    elif piece.kind == "marble":
        parts = list(_marble(colour, palette, radius))
    elif piece.kind == "ring":
        parts = list(_ring(colour, palette, radius))
    else:
        parts = list(_discs(piece, palette, radius))
    words = [*_label(piece, palette, ink, unit, parts, radius)]
    counted = bool(piece.layers) or (piece.stack == 2 and piece.kind == "disc")
    if piece.stack > 1 and not counted:
        words.append(PlaceWord(f"×{piece.stack}", radius * 0.8, 0.5, palette.theme.ink))
    return parts, words


def _shape(outline: Outline, colour: str, opacity: float = 1.0, soft: float = 0.0) -> Shape:
    return Shape(outline, rgb(colour), LAYER_PIECE, opacity, soft)


# outlines are equal only if they are the same: one made anew would paint its cells again
@lru_cache(maxsize=4096)
def _shrink(outline: Outline, by: float) -> Outline:
    return Outline(lambda x, y: outline.distance(x, y) - by, outline.box)


def is_faint(colour: str, palette: Palette) -> bool:
    """Whether a piece of *colour* is hardly seen on the board without a rim."""
    theme = palette.theme
    return min(contrast(colour, theme.ground), contrast(colour, theme.plate)) < SEEN


def _rim(colour: str, palette: Palette, otherwise: str) -> str:
    """The colour of a piece's rim: *otherwise*, if the piece is seen without it."""
    return palette.theme.rim if is_faint(colour, palette) else otherwise


def _marble(colour: str, palette: Palette, radius: float) -> Iterator[Shape]:
    """A ball that is lit from the upper left."""
    dark = mix(colour, INKS[0], 0.4)
    faint = is_faint(colour, palette)
    yield _shape(shapes.disc(radius), _rim(colour, palette, mix(colour, INKS[0], 0.55)))
    radius -= max(0.5, radius * 0.13) if faint else 0.15
    yield _shape(shapes.disc(radius), dark)
    yield _shape(
        shapes.disc(radius * 0.85, -radius * 0.16, -radius * 0.18), colour, 1.0, radius * 0.5
    )
    shine = shapes.disc(radius * 0.36, -radius * 0.34, -radius * 0.36)
    yield _shape(shine, "#ffffff", 0.5, radius * 0.6)


def _ring(colour: str, palette: Palette, radius: float) -> Iterator[Shape]:
    """A ring, through which the board is seen."""
    edge = max(RIM if is_faint(colour, palette) else 0.2, radius * 0.1)
    hole = radius * 0.5
    rim = _rim(colour, palette, mix(colour, INKS[0], 0.4))
    yield _shape(shapes.ring(hole, radius), rim)
    yield _shape(shapes.ring(min(hole + edge * 0.6, radius - edge), radius - edge), colour)


def _discs(piece: Piece, palette: Palette, radius: float) -> Iterator[Shape]:
    """A disc, or a stack of discs: of a high one those on top."""
    high = min(piece.stack, MOST_STACKED) - 1 if not piece.layers or radius >= CLEAR else 0
    roles = piece.layers[-high - 1 :] or (piece.role,) * (high + 1)
    for n, role in enumerate(roles):
        colour = palette.piece(role)
        edge = _edge(colour, palette, radius)
        up = radius * 0.28 * (high / 2 - n) if high else 0.0
        body = colour if n == high or piece.layers else mix(colour, INKS[0], 0.3)
        yield _shape(shapes.disc(radius, 0, up), _rim(colour, palette, mix(colour, INKS[0], 0.4)))
        yield _shape(shapes.disc(radius - edge, 0, up), body)
    if piece.stack > 1 and high:
        colour = palette.piece(piece.role)
        up, edge = -radius * 0.14 * high, _edge(colour, palette, radius)
        yield _shape(
            shapes.ring(radius * 0.46, radius * 0.46 + edge * 0.9, 0, up),
            mix(colour, ink_on(colour), 0.5),
        )


def _edge(colour: str, palette: Palette, radius: float) -> float:
    """The width of a disc's rim, in columns."""
    return max(RIM if is_faint(colour, palette) else 0.32, radius * 0.16)


def count_text(piece: Piece, letters: bool, room: int) -> str:
    """The text on a stack in *room* columns: the number of its pieces, and before it as many of its
    letters as fit."""
    count = stack_count(piece)
    word = sign_of(piece) if letters or piece.glyph else piece.badge
    return word[: max(room - len(count), 0)] + count


def sign_of(piece: Piece) -> str:
    """The glyph of a piece and its badge, or else its label, which has them both."""
    return piece.glyph + piece.badge if piece.glyph else piece.label


def label_of(piece: Piece, letters: bool) -> str:
    """The word on a piece: its glyph, or its label, unless colour and badge say the same and not
    *letters*."""
    if letters or piece.glyph or not is_obvious(piece):
        return sign_of(piece)
    return piece.badge if piece.stack < 2 else ""


def _label(
    piece: Piece,
    palette: Palette,
    ink: str,
    unit: float,
    parts: list[Shape],
    radius: float,
) -> Iterator[PlaceWord]:
    room = max(1, int(radius * 2))
    text = label_of(piece, palette.theme.letters)[:room]
    if piece.layers and piece.stack > 1:
        yield PlaceWord(count_text(piece, palette.theme.letters, room), 0, 0, ink)
        return
    if piece.badge and piece.badge == text and piece.kind != "tile":
        colour = palette.piece(piece.badge)
        parts.append(_shape(shapes.disc(max(radius * 0.55, 0.9)), colour))
        ink = ink_on(colour)
    if text:
        yield PlaceWord(text, 0, 0, ink)
    if piece.badge and piece.badge not in text and piece.stack < 2:
        yield PlaceWord(piece.badge[: int(unit) - 1], 0, -max(1, unit / 4 - 0.5), palette.theme.ink)


def _hourglass(piece: Piece, palette: Palette, unit: float) -> tuple[list[Shape], list[PlaceWord]]:
    """Two bulbs on a disc, with their sand, and the time for which it still runs."""
    colour = palette.piece(piece.role)
    ink = ink_on(colour)
    radius = unit * RADIUS
    parts = [
        _shape(shapes.disc(radius), _rim(colour, palette, mix(colour, palette.theme.rim, 0.5))),
        _shape(shapes.disc(radius - max(RIM, unit * 0.04)), colour),
    ]
    big = unit >= 9
    words: list[PlaceWord] = []
    middle = -unit * 0.07 if big and piece.clock else 0.0
    tall, half = (unit * 0.27, unit * 0.2) if big else (radius * 0.86, radius * 0.55)
    glass = mix(colour, ink, 0.35)
    share = None if piece.sand is None else min(max(piece.sand, 0.0), 1.0)
    for way in (-1, 1):
        bulb = _bulb(half, tall, middle, way)
        parts.append(_shape(bulb, glass))
        if share is not None:
            full = share if way < 0 else 1 - share
            parts.append(_shape(_sand(bulb, tall, middle, way, full), palette.theme.sand))
        lid = middle + way * tall
        edge = max(0.25, unit * 0.03)
        parts.append(_shape(shapes.rectangle(-half, lid - edge, half, lid + edge), ink))
    if piece.clock:
        clock = piece.clock
        if len(clock) > unit * (0.62 if big else 0.85):
            clock = clock.partition(".")[0]
        below = round((middle + tall) / 2 + 0.8) if big else 0
        words.append(PlaceWord(clock, 0, below, ink, colour if big else None))
    label = label_of(piece, palette.theme.letters)
    known = not piece.glyph and piece.role in LETTERS and piece.label == LETTERS[piece.role]
    if label and (palette.theme.letters or not known):
        words.append(PlaceWord(label, 0, -max(1, round(unit * 0.22)), ink))
    elif not piece.clock and label:
        words.append(PlaceWord(label, 0, 0, ink))
    return parts, words


@lru_cache(maxsize=4096)
def _bulb(half: float, tall: float, middle: float, way: int) -> Outline:
    """The upper (*way* -1) or lower (*way* 1) half of a glass, narrow in the middle."""
    neck = half * 0.12

    def distance(x: float, y: float) -> float:
        far = (y - middle) * way
        wide = neck + (half * 0.92 - neck) * min(max(far / tall, 0.0), 1.0) ** 0.75
        return float(min(wide - abs(x), far, tall - far))

    top, bottom = sorted((middle, middle + way * tall))
    return Outline(distance, (-half, top, half, bottom))


@lru_cache(maxsize=4096)
def _sand(bulb: Outline, tall: float, middle: float, way: int, share: float) -> Outline:
    """The sand that fills a *share* of a bulb: at the neck of the upper, on the lower's floor."""
    level = share**0.6 * tall if way < 0 else (1 - (1 - share) ** 0.6) * tall

    def distance(x: float, y: float) -> float:
        far = (y - middle) * way
        surface = level - far if way < 0 else far - (tall - level)
        return min(bulb.distance(x, y) - 0.1, surface) if share > 0 else -9.0

    return Outline(distance, bulb.box)
