"""Bots that think in threads while the interface goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from gipf_meta.table.pilots import ANSWER_MS, Thinking
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.background import run_in_background


class BotThread:
    """Lets the bot that decides next at *table* think, one decision at a time.

    *act* is called in the interface with what plays the bot's decision at the table. A bot that
    takes longer than ``ANSWER_MS`` is given up; its thread is left alone with it.
    """

    def __init__(
        self, screen: Screen[Any], table: Table, act: Callable[[Callable[[], object]], None]
    ) -> None:
        self._screen, self._table, self._act = screen, table, act
        self._pause: Timer | None = None
        self._thinking: Thinking | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks now."""
        return self._thinking is not None

    def schedule(self, pause_s: float) -> None:
        """Starts the bot after *pause_s* seconds."""
        self._pause = self._screen.set_timer(pause_s, self.start)

    def unschedule(self) -> None:
        """Ends the pause of ``schedule``; a bot that thinks already goes on."""
        if self._pause is not None:
            self._pause.stop()
            self._pause = None

    def start(self) -> None:
        """Starts the bot, unless one thinks already or none is due."""
        if self._thinking is not None or (thinking := self._table.thinking()) is None:
            return
        self._thinking = thinking
        self._screen.set_timer(ANSWER_MS / 1000, lambda: self._give_up(thinking))
        run_in_background(self._screen, thinking.choose, lambda answer: self._end(thinking, answer))

    def _end(self, thinking: Thinking, answer: Future[Any]) -> None:
        if self._thinking is thinking:
            self._thinking = None
            self._act(lambda: self._table.take_answer(thinking, answer.result))

    def _give_up(self, thinking: Thinking) -> None:
        if self._thinking is thinking:
            self._thinking = None
            self._act(lambda: self._table.give_up(thinking))

    def cancel(self) -> None:
        """Tells the bot to stop; its decision is not played."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
