"""The portraits of bots, for screens."""

from __future__ import annotations

from gipf_meta.desk.parts import Picture
from gipf_meta.render.bot_faces import SIDE, portrait
from gipf_meta.render.seat_signs import SeatSign, sign_of_seats


def portrait_of(level: str) -> Picture | None:
    """The portrait of the bot of that *level*; ``None`` of others, as of engines and people.

    It is decoration: the name of the bot stands beside it.
    """
    markup = portrait(level)
    return Picture(box=(0, 0, SIDE, SIDE), markup=markup) if markup else None


def seat_picture(sign: SeatSign) -> Picture:
    """The picture of that *sign* beside portraits; decoration, as they are."""
    return Picture(box=(0, 0, SIDE, SIDE), markup=sign_of_seats(sign))
