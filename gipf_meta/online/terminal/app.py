"""The application at a host: its lobby is the first screen, and its rooms are the tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from textual.message import Message as Notice
from textual.screen import Screen

from gipf_meta.base.clock import Clock
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.library.settings import Settings
from gipf_meta.match.match import Match
from gipf_meta.narration import asking
from gipf_meta.online.client import BACK, GONE, HostLine, JoinError, Message
from gipf_meta.online.inviting import Invitation, Invitations
from gipf_meta.online.replica import Replica
from gipf_meta.online.terminal.far_match import FarMatch
from gipf_meta.online.terminal.far_table import FarTable
from gipf_meta.online.terminal.interface import Then
from gipf_meta.online.terminal.links import Links
from gipf_meta.online.terminal.lobby import DeskPage
from gipf_meta.plugins.loading import Installed
from gipf_meta.rooms.events import Rematched, TookBack
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.looking import Branch
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp


class Heard(Notice):
    """The host has said something."""


class HostApp(GipfApp):
    """The interface at *host*, who is to be found at *site*. *room* is opened at once.

    *last_room* is the room that was shown last; *failure* is why the line has ended for good.
    """

    def __init__(
        self,
        installed: Installed,
        settings: Settings,
        host: HostLine,
        invitations: Invitations,
        clock: Clock,
        room: str = "",
        graphics: str = "",
    ) -> None:
        super().__init__(installed, None, settings, graphics=graphics)
        self.host, self.invitations, self.clock = host, invitations, clock
        self.last_room = room
        self.failure = ""
        self._replica: Replica | None = None
        self._far: FarTable | None = None
        self._lag_ms: int | None = None
        self._waiting: dict[str, Then] = {}

    def home(self) -> Screen[Any]:
        """The lobby of the host."""
        return DeskPage()

    def on_mount(self) -> None:
        """Goes to the room that was asked for."""
        self.host.call_on_news(lambda: self.post_message(Heard()))
        self.post_message(Heard())  # it may have said something before
        if self.last_room:
            self.go_to(self.last_room)

    @property
    def is_in_room(self) -> bool:
        """Whether a match is open, or on its way."""
        return self._replica is not None

    # ---- what is said to the host -------------------------------------------------------------

    def tell_host(self, do: Message, then: Then | None = None) -> None:
        """Sends a command, without its id; *then* hears the answer, or a refusal is shown."""
        id = self.host.send(**do)
        self._waiting[id] = then or self._show_refusal

    def _show_refusal(self, answer: Message) -> None:
        if "refused" in answer:
            self.show_error(str(answer["why"]))

    def go_to(self, room: str, is_new: bool = False) -> None:
        """Opens the match of *room*, in the place of the one that is open; links that let others
        come to one that *is_new* are shown."""
        self.leave_match()
        self._replica = Replica(
            room, str(self.host.greeting["person"]), self.installed.find, self.clock
        )

        def show(answer: Message) -> None:
            if "refused" in answer:
                self._replica = None
                self.host.unwatch()
                self.show_error(str(answer["why"]))
                for screen in self.screen_stack:
                    if isinstance(screen, DeskPage):
                        screen.open("launcher")
            self._show_news()
            # events tell one by one who sits where, and the answer comes behind them
            table = self._far if is_new else None
            if table is not None and "invite" in table.may and not table.room.admission.is_open:
                self.invite(table)

        self._waiting[self.host.watch(room)] = show

    def _send(self, do: str, **fields: object) -> None:
        """Sends a command about the room that is open."""
        if self._replica is None:
            return
        table = self._far

        def hear(answer: Message) -> None:
            is_move, is_taken = do == "play", "refused" not in answer
            if is_move and table is not None:
                table.is_sending = False
            self._show_news()
            if isinstance(self.screen, FarMatch) and not is_taken:
                self.screen.say(str(answer["why"]))
            else:
                self._show_refusal(answer)
            for screen in self.screen_stack if is_move else ():
                if isinstance(screen, FarMatch) and screen.table is table:
                    screen.hear_answer(is_taken)

        self.tell_host({"do": do, "room": self._replica.id, **fields}, hear)

    # ---- what the host says -------------------------------------------------------------------

    def on_heard(self) -> None:
        """Takes what the host has said, and shows it."""
        try:
            while (said := self.host.hear()) is not None:
                self._take(said)
        except JoinError as error:
            self.failure = str(error)
            self.exit()
            return
        self._show_news()

    def _take(self, said: Message) -> None:
        replica = self._replica
        if said is GONE or said is BACK:
            if self._far is not None:
                away = _("The host is away; the match goes on as soon as it is back.")
                self._far.keep_error = away if said is GONE else ""
            self.notify(_("The host is back.") if said is BACK else _("The host is away."))
        elif "event" in said:
            if replica is not None and said.get("room") == replica.id:
                replica.hear(said)
        elif "present" in said:
            if replica is not None and said["present"]["room"] == replica.id:
                replica.hear_present(said["present"])
        elif "lag" in said:
            self._lag_ms = said["lag"]["ms"]
        elif "screen" in said:
            for screen in self.screen_stack:
                if isinstance(screen, DeskPage):
                    screen.show(said["screen"])
        elif "go" in said:
            room = str(said["go"]).partition("/")[2]
            if replica is None or replica.id != room:
                self.go_to(room, is_new=True)
        elif "notice" in said:
            self.notify(str(said["notice"]), markup=False)
        elif "done" in said or "refused" in said:
            id = said.get("done") or said.get("refused") or ""
            self._waiting.pop(id, self._show_refusal)(said)

    def _show_news(self) -> None:
        """Lets come true what has come, and shows it."""
        replica, table = self._replica, self._far
        if replica is None:
            return
        try:
            events = replica.catch_up()
        except LedgerError as error:
            self.leave_failed_match(str(error))
            return
        if not replica.is_there:
            return
        if table is None:
            table = self._far = FarTable(replica, self._send)
            self.last_room = replica.id
            events = []  # they are no news
            self.push_screen(FarMatch(table))
        table.lag_ms = self._lag_ms
        table.follow(events)
        if isinstance(self.screen, FarMatch) and any(isinstance(e, TookBack) for e in events):
            self.screen.show_anew()
        for event in events:
            if isinstance(event, Rematched) and table.holds_seat:  # all have agreed
                self.go_to(event.to)
                return
        for screen in reversed(self.screen_stack):
            if isinstance(screen, FarMatch):
                screen.hear_news()
                break

    # ---- a match ------------------------------------------------------------------------------

    def _question_at_end(self, table: Table) -> asking.Question:
        """As at a table of one's own; who only watches follows into a rematch that there is."""
        question = super()._question_at_end(table)
        if isinstance(table, FarTable) and not ("rematch" in table.may or table.room.rematch):
            answers = {key: words for key, words in question.answers.items() if key != "rematch"}
            question = question._replace(answers=answers)
        return question

    def _begin_rematch(self, table: Table) -> None:
        """Asks the others for a rematch, or agrees; a spectator follows them into theirs."""
        if not isinstance(table, FarTable):
            super()._begin_rematch(table)
        elif table.holds_seat:
            self._send("rematch")
        else:
            self.go_to(table.room.rematch)

    def leave_match(self) -> None:
        """Goes back to the lobby; the match goes on."""
        self._replica = self._far = None
        self.host.unwatch()
        super().leave_match()

    def give_up_seat(self) -> None:
        """Leaves the match for good."""
        assert self._replica is not None

        def leave(answer: Message) -> None:
            if "refused" in answer:
                self._show_refusal(answer)
            else:
                self.last_room = ""
                self.leave_match()

        self.tell_host({"do": "leave", "room": self._replica.id}, leave)

    def begin_branch(self, match: Match, names: Any, kinds: Any) -> None:
        """Plays on from *match* here, unless others play it."""
        far = self._far
        if far is not None and (why := Branch.of(at=0).why_not(far.room, far.person)):
            self.show_error(why)
            return
        super().begin_branch(match, names, kinds)

    def invite(self, table: FarTable) -> None:
        """Shows the links that let others come to *table*."""
        offered = self.invitations.offer(table.room)

        def show(answer: Message) -> None:
            self._show_refusal(answer)
            if "refused" not in answer:
                self._show_links(offered)

        commands = [each.command for each in offered if each.command is not None]
        for command in commands[:-1]:
            self.tell_host(command)
        if commands:
            self.tell_host(commands[-1], show)
        else:
            show({})

    def _show_links(self, offered: Sequence[Invitation]) -> None:
        """Shows the links of those *offered*; a button copies each."""
        page = Links(offered)

        def copy(answer: str | None) -> None:
            if link := page.link_of(answer):
                self.copy_to_clipboard(link)

        self.push_screen(page, copy)


def run(app: HostApp) -> int:
    """Opens the interface of *app*; the exit status. Raises ``JoinError`` if the line has ended."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    leave_ctrl_c_to_asyncio()
    try:
        app.run()
    finally:
        app.close_table()
    if app.failure:
        raise JoinError(app.failure)
    return app.return_code or 0
