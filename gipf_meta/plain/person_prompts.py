"""The desk line by line when the person becomes another one at a host, or is signed out there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, cast

from gipf_meta.base.texts import _
from gipf_meta.line.line import ANEW, RENEWED, JoinError, LineEnded, Message, PersonLine, RoomLine
from gipf_meta.line.person_screens import (
    PAIRED,
    POLL_S,
    declining,
    signed_out_sentence,
    who_one_becomes,
    who_one_is,
)
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.terminal import LOOK_MS, Terminal

ANEW_S: Final = 30.0
"""The most seconds until a host has let the person in anew."""
Change: TypeAlias = Literal["", "anew", "same", "signed_out"]
"""A change of the person: another one, refused by him (``same``), or nobody."""


class PersonPrompts:
    """Asks at *terminal* about the person who uses *line*.

    While the terminal shows a code for another device, the host is asked now and then whether it
    was confirmed.
    """

    def __init__(self, line: RoomLine, terminal: Terminal) -> None:
        self._line, self._terminal = line, terminal
        self._waits_for_pairing = False
        self._change: Change = ""
        self._early = list[Message]()

    def take_change(self) -> Change:
        """The change since the last call; ``""``: there was none."""
        change, self._change = self._change, ""
        return change

    def ask(self, prompt: str, typing: Typing) -> str | None:
        """The line that is typed at *prompt*; ``None`` if the person has changed meanwhile. Raises
        ``EOFError`` when the input ends."""
        if not self._waits_for_pairing and self._line.is_far and self._terminal.is_interactive:
            return self._terminal.ask_while(prompt, typing, lambda: LOOK_MS, self._has_called)
        if not self._waits_for_pairing:
            return self._terminal.ask(prompt, typing)
        return self._terminal.ask_while(
            prompt, typing, lambda: int(POLL_S * 1000), self._has_ended_pairing
        )

    def take(self, heard: Sequence[Message]) -> Sequence[Message]:
        """Takes the messages about the person among those *heard* in an answer; returns the others,
        none if the person has changed. Raises ``JoinError`` if the line has ended."""
        heard, self._early = [*self._early, *heard], []
        self._waits_for_pairing &= not any("screen" in said for said in heard)
        for said in heard:
            if "pairing" in said:
                self._waits_for_pairing = True
            elif "signed_in" in said and "id" not in said:  # his own key was changed
                cast("PersonLine", self._line).become(str(said["signed_in"]["secret"]))
            elif "signed_in" in said:
                self._change = self._ask_whether_it_is_he(said["signed_in"])
            elif "signed_out" in said:
                self._change = self._sign_out()
        return () if self._change else heard

    def _has_called(self) -> bool:
        """Tells what calls the person elsewhere, as soon as it comes; returns whether something
        has. Other messages are taken with the next answer."""
        has_called = False
        while (said := self._line.receive()) is not None:
            if "calls" not in said:
                self._early.append(said)
                continue
            self._terminal.say("")
            self._terminal.tell_notice(said)
            has_called = True
        return has_called

    def _has_ended_pairing(self) -> bool:
        """Asks whether the code was confirmed; returns whether that is known now."""
        try:
            heard = self._line.ask(**PAIRED)
        except LineEnded:
            raise
        except JoinError as error:
            self._waits_for_pairing = False
            self._terminal.say("")
            self._terminal.tell(str(error))
            return True
        if heard:
            self._terminal.say("")
            self.take(heard)
        return bool(heard)

    def _ask_whether_it_is_he(self, signed_in: Message) -> Change:
        """Asks whether the person is who was signed in; if so, stores the secret, and waits until
        the host has let him in, else ends it. On a pipe nobody is asked. Raises ``JoinError``."""
        line = cast("PersonLine", self._line)
        self._terminal.tell(who_one_becomes(str(signed_in["name"]), line.name))
        question = _("Is that you? (yes/no) ")
        if self._terminal.is_interactive and not self._terminal.confirms(question):
            self._line.ask(**declining(str(signed_in["secret"])))
            self._terminal.tell(_("Nothing has changed: you are who you were."))
            return "same"
        line.become(str(signed_in["secret"]))
        while (said := line.receive(ANEW_S)) is not None:
            if said in (ANEW, RENEWED):
                self._terminal.tell(who_one_is(line.name))
                return "anew"
        raise JoinError(_("The host does not answer."))

    def _sign_out(self) -> Change:
        """Removes the secret from this machine."""
        cast("PersonLine", self._line).forget()
        self._terminal.tell(signed_out_sentence())
        return "signed_out"
