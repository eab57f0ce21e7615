"""Portraits of the bots, put together from the bodies of pieces: discs, marbles, rings, tiles.

A portrait names no colour of its own: all are variables of the theme, but for light and shadow. It
is drawn in a square of ``SIDE`` pixels, and made to be known at 32 and looked at when large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from gipf_meta.render.brush import variable
from gipf_meta.render.material import body, gradient
from gipf_meta.render.svg_elements import tag, translate

SIDE: Final = 100
"""The side of the square of a portrait."""


def _put(name: str, x: float, y: float, size: float, role: str, turn: float = 0) -> str:
    """A body at a place, whose unit is *size* pixels, turned by so many degrees."""
    drawn = body(name, size, variable(f"role-{role}"), variable("rim"), variable(f"role-{role}"))
    if turn:
        drawn = tag("g", drawn, transform=f"rotate({turn:g})")
    return translate(drawn, x, y)


def _ground(role: str, shape: str) -> str:
    """The ground behind a face, in a tint of *role*: a *shape* that is its own."""
    return (
        tag("path", d=shape, fill=variable("cloth"))
        + tag("path", d=shape, fill=variable(f"role-{role}"), opacity=0.42)
        + tag("path", d=shape, fill=gradient("hollow"), opacity=0.7)
    )


def _line(d: str, width: float, role: str = "black", dense: float = 1) -> str:
    """A line with round ends: a mouth, a brow."""
    return tag(
        "path", d=d, fill="none", stroke=variable(f"role-{role}"), stroke_width=width,
        stroke_linecap="round", stroke_linejoin="round", opacity=dense,
    )  # fmt: skip


def _area(d: str, role: str, dense: float = 1, outline: float = 0) -> str:
    """A flat area of one colour: hair, a lid, a mouth that is open."""
    edge: dict[str, str | float] = (
        {"stroke": variable("rim"), "stroke_width": outline, "stroke_linejoin": "round"}
        if outline
        else {}
    )
    return tag("path", d=d, fill=variable(f"role-{role}"), opacity=dense, **edge)


def _eye(x: float, y: float, size: float, role: str = "black") -> str:
    return _put("marble", x, y, size, role)


def _cheeks(left: float, right: float, y: float, role: str = "red") -> str:
    return "".join(
        tag("circle", cx=x, cy=y, r=5.5, fill=variable(f"role-{role}"), opacity=0.28)
        for x in (left, right)
    )


_ROUND: Final = "M50 3A47 47 0 1 1 49.9 3Z"
_SQUARE: Final = (
    "M16 5H84A11 11 0 0 1 95 16V84A11 11 0 0 1 84 95H16A11 11 0 0 1 5 84V16A11 11 0 0 1 16 5Z"
)
_POINTED: Final = "M50 2L92 26V74L50 98L8 74V26Z"
_FLAT: Final = "M26 8H74L98 50L74 92H26L2 50Z"
_TILTED: Final = "M50 1L99 50L50 99L1 50Z"
_ARCH: Final = "M8 95V46A42 42 0 0 1 92 46V95Z"
_WIDE: Final = "M24 8H76L97 29V77L76 96H24L3 77V29Z"


def _mia() -> str:
    """A light disc with a marble for a topknot: wide eyes, a brow up, a smile to one side."""
    return "".join((
        _ground("yellow", _ROUND),
        _put("ring", 50, 84, 58, "blue"),
        _put("marble", 50, 16, 31, "red"),
        _put("gloss", 50, 53, 76, "white"),
        _area("M21 51Q19 20 50 19.5Q81 20 79 51Q74 39 64 34Q60 40 52 41Q54 37 53 35"
              "Q40 42 33 40Q25 43 21 51Z", "red", 1, 2.5),
        _line("M32 44Q37 41 43 43M58 41Q64 36 70 40", 3),
        _eye(38, 53, 20),
        _eye(63, 53, 20),
        _cheeks(31, 70, 64),
        _line("M41 67Q52 77 62 65", 3.6),
    ))  # fmt: skip


def _oskar() -> str:
    """A tile with spectacles of two rings, behind which one eye looks elsewhere."""
    return "".join((
        _ground("green", _SQUARE),
        _put("disc", 14, 54, 24, "orange"),
        _put("disc", 86, 54, 24, "orange"),
        _put("square", 50, 52, 82, "orange"),
        _area("M17 30Q20 12 40 14Q50 8 62 14Q82 12 84 30Q70 22 60 27Q50 20 40 27Q28 22 17 30Z",
              "brown", 1, 2),
        _put("ring", 35, 49, 33, "black"),
        _put("ring", 66, 49, 33, "black"),
        _line("M47 47Q50.5 44 54 47", 3.4),
        _eye(35, 49, 15),
        _eye(70, 46, 15),
        _line("M40 72Q50 76 61 70", 3.8),
    ))  # fmt: skip


def _nora() -> str:
    """A pale stone under straight dark hair: level brows, a level mouth."""
    return "".join((
        _ground("blue", _POINTED),
        _area("M18 84V48A32 34 0 0 1 82 48V84Q72 90 66 80V50H34V80Q28 90 18 84Z", "black", 1, 2.5),
        _put("gloss", 50, 54, 70, "white"),
        _area("M21 50Q22 22 50 22Q78 22 79 50Q72 38 56 33Q42 45 21 50Z", "black", 1, 2),
        _line("M33 48H44M56 48H67", 3.4),
        _eye(39, 56, 16),
        _eye(61, 56, 16),
        _line("M42 70Q50 73 58 70", 3.8, "red"),
        _put("marble", 22, 70, 13, "blue"),
        _put("marble", 78, 70, 13, "blue"),
    ))  # fmt: skip


def _viktor() -> str:
    """A face under a hat that is a stack of discs, with an hourglass for a nose and a moustache."""
    return "".join((
        _ground("red", _FLAT),
        _put("hex", 50, 62, 68, "white"),
        _put("gloss", 50, 36, 64, "black"),
        _put("gloss", 50, 29, 44, "black"),
        _put("veined", 50, 23, 44, "red"),
        _put("gloss", 50, 20, 44, "black"),
        _line("M28 46L43 51M72 46L57 51", 4.6),
        _eye(36, 58, 14),
        _eye(64, 58, 14),
        _put("hourglass", 50, 62, 26, "brown"),
        _area("M50 73Q41 68 35 73Q31 77 25 74Q30 84 41 82Q47 81 50 77Q53 81 59 82Q70 84 75 74"
              "Q69 77 65 73Q59 68 50 73Z", "black", 1, 1.5),
    ))  # fmt: skip


def _adela() -> str:
    """A fine pale face in a wide ruff that is a ring, three marbles as a crown, lids half shut."""
    lids = "M31 47Q39 43 46 48L46 53H31ZM54 48Q61 43 69 47V53H54Z"
    return "".join((
        _ground("purple", _ARCH),
        _put("ring", 50, 57, 90, "white"),
        _area("M26 58Q20 22 50 20Q80 22 74 58Q70 40 50 38Q30 40 26 58Z", "grey", 1, 2.5),
        _put("gloss", 50, 56, 58, "white"),
        _area("M29 50Q32 32 50 31Q68 32 71 50Q62 38 50 39Q38 38 29 50Z", "grey", 1, 1.5),
        _put("marble", 34, 25, 16, "purple"),
        _put("marble", 50, 18, 21, "purple"),
        _put("marble", 66, 25, 16, "purple"),
        _eye(39, 55, 15),
        _eye(61, 55, 15),
        _area(lids, "white"),
        _line("M31 53H46M54 53H69", 2.6),
        _line("M44 69Q51 72 57 67", 3.4, "red"),
    ))  # fmt: skip


def _bruno() -> str:
    """A broad glossy disc that has its mouth full: it holds a marble, at which both eyes look."""
    return "".join((
        _ground("green", _WIDE),
        _put("gloss", 20, 27, 26, "red"),
        _put("gloss", 80, 27, 26, "red"),
        _put("gloss", 50, 53, 92, "red"),
        _line("M28 35Q35 31 44 39M56 39Q65 31 72 35", 4.4),
        _put("gloss", 37, 47, 22, "white"),
        _put("gloss", 63, 47, 22, "white"),
        _eye(40, 50, 11),
        _eye(60, 50, 11),
        _area("M26 62Q50 67 74 62Q72 83 50 83Q28 83 26 62Z", "black", 1, 2),
        _put("marble", 50, 72, 27, "yellow"),
    ))  # fmt: skip


def _lola() -> str:
    """A tile that stands askew: eyes of two sizes and colours, a wavy mouth, marbles as hair."""
    return "".join((
        _ground("p3", _TILTED),
        _put("marble", 32, 25, 18, "yellow"),
        _put("marble", 50, 17, 22, "blue"),
        _put("marble", 67, 23, 16, "red"),
        _put("square", 50, 55, 60, "purple", -11),
        _eye(40, 51, 26, "white"),
        _eye(62, 47, 16, "black"),
        _eye(43, 53, 10),
        _line("M29 38L42 34", 3.4),
        _line("M57 35Q64 36 68 32", 3.4),
        _line("M39 70Q45 63 51 68T63 63", 3.6),
    ))  # fmt: skip


PORTRAITS: Final[Mapping[str, Callable[[], str]]] = {
    "beginner": _mia,
    "easy": _oskar,
    "medium": _nora,
    "hard": _viktor,
    "expert": _adela,
    "greedy": _bruno,
    "random": _lola,
}
"""The portrait of each bot, by its level."""


@cache
def portrait(level: str) -> str:
    """The portrait of the bot of that *level* as markup, of the size ``SIDE``; ``""``: it has
    none."""
    draw = PORTRAITS.get(level)
    return "" if draw is None else draw()
