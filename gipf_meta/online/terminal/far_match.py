"""The board of a match at a host: the play screen, whose table is far away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from gipf_meta.base.texts import _
from gipf_meta.desk.people_words import words_of_people
from gipf_meta.match.match import Match
from gipf_meta.narration.asking import Question
from gipf_meta.online.terminal.far_table import FarTable
from gipf_meta.online.terminal.interface import at_host
from gipf_meta.online.terminal.keys import MATCH_KEYS, things_at_host
from gipf_meta.protocol.view import View
from gipf_meta.rooms.studying import Hint
from gipf_meta.tui.parts.keys_page import KeysPage
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.screens.dialogs import Ask, Pick
from gipf_meta.tui.screens.play import PlayScreen

NEEDS = {
    "undo": {"take_back"},
    "redo": set[str](),
    "resign": {"resign"},
    "draw": {"offer"},
    "pause": {"pause", "go_on"},
    "hint": {"hint"},
    "invite": {"invite"},
    "give_up": {"leave"},
}
"""The commands of which the room must allow one for an action to be offered."""


class FarMatch(PlayScreen):
    """The session at *depth* of the match at a far *table*.

    Nothing waits here while somebody looks at another page: the others play on.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("I", "invite", _("invite"), show=False),
        Binding("Q", "give_up", _("give up the seat"), show=False),
    ]

    own_keys: ClassVar[KeysPage] = MATCH_KEYS
    table: FarTable

    def __init__(self, table: FarTable, depth: int = 0) -> None:
        super().__init__(table, depth)
        self._asked: tuple[object, Screen[Any]] | None = None
        self._answered: object = None
        self._is_withdrawn = False

    # ---- following the room -------------------------------------------------------------------

    def hear_news(self) -> None:
        """Shows what has happened; a question that nobody asks any more is closed."""
        if not self._was_shown:
            return  # it shows how the match stands as soon as it is open
        asked = self.table.question()
        if self._answered is not None and (asked is None or asked.about != self._answered):
            self._answered = None
        if self._asked is not None and self.app.screen is self._asked[1]:
            about = self._asked[0]
            if about != (asked and asked.about) and about != self._failure:
                self._is_withdrawn = True
                self._asked[1].dismiss("")
        self.refresh_bindings()
        self.refresh_table()

    @property
    def awaits_answer(self) -> bool:
        """Whether the host has not said yet if it takes what was played."""
        return self.table.is_sending

    def hear_answer(self, is_taken: bool) -> None:
        """Closes the line that was typed if the host has taken its move; else it stays."""
        if self._was_shown and self.query_one(Prompt).waits:
            self.judge_line(is_taken)

    @property
    def _failure(self) -> object:
        """What has failed, and must be asked about; ``""``: nothing."""
        return self.table.trouble or str(self.table.fault or "")

    def begin_time(self) -> None:
        """Nothing: the room asks whether time may run."""

    def push_paused(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Shows *screen*; time goes on."""
        self.app.push_screen(screen, then)

    def show_match(self, match: Match) -> None:
        """Shows how *match* stands, and who is there."""
        super().show_match(match)
        self.query_one(SidePanel).show_others([*self.table.others()])

    def prompt_of(self, match: Match, view: View) -> str:
        """What is asked, of whom, and for whom the match waits."""
        if self.table.over is not None:
            return super().prompt_of(match, view)
        return self.table.prompt(view)

    def take_news(self, match: Match) -> str:
        """What has happened on the board and at the table."""
        told = [super().take_news(match), self.table.take_notice()]
        return " · ".join(filter(None, told))

    def start_next(self) -> None:
        """Asks what the room asks; who only watches is told what has failed."""
        if self._failure and not self.table.holds_seat:
            self.say(str(self._failure))
            return
        super().start_next()
        asked = self.table.question()
        if asked is None or asked.about == self._answered or self.table.fault is not None:
            return
        if self.table.over is not None and self.app.screen is not self:
            return  # who is just asked what to do next can agree to a rematch there
        if asked.about == ("ready",) and self.depth and not self.seen.top.steps:
            self._answered = asked.about  # to begin the duel was to be ready
            self.table.go_on()
            return

        def take(answer: str | None) -> None:
            self._answered = asked.about
            if answer:
                asked.answer(answer)

        self._ask_while(asked.about, Ask(*asked.question), take)

    def ask_once(self, question: Question, then: Callable[[str | None], None]) -> None:
        """Asks *question* about what has failed, until it is answered here or elsewhere."""
        self._ask_while(self._failure, Pick.answer(question), then)

    def _ask_while(
        self, about: object, screen: Screen[str], then: Callable[[str | None], None]
    ) -> None:
        """Shows *screen* as long as *about* is asked, and calls *then* with an answer."""
        if self._asked is not None:
            return
        self._asked = about, screen

        def take(answer: str | None) -> None:
            is_withdrawn, self._is_withdrawn = self._is_withdrawn, False
            self._asked = None
            if not is_withdrawn:
                then(answer)

        self.app.push_screen(screen, take)

    # ---- what the keys do -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers only what the room would do now."""
        table = self.table
        if action == "analyse":
            return table.over is not None or "analyse" in table.may
        if action in NEEDS:
            return bool(NEEDS[action] & table.may)
        return super().check_action(action, parameters)

    def menu_things(self) -> list[tuple[str, str]]:
        """The actions of the menu; a match at a host goes on when somebody leaves."""
        return things_at_host(super().menu_things(), self.table.may)

    def action_pause(self) -> None:
        """Asks for a pause; in one, says that time may pass."""
        self.table.go_on() if "go_on" in self.table.may else self.table.pause()

    def action_hint(self) -> None:
        """Looks for a hint, where nobody else plays."""
        if why := Hint.of().why_not(self.table.room, self.table.person):
            self.say(why)
        else:
            super().action_hint()

    def action_invite(self) -> None:
        """Invites others to the free seats, and to watch."""
        at_host(self).invite(self.table)

    def action_give_up(self) -> None:
        """Asks whether to give up the seat, and does so."""

        def leave(answer: str | None) -> None:
            if answer == "yes":
                at_host(self).give_up_seat()

        words = words_of_people()
        answers = {"no": _("No"), "yes": words["yes_leave"]}
        question = Ask(words["leave_title"], _("Your seat is free then."), answers)
        self.app.push_screen(question, leave)
