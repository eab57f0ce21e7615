"""The conversation over a line: commands out, answers and events in, about the open match and the
desk's screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from gipf_meta.base.addresses import screen_at
from gipf_meta.base.texts import _
from gipf_meta.line.line import ANEW, BACK, ELSEWHERE, GONE, RENEWED, Message, RoomLine, SeenRoom
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.rooms.events import Event, Rematched
from gipf_meta.rooms.ledger import LedgerError

_TAKEN: Final = frozenset({"settings", "signed_in", "signed_out", "pairing", "file"})
"""The fields of messages that change the settings or the person, or bring a file."""
Then: TypeAlias = Callable[[Message], None]
"""A callback: takes the answer to a command, ``done``, or ``refused`` with ``why``."""


class Shows(Protocol):
    """A face: shows the match that is open, the screens of the desk, and notices."""

    def show_match(self, played: PlayedMatch, is_new: bool) -> None:
        """Opens the board of a match; *is_new*: a screen of the desk led to it."""

    def show_news(self, events: Sequence[Event]) -> None:
        """Shows the changes of the open match by *events*."""

    def show_answer(self, is_taken: bool, why: str) -> None:
        """Shows whether a decision was accepted (*is_taken*), or *why* it was not."""

    def show_desk(self, screen: Message) -> None:
        """Shows a screen of the desk."""

    def open_desk(self, screen: str, about: Mapping[str, str] | None = None) -> None:
        """Opens a screen of the desk."""

    def open_lesson(
        self, game: str, lesson: str, page: str = "0", *, mistake: Message | None = None
    ) -> None:
        """Opens *page* of a *lesson* of *game*, which both are ids; perhaps one that mends a
        *mistake* of one's own."""

    def take(self, said: Message, talk: Conversation) -> None:
        """Takes a message of *talk* that changes settings or the person, or brings a file:
        ``settings``, ``signed_in``, ``signed_out``, ``pairing``, ``file``, or ``ANEW``."""

    def say_notice(self, words: str) -> None:
        """Shows a notice."""

    def bell(self) -> None:
        """Lets the terminal's bell be heard."""

    def show_error(self, why: str) -> None:
        """Shows *why* something cannot be done."""

    def leave_match(self) -> None:
        """Goes back to the first screen."""

    def exit(self) -> None:
        """Ends the face: the person goes to another host, or leaves."""

    def leave_failed_match(self, why: str) -> None:
        """Leaves a match that cannot go on, and shows *why*."""


class Conversation:
    """Sends commands over *line*, and lets *shows* show the messages that come. *played* is the
    match that is open."""

    def __init__(self, line: RoomLine, shows: Shows) -> None:
        self.line, self._shows = line, shows
        self.played: PlayedMatch | None = None
        self._seen: SeenRoom | None = None
        self._is_new = self._has_come = False
        self._lag_ms: int | None = None
        self._waiting: dict[str, Then] = {}
        self._signed_in_by = ""
        self._welcome: Message = {}

    @property
    def is_in_room(self) -> bool:
        """Whether a match is open, or its events are on their way."""
        return self._seen is not None

    @property
    def room(self) -> str:
        """The id of the room that is open, or on its way; ``""``: there is none."""
        return "" if self._seen is None else self._seen.id

    @property
    def is_coming(self) -> bool:
        """Whether a match is on its way, and its board is not shown yet."""
        return self._seen is not None and self.played is None

    # ---- sending ------------------------------------------------------------------------------

    def tell(self, do: Message, then: Then | None = None) -> None:
        """Sends a command, without its id; *then* takes the answer; without it a refusal is
        shown."""
        self._wait_for(self.line.send(**do), then or self._show_refusal)

    def _wait_for(self, id: str, then: Then) -> None:
        self._waiting[id] = then
        if not self.line.is_far:  # the answer is there already
            self.receive()

    def _show_refusal(self, answer: Message) -> None:
        if "refused" in answer:
            self._shows.show_error(str(answer["why"]))

    def go_to(self, room: str, is_new: bool = False) -> None:
        """Opens the match of *room* instead of the one that is open."""
        if self.is_in_room:
            self._shows.leave_match()
        self._is_new, self._has_come = is_new, False
        seen, id = self.line.watch(room)
        self._seen = seen

        def show(answer: Message) -> None:
            if self._seen is not seen:
                return
            self._has_come = True
            if "refused" in answer:
                self.leave()
                self._shows.show_error(str(answer["why"]))
            self._show_news()

        self._wait_for(id, show)

    def leave(self) -> None:
        """Closes the match that is open."""
        self._seen = self.played = None
        self.line.unwatch()

    def send(self, do: str, **fields: object) -> None:
        """Sends a command about the match that is open."""
        if self._seen is None:
            return
        played, is_move = self.played, do == "play"

        def take_answer(answer: Message) -> None:
            is_taken = "refused" not in answer
            if is_move and played is not None:
                played.is_sending = False
            if do in ("premove", "plan") and played is not None:
                played.plan.take_answer(is_taken)
            self._show_news()
            if played is not None and self.played is played and (is_move or not is_taken):
                self._shows.show_answer(is_taken, str(answer.get("why", "")))

        self._wait_for(self.line.send(do, room=self._seen.id, **fields), take_answer)

    # ---- receiving ----------------------------------------------------------------------------

    def receive(self) -> None:
        """Takes the messages that have come, and shows them. Raises ``JoinError`` if the line has
        ended."""
        try:
            while (said := self.line.receive()) is not None:
                self._take(said)
            self._show_news()
        except GameFailed as failure:
            self._shows.leave_failed_match(str(failure))

    def _take(self, said: Message) -> None:
        if said in (GONE, BACK):
            if self.played is not None:
                self.played.is_away = said == GONE
            self._shows.say_notice(
                _("The host is back.") if said == BACK else _("The host is away.")
            )
        elif (self._seen is not None and self._seen.receive(said)) or (
            self.played is not None and self.played.plan.take(said)
        ):
            pass
        elif "lag" in said:
            self._lag_ms = said["lag"]["ms"]
        elif "screen" in said:
            self._take_screen(said)
        elif "go" in said:
            self._go(str(said["go"]), said.get("mistake"))
        elif said == RENEWED:
            pass
        elif said == ELSEWHERE:
            self._shows.exit()
        elif said == ANEW or not said.keys().isdisjoint(_TAKEN):
            self._signed_in_by = str(said.get("id", "")) if "signed_in" in said else ""
            self._shows.take(said, self)
        elif "notice" in said:
            self._shows.say_notice(str(said["notice"]))
            if said.get("calls"):
                self._shows.bell()
        elif "done" in said or "refused" in said:
            id = said.get("done") or said.get("refused") or ""
            then = self._waiting.pop(id, None)
            if then is not None or not id:  # else nobody waits for it: the room was left
                (then or self._show_refusal)(said)

    def _is_about_room(self, said: Message) -> bool:
        """Takes the message *said* if it is about the open match; returns whether it was."""
        if self._seen is not None and self._seen.receive(said):
            return True
        if self.played is None or not self.played.plan.take(said):
            return False
        self._waiting.pop(str(said.get("id", "")), None)  # no ``done`` follows what was asked
        return True

    def _take_screen(self, said: Message) -> None:
        """Shows a screen; that of an answer which signs somebody in waits for ``show_welcome``."""
        if self._signed_in_by and said.get("id") == self._signed_in_by:
            self._welcome = said["screen"]
        else:
            self._shows.show_desk(said["screen"])

    def show_welcome(self) -> None:
        """Shows the screen that came with ``signed_in``: the person has said that it is he."""
        if self._welcome:
            self._shows.show_desk(self._welcome)

    def _go(self, to: str, mistake: Message | None) -> None:
        kind, _slash, place = to.partition("/")
        if kind == "room" and (self._seen is None or self._seen.id != place):
            self.go_to(place, is_new=True)
        elif kind == "screen":
            self._shows.open_desk(*screen_at(place))
        elif kind == "lesson":
            self._shows.open_lesson(*place.split("/")[:3], mistake=mistake)

    def _show_news(self) -> None:
        """Applies the events that have come, and shows them."""
        seen, played = self._seen, self.played
        if seen is None:
            return
        try:
            events = [*seen.catch_up()]
        except LedgerError as error:
            self._shows.leave_failed_match(str(error))
            return
        if not (seen.is_there and self._has_come):
            return
        if played is None:
            played = self.played = PlayedMatch(self.line, seen, self.send)
            played.controls = "keys"
            played.follow(())  # the first events are no news
            self._shows.show_match(played, self._is_new)
            played.plan.learn()
            return
        played.lag_ms = self._lag_ms
        played.follow(events)
        for event in events:
            if isinstance(event, Rematched) and played.holds_seat:  # all have agreed
                self.go_to(event.to)
                return
        self._shows.show_news(events)
