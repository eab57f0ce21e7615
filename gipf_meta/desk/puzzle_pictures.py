"""Pictures on the screens of puzzles: the board of one, and a week as hexagons."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, Paragraph, Picture
from gipf_meta.desk.pictures import picture_of_position
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.puzzles import Puzzle
from gipf_meta.render.brush import hexagon, variable
from gipf_meta.render.svg_elements import tag, text

RADIUS, GAP, EDGE = 17.0, 6.0, 3.0
"""The radius of a day's hexagon, the distance between two, and the margin, in pixels."""
WIDE: Final = 520.0
"""The width of the picture of a week, so that a broad page does not make it large, in pixels."""
LETTERS: Final = 13
"""The size of the count in a hexagon, in pixels."""


def picture_of_puzzle(puzzle: Puzzle, game: type[AnyGame]) -> Picture | None:
    """The board before the first turn of *puzzle*; ``None`` if it cannot be shown."""
    with suppress(GipfMetaError):
        configured = configure(game, read_settings(puzzle.options))
        return picture_of_position(configured, puzzle.position)
    return None


def week_in_words(week: Sequence[int]) -> str:
    """The sentence on the puzzles that were solved on the days of a *week*, the last one today."""
    days = ", ".join(map(str, week))
    return _("Solved in the last seven days, today last: {days}.").format(days=days)


def week_part(week: Sequence[int], face: str) -> AnyPart:
    """A *week* as hexagons on a page or in a terminal, filled on days on which a puzzle was solved;
    line by line in words."""
    words = week_in_words(week)
    if face == "page":
        return _drawn(week, words)
    if face == "terminal":
        return Paragraph(text=f"{' '.join('⬢' if day else '⬡' for day in week)}   {words}")
    return Paragraph(text=words)


def _drawn(week: Sequence[int], name: str) -> Picture:
    """The hexagons of a *week*; that of today has a broader edge."""
    step = 2 * RADIUS + GAP
    made = []
    for n, count in enumerate(week):
        x, y = EDGE + RADIUS + n * step, EDGE + RADIUS
        corners = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in hexagon(RADIUS, pointed=True))
        edge = 3.0 if n == len(week) - 1 else 1.5
        fill = variable("mark-legal") if count else "none"
        look: dict[str, str | float] = {"fill": fill, "stroke": variable("mark-legal")}
        made.append(tag("polygon", points=corners, stroke_width=edge, **look))
        if count:
            colour = variable("on-mark-legal")
            made.append(text(str(count), x, y, LETTERS, colour, "middle", bold=True))
    width = max(2 * EDGE + len(week) * step - GAP, WIDE)
    return Picture(box=(0, 0, width, 2 * (EDGE + RADIUS)), markup="".join(made), name=name)
