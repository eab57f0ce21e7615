"""Match clocks for any game: a total with an increment for each turn, or a time for each turn.

Nothing is counted: what a player has used follows from the moments of the decisions. The clock is
that of the bottom game, which does not age during a duel, so a duel stops it. Whoever oversteps his
time has lost the match, with his allies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import Turn

if TYPE_CHECKING:
    from gipf_meta.match.session import Session

_SPAN: Final = re.compile(r"(\d{1,5})(m|s|ms)?", re.ASCII)
_UNITS: Final = {"m": 60_000, "s": 1000, "ms": 1, None: 1000}


class TimeControlError(GipfMetaError, ValueError):
    """A text that is no time control; one sentence."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """*total_ms* for the whole game and *increment_ms* more after each turn; or, without a total,
    *turn_ms* for each turn."""

    total_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """``10m+5s``, ``300+5`` (seconds) or ``30s/turn``. Raises ``TimeControlError``."""
        words = text.strip().lower()
        if words.endswith("/turn"):
            return cls(turn_ms=_span(words.removesuffix("/turn"), text))
        total, plus, increment = words.partition("+")
        return cls(_span(total, text), _span(increment, text, least=0) if plus else 0)

    def __str__(self) -> str:
        if self.turn_ms:
            return f"{_told(self.turn_ms)}/turn"
        more = f"+{_told(self.increment_ms)}" if self.increment_ms else ""
        return _told(self.total_ms) + more

    def left(self, session: Session) -> tuple[int, ...]:
        """The milliseconds that each seat has left, the one on turn counted up to now."""
        seats = len(session.players)
        used, turns, in_turn = [0] * seats, [0] * seats, [0] * seats
        since = number = 0
        moments = [(session.game.status(step.before), step.at_ms) for step in session.steps]
        for now, at_ms in (*moments, (session.status, session.time_ms)):
            if isinstance(now, Turn):
                if now.number != number:
                    turns[now.seat] += 1
                    number, in_turn = now.number, [0] * seats
                used[now.seat] += at_ms - since
                in_turn[now.seat] += at_ms - since
            since = at_ms
        if self.turn_ms:
            return tuple(self.turn_ms - spent for spent in in_turn)
        now = session.status
        if isinstance(now, Turn):
            turns[now.seat] -= 1
        return tuple(
            self.total_ms + self.increment_ms * done - spent
            for done, spent in zip(turns, used, strict=True)
        )

    def flag_in(self, session: Session) -> int | None:
        """In how many ms the player on turn has overstepped his time; ``None``: nobody is."""
        now = session.status
        return max(0, self.left(session)[now.seat]) if isinstance(now, Turn) else None


def _span(words: str, text: str, least: int = 1) -> int:
    found = _SPAN.fullmatch(words.strip())
    ms = int(found[1]) * _UNITS[found[2]] if found else -1
    if ms < least:
        raise TimeControlError(
            _(
                "{text!r} is no time control: write 10m+5s (ten minutes, five seconds more for"
                " each turn), 10m, or 30s/turn."
            ).format(text=text)
        )
    return ms


def _told(ms: int) -> str:
    for unit in ("m", "s"):
        if ms and ms % _UNITS[unit] == 0:
            return f"{ms // _UNITS[unit]}{unit}"
    return f"{ms}ms"


def minutes(ms: int) -> str:
    """A span of time as people read it: ``4:58.2``."""
    tenths = max(0, ms) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
