"""What is typed behind a word, read: the length of a pause, a number of turns."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta.base.texts import N_
from gipf_meta.match.timecontrol import DAY_MS

SPAN: Final = re.compile(r"(\d{1,5})\s*([smhd])", re.ASCII | re.IGNORECASE)
UNITS_MS: Final = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": DAY_MS}
NO_PAUSE: Final = N_("A pause lasts from a second to a day: pause 90s, pause 15m or pause 2h.")
NO_COUNT: Final = N_("Say news, or news 5 for the last five turns.")


def read_pause(text: str) -> int | None:
    """The milliseconds of a pause that *text* writes, as ``15m``; ``None`` if it is none, or too
    long.

    >>> read_pause("15m")
    900000
    """
    said = SPAN.fullmatch(text)
    ms = int(said[1]) * UNITS_MS[said[2].lower()] if said else 0
    return ms if 0 < ms <= DAY_MS else None
