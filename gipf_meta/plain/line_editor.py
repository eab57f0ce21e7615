"""The editing of a line that is typed at a terminal: completion by Tab, history by arrows, and a
half-typed line that stays while the match goes on.

``readline`` edits what ``input`` reads. Where a match may go on meanwhile, a timer looks in between
whether it has: then the line is taken from the screen, and put back at the next prompt.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import Final

with suppress(ImportError):
    import readline  # makes input() a line that can be edited and recalled

MOST_CHOICES: Final = 60
"""The most completions that are listed; more are listed up to the next sign in them."""
MOST_LINES: Final = 500
"""The most lines of a history."""
HAS_READLINE: Final = "readline" in globals()


@dataclass(frozen=True)
class Typing:
    """The lines that can be typed at a prompt. *kind* names the history that they belong to;
    ``""``: answers, of which there is none. *completions* are the whole lines that begin with a
    text."""

    kind: str = ""
    completions: Callable[[str], Iterable[str]] = lambda _begun: ()


class _GoneOn(Exception):
    """The match has gone on while a line was typed."""


class LineEditor:
    """Reads lines that are edited. *half_typed* is a line that the match has interrupted."""

    def __init__(self) -> None:
        self.half_typed = ""
        self._half_typed_at = ""
        self._histories: dict[str, list[str]] = {}
        self._typing = Typing()
        self._shown_history = ""
        self._found: list[str] = []
        self._is_reading = self._is_completing = False

    @property
    def can_look(self) -> bool:
        """Whether a line can be edited here while one looks whether the match goes on."""
        return (
            HAS_READLINE
            and hasattr(signal, "setitimer")
            and hasattr(readline, "set_pre_input_hook")
            and threading.current_thread() is threading.main_thread()
            and sys.stdin.isatty()
            and sys.stdout.isatty()
        )

    def read(self, prompt: str, typing: Typing) -> str:
        """The line that is typed at *prompt*. Raises ``EOFError`` when the input ends."""
        self._prepare(typing)
        return self._note(input(prompt))

    def read_while(
        self,
        prompt: str,
        typing: Typing,
        wait_ms: Callable[[], int | None],
        has_gone_on: Callable[[], bool],
    ) -> str | None:
        """The line that is typed at *prompt*, or ``None`` as soon as *has_gone_on*, which is asked
        every *wait_ms* milliseconds. Raises ``EOFError`` when the input ends."""
        lines: list[str] = []

        def wait() -> None:
            if (ms := wait_ms()) is not None:
                signal.setitimer(signal.ITIMER_REAL, max(ms, 1) / 1000)

        def look(_number: int, _frame: FrameType | None) -> None:
            typed = readline.get_line_buffer() if self._is_reading else self.half_typed
            if not self._is_completing and has_gone_on():
                self.keep(typed)
                raise _GoneOn
            wait()

        self._prepare(typing)
        before = signal.signal(signal.SIGALRM, look)
        try:
            try:
                wait()
                # the line is in the list as soon as input() has it: no signal comes between
                lines.extend(map(input, [prompt]))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except _GoneOn:
            pass
        finally:
            signal.signal(signal.SIGALRM, before)
        return self._note(lines[0]) if lines else None

    def keep(self, half_typed: str) -> None:
        """Keeps what is half typed for the next prompt of the same kind."""
        self.half_typed, self._half_typed_at = half_typed, self._typing.kind

    def _prepare(self, typing: Typing) -> None:
        """Sets completion, history and the half-typed line for the next prompt."""
        self._typing, self._is_reading = typing, False
        if not HAS_READLINE:
            return
        readline.set_auto_history(False)
        if typing.kind != self._shown_history:
            self._shown_history = typing.kind
            readline.clear_history()
            for line in self._histories.get(typing.kind, ()):
                readline.add_history(line)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)
        if hasattr(readline, "set_pre_input_hook"):
            readline.set_pre_input_hook(self._begin_line)

    def _begin_line(self) -> None:
        """Puts the half-typed line back at the prompt at which it was typed."""
        self._is_reading = True
        if self.half_typed and self._typing.kind == self._half_typed_at:
            readline.insert_text(self.half_typed)
            readline.redisplay()
            self.half_typed = ""

    def _note(self, line: str) -> str:
        """Adds *line* to the history of its prompt; returns it."""
        self._is_reading, self.half_typed = False, ""
        history = self._histories.setdefault(self._typing.kind, [])
        is_one = "\n" not in line and bool(line.strip())
        if self._typing.kind and is_one and line != (history or [""])[-1]:
            history.append(line)
            del history[:-MOST_LINES]
            if HAS_READLINE:
                readline.add_history(line)
        return line

    def _complete(self, _text: str, state: int) -> str | None:
        """The completion number *state* of the last word of the line, as ``readline`` asks."""
        if state == 0:
            line, first = readline.get_line_buffer(), readline.get_begidx()
            self._is_completing = True  # nothing may interrupt a plugin that is asked
            try:
                found = completed(line[: readline.get_endidx()], self._typing.completions)
            finally:
                self._is_completing = False
            self._found = [each[first:] for each in found]
        return self._found[state] if state < len(self._found) else None


def completed(begun: str, completions: Callable[[str], Iterable[str]]) -> list[str]:
    """The *completions* of the line *begun*; of very many only the parts up to their next sign."""
    found = [*dict.fromkeys(completions(begun))]
    if found == [begun]:
        return []  # it is whole: a blank behind it would be in the way
    if len(found) <= MOST_CHOICES:
        return found
    parts = [*dict.fromkeys(_up_to_next_sign(each, len(begun)) for each in found)]
    return parts if len(parts) > 1 else found


def _up_to_next_sign(line: str, length: int) -> str:
    """*line* up to the first sign that is neither letter nor digit, behind its first *length*
    characters."""
    end = length
    while end < len(line) and line[end].isalnum():
        end += 1
    return line[: end + 1]
