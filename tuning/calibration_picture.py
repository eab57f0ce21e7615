"""Calibrations as a picture: what judges said the chances were, and what share was won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta.render.brush import variable
from gipf_meta.render.svg_elements import page, tag, text, text_width, translate
from gipf_meta.render.theme import LIGHT, Theme, write_colours
from tuning.forecast import BINS, Bin

SIDE: Final = 240.0
"""The side of a panel's square, in pixels."""
BARS: Final = 50.0
"""The height of the bars below it, which say how many positions there are."""
LEFT, RIGHT, TOP, BOTTOM = 44.0, 24.0, 84.0, 14.0
"""The margins around the panels, in pixels; each panel has those to the left and right."""
UNDER: Final = 28.0
"""The distance of the bars from the square, in pixels: words stand between."""
SMALL, LARGE = 11.0, 15.0
"""The sizes of letters, in pixels."""
COLOURS: Final = ("mark-selected", "mark-last", "mark-legal", "mark-capture")
"""The colours of the judges of a panel; after the last the first comes again."""
ERRORS: Final = 2
"""Standard errors to either side that a line shows."""
FEWEST: Final = 20
"""The positions in an interval from which on its error is drawn."""
TICKS: Final = (0, 25, 50, 75, 100)

Panels = Mapping[str, Mapping[str, Sequence[Bin]]]
"""The calibrations of some judges, by their names, under the words over a panel."""


def draw_calibrations(title: str, panels: Panels, theme: Theme = LIGHT) -> str:
    """SVG with a panel for each of *panels* beside each other, under a *title*.

    A judge whose points lie on the diagonal says the chances as they are.
    """
    step = LEFT + SIDE + RIGHT
    judges = list(dict.fromkeys(judge for each in panels.values() for judge in each))
    width, height = step * len(panels), TOP + SIDE + UNDER + BARS + BOTTOM
    parts = [
        text(title, LEFT, 20, LARGE, variable("ink"), "start", bold=True),
        _legend(judges),
        *(
            translate(_panel(words, calibrations, judges), n * step + LEFT, TOP)
            for n, (words, calibrations) in enumerate(panels.items())
        ),
    ]
    return write_colours(page(width, height, *parts), theme)


def _legend(judges: Sequence[str]) -> str:
    made, x = [], LEFT
    for judge in judges:
        made.append(tag("circle", cx=x + 4, cy=44, r=4, fill=_colour(judges, judge)))
        made.append(text(judge, x + 13, 44, SMALL, variable("ink"), "start"))
        x += 32 + text_width(judge, SMALL)
    return "".join(made)


def _colour(judges: Sequence[str], judge: str) -> str:
    return variable(COLOURS[judges.index(judge) % len(COLOURS)])


def _panel(words: str, calibrations: Mapping[str, Sequence[Bin]], judges: Sequence[str]) -> str:
    parts = [text(words, SIDE / 2, -14, SMALL + 1, variable("ink"), bold=True), _scale()]
    most = max(each.won.count for bins in calibrations.values() for each in bins)
    for n, (judge, bins) in enumerate(calibrations.items()):
        colour = _colour(judges, judge)
        parts.append(_curve(bins, colour, aside=3 * n))
        parts.append(_bars(bins, most, colour, n, len(calibrations)))
    parts.append(text(str(most), -5, SIDE + UNDER + 4, SMALL, variable("muted"), "end"))
    return "".join(parts)


def _scale() -> str:
    """The lines of a panel with their words, and the diagonal."""
    made = []
    for share in TICKS:
        at = SIDE * share / 100
        look: dict[str, str | float] = {"stroke": variable("line"), "opacity": 0.35}
        made.append(tag("line", x1=0, x2=SIDE, y1=SIDE - at, y2=SIDE - at, **look))
        made.append(tag("line", x1=at, x2=at, y1=0, y2=SIDE, **look))
        made.append(text(f"{share} %", -5, SIDE - at, SMALL, variable("muted"), "end"))
        made.append(text(f"{share} %", at, SIDE + 12, SMALL, variable("muted")))
    diagonal: dict[str, str | float] = {"stroke": variable("ink"), "stroke_dasharray": "4 4"}
    made.append(tag("line", x1=0, x2=SIDE, y1=SIDE, y2=0, **diagonal))
    made.append(text("won", 6, 10, SMALL, variable("muted"), "start"))
    made.append(text("chances", SIDE - 6, SIDE - 10, SMALL, variable("muted"), "end"))
    return "".join(made)


def _curve(bins: Sequence[Bin], colour: str, aside: float) -> str:
    """The points of *bins*, with their errors, *aside* pixels right of where they are.

    Points of few positions are hollow; nobody knows their errors.
    """
    made, before = [], None
    for each in bins:
        x, y = SIDE * each.mean + aside, SIDE * (1 - each.won.mean)
        if before is not None:
            a, b = before
            made.append(tag("line", x1=a, y1=b, x2=x, y2=y, stroke=colour, stroke_width=1.4))
        is_sound = each.won.count >= FEWEST
        reach = SIDE * ERRORS * (each.won.error or 0.0) * is_sound
        top, bottom = max(y - reach, 0.0), min(y + reach, SIDE)
        made.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, stroke=colour, opacity=0.7))
        inside = colour if is_sound else variable("ground")
        made.append(tag("circle", cx=x, cy=y, r=3, fill=inside, stroke=colour))
        before = x, y
    return "".join(made)


def _bars(bins: Sequence[Bin], most: int, colour: str, number: int, count: int) -> str:
    """The bars for the number of positions in each of *bins*: bar *number* of *count* in its
    interval."""
    floor, wide = SIDE + UNDER + BARS, SIDE / BINS
    made = []
    for each in bins:
        left = wide * min(int(BINS * each.mean), BINS - 1)
        high = BARS * each.won.count / most
        x, width = left + 1 + number * (wide - 2) / count, (wide - 2) / count
        made.append(tag("rect", x=x, y=floor - high, width=width, height=high, fill=colour))
    return "".join(made)
