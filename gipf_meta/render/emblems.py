"""Emblems: small signs that say which game a piece has to do with, drawn instead of letters.

An emblem lies within one unit around its middle. A game names one of ``EMBLEMS``, or gives a path
of its own, as in SVG.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from gipf_meta.render.svg_elements import format_number, tag


def _hoop(radius: float, x: float = 0, y: float = 0) -> str:
    half = f"a{radius:g} {radius:g} 0 1 1"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half}-{2 * radius:g} 0Z"


EMBLEMS: Final[Mapping[str, str]] = {
    "marble": _hoop(0.92)
    + "M-.66-.06A.66.66 0 0 1-.06-.66V-.44A.44.44 0 0 0-.44-.06ZM.2.68A.7.7 0 0 0 .68.2L.56.16"
    "A.58.58 0 0 1 .16.56Z",
    "hourglass": "M-.72-1H.72V-.74H.6C.6-.3.2-.2.2 0C.2.2.6.3.6.74H.72V1H-.72V.74H-.6"
    "C-.6.3-.2.2-.2 0C-.2-.2-.6-.3-.6-.74H-.72Z",
    "ring": _hoop(0.95) + _hoop(0.5),
    "stack": "".join(
        f"M-.9 {y:g}a.16.16 0 0 1.16-.16H.74a.16.16 0 0 1 .16.16v.14a.16.16 0 0 1-.16.16H-.74"
        f"a.16.16 0 0 1-.16-.16Z"
        for y in (-0.66, -0.07, 0.52)
    ),
    "dots": _hoop(0.4, 0, -0.52) + _hoop(0.4, -0.54, 0.42) + _hoop(0.4, 0.54, 0.42),
    "die": "M-.8-.6a.2.2 0 0 1 .2-.2H.6a.2.2 0 0 1 .2.2V.6a.2.2 0 0 1-.2.2H-.6a.2.2 0 0 1-.2-.2Z"
    + _hoop(0.17, -0.4, -0.4) + _hoop(0.17) + _hoop(0.17, 0.4, 0.4),
}  # fmt: skip
"""The emblems of the host, as paths."""
LONGEST: Final = 600
"""The most characters of a path that a game gives."""
_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE ,.+-]*")
SIZE: Final = 0.19
"""Half the size of an emblem on a piece, in units."""


def path_of(emblem: str) -> str:
    """The path of *emblem*, the name of one or a path; empty if it is neither."""
    if emblem in EMBLEMS:
        return EMBLEMS[emblem]
    return emblem if len(emblem) <= LONGEST and _PATH.fullmatch(emblem) else ""


def draw_emblem(
    emblem: str, unit: float, ink: str, y: float = 0, size: float = SIZE, *, is_spent: bool = False
) -> str:
    """*emblem* in the colour *ink*, *y* units below the origin; empty if it is none.

    One that *is_spent* is drawn as an outline.
    """
    path = path_of(emblem)
    if not path:
        return ""
    scale = size * unit
    look: dict[str, str | float] = {"fill": ink, "fill_rule": "evenodd"}
    if is_spent:
        look = {"fill": "none", "stroke": ink, "stroke_width": 0.2, "opacity": 0.85}
    moved = f"translate(0 {format_number(y * unit)})" if y else ""
    return tag("path", d=path, transform=f"{moved}scale({format_number(scale)})", **look)
