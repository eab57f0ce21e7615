"""Pieces without any material, for people who want them plain: a flat face with a rim.

What differs by its shape is still told apart: discs, marbles, rings, tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gipf_meta.render.material import INNER, OUTER, OUTLINE, RADIUS, corners, hoop
from gipf_meta.render.svg_elements import tag

_FACE: Final[Mapping[str, str | float]] = {"fill": "currentColor", "stroke_width": OUTLINE}
_MARK: Final[Mapping[str, str | float]] = {
    "fill": "none",
    "stroke": "#808080",
    "stroke_opacity": 0.7,
    "stroke_width": 0.03,
}


def _tile(name: str) -> str:
    """A tile, as wide as one of wood."""
    line = "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in corners(name)) + "Z"
    return tag("path", d=line, stroke_linejoin="round", **{**_FACE, "stroke_width": 0.056})


_ROUND: Final = tag("circle", r=RADIUS, **_FACE)
_DRAWN: Final[Mapping[str, str]] = {
    "disc": _ROUND + tag("circle", r=0.3, **_MARK),
    "marble": _ROUND + tag("circle", cx=-0.13, cy=-0.13, r="0.075", **{**_MARK, "fill": "#fff"}),
    "ring": tag("path", d=hoop(OUTER, INNER), fill_rule="evenodd", **_FACE),
    **{name: _tile(name) for name in ("square", "hex", "pointed")},
}
PLAIN_BODIES: Final[Mapping[str, str]] = {
    name: tag("g", drawn, id=f"m-plain-{name}") for name, drawn in _DRAWN.items()
}
"""The plain bodies by the names of those that they stand for. A disc has no other side."""
