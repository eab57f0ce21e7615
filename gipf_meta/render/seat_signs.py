"""Signs for players who have no portrait: two at one screen, a guest, a table with seats."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from gipf_meta.render.brush import variable
from gipf_meta.render.material import body, gradient
from gipf_meta.render.svg_elements import tag, translate

SeatSign = Literal["two", "guest", "open", "seats"]

_Piece = tuple[str, float, float, float, str]
"""A body, its place, the size of its unit, and its role."""

_PIECES: Final[dict[SeatSign, tuple[_Piece, ...]]] = {
    "two": (("disc", 38, 60, 44, "white"), ("disc", 62, 38, 44, "black")),
    "guest": (("disc", 35, 58, 42, "white"), ("ring", 65, 40, 42, "blue")),
    "open": (("ring", 50, 50, 56, "green"),),
    "seats": (
        ("disc", 50, 27, 29, "white"), ("disc", 73, 50, 29, "red"),
        ("disc", 50, 73, 29, "black"), ("disc", 27, 50, 29, "blue"),
    ),
}  # fmt: skip


@cache
def sign_of_seats(sign: SeatSign) -> str:
    """The markup of that *sign*, of the size ``SIDE``: pieces on a table."""
    table = "M50 4L90 27V73L50 96L10 73V27Z"
    ground = tag("path", d=table, fill=variable("cloth")) + tag(
        "path", d=table, fill=gradient("hollow"), opacity=0.7
    )
    return ground + "".join(
        translate(
            body(name, size, variable(f"role-{role}"), variable("rim"), variable(f"role-{role}")),
            x,
            y,
        )
        for name, x, y, size, role in _PIECES[sign]
    )
