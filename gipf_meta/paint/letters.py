"""Boards of letters and signs alone: any terminal shows them, in colour or without."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import floor

from gipf_meta.paint.layout import Layout
from gipf_meta.paint.palette import Palette, Sign
from gipf_meta.paint.pieces import PlaceWord, count_text
from gipf_meta.paint.places import PlaceLook
from gipf_meta.paint.point_state import SIGNS, PointState, visible_signs
from gipf_meta.protocol.view import Edge
from gipf_meta.render.text import piece_text, stack_count, without_glyph
from gipf_meta.render.theme import ink_on


def look(state: PointState, palette: Palette, layout: Layout) -> PlaceLook:
    """A place in letters: its piece in brackets, or its name; signs on both sides."""
    return PlaceLook((), tuple(_words(state, palette, layout)), {})


def _words(state: PointState, palette: Palette, layout: Layout) -> Iterator[PlaceWord]:
    theme, room = palette.theme, layout.room
    ink, ground = theme.muted, None
    piece = state.piece
    signs = visible_signs(state)
    if piece is not None:
        bare = without_glyph(piece)
        text = piece_text(bare)
        wide = len(text) + (2 if signs else 0)
        if layout.square and room < len(piece.label) + 4:
            text = text[1:-1]
        if piece.stack > 1 and len(text) > room:
            text = count_text(bare, True, room)
        elif not layout.square and wide > room:
            text = count_text(bare, True, room + 1)
        ground = palette.piece(piece.role)
        ink = ink_on(ground)
    elif state.kind == "gone":
        text = ""
    else:
        mark = {"dot": ".", "special": "+"}.get(state.kind, "")
        text = mark + state.name or ("." if state.kind != "special" else "+")
        ink = theme.special if state.kind == "special" else theme.ink
    below = []
    if state.level:
        held = f"{state.load}/{state.level}" if state.load or piece is None else ""
        if layout.rows >= 2:
            below.append((held, theme.held if state.load else theme.muted))
        elif held and len(text) + len(held) < room:
            text += f" {held}"
    if piece is not None:
        if piece.clock:
            below.insert(0, (piece.clock, theme.ink))
        if piece.stack > 1 and not stack_count(piece) and len(text) + 4 <= room:
            text += f"×{piece.stack}"
        if piece.badge and piece.badge not in text and len(piece.badge) <= room:
            below.append((piece.badge, theme.ink))
    drawn = _signs(signs, palette, len(text), room if layout.square else room + 1)
    if signs and not drawn and piece is None and not layout.square:
        text, ink = SIGNS[signs[0]], palette.sign(signs[0])
    if text:
        yield PlaceWord(text, 0, 0, ink, ground)
    yield from drawn
    for n, (word, colour) in enumerate((w for w in below if w[0]), 1):
        if n < layout.rows:
            yield PlaceWord(word, 0, n, colour)


def _signs(signs: Sequence[Sign], palette: Palette, wide: int, room: int) -> list[PlaceWord]:
    """As many *signs* as have *room* on both sides of a text that is *wide* columns wide.

    The first one may touch those of the next place, the others leave a column free.
    """
    drawn: list[PlaceWord] = []
    for sign in signs:
        if wide + 2 > (room - 1 if drawn else room):
            break
        colour = palette.sign(sign)
        # the first column of a word of odd and even length lies differently
        left = -(wide // 2) - 1 if wide % 2 else -(wide / 2) - 0.5
        right = wide // 2 + 1 if wide % 2 else wide / 2 + 0.5
        drawn.append(PlaceWord(SIGNS[sign][0], left, 0, colour))
        drawn.append(PlaceWord(SIGNS[sign][1], right, 0, colour))
        wide += 2
    return drawn


def lines(edges: Collection[Edge], layout: Layout) -> dict[tuple[int, int], str]:
    """The glyph of each cell (column, row) between the ends of *edges*; none without a free row."""
    glyphs: dict[tuple[int, int], str] = {}
    if layout.rows < 2:
        return glyphs
    for edge in edges:
        (ax, ay), (bx, by) = sorted((layout.centres[edge.a], layout.centres[edge.b]))
        dx, dy = bx - ax, by - ay
        if abs(dy) * 2 > dx * 1.2:
            glyph = "|" if dx < 1 else "/" if dy < 0 else "\\"
            for n in range(1, int(abs(dy))):
                y = ay + n * (1 if dy > 0 else -1)
                glyphs.setdefault((floor(ax + dx * n / abs(dy)), floor(y)), glyph)
        else:
            for column in range(floor(ax) + 1, floor(bx)):
                y = ay + dy * (column + 0.5 - ax) / dx
                glyph = "'-."[min(int(y % 1 * 3), 2)] if dy else "-"
                glyphs.setdefault((column, floor(y)), glyph)
    return glyphs
