"""Every command of a page is answered by its id, once to its end; rooms, lessons, desk, hello."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.thoughts import OnEnd, OnPart
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import Frame, write_frame
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.law_of_types import Asked, check_said
from tests.small_games.finding import GAMES

LESSON = "lesson-zertz-first"
SAID: tuple[dict[str, Any], ...] = (
    {"do": "hello", "version": 1, "language": ""},
    {"do": "hello", "version": 0},
    {"do": "open", "screen": "launcher"},
    {"do": "open", "screen": "nowhere"},
    {"do": "open", "screen": "settings"},
    {"do": "submit", "screen": "settings", "values": {"motion": False}},
    {"do": "submit", "screen": "tour"},
    {"do": "submit", "screen": "setup", "about": {"game": "zertz"}, "values": {"game": "nothing"}},
    {"do": "flown"},
    *({"room": "r", **each} for each in (
        {"do": "watch", "want": "scene"},
        {"do": "watch", "want": "events", "since": 0},
        {"do": "unwatch"},
        {"do": "go_on"},
        {"do": "play", "text": "claim", "seen": 3},
        {"do": "play", "text": "allow", "seen": 5},
        {"do": "resign"},
        {"do": "take_back"},
        {"do": "rematch"},
        {"do": "hint"},
        {"do": "analyse"},
        {"do": "analyse", "at": 0},
        {"do": "review"},
        {"do": "leave_off", "what": "analysis"},
        {"do": "ask", "question": "whose turn is it?"},
        {"do": "look", "at": 0},
        {"do": "record"},
        {"do": "picture", "at": 0},
        {"do": "copy"},
        {"do": "paste", "text": "1. claim"},
        {"do": "branch", "at": 0},
        {"do": "study"},
        {"do": "premove", "text": "claim"},
        {"do": "flown"},
    )),
    *({"room": LESSON, **each} for each in (
        {"do": "watch", "want": "scene"},
        {"do": "turn_page", "seen": 0},
        {"do": "show_me"},
        {"do": "hint"},
        {"do": "ask", "question": "whose turn is it?"},
        {"do": "take_back"},
        {"do": "record"},
        {"do": "unwatch"},
    )),
    {"do": "watch", "room": "nowhere", "want": "scene"},
)  # fmt: skip


class Someone:
    """A page that checks that each message to it answers one of its own."""

    name, language, browser_language, person, lag_ms = "here", "", "", "", 0

    def __init__(self) -> None:
        self.asked = Asked()

    def say(self, message: Frame) -> None:
        if "hello" not in message:  # its settings are told as they are
            check_said(message)
        self.asked.hear(message)

    def charge_message(self, letters: int) -> bool:
        return True

    def drop(self) -> None:
        raise AssertionError("nobody is cut off")


class ThinksLater:
    """A pool that runs thoughts when the test says so."""

    def __init__(self, on_end: OnEnd, on_part: OnPart) -> None:
        self._on_end, self._on_part = on_end, on_part
        self._waiting = deque[Any]()

    def think(self, thought: Any) -> None:
        self._waiting.append(thought)

    def fill_places(self) -> None:
        pass

    def cancel_all(self) -> None:
        self._waiting.clear()

    def go_on(self) -> bool:
        """Thinks about what has waited for longest; whether anything has."""
        if not self._waiting:
            return False
        thought = self._waiting.popleft()
        if not thought.is_cancelled:
            answer = _found(lambda: thought.run(lambda part: self._on_part(thought, part)))
            self._on_end(thought, answer)
        return True


def _found(find: Callable[[], Any]) -> Callable[[], Any]:
    """Calls *find*; returns a function that returns its result, or raises its error."""
    try:
        found = find()
    except Exception as error:
        failed = error

        def fail() -> Any:
            raise failed

        return fail
    return lambda: found


async def talk(rng: Random, most: int) -> None:
    """Says *most* commands of all sorts, and lets thoughts come to their ends in between."""
    installed, page, ids = installed_plugins(), Someone(), count()
    games = {**installed.games, **GAMES}
    hub = AskedHub(MemoryLedger(), games.__getitem__, patience_ms=None)
    hub.open_room("r", Opening(game="wager", players=(Seat(name="A"), Seat(name="B")), seed=1),
                  "owner")  # fmt: skip
    desk = Desk(Context(installed, None, Settings(), hub, save=lambda _: ""))
    thinkers: list[ThinksLater] = []

    def make(on_end: OnEnd, on_part: OnPart) -> ThinksLater:
        thinkers.append(ThinksLater(on_end, on_part))
        return thinkers[0]

    failures = list[object]()
    driver = Driver(hub, desk, StillClock(), failures.append, make)
    driver.join(page)
    first = (SAID[2], SAID[9], SAID[0], SAID[9])
    for message in (*first, *rng.choices(SAID, k=most)):
        id = f"c{next(ids)}"
        page.asked.ask(id)
        driver.receive(page, write_frame({**message, "id": id}))
        if rng.random() < 0.3:
            thinkers[0].go_on()
    while thinkers[0].go_on():
        pass
    driver.close()
    assert not failures
    page.asked.check()
    assert not hub.not_answered()


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("seed", range(3))
def test_each_command_is_answered_by_its_id_and_once_to_its_end(seed: int) -> None:
    asyncio.run(talk(Random(seed), 60))


@pytest.mark.soak
@pytest.mark.needs("zertz")
def test_each_command_of_many_is_answered_by_its_id_and_once_to_its_end() -> None:
    for seed in range(100, 300):
        asyncio.run(talk(Random(seed), 200))
