"""A desk for a test, and a page that sends it messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.pictures import picture_of_game
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import GameFinder
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.rooms.ledger import MemoryLedger
from tests.rooms.law_of_types import Asked, bare, check_said

Part = dict[str, Any]
_pictures: dict[tuple[object, str], Picture | None] = {}


@pytest.fixture(autouse=True)
def pictures_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches the pictures of games, for which every first screen of a new desk would play the games
    anew."""

    def draw(game: AnyGame, find: GameFinder) -> Picture | None:
        key = (type(game), game.model_dump_json())
        if key not in _pictures:
            _pictures[key] = picture_of_game(game, find)
        return _pictures[key]

    for place in ("launcher", "pictures"):
        monkeypatch.setattr(f"gipf_meta.desk.{place}.picture_of_game", draw)


@dataclass
class Page:
    """A page that knows only the parts of screens. *saved* are the settings that the desk has
    saved."""

    desk: Desk
    saved: list[Settings]
    numbers: Iterator[int] = field(default_factory=count)

    @property
    def context(self) -> Context:
        """The context of the desk."""
        return self.desk.context

    def send(self, **message: Any) -> list[dict[str, Any]]:
        """Sends a message; returns all answers."""
        message.setdefault("id", f"m{next(self.numbers)}")
        answers: list[dict[str, Any]] = [*self.desk.receive("link", "ann", message, 0)]
        asked = Asked()
        asked.ask(message["id"])
        for answer in answers:
            check_said(answer)
            asked.hear(answer)
        if message["id"]:
            asked.check()
        return bare(answers)

    def open(self, screen: str, **about: str) -> Part:
        """Opens the screen of that name and returns it. Raises ``AssertionError`` if it is
        refused."""
        return self.screen_of(self.send(do="open", screen=screen, about=about))

    def screen_of(self, answers: list[dict[str, Any]]) -> Part:
        """The screen among *answers*."""
        screens = [answer["screen"] for answer in answers if "screen" in answer]
        assert len(screens) == 1, answers
        screen: Part = screens[0]
        return screen

    def why(self, answers: list[dict[str, Any]]) -> str:
        """The sentence of a refusal, the only answer."""
        (refusal,) = answers
        words: str = refusal["why"]
        assert words.endswith("."), words
        assert "\n" not in words
        return words

    def submit(self, screen: Part, changed: str = "", **changes: Any) -> list[dict[str, Any]]:
        """Submits the form of *screen*, with *changes* of its fields; returns all answers."""
        form = next(part for part in parts(screen) if part["part"] == "form")
        values = {**values_of(screen), **changes}
        values = {**form["do"]["values"], **values}
        return self.send(
            **{**form["do"], "values": values}, **({"changed": changed} if changed else {})
        )

    def press(self, screen: Part, text: str) -> list[dict[str, Any]]:
        """Presses the first button called *text*."""
        button = next(b for b in buttons(screen) if b["text"] == text)
        return self.send(**button["do"])


def parts(screen: Part) -> Iterator[Part]:
    """Every part of a screen, those inside others too."""
    for part in screen.get("parts", []):
        yield part
        yield from parts(part)


def buttons(screen: Part) -> Iterator[Part]:
    """Every button of a screen."""
    for part in parts(screen):
        if part["part"] == "button":
            yield part
        for row in part.get("rows", []):
            yield from row.get("buttons", [])


def fields(screen: Part) -> dict[str, Part]:
    """The fields of a screen by name."""
    return {part["name"]: part for part in parts(screen) if part["part"] == "field"}


def values_of(screen: Part) -> dict[str, Any]:
    """The values of the fields, as a page sends them."""
    return {name: entry["value"] for name, entry in fields(screen).items()}


def texts_of(thing: Any) -> Iterator[str]:
    """Every text for a reader in a screen: no markup, no messages, no names of fields."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key in ("text", "label", "note", "group", "title", "html"):
                yield value
            elif key in ("cells", "columns"):
                yield from value
            elif key == "choices":
                yield from (words for _value, words in value)
            elif key in ("parts", "rows", "buttons", "picture"):
                yield from texts_of(value)
    elif isinstance(thing, list):
        for each in thing:
            yield from texts_of(each)


def new_page(
    library: Library | None, installed: Installed, settings: Settings | None = None
) -> Page:
    """A page at a desk that saves its settings in a list."""
    saved: list[Settings] = []
    numbers = count(1)

    def save(settings: Settings) -> str:
        saved.append(settings)
        return ""

    context = Context(
        installed,
        library,
        settings or Settings(),
        Hub(MemoryLedger(), installed.find, patience_ms=None),
        new_room=lambda: str(next(numbers)),
        new_seed=lambda: 7,
        save=save,
    )
    desk = Desk(context)
    lessons = context.hub.lessons
    lessons.note_page = desk.note_lesson
    lessons.note_done, lessons.find_next = desk.note_lesson_done, desk.find_next_puzzle
    lessons.find_own = desk.find_own
    context.hub.inquiries.note_review = desk.note_review
    return Page(desk, saved)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library(tmp_path / "library.sqlite") as opened:
        yield opened


@pytest.fixture
def page(library: Library) -> Page:
    """A page at a desk with a library."""
    return new_page(library, installed_plugins())
