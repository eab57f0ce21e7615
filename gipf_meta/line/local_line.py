"""The line to the rooms and the desk of this process: no message travels, and the room itself is
seen.

It has no event loop and no thread. A caller who has them lets bots think elsewhere (``think``), and
wakes it at the next deadline (``wait_ms``); else bots think while the caller waits for a message
(``receive``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol

from gipf_meta.base.clock import Clock, StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.base.undoing import undone_by
from gipf_meta.deeds.commands import DEEDS
from gipf_meta.deeds.messages import RoomNews, answering
from gipf_meta.deeds.thoughts import Thought
from gipf_meta.hub.audience import OWNER, why
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Keeper, Library
from gipf_meta.line.line import JoinError, Message
from gipf_meta.line.local_ledger import KeptMatch, LocalLedger
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.records.models import Record
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.new_table import new_seed
from gipf_meta.table.openings import Opening
from gipf_meta.table.pilots import ANSWER_MS

if TYPE_CHECKING:
    from gipf_meta.desk.context import Context, Face

LINK: Final = "here"
"""The name of the only link to the rooms."""


class LocalDesk(Protocol):
    """The desk: answers messages that are not about a room."""

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> Sequence[Message]:
        """Answers a *message* of *person*."""
        ...


class LocalRoom:
    """A room of a *line* of this process."""

    def __init__(self, line: LocalLine, id: str) -> None:
        self.id, self.person = id, line.person
        self.connected, self.watchers = None, 0
        self._line = line
        self._events: list[Event] = []
        self._notice = ""
        self._room: RoomState | None = None

    @property
    def room(self) -> RoomState:
        """The room itself."""
        assert self._room is not None, "it is watched"
        return self._room

    @property
    def is_there(self) -> bool:
        """Whether the room is open."""
        return self._room is not None

    @property
    def is_whole(self) -> bool:
        """Whether ``catch_up`` has returned all events."""
        return not self._events

    def receive(self, said: Message) -> bool:
        """Takes the message *said* if it has news of the room; returns whether it had."""
        news = said.get("news")
        if not isinstance(news, RoomNews) or news.room != self.id:
            return False
        self._room = self._line.hub.room(self.id)
        self._events += news.events
        self._notice = news.notice or self._notice
        return True

    def catch_up(self) -> Sequence[Event]:
        """Returns the events since the last call."""
        events, self._events = self._events, []
        return events

    def take_notice(self) -> str:
        """The sentence on a bot's play that is shown once; ``""``: there is none."""
        notice, self._notice = self._notice, ""
        return notice

    def age(self) -> None:
        """Lets time pass in the room until now. Raises ``GameFailed``."""
        self._line.pass_time()
        entry = self._line.hub.open_rooms.get(self.id)
        if entry is not None and (failure := entry.room.take_failure()) is not None:
            raise failure

    def wait_ms(self) -> int | None:
        """The milliseconds until the next deadline; ``None``: there is none."""
        return self._line.wait_ms()

    @property
    def kept_match(self) -> KeptMatch:
        """The match with its keeper."""
        return self._line.ledger.kept_match(self.id)

    def keep(self) -> None:
        """Stores the match in its present state, with the time that has passed."""
        self.age()
        self._line.ledger.keep(self.id, self.room.table.match)

    @property
    def trouble(self) -> str:
        """The reason why the match could not be stored the last time; ``""``: it was."""
        return self.kept_match.error


class LocalLine:
    """The way to the rooms that *library* stores, and to the desk. *clock* has the time.

    Bots use at most *patience_ms* for a turn; ``None``: they count positions, so that the same seed
    plays the same match. With *plans_elsewhere* nothing here waits for the plans that bots make
    where time acts. *new_seed* returns the seed of a new match. ``think`` may be set, to let bots
    think elsewhere; ``take_answer`` then takes the result.
    """

    is_far = False
    person = OWNER
    face: Face = "lines"
    """The kind of face that shows the screens of the desk; it is read at the first one."""

    def __init__(
        self,
        installed: Installed,
        library: Library | None,
        settings: Settings,
        clock: Clock,
        *,
        patience_ms: int | None = None,
        plans_elsewhere: bool = False,
        new_seed: Callable[[], int] = new_seed,
    ) -> None:
        self.installed, self.library, self.clock = installed, library, clock
        self._settings, self._new_seed = settings, new_seed
        self._context: Context | None = None
        self.ledger = LocalLedger(library)
        self.hub = Hub(
            self.ledger,
            installed.find,
            new_seed=new_seed,
            patience_ms=patience_ms,
            plans_elsewhere=plans_elsewhere,
            explain=self._explain,
        )
        self.hub.connect(LINK, OWNER, "")
        self.think: Callable[[Thought], object] = self._let_wait
        self._thoughts = deque[Thought]()
        self._heard = deque[Message]()
        self._on_news: Callable[[], object] = lambda: None
        self._failure: GameFailed | None = None
        self._sent, self._watched, self._left_out_ms = 0, "", 0
        self.last_room = ""

    def now_ms(self) -> int:
        """The time of the clock, without the spans that were left out."""
        return self.clock.now_ms() - self._left_out_ms

    def leave_out(self, ms: int) -> None:
        """Leaves out *ms* milliseconds that have passed."""
        self._left_out_ms += ms

    @cached_property
    def desk(self) -> LocalDesk:
        """The desk. It is made at the first use: a match that is named needs none, and its import
        is slow."""
        from gipf_meta.desk.context import Context
        from gipf_meta.desk.desk import Desk

        settings, library = self._settings, self.library
        self._context = Context(
            self.installed,
            library,
            settings,
            self.hub,
            new_seed=self._new_seed,
            face=self.face,
            keeps_boards=self.ledger.keeps_boards and self.face != "page",
        )
        return Desk(self._context)

    @property
    def settings(self) -> Settings:
        """The settings as the desk has them."""
        return self._settings if self._context is None else self._context.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        """Takes them, here and at the desk."""
        self._settings = settings
        if self._context is not None:
            self._context.settings = settings

    # ---- matches ------------------------------------------------------------------------------

    def open(self, room: str, opening: Opening, read: Match | None = None) -> None:
        """Opens *room* for a match, all of whose people sit here. Raises ``GipfMetaError``."""
        self.hub.open_room(room, opening, OWNER, self.now_ms(), read=read)

    def resume(self, room: str, record: Record, keeper: Keeper) -> None:
        """Opens *room* for the match of *record*, which *keeper* stores.

        Raises ``GipfMetaError``.
        """
        self.ledger.expect(room, keeper)
        with undone_by(keeper.close):
            self.open(room, Opening.of_record(record))

    def _open_kept(self, room: str) -> None:
        """Opens *room* if it is a match of the library. Raises ``GipfMetaError``."""
        number, entry = read_whole(room), self.hub.open_rooms.get(room)
        if entry is None and number is not None and self.library is not None:
            self.resume(room, *self.library.go_on(number))

    # ---- sending ------------------------------------------------------------------------------

    def send(self, do: str, **fields: Any) -> str:
        """Carries out a command; returns its id."""
        self._sent += 1
        id, at_ms = str(self._sent), self.now_ms()
        if "room" in fields:
            self.hub.obey(LINK, DEEDS[do].model_construct(id=id, do=do, **fields), at_ms)
        else:
            message = {"do": do, "id": id, **fields}
            self._heard.extend(self.desk.receive(LINK, OWNER, message, at_ms))
        self._flush()
        return id

    def watch(self, room: str) -> tuple[LocalRoom, str]:
        """Shows *room* instead of the one before; returns it, and the id of the command."""
        seen, before = LocalRoom(self, room), self._watched
        if self.hub.open_rooms.get(room) is None:
            self.unwatch()
        if before:
            self._heard.clear()
        try:
            self._open_kept(room)
        except GipfMetaError as error:
            self._sent += 1
            id = str(self._sent)
            self._heard += answering(id, [{"refused": id, "why": self._explain(error)}])
            return seen, id
        self._watched = room
        id = self.send("watch", room=room, want="news")
        if before not in ("", room):  # only now: a room without watchers is closed
            self.send("unwatch", room=before)
        return seen, id

    def unwatch(self) -> None:
        """Closes the room that is watched, and stores its match."""
        if self._watched:
            room, self._watched = self._watched, ""
            self.send("unwatch", room=room)
            self.hub.close_room(room)  # only this one: the room of its rematch is watched next
            self._heard.clear()

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """Carries out a command; returns the messages before its last answer. Raises ``JoinError``
        if it is refused."""
        id, messages = self.send(do, **fields), list[Message]()
        while (said := self.receive()) is not None and said.get("done") != id:
            if said.get("refused") == id:
                raise JoinError(str(said["why"]))
            messages.append(said)
        return messages

    def keep(self) -> None:
        """Stores the match of every room in its present state, with the time that has passed."""
        self.pass_time()
        for entry in self.hub.open_rooms:
            self.ledger.keep(entry.state.id, entry.state.table.match)

    def close(self) -> None:
        """Closes every room."""
        self.unwatch()
        for entry in self.hub.open_rooms:
            self.hub.close_room(entry.state.id)

    # ---- receiving ----------------------------------------------------------------------------

    def choose_elsewhere(self) -> str:
        """Returns ``""``: what is played here waits for nobody elsewhere."""
        return ""

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Sets a callback: *call* is called when there is something to ``receive``."""
        self._on_news = call

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message; ``None``: there is none. With *wait_s*, a bot thinks here, or time
        passes, if no message is there.

        Raises ``GameFailed`` if the game of the match has failed.
        """
        if not self._heard and wait_s:
            self._go_on()
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        return self._heard.popleft() if self._heard else None

    @property
    def is_idle(self) -> bool:
        """Whether no message will come without a command, however long one waits."""
        return not (self._heard or self._thoughts) and self.wait_ms() is None

    def _go_on(self) -> None:
        """Lets the bot think for which the match waits, or a clock that stands still go on."""
        if self._thoughts:
            self._think_here(self._thoughts.popleft())
        elif isinstance(self.clock, StillClock):
            wait_ms = self.wait_ms()
            if wait_ms is not None:
                self.clock.ms += max(1, wait_ms)
                self.pass_time()

    def _think_here(self, thought: Thought) -> None:
        """Runs *thought*, and takes its answer."""
        if thought.is_cancelled:
            return
        try:
            with time_limit(max(ANSWER_MS, thought.engine_ms), _("Its answer")):
                answer = thought.run(lambda part: None)
        except stops():
            raise
        except BaseException as error:  # passed on as from a thread: take_answer handles it
            failed = error

            def fail() -> Any:
                raise failed

            self.take_answer(thought, fail)
        else:
            self.take_answer(thought, lambda: answer)

    # ---- time and thinking --------------------------------------------------------------------

    def take_answer(self, thought: Thought, answer: Callable[[], Any]) -> None:
        """Takes the result of a *thought*: *answer* returns it, or raises its error."""
        self.hub.take_answer(thought, answer, self.now_ms())
        self._flush()

    def take_part(self, thought: Thought, part: Any) -> None:
        """Takes a *part* of the answer of a *thought* that goes on."""
        self.hub.take_part(thought, part)
        self._flush()

    def pass_time(self) -> None:
        """Lets time pass in the rooms until now."""
        self.hub.pass_time(self.now_ms())
        self._flush()

    def wait_ms(self) -> int | None:
        """The milliseconds until the next deadline; ``None``: there is none."""
        return self.hub.wait_ms(self.now_ms())

    def change_patience(self, patience_ms: int | None) -> None:
        """Lets bots use at most *patience_ms* for a turn from now on."""
        self.hub.rooms.change_patience(patience_ms)

    def _let_wait(self, thought: Thought) -> None:
        self._thoughts.append(thought)

    def _flush(self) -> None:
        """Takes the messages of the rooms, and starts the thoughts that wait."""
        thoughts = self.hub.take_thoughts()  # first: a dropped thought adds to the outbox
        for _link, message in self.hub.take_outbox():
            self._heard.append(message)
        for thought in thoughts:
            self.think(thought)
        if self._heard:
            self._on_news()

    def _explain(self, error: BaseException) -> str:
        """The sentence on *error*; the failure of a game is noted."""
        for each in (error, error.__cause__):
            if isinstance(each, GameFailed):
                self._failure = each
        return why(error)
