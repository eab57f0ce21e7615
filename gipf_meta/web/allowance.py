"""What somebody may send in a time."""

from __future__ import annotations

from gipf_meta.base.clock import Clock


class Allowance:
    """How much may come: *at_once*, and *per_second* more as time passes, by *clock*."""

    def __init__(self, clock: Clock, at_once: int, per_second: float) -> None:
        self._clock, self._most, self._per_second = clock, at_once * 1000, per_second
        self._left: float = self._most  # in thousandths
        self._counted_ms = clock.now_ms()

    def take(self, count: int = 1) -> bool:
        """Takes *count* from what is left; whether there was so much."""
        has_left = self.has(count)
        if has_left:
            self._left -= 1000 * count
        return has_left

    def has(self, count: int = 1) -> bool:
        """Whether *count* may come now."""
        self._count()
        return self._left >= 1000 * count

    @property
    def is_full(self) -> bool:
        """Whether it is as if nothing had ever come."""
        self._count()
        return self._left >= self._most

    def _count(self) -> None:
        now_ms = self._clock.now_ms()
        self._left = min(self._most, self._left + (now_ms - self._counted_ms) * self._per_second)
        self._counted_ms = now_ms
