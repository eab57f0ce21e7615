"""The conversation over a line: commands out, answers and events in, about the open match and the
desk's screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from gipf_meta.base.addresses import screen_at
from gipf_meta.base.texts import _
from gipf_meta.line.line import BACK, GONE, Message, RoomLine, SeenRoom
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.rooms.events import Event, Rematched
from gipf_meta.rooms.ledger import LedgerError

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

    def take_settings(self, settings: Message) -> None:
        """Takes the settings that a person has changed at the desk."""

    def say_notice(self, words: str) -> None:
        """Shows a notice."""

    def show_error(self, why: str) -> None:
        """Shows *why* something cannot be done."""

    def leave_match(self) -> None:
        """Goes back to the first screen."""

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

    @property
    def is_in_room(self) -> bool:
        """Whether a match is open, or its events are on their way."""
        return self._seen is not None

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
            if do == "premove" and played is not None and not is_taken:
                played.forget_premove()
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
        elif self._seen is not None and self._seen.receive(said):
            pass
        elif "lag" in said:
            self._lag_ms = said["lag"]["ms"]
        elif "screen" in said:
            self._shows.show_desk(said["screen"])
        elif "go" in said:
            self._go(str(said["go"]))
        elif "settings" in said:
            self._shows.take_settings(said["settings"])
        elif "notice" in said:
            self._shows.say_notice(str(said["notice"]))
        elif "done" in said or "refused" in said:
            id = said.get("done") or said.get("refused") or ""
            then = self._waiting.pop(id, None)
            if then is not None or not id:  # else nobody waits for it: the room was left
                (then or self._show_refusal)(said)

    def _go(self, to: str) -> None:
        kind, _slash, place = to.partition("/")
        if kind == "room" and (self._seen is None or self._seen.id != place):
            self.go_to(place, is_new=True)
        elif kind == "screen":
            self._shows.open_desk(*screen_at(place))

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
            return
        played.lag_ms = self._lag_ms
        played.follow(events)
        for event in events:
            if isinstance(event, Rematched) and played.holds_seat:  # all have agreed
                self.go_to(event.to)
                return
        self._shows.show_news(events)
