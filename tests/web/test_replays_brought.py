"""Imports at ``gipf-meta serve`` or at a host are read in a process of their own, and answered
later, from any screen."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.deeds.thoughts import OnEnd, OnPart, Work
from gipf_meta.desk import context
from gipf_meta.desk.desk import SCREENS, Desk
from gipf_meta.desk.imported_games import read_brought
from gipf_meta.host.serving.desks import Desks
from gipf_meta.hub.audience import OWNER
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.record_files import dumps, link_of
from gipf_meta.records.study import Study
from gipf_meta.web import server
from gipf_meta.web.connections import Connections, Notices
from gipf_meta.web.driver import PageDesk
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.replays import OwnDesk, Replays
from tests.desk.conftest import buttons, new_page, parts, values_of
from tests.desk.test_open_tables import TablesInMemory
from tests.desk.test_parts_of_every_screen import POSITION
from tests.desk.test_shared_match import played
from tests.records.test_text_formats_collections import game

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


# ---- whichever screen asks for it ---------------------------------------------------------------

Message = dict[str, Any]


class Nobody:
    """People of a host, of whom nothing is known."""

    def name_of(self, person: str) -> str:
        return ""

    def rename(self, person: str, name: str) -> str:
        return name

    def settings_of(self, person: str) -> dict[str, Any]:
        return {}

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        pass


class ReadingElsewhere:
    """A desk of one's own, or those of a host, for which *elsewhere* reads; *read* is what was."""

    def __init__(self, is_host: bool) -> None:
        self.elsewhere: Elsewhere
        self.answers, self.read, installed = list[Any](), 0, installed_plugins()
        replays = Replays(self._think, installed.find, None)
        self.desk: OwnDesk | Desks
        page = new_page(None, installed)
        if is_host:
            tables, hub = TablesInMemory(), page.context.hub
            charge = lambda link, person: None  # noqa: E731
            self.desk = Desks(
                installed, hub, Nobody(), tables, replays=replays, charge_replay=charge
            )
        else:
            self.desk = OwnDesk(page.desk, replays)
        self.desk.answer_later = lambda link, message, make: self.answers.extend(make(0))

    def _think(self, on_end: OnEnd, on_part: OnPart) -> Elsewhere:
        self.elsewhere = Elsewhere(on_end, on_part)
        return self.elsewhere

    def ask(self, message: Message) -> list[Message]:
        self.answers = [*self.desk.receive(LINK, OWNER, message, 0)]
        if self.elsewhere.waiting:
            assert not self.answers, "it is answered later"
            self.read += 1
            self.elsewhere.run()
            self.elsewhere.waiting.clear()
        return self.answers


def desk_that_reads_here(is_host: bool) -> Callable[[Message], list[Message]]:
    """Returns the answers of a desk that reads imports itself, by message."""
    page = new_page(None, installed_plugins())
    context = page.context
    context.tables = TablesInMemory() if is_host else None
    context.read_brought = lambda brought: read_brought(brought, None, context.installed.find)
    return lambda message: list[Any](page.desk.receive(LINK, OWNER, message, 0))


def everything_asked() -> list[Message]:
    """Every screen opened, and everything submitted, about what somebody brings."""
    record = played("zertz", 3)
    about = {"match": link_of(record), "game": "zertz", "position": POSITION, "options": "{}"}
    submits = re.findall(r'case "(\w+)"', inspect.getsource(Desk._submit))
    assert {"study", "shared_match", "open_match"} <= set(submits)
    file = {"file": dumps(record)}
    return [
        *({"do": "open", "screen": name, "about": about, "has": []} for name in SCREENS),
        *(submitted(name, about, file) for name in submits),
        *(submitted(name, about, {}) for name in submits),
    ]


def submitted(screen: str, about: Any, values: Any) -> Message:
    return {
        "do": "submit", "screen": screen, "about": about, "values": values, "changed": "",
        "has": [],
    }  # fmt: skip


def offered(screen: Any) -> Iterator[Message]:
    """Yields the messages of the buttons and the forms of a screen."""
    yield from ({"has": [], **button["do"]} for button in buttons(screen))
    for part in parts(screen):
        if part["part"] == "form":
            do = part["do"]
            yield submitted(do["screen"], do["about"], {**do["values"], **values_of(screen)})


def seen(answers: list[Message]) -> list[Any]:
    """The *answers* without ids, and without names of rooms."""
    return [
        {"go": "a room"} if "go" in each else {k: v for k, v in each.items() if k not in ANSWERED}
        for each in answers
    ]


ANSWERED = ("done", "refused")


@pytest.fixture(params=[False, True], ids=["a page of one's own", "a host"])
def elsewhere(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[ReadingElsewhere, Callable[[Message], list[Message]]]:
    """A desk for which somebody else reads, and one that reads by itself."""

    def read_here(*brought: Any) -> None:
        raise AssertionError("everybody waits for it")

    monkeypatch.setattr(context, "read_brought", read_here)
    for place in ("launcher", "pictures"):  # which take long, and nobody looks at them
        monkeypatch.setattr(f"gipf_meta.desk.{place}.picture_of_game", lambda game, find: None)
    return ReadingElsewhere(request.param), desk_that_reads_here(request.param)


@pytest.mark.needs("zertz")
def test_whichever_screen_asks_for_what_is_brought_it_is_read_elsewhere(
    elsewhere: tuple[ReadingElsewhere, Callable[[Message], list[Message]]],
) -> None:
    """A new screen, too, is answered as where it reads by itself."""
    desk, here = elsewhere
    for number, message in enumerate(everything_asked()):
        asked = {**message, "id": f"a{number}"}
        assert seen(desk.ask(asked)) == seen(here(asked)), asked
    assert desk.read >= 4


@pytest.mark.needs("zertz")
def test_whatever_the_screens_of_what_is_brought_offer_is_done(
    elsewhere: tuple[ReadingElsewhere, Callable[[Message], list[Message]]],
) -> None:
    desk, _here = elsewhere
    texts = [dumps(played("zertz", 3)), dumps(Study.of(played("zertz", 3)).record)]
    texts += ["\n\n".join(map(game, ("Ann", "Bob"))), POSITION]
    waiting = [submitted("open_match", {}, {"file": text}) for text in texts]
    done, shown = set[str](), set[str]()
    while waiting:
        message = waiting.pop()
        if str(message) in done:
            continue
        done.add(str(message))
        answers = desk.ask({**message, "id": f"b{len(done)}"})
        assert "done" in answers[-1], (message, answers)
        for screen in (each["screen"] for each in answers if "screen" in each):
            if screen["name"] in ("shared_match", "brought_games", "brought_position"):
                shown.add(screen["name"])
                waiting += offered(screen)
    assert shown == {"shared_match", "brought_games", "brought_position"}
    assert sum("'screen': 'study'" in each for each in done) >= 4
