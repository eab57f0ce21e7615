"""Curves over a row of things that happened one after the other, as markup in a theme's colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gipf_meta.render.brush import variable
from gipf_meta.render.svg_elements import tag, text

WIDTH, HEIGHT = 420.0, 150.0
"""The size of a chart, in pixels."""
LEFT, RIGHT, TOP, BOTTOM = 38.0, 8.0, 12.0, 8.0
"""The margins of a chart, in pixels."""
LETTERS: Final = 11
"""The size of letters, in pixels."""


class ChartPoint(NamedTuple):
    """Thing number *n* of a chart: its *value*, 0 to 100, a *colour* of the theme, a *mark*."""

    n: int
    value: float
    colour: str
    mark: str = ""


@dataclass(frozen=True)
class Chart:
    """A chart of *count* things; *scale* are the words beside its values, the lowest first."""

    count: int
    scale: Sequence[str]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height, in pixels."""
        return 0.0, 0.0, WIDTH, HEIGHT

    def frame(self) -> str:
        """The lines of the scale, with their words."""
        made = []
        for n, words in enumerate(self.scale):
            y = self._high(100 * n / (len(self.scale) - 1))
            look: dict[str, str | float] = {"stroke": variable("line"), "opacity": 0.6}
            if 0 < n < len(self.scale) - 1:
                look["stroke_dasharray"] = "3 4"
            made.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, **look))
            made.append(text(words, LEFT - 5, y, LETTERS, variable("muted"), "end"))
        return "".join(made)

    def spot(self, point: ChartPoint) -> tuple[float, float]:
        """The spot of *point*, in pixels."""
        step = (WIDTH - LEFT - RIGHT) / self.count
        return round(LEFT + (point.n + 0.5) * step, 2), round(self._high(point.value), 2)

    def draw(
        self,
        point: ChartPoint,
        before: ChartPoint | None,
        colour: str = "ink",
        *,
        filled: bool = False,
    ) -> str:
        """*point*, and the curve of that *colour* that leads to it from the point *before*.

        *filled*: with the area below it, where there is no other curve.
        """
        x, y = self.spot(point)
        made = ""
        if before is not None:
            a, b = self.spot(before)
            if filled:
                floor = self._high(0)
                path = f"M{a} {floor}L{a} {b}L{x} {y}L{x} {floor}Z"
                made += tag("path", d=path, fill=variable("mark-selected"), fill_opacity=0.13)
            made += tag("line", x1=a, y1=b, x2=x, y2=y, stroke=variable(colour), stroke_width=1.6)
        size = 4.5 if point.mark else 2.2
        made += tag("circle", cx=x, cy=y, r=size, fill=variable(point.colour))
        if point.mark:
            over = y + 13 if y < TOP + 16 else y - 12
            made += text(point.mark, x, over, LETTERS, variable(point.colour), bold=True)
        return made

    def curve(self, values: Sequence[float], colours: Sequence[str] = ()) -> str:
        """The *values* of all things as one filled curve, whose points have these *colours*."""
        made, before = "", None
        for n, value in enumerate(values):
            point = ChartPoint(n, value, colours[n] if colours else "mark-selected")
            made += self.draw(point, before, filled=True)
            before = point
        return made

    def write(self, words: str, point: ChartPoint) -> str:
        """*words* right of *point*: whose curve begins there."""
        x, y = self.spot(point)
        return text(words, x + 5, y - 7, LETTERS, variable("ink"), "start")

    def _high(self, value: float) -> float:
        """The distance of a *value* from the upper edge, in pixels."""
        return TOP + (100 - value) / 100 * (HEIGHT - TOP - BOTTOM)
