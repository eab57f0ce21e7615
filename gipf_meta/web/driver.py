"""The driver of rooms and desk: passes messages of pages in and answers out, and lets time pass.

Everything here runs in one event loop, one act after the other; only bots think elsewhere. A *turn*
here is one of this loop. Acts run in it, then their answers are sent, and then the rooms that have
changed are drawn, one by one: all of them after each act, or at a host some after each group of
acts (``host/group_commit.py``). Links to pages and the pool of bots are parameters, so the same
driver serves sockets and a worker of a tab.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.clock import Clock
from gipf_meta.base.dates import in_zone, read_zone
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _, known_language, spoken
from gipf_meta.base.version import __version__
from gipf_meta.deeds.messages import answering
from gipf_meta.deeds.thoughts import OnEnd, OnPart, Thought, Work
from gipf_meta.desk.responses import DeskMessage, Greeting
from gipf_meta.hub.audience import OWNER
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.hub.outbox import Addressed
from gipf_meta.hub.revisions import revision_said
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.web.frames import (
    BadFrame,
    Frame,
    HelloBody,
    HelloMessage,
    HelloRefused,
    KeyForgotten,
    PageMessage,
    Visitor,
    find_id,
    id_of,
    read_frame,
    refusal,
    server_failed,
)
from gipf_meta.web.pending_messages import Act, OpeningAtOnce, RoomOpening
from gipf_meta.web.scheduling import AfterActs, ImmediateScheduler, Scheduler

VERSION: Final = 1
"""The version of the protocol between page and server."""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z]{2,4})?")
SOON_S: Final = 0.001
"""The shortest delay of the timer for the next deadline, s."""
MOST_HELD_MS: Final = 50
"""The longest time of one turn of the loop, ms; a longer one is charged to no player's clock."""
AFTER_FAILURE_MS: Final = 1_000
"""Milliseconds until the next try, after a failure to find the next deadline."""


class Doorkeeper(Protocol):
    """Identifies the person at a page."""

    def identify(self, hello: PageMessage, link: PageLink) -> tuple[str, Visitor]:
        """Returns the id of the person who said *hello* at *link*, and the facts for his page.

        The facts have his ``name``, if he has one. Raises ``GipfMetaError``, a sentence, if he may
        not come in.
        """
        ...


class OnlyOwner:
    """The doorkeeper of a server for one person: every page is the owner's."""

    def identify(self, hello: PageMessage, link: PageLink) -> tuple[str, Visitor]:
        """Returns ``OWNER``, and no facts."""
        return OWNER, {}


class PageDesk(Protocol):
    """Answers the messages of pages that are for no room."""

    def hello(self, person: str) -> Greeting:
        """Returns the greeting for a page of *person*."""
        ...

    def note_lesson(self, person: str, game: str, lesson: str, page: int | None = None) -> None:
        """Stores that *person* is on a *page* of a *lesson* of *game*; ``None``: he finished it."""
        ...

    def note_lesson_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> Sequence[str]:
        """Stores that *person* has finished a *lesson* of *game*; returns sentences on it."""
        ...

    def find_next_puzzle(self, person: str, game: str, theme: str, but: str) -> str:
        """Returns the address of the puzzle that comes next, as ``FindNext``."""
        ...

    def find_own(self, person: str, game: str, lesson: str) -> Lesson | None:
        """Returns the lesson of that id in which a mistake of *person* in *game* is mended."""
        ...

    def note_review(self, person: str, review: EndedReview) -> None:
        """Stores how accurately *person* played, as a *review* says that has ended."""
        ...

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> Sequence[DeskMessage]:
        """Returns the answers to a *message* of *person* at *link*."""
        ...


class PageLink(Protocol):
    """The link to a page. ``person`` and ``language`` are those of its hello; before it, ``""``.

    ``browser_language`` is that of a reader who has chosen none; ``""``: that of this program.
    """

    name: str
    language: str
    browser_language: str
    person: str

    @property
    def lag_ms(self) -> int:
        """The round-trip time to the page, ms; 0: unknown."""
        ...

    def say(self, message: Frame) -> None:
        """Sends *message* to the page."""
        ...

    def charge_message(self, letters: int) -> bool:
        """Charges a message of so many *letters*; returns whether the rate limit allows it."""
        ...

    def drop(self) -> None:
        """Ends the link at once; the page reconnects by itself."""
        ...


class Thinkers(Protocol):
    """A pool that runs thoughts outside the loop, and reports their ends."""

    def think(self, thought: Work) -> None:
        """Runs *thought* as soon as there is a free place."""
        ...

    def fill_places(self) -> None:
        """Gives the places of cancelled thoughts to waiting ones."""
        ...

    def cancel_all(self) -> None:
        """Cancels all thoughts; nothing more is reported."""
        ...


MakeThinkers: TypeAlias = Callable[[OnEnd, OnPart], Thinkers]
"""Makes a pool that runs thoughts; it calls back in the loop with each end and each part."""


class Driver:
    """Connects pages with the rooms of *hub* and the screens of *desk*.

    *make_thinkers* makes the pool that runs thoughts. *clock* gives the time at which messages
    arrive. *note_failure* is called with errors that are no sentences for people; *failed* returns
    what the page is told then. *people* identifies the person at a page; ``None``: the owner.
    *make_scheduler* makes the scheduler of callbacks; by default, they run at once. *make_opening*
    makes the opener of rooms; by default, rooms are opened in the loop, when they are needed.
    """

    def __init__(
        self,
        hub: Hub,
        desk: PageDesk,
        clock: Clock,
        note_failure: Callable[[object], None],
        make_thinkers: MakeThinkers,
        failed: Callable[[], str] = server_failed,
        people: Doorkeeper | None = None,
        make_scheduler: Callable[[AfterActs], Scheduler] = ImmediateScheduler,
        make_opening: Callable[[Hub, Callable[[Act], None]], RoomOpening] = OpeningAtOnce,
    ) -> None:
        self._hub, self._desk, self._clock = hub, desk, clock
        self._note_failure, self._failed = note_failure, failed
        self._people: Doorkeeper = OnlyOwner() if people is None else people
        self._links: dict[str, PageLink] = {}
        hub.lessons.note_page = desk.note_lesson
        hub.lessons.note_done = desk.note_lesson_done
        hub.lessons.find_next = desk.find_next_puzzle
        hub.lessons.find_own = desk.find_own
        hub.inquiries.note_review = desk.note_review
        self._thinkers = make_thinkers(self._take_answer, self._take_part)
        self._timer: asyncio.TimerHandle | None = None
        self._begun_ms: int | None = None
        self._thoughts = deque[Thought]()
        self._scheduler = make_scheduler(self)
        self._opening = make_opening(hub, self.do)
        #: called with each sentence with which a page is refused here
        self.note_refusal: Callable[[GipfMetaError], object] = lambda error: None

    def join(self, link: PageLink) -> None:
        """Adds the *link* of a page, whose first message must be hello."""
        self._links[link.name] = link

    def leave(self, link: PageLink) -> None:
        """Removes the *link* of a page that is gone."""
        if self._links.pop(link.name, None) is not None and link.person:
            self.do(lambda: self._hub.disconnect(link.name, self._clock.now_ms()))

    def finish(self) -> None:
        """Runs and answers at once all that waits in the scheduler, or for a room."""
        self._scheduler.finish()
        self.do(self._opening.finish)
        self._scheduler.finish()

    def rename(self, person: str, name: str) -> None:
        """Gives *person* the *name* in his commands from now on."""
        self._hub.links.rename(person, name)

    def tell(self, name: str, make: Callable[[], Frame | None]) -> bool:
        """Sends the page of the link *name* the message that *make* returns, if it returns one.

        *make* is called in the page's language. Returns whether the page is there.
        """
        link = self._links.get(name)
        if link is not None:
            self.do(lambda: self._tell(link, make), alone=True)
        return link is not None

    def _tell(self, link: PageLink, make: Callable[[], Frame | None]) -> None:
        with spoken(link.language), in_zone(self._hub.links.zone_of(link.name)):
            if (message := make()) is not None:
                link.say(message)

    def answer_later(
        self, name: str, message: PageMessage, make: Callable[[int], Sequence[Frame]]
    ) -> None:
        """Answers a *message* of the page of the link *name* with the frames that *make* returns.

        *make* is called with the time then, ms.
        """
        link = self._links.get(name)
        if link is not None:
            self.do(lambda: self._answer_now(link, message, make), alone=True)

    def _answer_now(
        self, link: PageLink, message: PageMessage, make: Callable[[int], Sequence[Frame]]
    ) -> None:
        if self._links.get(link.name) is link:  # a page that has left meanwhile gets no answer
            with self._refusing(link, message):
                for answer in make(self._clock.now_ms()):
                    link.say(answer)

    def close(self) -> None:
        """Runs all that waits, and then cancels thoughts and the timer."""
        self.finish()
        self._thinkers.cancel_all()
        if self._timer is not None:
            self._timer.cancel()

    def receive(self, link: PageLink, text: str) -> bool:
        """Carries out the *text* of a frame, or refuses it with a sentence.

        Returns false if the page has exceeded its rate limit.
        """
        with spoken(link.language):
            if not link.charge_message(len(text)):
                why = _("That was too much at once: wait a moment.")
                link.say(refusal({"id": find_id(text)}, why))
                return False
            try:
                message = read_frame(text)
            except BadFrame as bad:
                self.note_refusal(bad)
                link.say(refusal({"id": find_id(text)}, str(bad)))
                return True
        at_ms = self._clock.now_ms()
        is_for_room = "room" in message
        self.do(lambda: self._hear(link, message, at_ms), alone=not is_for_room)
        return True

    def _hear(self, link: PageLink, message: PageMessage, at_ms: int) -> None:
        """Answers a *message* that arrived at *at_ms*, unless its page is gone; one for a room as
        soon as that room is open."""
        room = message.get("room")
        if link.person and isinstance(room, str):
            with spoken(link.language):
                self._opening.when_open(room, lambda: self._answer_there(link, message, at_ms))
        else:
            self._answer_there(link, message, at_ms)

    def _answer_there(self, link: PageLink, message: PageMessage, at_ms: int) -> None:
        if self._links.get(link.name) is link:
            with self._refusing(link, message):
                self._answer(link, message, at_ms)

    @contextmanager
    def _refusing(self, link: PageLink, message: PageMessage) -> Iterator[None]:
        """Sets the language of *link*, and refuses its *message* if the block raises an error."""
        with spoken(link.language), in_zone(self._hub.links.zone_of(link.name)):
            try:
                yield
            except stops():
                raise
            except GipfMetaError as error:
                self.note_refusal(error)
                link.say(refusal(message, str(error)))
            except Exception as error:
                self._note_failure(error)
                link.say(refusal(message, self._failed()))

    def _answer(self, link: PageLink, message: PageMessage, at_ms: int) -> None:
        if message.get("do") == "hello":
            self._greet(link, message)
        elif not link.person:
            link.say(refusal(message, _("A page says hello first.")))
        elif "room" in message:
            self._hub.receive(link.name, message, at_ms, link.lag_ms)
        else:
            for answer in self._desk.receive(link.name, link.person, message, at_ms):
                link.say(answer)

    def _greet(self, link: PageLink, message: PageMessage) -> None:
        version = message.get("version")
        if version != VERSION or isinstance(version, bool):
            why = _("Load the page again: it is of another version than the server.")
            other: HelloRefused = {"refused": "hello", "why": why, "version": VERSION}
            link.say(*answering(id_of(message), [other]))
            return
        language = message.get("language", "")
        is_known = isinstance(language, str) and bool(_LANGUAGE.fullmatch(language))
        link.language = known_language(str(language)) if is_known else link.browser_language
        with spoken(link.language):
            try:
                person, about = self._people.identify(message, link)
                greeting = self._desk.hello(person)
                chosen = greeting["settings"]["language"] or link.browser_language
                if not is_known and chosen != link.language:
                    with spoken(chosen):
                        greeting = self._desk.hello(person)
            except GipfMetaError as error:
                self.note_refusal(error)
                if isinstance(error, LedgerError) and "secret" in message:
                    link.drop()  # the page reconnects until the database is back
                else:
                    refused: HelloRefused = {"refused": "hello", "why": str(error)}
                    if isinstance(error, KeyForgotten):
                        refused["unknown"] = True
                    link.say(*answering(id_of(message), [refused]))
                return
        if not is_known:
            link.language = chosen
        if link.person:
            self._hub.disconnect(link.name, self._clock.now_ms())
        link.person = person
        name, revision = about.get("name", ""), revision_said(message)
        self._hub.connect(link.name, person, link.language, name, revision)
        self._hub.links.note_zone(link.name, read_zone(message.get("zone")))
        hello: HelloBody = {
            "version": VERSION,
            "person": person,
            "software": __version__,
            **about,
            **greeting,
        }
        greeted: HelloMessage = {"hello": hello}
        link.say(*answering(id_of(message), [greeted]))

    # ---- what follows from it -----------------------------------------------------------------

    def _take_answer(self, thought: Thought, answer: Callable[[], Any]) -> None:
        self.do(lambda: self._hub.take_answer(thought, answer, self._clock.now_ms()))

    def _take_part(self, thought: Thought, part: Any) -> None:
        self.do(lambda: self._hub.take_part(thought, part))

    def _pass_time(self) -> None:
        self._timer = None
        self.do(lambda: self._hub.pass_time(self._clock.now_ms()))

    def do(self, act: Callable[[], object], *, alone: bool = False) -> None:
        """Calls *act* when the scheduler runs it; what came of it is sent after that."""
        self._scheduler.add(lambda: self._do_carefully(act), alone=alone)

    def do_in(self, room: str, act: Callable[[], object]) -> None:
        """Calls *act* when the scheduler runs it and *room* is open."""
        self.do(lambda: self._opening.when_open(room, lambda: self._do_carefully(act)))

    def _do_carefully(self, act: Callable[[], object]) -> None:
        """Calls *act*; notes when this turn of the loop began, and an error of *act*."""
        if self._begun_ms is None:
            self._begun_ms = self._clock.now_ms()
        self._carefully(act)

    def _carefully(self, act: Callable[[], object]) -> None:
        """Calls *act*, and notes its error, so that the work after it goes on."""
        try:
            act()
        except stops():
            raise
        except Exception as error:
            self._note_failure(error)

    def hold_answers(self) -> None:
        """Withholds the answers so far until ``send_answers``; this turn of the loop ends."""
        self._hub.outbox.withhold()
        self._note_held()

    def send_answers(self) -> None:
        """Sends the answers, and all else that need not be drawn. Call it only after the commit of
        the acts before."""
        # first, for it also puts the answers to cancelled thoughts into the outbox
        self._carefully(lambda: self._thoughts.extend(self._hub.take_thoughts()))
        self._send(self._hub.take_answers())
        self._note_held()

    def _send(self, messages: Addressed) -> None:
        """Sends *messages*, each to its link."""
        for name, message in messages:
            if (link := self._links.get(name)) is not None:
                self._carefully(partial(link.say, message))

    def draw_next(self, waited_ms: int = 0) -> bool:
        """Draws the room that has waited longest for that, and sends what has changed; returns
        whether there was one that has waited for *waited_ms*."""
        now_ms = self._clock.now_ms()
        room = self._hub.audience.next_room(now_ms - waited_ms if waited_ms else None)
        if room is not None:
            self._do_carefully(partial(self._draw, room, now_ms))
            self._note_held()
        return room is not None

    def _draw(self, room: str, at_ms: int) -> None:
        has_failed = self._hub.outbox.tell_room(room, at_ms)
        self._send(self._hub.outbox.take_drawn())
        if has_failed:  # that may have changed what comes next
            self._thoughts.extend(self._hub.take_thoughts())
            self.go_on()

    def go_on(self) -> None:
        """Starts thoughts, and sets the timer for the next deadline."""
        while self._thoughts:
            self._carefully(partial(self._thinkers.think, self._thoughts.popleft()))
        self._carefully(self._thinkers.fill_places)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (wait_ms := self._find_wait_ms()) is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(SOON_S, wait_ms / 1000), self._pass_time)

    def _note_held(self) -> None:
        """Tells the rooms if this turn of the loop was longer than ``MOST_HELD_MS``."""
        begun_ms, self._begun_ms = self._begun_ms, None
        if begun_ms is not None:
            now_ms = self._clock.now_ms()
            if now_ms - begun_ms > MOST_HELD_MS:
                self._hub.time.note_held(begun_ms, now_ms)

    def _find_wait_ms(self) -> int | None:
        """Returns the milliseconds until the next deadline; ``None``: there is none.

        A game that fails at this is noted, and tried again after ``AFTER_FAILURE_MS``.
        """
        try:
            return self._hub.wait_ms(self._clock.now_ms())
        except stops():
            raise
        except Exception as error:
            self._note_failure(error)
            return AFTER_FAILURE_MS
