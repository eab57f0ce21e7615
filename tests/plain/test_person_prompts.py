"""The desk of a host line by line, for somebody who comes back, and who signs out."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import count
from typing import Any, cast

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.line.line import ANEW, DeviceForgotten, JoinError, Message, RoomLine
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.terminal import ANSWER, Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.rooms.ledger import MemoryLedger
from tests.desk.people_of_host import CODE, SECRET, FakeIdentity
from tests.desk.test_open_tables import TablesInMemory
from tests.small_games.finding import find

TWELVE = "abandon ability able about above absent absorb abstract absurd abuse access accident"


class FarDesk:
    """A line to the desk of a host with *people*; *became* are the secrets by which one came."""

    is_far = True
    name = "Ann"

    def __init__(self, people: FakeIdentity, room: str = "") -> None:
        hub = Hub(MemoryLedger(), find, patience_ms=None)
        self.context = Context(
            Installed(()), None, Settings(), hub, save=lambda _: "", tables=TablesInMemory()
        )
        self.context.identity = people
        self._desk, self._ids, self._waiting = Desk(self.context), count(), list[Message]()
        self.last_room = room
        self.became, self.is_forgotten, self.asked = list[str](), False, list[str]()

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """The answers of the desk. Raises ``JoinError``."""
        self.asked.append(str(fields.get("screen", "")))
        message = {"do": do, "id": f"d{next(self._ids)}", **fields}
        *told, last = self._desk.receive("link", "ann", message, 0)
        if "refused" in last:
            raise JoinError(str(cast("Message", last)["why"]))
        return [*cast("list[Message]", told)]

    def become(self, secret: str) -> None:
        self.became.append(secret)
        self._waiting.append(ANEW)

    def forget(self) -> None:
        self.is_forgotten, self.last_room = True, ""

    def receive(self, wait_s: float = 0.0) -> Message | None:
        return self._waiting.pop(0) if self._waiting else None


class Typist(Terminal):
    """A person at a terminal who types *lines*, one at each prompt; *between* happens while he
    waits for a code to be confirmed."""

    is_interactive = True

    def __init__(self, *lines: str, between: Callable[[], object] = lambda: None) -> None:
        super().__init__(StringIO(), StringIO())
        self.lines, self._between = [*lines], between

    @property
    def shown(self) -> str:
        """The output so far."""
        return cast("StringIO", self.out).getvalue()

    def ask(self, prompt: str, typing: Typing = ANSWER) -> str:
        self.say(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def ask_while(
        self,
        prompt: str,
        typing: Typing,
        wait_ms: Callable[[], int | None],
        has_gone_on: Callable[[], bool],
    ) -> str | None:
        assert wait_ms()
        for _look in range(3):
            if has_gone_on():
                return None
            if CODE in self.shown:
                self._between()
        return self.ask(prompt, typing)


def choose(line: FarDesk, terminal: Typist, screen: str = "sign_in") -> str:
    """The room at which the desk is left, which begins with *screen*."""
    return PlainDesk(cast(RoomLine, line), terminal, Installed(())).choose(screen)


@pytest.fixture
def people() -> FakeIdentity:
    """The people of a host."""
    return FakeIdentity()


def test_who_types_his_words_goes_on_in_his_room_as_himself(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people, "r"), Typist("twelve words", "1", TWELVE, "yes")
    assert choose(line, terminal) == "r"
    assert ("sign_in_by_words", TWELVE) in people.done
    assert line.became == [SECRET]
    assert "You come back as Ann." in terminal.shown
    assert "You are Ann here." in terminal.shown
    assert terminal.lines == []


def test_who_is_somebody_else_stays_who_he_was(people: FakeIdentity) -> None:
    """A stranger may have confirmed the code that was shown here."""
    line, terminal = FarDesk(people, "r"), Typist("twelve words", "1", TWELVE, "no", "q")
    assert choose(line, terminal) == ""
    assert line.became == []
    assert "Nothing has changed" in terminal.shown
    assert people.done[-1] == ("decline", SECRET)  # it is no device of hers
    assert line.asked[-1] == "launcher"


def test_what_the_only_field_asks_for_is_typed_without_its_number(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people, "r"), Typist("twelve words", TWELVE, "yes")
    assert choose(line, terminal) == "r"
    assert ("sign_in_by_words", TWELVE) in people.done


def test_who_answers_a_question_by_anything_else_is_asked_again(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people, "r"), Typist("twelve words", "1", TWELVE, "hm", "y")
    assert choose(line, terminal) == "r"
    assert "Type yes or no." in terminal.shown
    assert not Typist("").confirms("Really? ")
    speak("cs")
    assert Typist("a").confirms("Opravdu? ")
    assert not Typist("hm", "n").confirms("Opravdu? ")


def test_a_line_that_has_ended_ends_the_desk(
    people: FakeIdentity, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, terminal = FarDesk(people), Typist("twelve words")
    hear = line.ask

    def end_later(do: str, **said: Any) -> list[Message]:
        if line.asked:
            raise DeviceForgotten("It is gone.")
        return hear(do, **said)

    monkeypatch.setattr(line, "ask", end_later)
    with pytest.raises(DeviceForgotten):
        choose(line, terminal)


def test_what_only_a_browser_can_do_is_said_so(people: FakeIdentity) -> None:
    terminal = Typist("q")
    choose(FarDesk(people), terminal)
    assert "A passkey; only in a browser" in terminal.shown


def test_a_code_is_shown_until_another_device_has_confirmed_it(people: FakeIdentity) -> None:
    line = FarDesk(people, "r")
    terminal = Typist(
        "another device", "1", "yes", between=lambda: setattr(people, "is_paired", True)
    )
    assert choose(line, terminal) == "r"
    assert CODE in terminal.shown
    assert people.done.count(("finish_pairing",)) == 2
    assert line.became == [SECRET]


def test_a_code_that_is_valid_no_more_is_not_asked_after(people: FakeIdentity) -> None:
    line = FarDesk(people, "r")

    def refuse() -> None:
        people.refusal = "The code is valid no more."

    terminal = Typist("another device", "1", "q", between=refuse)
    assert choose(line, terminal) == ""
    assert terminal.shown.count("The code is valid no more.") == 1
    assert line.became == []


def test_who_leaves_the_screen_with_the_code_is_not_signed_in_later(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people), Typist("another device", "1", "", "q")
    choose(line, terminal)
    assert people.done.count(("finish_pairing",)) == 3  # while the code was shown


def test_who_signs_out_leaves_no_key_behind(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people, "r"), Typist("firefox on linux", "sign out")
    assert choose(line, terminal, "me") == ""
    assert ("remove_device", "d1") in people.done
    assert line.is_forgotten
    assert line.last_room == ""
    assert "You are signed out" in terminal.shown
    assert terminal.lines == []


def test_a_key_that_the_host_changes_by_itself_is_kept_without_a_question(
    people: FakeIdentity, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, terminal = FarDesk(people), Typist("q")
    hear = line.ask
    fresh = {"signed_in": {"secret": SECRET, "name": "Ann"}}
    monkeypatch.setattr(line, "ask", lambda **said: [fresh, *hear(**said)])
    choose(line, terminal, "me")
    assert line.became == [SECRET]
    assert "You come back" not in terminal.shown
    assert "Who I am" in terminal.shown


def test_what_a_host_calls_things_does_not_act_on_the_terminal(people: FakeIdentity) -> None:
    people.missing = {"passkey": "No.\x1b]52;c;aGk=\x07 \x9b2J\u202e"}
    terminal = Typist("q")
    choose(FarDesk(people), terminal)
    assert "No." in terminal.shown
    assert all(line.isprintable() for line in terminal.shown.splitlines())


class Loud(StringIO):
    """A terminal's output."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("calls", "bells"), [(True, 1), (False, 0)])
def test_what_begins_to_wait_is_told_while_one_types_in_a_list(
    people: FakeIdentity, calls: bool, bells: int
) -> None:
    line, terminal = FarDesk(people), Typist("q")
    terminal.out = Loud()
    line._waiting = [{"notice": "Waiting for you: ZÈRTZ; your move.", "calls": calls}]
    choose(line, terminal)
    assert terminal.shown.count("Waiting for you: ZÈRTZ; your move.") == 1
    assert terminal.shown.count("\a") == bells


def test_a_pipe_gets_no_bell(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people), Typist("q")
    line._waiting = [{"notice": "Waiting for you: ZÈRTZ; your move.", "calls": True}]
    choose(line, terminal)
    assert "\a" not in terminal.shown


def test_other_messages_that_come_while_one_types_are_taken_later(people: FakeIdentity) -> None:
    line, terminal = FarDesk(people), Typist("help", "q")
    line._waiting = [{"notice": "Later."}]
    choose(line, terminal)
    assert "Later." not in terminal.shown  # nothing was asked any more
    terminal = Typist("another device", "q")
    line._waiting = [{"notice": "Later."}]
    choose(line, terminal)
    assert terminal.shown.count("Later.") == 1
