"""A view as plain text: for pipes, screen readers, and terminals of any kind.

An empty place shows its name, so that every move can be typed from what is seen and labels beside
the board are not needed; a piece shows its letters in brackets, a place that is gone nothing.
A special place has a plus before its name. A place that holds a number of things shows how many
there are, and how many fit: ``b2 1/2``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import (
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
)

WIDTH = 79
CELL = 5
"""Columns of text for one step of x."""
NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = "    "
"""What stands between two score sheets."""


def board(view: View) -> str:
    """The board, without trays and words."""
    standing = {piece.at: piece for piece in view.pieces}
    cells = [(point.x, point.y, _cell(point, standing.get(point.id))) for point in view.points]
    if not cells:
        return ""
    left = min(x for x, _, _ in cells)
    rows: dict[int, list[str]] = {}
    for x, y, text in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        row = rows.setdefault(y, [])
        start = (x - left) * CELL + (CELL - len(text)) // 2
        row.append(" " * (start - sum(map(len, row))) + text)
    return "\n".join("".join(rows[y]).rstrip() for y in sorted(rows))


def _cell(point: Point, piece: Piece | None) -> str:
    name = {"dot": ".", "special": "+"}.get(point.kind, "") + point.id
    standing = f"({piece.label})" if piece else ""
    if point.level:
        held = f" {point.load}/{point.level}" if point.load else ""
        return name + standing + held
    return standing or ("" if point.kind == "gone" else name)


def tray(heap: Tray, width: int = WIDTH) -> str:
    """A tray in words: its title and how many there are of what it holds, *width* columns wide."""
    things = ", ".join(_heap(item).replace(" ", NO_BREAK) for item in heap.items if item.count)
    words = f"{heap.title}: {things or _('nothing')}"
    return textwrap.fill(words, width, subsequent_indent="  ").replace(NO_BREAK, " ")


def _heap(item: TrayItem) -> str:
    """Tiles lie side by side; of other things there are so many."""
    if item.kind == "tile":
        return " ".join([item.label] * item.count)
    return f"{item.label} {item.count}"


def table(sheet: ScoreSheet, gap: str = "  ") -> list[str]:
    """A score sheet with its title, in columns as wide as they need, a *gap* between them."""
    lines = [sheet.columns, *sheet.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(sheet.columns))]
    told = [[word.rjust(w) for word, w in zip(line, widths, strict=True)] for line in lines]
    return [sheet.title, *(gap.join(line) for line in told)]


def _side_by_side(sheets: Sequence[ScoreSheet]) -> Iterator[str]:
    """Score sheets, as many beside each other as fit."""
    blocks = [table(sheet) for sheet in sheets]
    while blocks:
        across: list[list[str]] = []
        width = 0
        while blocks and (not across or width + max(map(len, blocks[0])) <= WIDTH):
            width += max(map(len, blocks[0])) + len(GAP)
            across.append(blocks.pop(0))
        widths = [max(map(len, block)) for block in across]
        for row in range(max(map(len, across))):
            words = [block[row] if row < len(block) else "" for block in across]
            yield GAP.join(word.ljust(w) for word, w in zip(words, widths, strict=True)).rstrip()


def reflowed(words: str) -> str:
    """Plain text or Markdown as lines of one width: what stands together becomes one paragraph."""
    told: list[str] = []
    for line in words.replace("**", "").splitlines():
        new = not told or not told[-1] or not line.strip() or line.lstrip()[:1] in "-*#|0123456789"
        if new or told[-1].startswith("#"):
            told.append(line.strip())
        else:
            told[-1] += f" {line.strip()}"
    return "\n".join(textwrap.fill(line.lstrip("# "), WIDTH) for line in told)


def filled(lines: Iterable[str]) -> str:
    """Each line on as many as it needs, with the notation of a move on one."""
    return "\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in lines)


def page(view: View) -> str:
    """The board, what lies beside it, and how things stand."""
    parts = [
        board(view),
        "\n".join(tray(heap) for heap in view.trays),
        "\n".join(_side_by_side(view.sheets)),
        textwrap.fill(view.caption, WIDTH),
    ]
    return "\n".join(part for part in parts if part)
