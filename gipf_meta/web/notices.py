"""What the server says where it was started: one sentence for each kind of event, and seldom."""

from __future__ import annotations

from collections.abc import Callable

from gipf_meta.base.clock import Clock

PAUSE_MS = 60_000
"""Milliseconds for which a sentence that was said is only counted."""


class Notices:
    """Sentences for the person who started the server, given to *write* at most once a minute each.

    They never hold what a request says: it may be a secret, or an attack on the terminal.
    """

    def __init__(self, clock: Clock, write: Callable[[str], object]) -> None:
        self._clock = clock
        self._write = write
        self._said_ms: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def say(self, sentence: str) -> None:
        """Writes *sentence*, with how often it was said since it was written last."""
        count = self._counts[sentence] = self._counts.get(sentence, 0) + 1
        now_ms, said_ms = self._clock.now_ms(), self._said_ms.get(sentence)
        if said_ms is None or now_ms - said_ms >= PAUSE_MS:
            self._said_ms[sentence] = now_ms
            self._counts[sentence] = 0
            self._write(sentence if count == 1 else f"{sentence} (×{count})")
