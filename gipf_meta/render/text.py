"""A view as plain text: for pipes, screen readers, and terminals of any kind.

An empty place shows its name, so that every move can be typed without labels beside the board. A
piece shows its letters in brackets, or its glyph; a stack how many they are, too: ``(W×3)``, of
different pieces ``(W3)``; a place that is gone shows nothing. A special place has a plus before its
name. A place that can hold things shows how many it holds, and how many fit: ``b2 1/2``. Where
pieces hide most of the names, the labels of the board stand beside it.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from operator import itemgetter
from typing import Final, TextIO, TypeVar

from gipf_meta.base.sentences import cells_of, pad, pad_before, widest
from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Piece, Point, ScoreSheet, Tray, TrayItem, View

P = TypeVar("P", Piece, TrayItem)

WIDTH = 79
"""Columns of a page."""
CELL = 5
"""Columns of text for one step of x, on boards that are not wider than a page then."""
NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = "    "
"""The gap between two score sheets."""


def board(view: View) -> str:
    """The board alone, line by line; empty if *view* has none.

    Where it is wider than a page, stacks are written without brackets: ``WD×12``.
    """
    drawn = _board(view, piece_text)
    if max(map(len, drawn.split("\n"))) > WIDTH + 1:
        drawn = _board(view, _brief_text)
    return drawn


def _board(view: View, write: Callable[[Piece], str]) -> str:
    """The board with pieces as *write* writes them."""
    shown = _with_clear_glyphs(view.pieces)
    standing = {piece.at: write(piece) for piece in shown}
    cells = [(point.y, point.x, _cell(point, standing.get(point.id, ""))) for point in view.points]
    if not cells:
        return ""
    hidden = sum(not point.level and point.id in standing for point in view.points)
    if 2 * hidden > len(cells):
        cells += [(label.y, label.x, label.text) for label in view.labels]
    left, right = min(x for _, x, _ in cells), max(x for _, x, _ in cells)
    broadest = max(len(text) for _, _, text in cells)
    # of a board wider than a page the steps are narrower, by halves of a column
    step = min(float(CELL), 2 * (WIDTH - broadest) // max(right - left, 1) / 2)
    room, gap = (CELL, 0) if step == CELL else (max(CELL, broadest), 1)
    rows: dict[int, str] = {}
    for y, x, text in sorted(cells, key=_ORDER):
        row = rows.get(y, "")
        start = int((x - left) * step) + (room - len(text)) // 2
        rows[y] = row.ljust(max(start, len(row) + (gap if row else 0))) + text
    return "\n".join(row.rstrip() for row in rows.values())


_ORDER: Final = itemgetter(0, 1)
"""From the top to the bottom, from left to right."""
_SIGNS: Final = {"dot": ".", "special": "+"}


def _cell(point: Point, standing: str) -> str:
    name = _SIGNS.get(point.kind, "") + point.id
    if point.level:
        held = f" {point.load}/{point.level}" if point.load else ""
        return name + standing + held
    return standing or ("" if point.kind == "gone" else name)


def piece_text(piece: Piece) -> str:
    """The letters of a piece, or its glyph, in brackets, with its badge and the number of a stack:
    ``(W)``, ``(WT)``, ``(W×3)``, of different pieces ``(W3)``."""
    badge = "" if piece.badge in piece.label else piece.badge
    return f"({_sign(piece)}{badge}{stack_count(piece)})"


def _sign(piece: Piece) -> str:
    """The glyph of a piece; its label where that holds the glyph and more, such as a colour."""
    return piece.label if piece.glyph in piece.label else piece.glyph


def _brief_text(piece: Piece) -> str:
    """A stack without brackets, and its number with a sign that no name of a place has."""
    count = stack_count(piece)
    badge = piece.badge if piece.glyph and piece.badge not in piece.label else ""
    return f"{_sign(piece)}{badge}×{piece.stack}" if count else piece_text(piece)


def stack_count(piece: Piece) -> str:
    """The number of pieces that lie on each other; ``""`` for one, and for two whose badge says
    what they are together."""
    if piece.stack < 2 or (piece.stack == 2 and piece.badge and not piece.layers):
        return ""
    return str(piece.stack) if piece.layers else f"×{piece.stack}"


def without_glyph(piece: P) -> P:
    """*piece* with its label alone."""
    return replace(piece, glyph="") if piece.glyph else piece


def _with_clear_glyphs(pieces: Sequence[P]) -> list[P]:
    """*pieces*, with the label alone where one glyph stands for different labels."""
    labels: dict[str, set[str]] = {}
    for piece in pieces:
        labels.setdefault(piece.glyph, set()).add(piece.label)
    return [piece if len(labels[piece.glyph]) < 2 else without_glyph(piece) for piece in pieces]


def tray(heap: Tray, width: int = WIDTH) -> str:
    """A tray in words: its title, and its things with their counts, *width* columns wide."""
    items = _with_clear_glyphs([item for item in heap.items if item.count])
    things = ", ".join(_heap(item).replace(" ", NO_BREAK) for item in items)
    words = f"{heap.title}: {things or _('nothing')}"
    return _fill(words, width, indent="  ").replace(NO_BREAK, " ")


def _fill(words: str, width: int = WIDTH, indent: str = "") -> str:
    """*words* in lines of that *width*, all but the first behind *indent*."""
    if len(words) <= width and words == words.strip() and not _BREAKS.search(words):
        return words  # textwrap takes long for the same
    return textwrap.fill(words, width, subsequent_indent=indent)


_BREAKS: Final = re.compile(r"[\t\n\v\f\r]")


def _heap(item: TrayItem) -> str:
    """A heap in words: tiles one by one, other things with their count."""
    if item.kind == "tile":
        return " ".join([item.glyph or item.label] * item.count)
    return item.label if item.is_endless else f"{item.glyph or item.label} {item.count}"


def score_sheet(sheet: ScoreSheet, gap: str = "  ") -> list[str]:
    """A score sheet with its title, in columns as wide as they need, a *gap* between them.

    The amounts of its footer stand below the last column.
    """
    lines = [sheet.columns, *sheet.rows]
    widths = [widest(line[i] for line in lines) for i in range(len(sheet.columns))]
    cells = [[pad_before(word, w) for word, w in zip(line, widths, strict=True)] for line in lines]
    width = sum(widths) + len(gap) * (len(widths) - 1)
    below = [
        f"{name} {pad_before(amount, width - cells_of(name) - 1)}" for name, amount in sheet.footer
    ]
    return [sheet.title, *(gap.join(line) for line in cells), *(line.rstrip() for line in below)]


def score_sheets(
    sheets: Sequence[ScoreSheet], width: int = WIDTH, gap: str = "  "
) -> Iterator[list[str]]:
    """The lines of as many sheets beside each other as fit into *width* columns, then of the next.

    *gap* as in ``score_sheet``.
    """
    blocks = [score_sheet(sheet, gap) for sheet in sheets]
    while blocks:
        across: list[list[str]] = []
        used = 0
        while blocks and (not across or used + widest(blocks[0]) <= width):
            used += widest(blocks[0]) + len(GAP)
            across.append(blocks.pop(0))
        widths = [widest(block) for block in across]
        rows = zip_longest(*across, fillvalue="")
        cells = (zip(row, widths, strict=True) for row in rows)
        yield [GAP.join(pad(word, w) for word, w in row).rstrip() for row in cells]


def reflow(words: str) -> str:
    """Wraps plain text or Markdown at ``WIDTH``: lines of one paragraph become one paragraph, and
    signs of emphasis and of code are left out."""
    parts: list[str] = []
    for line in words.replace("**", "").splitlines():
        new = not parts or not parts[-1] or not line.strip() or _BEGINS.match(line)
        if new or parts[-1].startswith("#"):
            parts.append(line.strip())
        else:
            parts[-1] += f" {line.strip()}"
    plain = (_MARKED.sub(r"\1\2", part.lstrip("# ")) for part in parts)
    return "\n".join(textwrap.fill(part, WIDTH) for part in plain)


_BEGINS: Final = re.compile(r"\s*([-*] |[#|]|[0-9]+[.)] )")
"""The beginning of a line of a list, a table or a heading."""
_MARKED: Final = re.compile(r"`([^`]+)`|(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])")
"""Code and emphasis in Markdown."""


def wrap_lines(lines: Iterable[str]) -> str:
    """Wraps each line at ``WIDTH``, never inside the notation of a move."""
    return "\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in lines)


def page_for(view: View, stream: TextIO) -> str:
    """A whole *view* as *stream* can show it: without glyphs that its encoding lacks."""
    return _drawn_for(page, view, stream)


def board_on_stdout(view: View) -> str:
    """The board of *view* as standard output can show it, as ``page_for``."""
    return _drawn_for(board, view, sys.stdout)


def _drawn_for(draw: Callable[[View], str], view: View, stream: TextIO) -> str:
    drawn = draw(view)
    try:
        drawn.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return draw(without_glyphs(view))
    return drawn


def without_glyphs(view: View) -> View:
    """*view* with the labels of its pieces alone."""
    pieces = tuple(without_glyph(piece) for piece in view.pieces)
    trays = tuple(
        replace(heap, items=tuple(without_glyph(item) for item in heap.items))
        for heap in view.trays
    )
    return replace(view, pieces=pieces, trays=trays)


def page(view: View) -> str:
    """A whole *view*: the board, trays, score sheets and the caption."""
    parts = [
        board(view),
        "\n".join(tray(heap) for heap in view.trays),
        "\n".join(line for lines in score_sheets(view.sheets) for line in lines),
        _fill(view.caption),
    ]
    return "\n".join(part for part in parts if part)
