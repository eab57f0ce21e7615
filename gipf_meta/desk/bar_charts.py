"""Tables of counts with a bar in each row: drawn on a page, of block characters in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import ListRow, Picture, Rows
from gipf_meta.render.brush import variable
from gipf_meta.render.svg_elements import tag

WIDTH, HEIGHT = 240.0, 16.0
"""The size of the longest bar, in pixels."""
BLOCKS: Final = 20
"""How many characters the longest bar has in a terminal."""


@dataclass(frozen=True)
class Shade:
    """How a piece of a bar looks: a *colour* of the theme, how dense it is, a *block* character."""

    colour: str
    opacity: float
    block: str


WON, DRAWN, LOST = (
    Shade("mark-legal", 1.0, "█"),
    Shade("muted", 0.5, "▒"),
    Shade("mark-capture", 1.0, "░"),
)
OVER, GOES_ON = Shade("accent", 1.0, "█"), Shade("accent", 0.3, "░")


def table_with_bars(
    context: Context,
    columns: Sequence[str],
    rows: Mapping[str, Sequence[int]],
    bars: Mapping[str, Sequence[tuple[int, Shade]]],
) -> Rows:
    """A table with these titles: for each name its counts, and its bar, whose pieces have lengths.

    The bars say what the counts say, and share one scale. Read line by line there are none.
    """
    most = max((sum(count for count, _shade in bar) for bar in bars.values()), default=0) or 1
    has_blocks = context.face == "terminal"
    return Rows(
        columns=(*columns, _("share")) if has_blocks else tuple(columns),
        rows=tuple(
            ListRow(
                cells=(name, *map(str, counts), *([_in_blocks(bars[name], most)] * has_blocks)),
                picture=_drawn(bars[name], most) if context.is_page else None,
            )
            for name, counts in rows.items()
        ),
    )


def _drawn(bar: Sequence[tuple[int, Shade]], most: int) -> Picture:
    """A *bar* on a scale that ends at *most*."""
    ground = tag("rect", width=WIDTH, height=HEIGHT, rx=3, fill=variable("muted"), opacity=0.13)
    made, x = [ground], 0.0
    for count, shade in bar:
        width = WIDTH * count / most
        if count:
            look: dict[str, str | float] = {
                "fill": variable(shade.colour),
                "opacity": shade.opacity,
            }
            made.append(tag("rect", x=round(x, 1), width=round(width, 1), height=HEIGHT, **look))
        x += width
    return Picture(box=(0, 0, WIDTH, HEIGHT), markup="".join(made))


def _in_blocks(bar: Sequence[tuple[int, Shade]], most: int) -> str:
    """The same of block characters; what there is has at least one."""
    return "".join(
        shade.block * max(1, round(BLOCKS * count / most)) for count, shade in bar if count
    )
