"""The site of tests: the page, with a desk of one screen and small games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gipf_meta.base.clock import Clock
from gipf_meta.deeds.messages import answering
from gipf_meta.desk.responses import DeskMessage, Greeting
from gipf_meta.desk.settings_form import settings_of_page
from gipf_meta.hub.audience import OWNER
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.web.connections import Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.kept_ledger import KeptLedger
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.thought_queue import ThreadThinkers
from tests.small_games.finding import find


class Counter:
    """A desk with one screen, which opens matches of Wager."""

    def __init__(self, hub: Hub, new_room: Callable[[], str]) -> None:
        self._hub, self._new_room = hub, new_room

    def hello(self, person: str) -> Greeting:
        return {"words": {}, "settings": settings_of_page(Settings()), "places": []}

    def note_lesson(self, person: str, game: str, lesson: str, page: int | None = None) -> None:
        pass

    def note_lesson_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> tuple[str, ...]:
        return ()

    def find_next_puzzle(self, person: str, game: str, theme: str, but: str) -> str:
        return ""

    def find_own(self, person: str, game: str, lesson: str) -> Lesson | None:
        return None

    def note_review(self, person: str, review: EndedReview) -> None:
        pass

    def receive(self, link: str, person: str, message: Any, at_ms: int) -> list[DeskMessage]:
        if message["screen"] == "fail":
            raise ZeroDivisionError("secret")
        about = message["about"]
        kinds, game = about["seats"].split(), about["game"]
        options = {"fuse_ms": 5} if game == "fuse" else {}
        players = tuple(Seat(name=f"{n} {kind}", player=kind) for n, kind in enumerate(kinds))
        room = self._new_room()
        opening = Opening(game=game, players=players, options=options, seed=1)
        self._hub.open_room(room, opening, person, at_ms)
        go: DeskMessage = {"go": f"room/{room}"}
        return answering(message["id"], [go, {"done": message["id"], "number": 0}])


def in_memory(sessions: int = 4) -> Callable[[Connections, Clock], PageSite]:
    """A site whose rooms last as long as it does."""

    def make(connections: Connections, clock: Clock) -> PageSite:
        hub = Hub(MemoryLedger(), find, patience_ms=None)
        rooms = iter(range(1, 1000))
        desk = Counter(hub, lambda: str(next(rooms)))
        driver = Driver(hub, desk, clock, connections.note_failure, ThreadThinkers)
        return PageSite(sessions, connections, clock, driver)

    return make


def in_library(library: Library) -> Callable[[Connections, Clock], PageSite]:
    """A site whose rooms are kept in *library*."""

    def make(connections: Connections, clock: Clock) -> PageSite:
        ledger = KeptLedger(library, find, clock, OWNER)
        hub = Hub(ledger, find, patience_ms=None, most_idle=0)
        desk = Counter(hub, lambda: str(library.reserve_number()))
        driver = Driver(hub, desk, clock, connections.note_failure, ThreadThinkers)
        return PageSite(4, connections, clock, driver)

    return make
