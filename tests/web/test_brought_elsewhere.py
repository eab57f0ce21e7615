"""What is brought to ``gipf-meta serve`` is read in a process of its own, and answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.desk import context
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.files import dumps, link_of
from gipf_meta.rooms.thoughts import OnEnd, OnPart, Work
from gipf_meta.web import server
from gipf_meta.web.connections import Connections, Notices
from gipf_meta.web.driver import OWNER, PageDesk
from gipf_meta.web.page_site import PageSite
from tests.desk.test_shared_match import played

LINK = "a page"


class Elsewhere:
    """Holds thoughts until they are run."""

    def __init__(self, on_end: OnEnd, on_part: OnPart) -> None:
        self.on_end, self.waiting, self.is_ended = on_end, list[Work](), False

    def think(self, thought: Work) -> None:
        self.waiting.append(thought)

    def fill_places(self) -> None:
        pass

    def cancel_all(self) -> None:
        self.is_ended = True

    def run(self) -> None:
        (thought,) = self.waiting
        found = thought.run(lambda part: None)
        self.on_end(thought, lambda: found)


class Driver:
    """Has a desk, and notes what is answered later."""

    def __init__(self, hub: Any, desk: PageDesk, *rest: Any) -> None:
        self.desk, self.answers = desk, list[Any]()

    def answer_later(self, link: str, message: Any, make: Callable[[int], Any]) -> None:
        self.answers += make(0)

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> tuple[PageSite, Driver, Elsewhere]:
    """The site of the page, whose work elsewhere waits."""
    drivers, elsewhere = list[Driver](), list[Elsewhere]()

    def drive(*arguments: Any) -> Driver:
        drivers.append(Driver(*arguments))
        return drivers[0]

    def think(on_end: OnEnd, on_part: OnPart) -> Elsewhere:
        elsewhere.append(Elsewhere(on_end, on_part))
        return elsewhere[0]

    def read_here(*brought: Any) -> None:
        raise AssertionError("everybody waits for it")

    monkeypatch.setattr(server, "Driver", drive)
    monkeypatch.setattr(server, "in_own_processes", think)
    monkeypatch.setattr(context, "read_brought", read_here)
    clock = StillClock()
    make = server.page_site_of(4, installed_plugins(), None, Settings())
    made = make(Connections(clock, Notices(clock, print), 100), clock)
    assert isinstance(made, PageSite)
    return made, drivers[0], elsewhere[0]


def brought() -> dict[str, dict[str, Any]]:
    """Messages that bring a match: a link, a file, and a study of a link."""
    record = played("zertz", 3)
    about, has = {"match": link_of(record)}, list[str]()
    file = {"file": dumps(record)}
    return {
        "a link": {"do": "open", "id": "1", "screen": "shared_match", "about": about, "has": has},
        "a file": {
            "do": "submit", "id": "2", "screen": "open_match", "about": {}, "values": file,
            "changed": "", "has": has,
        },
        "a study": {
            "do": "submit", "id": "3", "screen": "study", "about": about, "values": {},
            "changed": "", "has": has,
        },
    }  # fmt: skip


@pytest.mark.parametrize("how", brought())
def test_what_is_brought_to_the_server_of_the_page_is_read_elsewhere(
    site: tuple[PageSite, Driver, Elsewhere], how: str
) -> None:
    _site, driver, elsewhere = site
    assert driver.desk.receive(LINK, OWNER, brought()[how], 0) == []
    assert not driver.answers
    elsewhere.run()
    assert "done" in driver.answers[-1], driver.answers


def test_reading_ends_with_the_server(site: tuple[PageSite, Driver, Elsewhere]) -> None:
    made, _driver, elsewhere = site
    asyncio.run(made.close())
    assert elsewhere.is_ended
