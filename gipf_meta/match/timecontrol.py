"""Match clocks for any game: a total with an increment for each turn, or a time for each turn.

A clock keeps no count: the time that a player has used follows from the moments of the decisions.
It is the clock of the bottom game. That game does not age during a duel, so a duel stops the clock;
each duel may have a clock of its own. A player whose flag falls loses the match or, by the clock of
a duel, that duel alone, with his allies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Status, Turn

if TYPE_CHECKING:
    from gipf_meta.match.session import Session, Step, Views

SHARE: Final = 1 / 20
"""The part of a total that a player may spend on one turn so that it lasts for a game."""
INCREMENT_SHARE: Final = 0.8
"""The part of an increment that he may spend on each turn: the rest makes up for delays."""

DAY_MS: Final = 86_400_000
"""A day, in milliseconds."""

_SPAN: Final = re.compile(r"(\d{1,5})(m|s|ms)?", re.ASCII)
NO_CLOCK: Final = "none"
"""The text for the clock of duels that have none."""
_UNITS: Final = {"m": 60_000, "s": 1000, "ms": 1, None: 1000}


class TimeControlError(GipfMetaError, ValueError):
    """The text is no time control; one sentence."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """*total_ms* for the whole game and *increment_ms* more after each turn, in milliseconds.

    Without a total: *turn_ms* milliseconds for each turn. Each duel begins with a fresh clock as
    *duels* says; ``None``: no clock runs in duels.
    """

    total_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0
    duels: TimeControl | None = None

    @classmethod
    def with_duels(cls, text: str | None, duels: str | None) -> TimeControl | None:
        """The control of a match as its two texts say, that of the match and that of each duel;
        ``None`` without both. Raises ``TimeControlError``, too, for a clock in duels alone."""
        if text is None and duels is not None:
            raise TimeControlError(
                _("Duels have a clock where the match has one: give the clock of the match, too.")
            )
        if text is None:
            return None
        in_duels = None if duels in (None, NO_CLOCK) else cls.read(duels)
        return replace(cls.read(text), duels=in_duels)

    @staticmethod
    def texts_of(control: TimeControl | None) -> tuple[str | None, str | None]:
        """The two texts of a *control*, ``None`` without a clock; inverse of ``with_duels``."""
        if control is None:
            return None, None
        return str(control), None if control.duels is None else str(control.duels)

    def in_duel(self, duel: AnyGame) -> TimeControl | None:
        """The clock of a duel of that game; ``None``: none runs, as where time acts in the duel, or
        where it is played elsewhere."""
        return None if duel.needs_people or timed(duel) is not None else self.duels

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take a day or more."""
        return max(self.total_ms, self.increment_ms, self.turn_ms) >= DAY_MS

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """Reads ``10m+5s``, ``300+5`` (seconds) or ``30s/turn``. Raises ``TimeControlError``."""
        words = text.strip().lower()
        if words.endswith("/turn"):
            return cls(turn_ms=_read_span(words.removesuffix("/turn"), text))
        total, plus, increment = words.partition("+")
        return cls(_read_span(total, text), _read_span(increment, text, least=0) if plus else 0)

    def __str__(self) -> str:
        if self.turn_ms:
            return f"{_write_span(self.turn_ms)}/turn"
        more = f"+{_write_span(self.increment_ms)}" if self.increment_ms else ""
        return _write_span(self.total_ms) + more

    def left_ms(self, session: Session) -> tuple[int, ...]:
        """The milliseconds that each seat has left at this moment of *session*."""
        return self._left_and_spent_ms(session)[0]

    def _left_and_spent_ms(self, session: Session) -> tuple[tuple[int, ...], list[int]]:
        """The ms that each seat has left, and those that it has spent in this turn."""
        now = session.status
        spent = _spent_before(session).after(now, session.time_ms)
        if self.turn_ms:
            return tuple(self.turn_ms - ms for ms in spent.in_turn), spent.in_turn
        if isinstance(now, Turn):
            spent.turns[now.seat] -= 1
        left = tuple(
            self.total_ms + self.increment_ms * done - ms
            for done, ms in zip(spent.turns, spent.used, strict=True)
        )
        return left, spent.in_turn

    def ms_to_flag(self, session: Session) -> int | None:
        """The milliseconds until the flag of the seat on turn falls; ``None``: no seat is."""
        now = session.status
        return max(0, self.left_ms(session)[now.seat]) if isinstance(now, Turn) else None

    def ms_to_spend(self, session: Session) -> int | None:
        """The milliseconds that the seat on turn may still spend on this turn so that its time
        lasts for a game; ``None``: no seat is."""
        now = session.status
        if not isinstance(now, Turn):
            return None
        left, spent = (each[now.seat] for each in self._left_and_spent_ms(session))
        if not self.turn_ms:
            whole = SHARE * (left + spent) + INCREMENT_SHARE * self.increment_ms
            left = min(left, round(whole) - spent)
        return max(0, left)


@dataclass(slots=True)
class _Spent:
    """The ms that each seat has *used* until *since_ms*, the number of its *turns*, and the ms used
    *in_turn*, the one of that *number*."""

    used: list[int]
    turns: list[int]
    in_turn: list[int]
    number: int = 0
    since_ms: int = 0

    def go_on(self, now: Status[Any], at_ms: int) -> None:
        """Counts the time until *at_ms*, during which the status was *now*."""
        if isinstance(now, Turn):
            if now.number != self.number:
                self.turns[now.seat] += 1
                self.number, self.in_turn = now.number, [0] * len(self.used)
            self.used[now.seat] += at_ms - self.since_ms
            self.in_turn[now.seat] += at_ms - self.since_ms
        self.since_ms = at_ms

    def after(self, now: Status[Any], at_ms: int) -> _Spent:
        """The same at *at_ms*, as ``go_on``; this one stays as it is."""
        later = _Spent([*self.used], [*self.turns], [*self.in_turn], self.number, self.since_ms)
        later.go_on(now, at_ms)
        return later


def _spent_before(session: Session) -> _Spent:
    """The time that the seats had spent at the last decision of *session*.

    Cached: a clock is read some twenty times for each decision.
    """
    steps, spent = _SPENT.get(session.views, ((), None))
    if spent is None or steps is not session.steps:
        seats = len(session.players)
        spent = _Spent([0] * seats, [0] * seats, [0] * seats)
        for step in session.steps:
            spent.go_on(session.status_of(step), step.at_ms)
        _SPENT[session.views] = session.steps, spent
    return spent


_SPENT: Final = WeakKeyDictionary["Views", tuple[tuple["Step", ...], _Spent]]()
"""The last count for each session, with the steps that it was made of."""


def has_bare_number(text: str) -> bool:
    """Whether a number in the *text* of a time control stands without its unit."""
    spans = text.strip().lower().removesuffix("/turn").split("+")
    found = [_SPAN.fullmatch(span.strip()) for span in spans]
    return any(each is not None and each[2] is None for each in found)


def _read_span(words: str, text: str, least: int = 1) -> int:
    """Reads ``10m``, ``5s``, ``300ms`` or ``300`` (seconds), at least *least* ms, as milliseconds.

    *text* is the whole time control, for the sentence. Raises ``TimeControlError``.
    """
    match = _SPAN.fullmatch(words.strip())
    ms = int(match[1]) * _UNITS[match[2]] if match else -1
    if ms < least:
        raise TimeControlError(
            _(
                "{text!r} is no time control: write 10m+5s (ten minutes, five seconds more for"
                " each turn), 10m, or 30s/turn."
            ).format(text=text)
        )
    return ms


def _write_span(ms: int) -> str:
    """Writes milliseconds in the largest unit that divides them; the inverse of ``_read_span``."""
    for unit in ("m", "s"):
        if ms and ms % _UNITS[unit] == 0:
            return f"{ms // _UNITS[unit]}{unit}"
    return f"{ms}ms"


def span_words(ms: int) -> str:
    """Milliseconds in words, in the largest unit that fits, rounded up: ``10 minutes``."""
    seconds = -(-max(0, ms) // 1000)
    if seconds < 120:
        return _.many("{count} second", "{count} seconds", seconds).format(count=seconds)
    if (minutes_up := -(-seconds // 60)) < 120:
        return _.many("{count} minute", "{count} minutes", minutes_up).format(count=minutes_up)
    if (hours := -(-seconds // 3600)) < 48 and ms != DAY_MS:
        return _.many("{count} hour", "{count} hours", hours).format(count=hours)
    days = -(-seconds // 86_400)
    return _.many("{count} day", "{count} days", days).format(count=days)


def minutes(ms: int) -> str:
    """Milliseconds as minutes, seconds and tenths: ``4:58.2``."""
    tenths = max(0, ms) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
