"""The time that all processes of a server share: the database's, estimated over its connection.

Machines have different ideas of what time it is, so a process counts by its own steady clock and
measures the offset to the database's. The time in an answer was true at some moment between
question and answer: of several samples, the one with the shortest round trip is the best.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final, Protocol

from gipf_meta.base.clock import Clock, RealClock

SAMPLES: Final = 8
"""The number of latest measurements that are compared."""
SLEW: Final = 20
"""The clock is corrected by at most one millisecond in so many, towards the database's."""
STEP_MS: Final = 1_000
"""Measurements that differ by more show that the database's calendar was set in between."""


class TimeSource(Protocol):
    """The source of the time that processes share: a ``Database``."""

    def now_ms(self) -> int:
        """Returns milliseconds since 1970. Raises ``DatabaseError``."""
        ...

    def shift_ms(self) -> int | None:
        """Returns how much the clock of serving processes is ahead, ms; ``None``: none serves."""
        ...

    def last_beat_ms(self) -> int | None:
        """Returns the time of the latest heartbeat, ms; ``None``: there is none."""
        ...


@dataclass(frozen=True)
class ClockSample:
    """A measurement: the database is ahead by *offset_ms*, plus or minus *error_ms*."""

    offset_ms: int
    error_ms: int


class DatabaseClock:
    """The time of *database*, in milliseconds since 1970, counted by the steady *clock*.

    It never goes backwards and never jumps: new measurements are approached by one part in
    ``SLEW``. So no clock of a player runs out when the calendar of the database is set. A process
    begins at the time of the processes that serve; if none does, not before the last one stopped.
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
        """Returns how much this clock is ahead of the steady clock at first, ms."""
        best = self._best()
        shift_ms = self._database.shift_ms()
        if shift_ms is not None:
            return best.offset_ms + shift_ms
        last_ms = self._database.last_beat_ms() or 0
        return max(best.offset_ms, last_ms - self._clock.now_ms())

    def now_ms(self) -> int:
        """Returns milliseconds since 1970, as all processes of this database count them."""
        steady_ms = self._clock.now_ms()
        return steady_ms + self._offset_ms(steady_ms)

    def measure(self) -> None:
        """Takes one more measurement; to be called every few seconds, in any thread.

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
        """The largest difference that this clock may have from the database's, ms."""
        steady_ms, best = self._clock.now_ms(), self._best()
        return abs(self._offset_ms(steady_ms) - best.offset_ms) + best.error_ms

    def _offset_ms(self, steady_ms: int) -> int:
        """Returns how much this clock is ahead of the steady clock at *steady_ms*, ms."""
        since_ms, offset_ms = self._base
        most_ms = (steady_ms - since_ms) // SLEW
        return offset_ms + max(-most_ms, min(most_ms, self._target_ms - offset_ms))

    def _ask(self) -> ClockSample:
        sent_ms = self._clock.now_ms()
        database_ms = self._database.now_ms()
        received_ms = self._clock.now_ms()
        return ClockSample(
            database_ms - (sent_ms + received_ms) // 2, (received_ms - sent_ms + 1) // 2
        )

    def _best(self) -> ClockSample:
        """Returns the sample with the smallest error; of several, the latest."""
        return min(reversed(self._samples), key=lambda sample: sample.error_ms)
