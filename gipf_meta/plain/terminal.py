"""The terminal or pipe of line mode: lines in and out, waiting."""

from __future__ import annotations

import os
import select
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TextIO

from gipf_meta.base.sentences import one_line, show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.line.line import Message
from gipf_meta.plain.line_editor import LineEditor, Typing
from gipf_meta.render import text

BELL: Final = "\a"
"""The letter that terminals let be heard."""
LOOK_MS: Final = 50
"""Milliseconds between two looks for messages of a host while somebody types."""
END = "."
"""The line that ends a text of several lines on a pipe."""
TOGETHER_S = 0.05
"""The seconds after which a line does not belong to the one before it."""
LONGEST = 10_000
"""The most characters of a line that is read; the longest turns need a hundredth of it."""


ANSWER: Final = Typing()
"""An answer is typed: nothing completes it, and it is not recalled."""


def accepts(word: str) -> bool | None:
    """Whether *word* means yes; ``None`` if it means neither yes nor no."""
    if word in ("yes", "y", _("yes"), _("yes")[:1]):
        return True
    return False if word in ("no", "n", _("no"), _("no")[:1]) else None


@dataclass
class Terminal:
    """Reads lines from *stdin* and writes lines to *out*.

    On a pipe it also writes each line that it reads, so that a transcript is complete.
    """

    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)
    _pasted: list[str] = field(default_factory=list, init=False)
    """The lines of a pasted text that have not been read yet."""
    _editor: LineEditor = field(default_factory=LineEditor, init=False)

    @property
    def is_interactive(self) -> bool:
        """Whether the input is a terminal, and not a pipe."""
        return self.stdin.isatty()

    def say(self, *lines: str) -> None:
        """Writes *lines* as they are."""
        for line in lines:
            print(line, file=self.out)
        self.out.flush()

    def tell_notice(self, said: Message) -> None:
        """Writes the sentence of a notice; a bell is heard with one that ``calls``."""
        self.tell(str(said["notice"]))
        if said.get("calls"):
            self.ring()

    def show_prompt(self, prompt: str) -> None:
        """Writes *prompt* without the end of the line."""
        print(prompt, end="", file=self.out, flush=True)

    def tell(self, sentence: str) -> None:
        """Writes a sentence, wrapped to as many lines as it needs; commands and names of files in
        it are not broken, so that they can be copied."""
        words = one_line(sentence)
        self.say(textwrap.fill(words, text.WIDTH, break_on_hyphens=False, break_long_words=False))

    def ring(self) -> None:
        """Rings the bell of a terminal; a pipe has none."""
        if self.out.isatty():
            self.show_prompt(BELL)

    def wait_for_line(self, ms: int | None) -> bool:
        """Waits for a line, *ms* milliseconds at most (``None``: no limit); returns whether one
        came.

        The end of the input counts as a line. A half-typed line stays in the terminal.
        """
        if self._pasted:
            return True
        try:
            ready, _, _ = select.select([self.stdin], [], [], None if ms is None else ms / 1000)
        except (OSError, ValueError):
            return True  # this stream cannot be polled: reading it will wait
        return bool(ready)

    def drop_half_typed(self) -> None:
        """Drops a half-typed line: it was meant for a turn that is over. On a pipe, whose lines are
        complete, it drops nothing."""
        if not self.is_interactive:
            return
        self._editor.half_typed = ""
        with suppress(ImportError, OSError, ValueError):
            import termios

            with suppress(termios.error):  # it is no OSError
                termios.tcflush(self.stdin.fileno(), termios.TCIFLUSH)

    def ask(self, prompt: str, typing: Typing = ANSWER) -> str:
        """Asks for the next line, which is completed as *typing* says. Raises ``EOFError`` when the
        input ends."""
        if self._is_edited:
            return self._first_of(self._editor.read(show_unprintable(prompt), typing))
        self.show_prompt(prompt)
        return self.read()

    def ask_while(
        self,
        prompt: str,
        typing: Typing,
        wait_ms: Callable[[], int | None],
        has_gone_on: Callable[[], bool],
    ) -> str | None:
        """Asks as ``ask`` does; ``None`` as soon as *has_gone_on*, which is asked every *wait_ms*
        milliseconds (``None``: not at all), before a line is complete."""
        if self._is_edited and self.out is sys.stdout and self._editor.can_look:
            shown = show_unprintable(prompt)
            typed = self._editor.read_while(shown, typing, wait_ms, has_gone_on)
            return None if typed is None else self._first_of(typed)
        self.show_prompt(prompt)
        while not self.wait_for_line(wait_ms()):
            if has_gone_on():
                return None
        return self.read()

    @property
    def _is_edited(self) -> bool:
        """Whether the next line can be edited and recalled while it is typed."""
        return self.is_interactive and self.stdin is sys.stdin and not self._pasted

    def _first_of(self, typed: str) -> str:
        """The first line of *typed*: a paste is one line for ``input``, which goes past the
        stream."""
        first, *self._pasted = typed.splitlines() or [""]
        return first.strip()

    def confirms(self, question: str) -> bool:
        """Whether the next line says yes to *question*; Enter alone says no. Whoever types anything
        else at a terminal is asked again. Raises ``EOFError`` when the input ends."""
        while True:
            typed = self.ask(question).strip().lower()
            answer = accepts(typed)
            if answer is not None or not typed or not self.is_interactive:
                return answer is True
            self.tell(_("Type yes or no."))

    def read(self) -> str:
        """Reads the next line. Raises ``EOFError`` when the input ends."""
        if self._pasted:
            line = self._pasted.pop(0).strip()
            self.say(line)
            return line
        line = self.stdin.readline(LONGEST)
        if not line:
            print(file=self.out, flush=True)
            raise EOFError
        if not self.is_interactive:
            print(line.strip(), file=self.out, flush=True)
        return line.strip()

    def has_more(self) -> bool:
        """Whether more lines have come together with the last one, as in a paste."""
        if self.is_interactive:
            before = len(self._pasted)
            is_whole = self._take_waiting()
            if not is_whole and len(self._pasted) == before + 1 and self._editor.can_look:
                self._editor.keep(self._pasted.pop())  # somebody types on: the line has no end yet
        return bool(self._pasted)

    def _take_waiting(self) -> bool:
        """Reads the lines that wait in the terminal, not through the stream, whose buffer would
        hide those after the first; returns whether the last one has an end."""
        content = b""
        with suppress(OSError, ValueError):  # of a stream that is no terminal after all
            terminal = self.stdin.fileno()
            while select.select([terminal], [], [], TOGETHER_S)[0]:
                if not (more := os.read(terminal, LONGEST)):
                    break
                content += more
        self._pasted += content.decode(errors="replace").splitlines()
        return content.endswith((b"\n", b"\r"))

    def rest_of(self, first: str) -> str:
        """The text whose *first* line was read, with all lines that came together with it. On a
        pipe, up to a line with only a point, or the end."""
        if self.is_interactive:
            self._take_waiting()
            lines, self._pasted = [first, *self._pasted], []
            return "\n".join(lines)
        lines = [first]
        while (line := self.stdin.readline()) and line.strip() != END:
            lines.append(line.rstrip("\r\n"))
        return "\n".join(lines)

    def drop_rest(self) -> int:
        """Drops the lines that have come together with the last one; returns their number."""
        if not self.has_more():
            return 0
        dropped, self._pasted = self._pasted, []
        return sum(1 for line in dropped if line.strip())
