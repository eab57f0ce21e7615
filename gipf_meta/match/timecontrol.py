"""Match clocks for any game: a total with an increment for each turn, or a time for each turn.

A clock keeps no count: the time that a player has used follows from the moments of the decisions.
It is the clock of the bottom game. That game does not age during a duel, so a duel stops the clock;
each duel may have a clock of its own. A player whose flag falls loses the match or, by the clock of
a duel, that duel alone, with his allies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from gipf_meta.base.texts import _
from gipf_meta.match.clock_texts import (
    ClockTimes,
    TimeControlError,
    count_words,
    read_clock,
    read_stored_clock,
    write_shown,
    write_stored,
)
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Over, Status, Turn

if TYPE_CHECKING:
    from gipf_meta.match.session import LiveClock, Session, Step, Views

SHARE: Final = 1 / 20
"""The part of a total that a player may spend on one turn so that it lasts for a game."""
INCREMENT_SHARE: Final = 0.8
"""The part of an increment that he may spend on each turn: the rest makes up for delays."""

DAY_MS: Final = 86_400_000
"""A day, in milliseconds."""
LEAST_LIVE_MS: Final = 60_000
"""The least time of each player for a duel that is played live, in milliseconds."""
LEAST_LIVE_TURN_MS: Final = 5_000
"""The least time for each turn of it, in milliseconds."""

NO_CLOCK: Final = "none"
"""The text for the clock of duels that have none."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """*total_ms* for the whole game and *increment_ms* more after each turn, in milliseconds.

    Without a total: *turn_ms* milliseconds for each turn. Each duel begins with a fresh clock as
    *duels* says; ``None``: no clock runs in duels.

    The increment of a turn is given when the next one begins, to whoever began it, not to those who
    answered within it. It *takes_from_answers* as versions until 0.2.0 did: who answered had one
    increment less meanwhile, and his flag fell so much too early.
    """

    total_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0
    duels: TimeControl | None = None
    takes_from_answers: bool = False

    @property
    def as_before(self) -> TimeControl:
        """The same, counted as versions until 0.2.0 did: for flags in their ledgers."""
        duels = None if self.duels is None else replace(self.duels, takes_from_answers=True)
        return replace(self, duels=duels, takes_from_answers=True)

    @classmethod
    def with_duels(cls, text: str | None, duels: str | None) -> TimeControl | None:
        """The control of a match as its two texts say, that of the match and that of each duel;
        ``None`` without both. Raises ``TimeControlError``, too, for a clock in duels alone."""
        return cls._of_texts(text, duels, read_clock)

    @classmethod
    def stored(cls, text: str | None, duels: str | None) -> TimeControl | None:
        """The same from the texts of a record or a ledger; inverse of ``texts_of``."""
        return cls._of_texts(text, duels, read_stored_clock)

    @classmethod
    def _of_texts(
        cls, text: str | None, duels: str | None, read: Callable[[str], ClockTimes]
    ) -> TimeControl | None:
        if text is None and duels is not None:
            raise TimeControlError(
                _("Duels have a clock where the match has one: give the clock of the match, too.")
            )
        if text is None:
            return None
        in_duels = None if duels is None or duels == NO_CLOCK else cls(*read(duels))
        return replace(cls(*read(text)), duels=in_duels)

    @staticmethod
    def texts_of(control: TimeControl | None) -> tuple[str | None, str | None]:
        """The two texts of a *control* that are stored, ``None`` without a clock."""
        if control is None:
            return None, None
        return str(control), None if control.duels is None else str(control.duels)

    def in_duel(self, duel: AnyGame) -> TimeControl | None:
        """The clock of a duel of that game; ``None``: none runs, as where time acts in the duel, or
        where it is played elsewhere."""
        return self.duels if can_be_live(duel) else None

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take a day or more."""
        return max(self.total_ms, self.increment_ms, self.turn_ms) >= DAY_MS

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """Reads ``10m+5s``, ``300+5`` (seconds), ``30s/turn``, ``2d+12h`` or ``3 days a turn``; see
        ``clock_texts``. Raises ``TimeControlError``."""
        return cls(*read_clock(text))

    def __str__(self) -> str:
        """The text that is stored: ``4320m/turn``."""
        return self._written(write_stored)

    @property
    def shown(self) -> str:
        """The text that people are shown: ``3d/turn``."""
        return self._written(write_shown)

    def _written(self, write: Callable[[int], str]) -> str:
        if self.turn_ms:
            return f"{write(self.turn_ms)}/turn"
        more = f"+{write(self.increment_ms)}" if self.increment_ms else ""
        return write(self.total_ms) + more

    @property
    def times(self) -> ClockTimes:
        """The times of the clock, without that of duels."""
        return ClockTimes(self.total_ms, self.increment_ms, self.turn_ms)

    @classmethod
    def live(cls, session: Session) -> TimeControl | None:
        """The clock by which *session*, a duel, is played live; ``None``: it is not, or cannot
        have one."""
        live = session.live
        return None if live is None or not can_be_live(session.game) else cls(*live.times)

    @property
    def is_playable_live(self) -> bool:
        """Whether it is a clock for one sitting: a minute or more, 5 seconds or more if it is for
        each turn, and less than a day."""
        least_ms = LEAST_LIVE_TURN_MS if self.turn_ms else LEAST_LIVE_MS
        return not self.is_slow and (self.turn_ms or self.total_ms) >= least_ms

    def left_ms(self, session: Session) -> tuple[int, ...]:
        """The milliseconds that each seat has left at this moment of *session*."""
        return self._left_and_spent_ms(session)[0]

    def _left_and_spent_ms(self, session: Session) -> tuple[tuple[int, ...], list[int]]:
        """The ms that each seat has left, and those that it has spent in this turn."""
        now = session.status
        spent = _spent_before(session).after(now, session.time_ms)
        if self.turn_ms:
            return tuple(self.turn_ms - ms for ms in spent.in_turn), spent.in_turn
        if self.takes_from_answers:
            begun_by = now.seat if isinstance(now, Turn) else None
        else:
            begun_by = None if isinstance(now, Over) else spent.begun_by
        if begun_by is not None:  # this turn is not over
            spent.turns[begun_by] -= 1
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
    *in_turn*, the one of that *number*, which the seat *begun_by* began; ``None``: none did yet."""

    used: list[int]
    turns: list[int]
    in_turn: list[int]
    number: int = 0
    begun_by: int | None = None
    since_ms: int = 0

    def go_on(self, now: Status[Any], at_ms: int) -> None:
        """Counts the time until *at_ms*, during which the status was *now*."""
        if isinstance(now, Turn):
            if now.number != self.number:
                self.turns[now.seat] += 1
                self.number, self.begun_by = now.number, now.seat
                self.in_turn = [0] * len(self.used)
            span_ms = max(0, at_ms - self.since_ms)  # none before a live clock began
            self.used[now.seat] += span_ms
            self.in_turn[now.seat] += span_ms
        self.since_ms = max(self.since_ms, at_ms)

    def after(self, now: Status[Any], at_ms: int) -> _Spent:
        """The same at *at_ms*, as ``go_on``; this one stays as it is."""
        lists = [*self.used], [*self.turns], [*self.in_turn]
        later = _Spent(*lists, self.number, self.begun_by, self.since_ms)
        later.go_on(now, at_ms)
        return later


def _spent_before(session: Session) -> _Spent:
    """The time that the seats had spent at the last decision of *session*.

    Cached: a clock is read some twenty times for each decision.
    """
    steps, live, spent = _SPENT.get(session.views, ((), None, None))
    if spent is None or steps is not session.steps or live is not session.live:
        seats, from_ms = len(session.players), 0 if session.live is None else session.live.from_ms
        spent = _Spent([0] * seats, [0] * seats, [0] * seats, since_ms=from_ms)
        for step in session.steps:
            spent.go_on(session.status_of(step), step.at_ms)
        _SPENT[session.views] = session.steps, session.live, spent
    return spent


_SPENT: Final = WeakKeyDictionary["Views", tuple[tuple["Step", ...], "LiveClock | None", _Spent]]()
"""The last count for each session, with the steps and the live clock that it was made of."""


def can_be_live(duel: AnyGame) -> bool:
    """Whether a duel of that game can have a players' clock: neither does time act in it, nor is it
    played elsewhere."""
    return not duel.needs_people and timed(duel) is None


def span_words(ms: int) -> str:
    """Milliseconds in words, in the largest unit that fits, rounded up: ``10 minutes``."""
    seconds = -(-max(0, ms) // 1000)
    if seconds < 120:
        return count_words("s", seconds)
    if (minutes_up := -(-seconds // 60)) < 120:
        return count_words("m", minutes_up)
    if (hours := -(-seconds // 3600)) < 48 and ms != DAY_MS:
        return count_words("h", hours)
    return count_words("d", -(-seconds // 86_400))


def minutes(ms: int) -> str:
    """Milliseconds as minutes, seconds and tenths: ``4:58.2``."""
    tenths = max(0, ms) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
