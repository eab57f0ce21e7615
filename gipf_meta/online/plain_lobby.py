"""The lobby of a host line by line: lists to choose from, and forms to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import (
    AnyPart,
    Entry,
    Fold,
    Form,
    Heading,
    Screen,
    Text,
    Value,
    WarningText,
)
from gipf_meta.online.client import HostLine, JoinError, Message
from gipf_meta.online.desk_lines import Line, lines_of, message_of, values_of
from gipf_meta.plain import terminal

Item: TypeAlias = Line | Entry | Fold
"""What has a number: a line, a field of a form, fields that are not shown yet."""


class PlainLobby:
    """The screens of the desk of *host*, shown on *line*."""

    def __init__(self, host: HostLine, line: terminal.Line) -> None:
        self._host, self._line = host, line
        self._screen: Screen | None = None
        self._room = ""
        self._form: Form | None = None
        self._values: dict[str, Value] = {}
        self._unfolded: set[str] = set()

    def choose(self) -> str:
        """The room that somebody goes to from the lobby; ``""``: he leaves.

        Raises ``JoinError`` if the line has ended, and ``EOFError`` when the input ends.
        """
        self._tell({"do": "open", "screen": "launcher", "about": {}})
        while not self._room and self._screen is not None:
            items = list(self._show(self._screen))
            typed = self._line.ask(self._prompt(len(items)))
            if not typed:
                back, self._screen = self._screen.back, None
                if back is not None:
                    self._tell({"do": "open", "screen": back.screen, "about": back.about})
            elif self._form is not None and typed.lower() in ("play", _("play")):
                self._tell(message_of(self._form, self._values))
            elif (number := read_whole(typed, 1, len(items))) is not None:
                self._choose(items[number - 1])
            else:
                self._line.tell(_("{typed!r} is none of these numbers.").format(typed=typed))
        return self._room

    # ---- showing ------------------------------------------------------------------------------

    def _show(self, screen: Screen) -> Iterator[Item]:
        """Shows *screen*; yields what has a number, in order."""
        number = 0
        for part, item in self._items(screen.parts):
            if item is None:
                if isinstance(part, Heading):
                    self._line.say(part.text)
                elif isinstance(part, Text | WarningText):
                    self._line.tell(part.text)
            elif isinstance(item, Line) and item.do is None:
                self._line.say(f"     {item.words}")
            else:
                number += 1
                self._line.say(f"{number:3}  {self._words(item)}")
                yield item

    def _items(self, parts: Iterable[AnyPart]) -> Iterator[tuple[AnyPart, Item | None]]:
        """Each part, and what of it has a number."""
        for part in parts:
            if isinstance(part, Form) or (
                isinstance(part, Fold) and part.text.partition(":")[0] in self._unfolded
            ):
                yield from self._items(part.parts)
            elif isinstance(part, Fold) or (isinstance(part, Entry) and part.type != "file"):
                yield part, part
            elif lines := lines_of(part):
                yield from ((part, line) for line in lines)
            else:
                yield part, None

    def _words(self, item: Item) -> str:
        if isinstance(item, Line):
            return "; ".join(filter(None, (item.words, item.button)))
        if isinstance(item, Fold):
            return item.text
        label = f"{item.group}: {item.label}" if item.group else item.label
        value = self._values[item.name]
        if isinstance(value, bool):
            value = _("yes") if value else _("no")
        return f"{label}: {dict(item.choices).get(value, value)}"

    def _prompt(self, last: int) -> str:
        if self._form is None:
            return _("Which one (1-{last}, Enter leaves)? ").format(last=last)
        return _("A number changes a line, play begins, Enter goes back: ")

    # ---- choosing -----------------------------------------------------------------------------

    def _choose(self, item: Item) -> None:
        if isinstance(item, Fold):
            self._unfolded.add(item.text.partition(":")[0])
        elif isinstance(item, Entry):
            self._change(item)
        elif item.do is not None:
            self._tell(item.do)

    def _change(self, entry: Entry) -> None:
        """Asks for the value of a field; a live one is submitted at once."""
        value = self._values[entry.name]
        if isinstance(value, bool):
            value = not value
        elif entry.choices:
            for number, (_key, words) in enumerate(entry.choices, 1):
                self._line.say(f"{number:3}  {words}")
            asked = _("Which one (1-{last})? ").format(last=len(entry.choices))
            typed = self._line.ask(asked)
            chosen = read_whole(typed, 1, len(entry.choices))
            if chosen is None:
                self._line.tell(_("{typed!r} is none of these numbers.").format(typed=typed))
                return
            value = entry.choices[chosen - 1][0]
        else:
            if entry.note:
                self._line.tell(entry.note)
            value = self._line.ask(f"{entry.label}: ")
        self._values[entry.name] = value
        if self._form is not None and (entry.live or not self._form.button):
            self._tell(message_of(self._form, self._values, entry.name))

    def _tell(self, do: Mapping[str, Any]) -> None:
        """Sends a message, and takes what comes of it; says why if it is refused."""
        try:
            heard = self._host.ask(**do)
        except JoinError as error:
            if self._screen is None:
                raise
            self._line.tell(str(error))
            return
        if do["do"] == "sit":
            self._room = str(do["room"])
        for said in heard:
            self._take(said)

    def _take(self, said: Message) -> None:
        if "go" in said:
            self._room = str(said["go"]).partition("/")[2]
        elif "notice" in said:
            self._line.tell(str(said["notice"]))
        elif "screen" in said:
            before, self._screen = self._screen, Screen.model_validate(said["screen"])
            if before is None or before.name != self._screen.name:
                self._unfolded.clear()
            forms = (part for part in self._screen.parts if isinstance(part, Form))
            self._form = next((form for form in forms if form.button), None)
            self._values = {} if self._form is None else values_of(self._form)
