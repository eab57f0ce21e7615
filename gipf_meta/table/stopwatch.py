"""Measures the time between two readings of a clock."""

from __future__ import annotations

from gipf_meta.base.clock import Clock


class Stopwatch:
    """Measures, by a *clock*, the milliseconds since it was read last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._read_at_ms = clock.now_ms()

    def read_ms(self) -> int:
        """The milliseconds since the last reading or restart. Starts from zero again."""
        before = self._read_at_ms
        self.restart()
        return self._read_at_ms - before

    def restart(self) -> None:
        """Starts from zero again: the time that has passed does not count."""
        self._read_at_ms = self._clock.now_ms()

    def leave_out(self, ms: int) -> None:
        """Subtracts *ms* milliseconds from the time that has passed."""
        self._read_at_ms += ms
