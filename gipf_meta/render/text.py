"""A view as plain text: for pipes, screen readers, and terminals of any kind.

An empty place shows its name, so that every move can be typed without labels beside the board. A
piece shows its letters in brackets; a place that is gone shows nothing. A special place has a plus
before its name. A place that can hold things shows how many it holds, and how many fit: ``b2 1/2``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Piece, Point, ScoreSheet, Tray, TrayItem, View

WIDTH = 79
"""Columns of a page."""
CELL = 5
"""Columns of text for one step of x."""
NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = "    "
"""What stands between two score sheets."""


def board(view: View) -> str:
    """The board alone, line by line; empty if *view* has none."""
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
    """A tray in words: its title, and its things with their counts, *width* columns wide."""
    things = ", ".join(_heap(item).replace(" ", NO_BREAK) for item in heap.items if item.count)
    words = f"{heap.title}: {things or _('nothing')}"
    return textwrap.fill(words, width, subsequent_indent="  ").replace(NO_BREAK, " ")


def _heap(item: TrayItem) -> str:
    """A heap in words: tiles one by one, other things with their count."""
    if item.kind == "tile":
        return " ".join([item.label] * item.count)
    return f"{item.label} {item.count}"


def score_sheet(sheet: ScoreSheet, gap: str = "  ") -> list[str]:
    """A score sheet with its title, in columns as wide as they need, a *gap* between them.

    The amounts of its footer stand below the last column.
    """
    lines = [sheet.columns, *sheet.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(sheet.columns))]
    cells = [[word.rjust(w) for word, w in zip(line, widths, strict=True)] for line in lines]
    width = sum(widths) + len(gap) * (len(widths) - 1)
    below = [f"{name} {amount.rjust(width - len(name) - 1)}" for name, amount in sheet.footer]
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
        while blocks and (not across or used + max(map(len, blocks[0])) <= width):
            used += max(map(len, blocks[0])) + len(GAP)
            across.append(blocks.pop(0))
        widths = [max(map(len, block)) for block in across]
        rows = zip_longest(*across, fillvalue="")
        cells = (zip(row, widths, strict=True) for row in rows)
        yield [GAP.join(word.ljust(w) for word, w in row).rstrip() for row in cells]


def reflow(words: str) -> str:
    """Wraps plain text or Markdown at ``WIDTH``: lines of one paragraph become one paragraph."""
    parts: list[str] = []
    for line in words.replace("**", "").splitlines():
        first = line.lstrip()[:1]
        new = not parts or not parts[-1] or not line.strip() or first in "-*#|0123456789"
        if new or parts[-1].startswith("#"):
            parts.append(line.strip())
        else:
            parts[-1] += f" {line.strip()}"
    return "\n".join(textwrap.fill(part.lstrip("# "), WIDTH) for part in parts)


def wrap_lines(lines: Iterable[str]) -> str:
    """Wraps each line at ``WIDTH``, never inside the notation of a move."""
    return "\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in lines)


def page(view: View) -> str:
    """A whole *view*: the board, trays, score sheets and the caption."""
    parts = [
        board(view),
        "\n".join(tray(heap) for heap in view.trays),
        "\n".join(line for lines in score_sheets(view.sheets) for line in lines),
        textwrap.fill(view.caption, WIDTH),
    ]
    return "\n".join(part for part in parts if part)
