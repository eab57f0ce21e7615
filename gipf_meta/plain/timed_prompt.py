"""Asks a person while a clock runs, and reads the times that a pipe tells."""

from __future__ import annotations

import re

from gipf_meta.base.texts import _
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.terminal import Line
from gipf_meta.protocol.game import MoveError
from gipf_meta.table.table import Table


class TimedPrompt:
    """Asks on *line* for what somebody at *table* decides."""

    def __init__(self, table: Table, line: Line, announcer: Announcer) -> None:
        self.table = table
        self.line = line
        self.announcer = announcer

    @property
    def clock_runs(self) -> bool:
        """Whether a person sits at the terminal while the game's or the players' clock runs."""
        return self.line.is_interactive and self.table.clock_runs

    def ask(self, prompt: str) -> str | None:
        """The next line; ``None`` if the match goes on before the line is complete.

        Raises ``EOFError`` when the input ends.
        """
        return self._ask_in_time(prompt) if self.clock_runs else self.line.ask(prompt)

    def _ask_in_time(self, prompt: str) -> str | None:
        """Waits for a line and lets time pass meanwhile."""
        before, bot_thinks = self.table.match, self.table.bot_is_due
        self.line.show_prompt(prompt)
        while not self.line.wait_for_line(self.table.wait_ms()):
            self.table.tick()
            if any(self.announcer.news(before)) or self.table.over or self.table.fault:
                self.line.say("")
                if self.table.match.top.status != before.top.status and not bot_thinks:
                    self.line.drop_half_typed()
                return None
        self.table.tick()
        self.announcer.tell_news_now(before)
        return self.line.read()

    def pass_told_time(self, typed: str) -> str | None:
        """Reads the time before a move, ``@15200 a1-b2``, and lets it pass; returns the move.

        A line without a time comes back as it is. ``None``: the time cannot pass, and the player
        has heard why.
        """
        if not typed.startswith("@") or typed.startswith("@@"):
            return typed
        at = re.match(r"@(\d{1,8})(?![\d.])\s*", typed, re.ASCII)
        if at is None:
            self.line.tell(_("Write a time in whole milliseconds, a day at most: @15200"))
            return None
        return typed[at.end() :] if self._pass_until(int(at[1])) else None

    def _pass_until(self, ms: int) -> bool:
        """Lets time pass until the game is *ms* milliseconds old; says why if it cannot."""
        if self.line.is_interactive or not self.table.clock_runs:
            why = (
                _("the clock runs by itself")
                if self.line.is_interactive
                else _("no clock runs in this game")
            )
            self.line.tell(_("Leave @{ms} out: {why}.").format(ms=ms, why=why))
            return False
        before = self.table.match
        try:
            self.table.pass_until(ms)
        except MoveError as error:
            self.line.tell(str(error))
            return False
        self.announcer.tell_news_now(before)
        return True
