"""The moments of a match shown one after the other, by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.screen import Screen
from textual.timer import Timer

from gipf_meta.base.texts import _

SPEEDS_S: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""The seconds for which each moment is shown."""


class Autoplay:
    """Calls *show_next* again and again on *screen* while it *runs*."""

    def __init__(self, screen: Screen[None], show_next: Callable[[], object]) -> None:
        self._screen, self._show_next = screen, show_next
        self._speed = SPEEDS_S.index(1.0)
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        """Whether the moments are being shown by themselves."""
        return self._timer is not None

    @property
    def pace(self) -> str:
        """The seconds between two moments, in words; ``""`` while it does not run."""
        return _("every {s:g} s").format(s=SPEEDS_S[self._speed]) if self.runs else ""

    def start(self) -> None:
        """Starts showing them."""
        self._timer = self._screen.set_interval(SPEEDS_S[self._speed], self._show_next)

    def stop(self) -> None:
        """Stops, if it runs."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change_speed(self, by: int) -> bool:
        """Becomes *by* speeds faster, or slower if negative; returns whether it runs."""
        self._speed = min(max(self._speed - by, 0), len(SPEEDS_S) - 1)
        if self.runs:
            self.stop()
            self.start()
        return self.runs
