"""The time that all processes of a server share: the database's, estimated over its connection.

Machines have different ideas of what time it is, so a process counts by its own steady clock and
asks the database how far that is off. The answer was true at some moment between question and
answer: of several measurements, that with the shortest way there and back is the best.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final, Protocol

from gipf_meta.base.clock import Clock, RealClock

SAMPLES: Final = 8
"""How many measurements are compared, the latest ones."""
SLEW: Final = 20
"""The clock gains or loses at most one millisecond in so many, to come nearer to the database's."""
STEP_MS: Final = 1_000
"""Where measurements differ more, the database's calendar was set in between."""


class TimeSource(Protocol):
    """What has the time that is to be shared: a ``Database``."""

    def now_ms(self) -> int:
        """Milliseconds since 1970. Raises ``DatabaseError``."""
        ...

    def shift_ms(self) -> int | None:
        """How much who serves already is ahead of it; ``None``: nobody serves."""
        ...

    def last_beat_ms(self) -> int | None:
        """When somebody served last; ``None``: nobody ever has."""
        ...


@dataclass(frozen=True)
class ClockSample:
    """A measurement: by *offset_ms* the database is ahead, give or take *error_ms*."""

    offset_ms: int
    error_ms: int


class DatabaseClock:
    """The time of *database*, in milliseconds since 1970, counted by the steady *clock*.

    It never goes backwards and never jumps: new measurements are approached by one part in
    ``SLEW``. So when the calendar of the database is set, nobody's time is up. A process that comes
    to others begins where they are, and one that comes when all are gone not before they stopped.
    Raises ``DatabaseError``.
    """

    def __init__(self, database: TimeSource, clock: Clock | None = None) -> None:
        self._database = database
        self._clock = clock or RealClock()
        self._samples = deque[ClockSample](maxlen=SAMPLES)
        for _sample in range(SAMPLES // 2):
            self._samples.append(self._ask())
        self._target_ms = self._begin()
        self._base = (self._clock.now_ms(), self._target_ms)

    def _begin(self) -> int:
        """By how much this clock is ahead of its steady one at first."""
        best = self._best()
        shift_ms = self._database.shift_ms()
        if shift_ms is not None:
            return best.offset_ms + shift_ms
        last_ms = self._database.last_beat_ms() or 0
        return max(best.offset_ms, last_ms - self._clock.now_ms())

    def now_ms(self) -> int:
        """Milliseconds since 1970, as all processes of this database count them."""
        steady_ms = self._clock.now_ms()
        return steady_ms + self._offset_ms(steady_ms)

    def measure(self) -> None:
        """Asks the database once more; to be called every few seconds, in whatever thread.

        Raises ``DatabaseError``; then the clock goes on as before.
        """
        sample = self._ask()
        if abs(sample.offset_ms - self._best().offset_ms) > STEP_MS + sample.error_ms:
            self._samples.clear()
        self._samples.append(sample)
        steady_ms = self._clock.now_ms()
        self._base = (steady_ms, self._offset_ms(steady_ms))
        self._target_ms = self._best().offset_ms

    @property
    def error_ms(self) -> int:
        """How far this clock may be off the database's."""
        steady_ms, best = self._clock.now_ms(), self._best()
        return abs(self._offset_ms(steady_ms) - best.offset_ms) + best.error_ms

    def _offset_ms(self, steady_ms: int) -> int:
        """By how much this clock is ahead of its steady one at *steady_ms*."""
        since_ms, offset_ms = self._base
        most_ms = (steady_ms - since_ms) // SLEW
        return offset_ms + max(-most_ms, min(most_ms, self._target_ms - offset_ms))

    def _ask(self) -> ClockSample:
        asked_ms = self._clock.now_ms()
        told_ms = self._database.now_ms()
        heard_ms = self._clock.now_ms()
        return ClockSample(told_ms - (asked_ms + heard_ms) // 2, (heard_ms - asked_ms + 1) // 2)

    def _best(self) -> ClockSample:
        """The sample with the smallest error; of several, the latest."""
        return min(reversed(self._samples), key=lambda sample: sample.error_ms)
