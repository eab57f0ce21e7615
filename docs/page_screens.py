"""The screens of the page on one sheet: ``make page-screens`` writes docs/pictures/page.webp.

Each screen is reached in Chromium by clicks and keys, as users do, on a server with a
library of its own. ``python -m docs.page_screens FOLDER`` writes every screen in every size, light
and dark, into the folder instead; more words choose the scenes whose titles begin with one of them.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from docs.screens import KeptMatch, play
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.records.record_files import link_of
from tests.program import installed
from tests.web.begun import BEGUN
from tests.web.browsers import Browser, Driver, Page, find_missing
from tests.web.serving import Serving, serving

PICTURE = Path(__file__).parent / "pictures" / "page.webp"

SHEET = 1600
"""The width of the sheet in pixels."""
STYLE = """<style>
body { display: flex; flex-wrap: wrap; gap: 18px; margin: 0; padding: 18px; background: #8b8b88 }
figure { margin: 0 } figcaption { font: 15px sans-serif; color: #000; padding-bottom: 4px }
img { display: block; height: 300px }
</style>"""


class Size(NamedTuple):
    """The size of a window in CSS pixels."""

    width: int
    height: int


PHONE, SMALL, WIDE = Size(390, 844), Size(800, 600), Size(1600, 1000)
SIZES = (PHONE, SMALL, WIDE)
POTENTIALS = {"zertz_potentials": "3", "tamsk_potentials": "3", "challenges_enabled": "on"}
TOURNAMENT = {"variant": "tournament", **POTENTIALS}
TWO, FOUR = ("Anna", "Ben"), ("Anna", "Ben", "Cyril", "Dora")

MATCHES = (
    KeptMatch("zertz", TWO, 16),
    KeptMatch("zertz", TWO, 18),
    KeptMatch("gipf", TWO, 34, TOURNAMENT, seed=0),
    KeptMatch("gipf", TWO, 1000, TOURNAMENT, seed=14),
    KeptMatch("gipf", TWO, 1000, TOURNAMENT, seed=7),
    KeptMatch("tamsk", TWO, 30),
    KeptMatch("zatre", FOUR, 40),
    KeptMatch("zatre_pad", TWO, 6),
    KeptMatch("zertz", ("Dora", "Ben"), 20, {"variant": "blitz"}),
    KeptMatch("gipf", ("Dora", "Anna"), 1000, {"variant": "basic"}),
    KeptMatch("zertz", ("Cyril", "Dora"), 12),
)
"""The matches in the library, by number: the fourth and the fifth wait for an answer to an
announced potential, of ZÈRTZ and of TAMSK."""
MIDDLE, CAPTURE, GIPF, ZERTZ_POWER, TAMSK_POWER, SAND, ZATRE, PAD, SHORT = range(1, 10)
LINK = link_of(BEGUN)
"""The link to a match of one turn."""
OUTSIDE = "tictactoe"
"""A plugin that does not belong to the program."""

Step = Callable[[Page], None]


def press(*keys: str) -> Step:
    """Presses *keys*."""
    return lambda page: page.press(*keys)


def click(*wheres: str) -> Step:
    """Clicks one after the other."""

    def step(page: Page) -> None:
        for where in wheres:
            page.click(where)

    return step


def wait(code: str) -> Step:
    """Waits until JavaScript returns a true value."""

    def step(page: Page) -> None:
        page.wait_until(code)

    return step


def run(code: str) -> Step:
    """Runs JavaScript."""

    def step(page: Page) -> None:
        page.evaluate(code)

    return step


def type_move(text: str) -> Step:
    """Types a move or a question, and plays it."""

    def step(page: Page) -> None:
        page.press(":")
        page.type(text)
        page.press("Enter")

    return step


def answer(value: str = "") -> Step:
    """Answers the open dialog with *value*; by default with its preset answer."""
    return click(f"dialog[open] button[value='{value}']" if value else "dialog[open] .primary")


DIALOG = wait("document.querySelector('dialog[open]')")
BOARD = wait("location.hash.startsWith('#room') && document.querySelector('#prompt').textContent")
NO_DIALOG = wait("!document.querySelector('dialog[open]')")
SAID = wait("document.querySelectorAll('#said p').length && document.querySelector('.hint')")
TOLD = wait("document.querySelectorAll('#said p').length")
OPENED = run(
    "() => document.querySelectorAll('#screen details').forEach((one) => (one.open = true))"
)
IN_DUEL = wait("document.body.classList.contains('in-duel')")
OUT_OF_DUEL = wait("!document.body.classList.contains('in-duel')")
END = wait("document.querySelector('.end')")
RESIGNED = (press("R"), DIALOG, answer("yes"))
REVIEWED = wait("document.querySelector('#review svg path')")


KEEP_SOCKET = """(() => {
    const Socket = WebSocket;
    window.WebSocket = class extends Socket {
        constructor(address) {
            super(address);
            window.lastSocket = this;
        }
    };
})()"""
"""JavaScript: stores the page's socket, so that it can be closed."""


def cut(page: Page) -> None:
    """Cuts the connection between page and server."""
    page.set_offline(True)
    page.evaluate("lastSocket.close()")
    page.wait_until("!!document.querySelector('#connection').textContent")


@dataclass(frozen=True)
class Scene:
    """A screen: its *title*, the address that leads to it, and the *steps* from there."""

    title: str
    address: str
    steps: tuple[Step, ...] = ()
    sheet: Mapping[Size, bool] = field(default_factory=dict)
    """The sizes in which it stands on the sheet, and whether each is dark."""
    language: str = "en"
    theme: str = ""
    forced_colors: bool = False


def screen(name: str, **about: str) -> str:
    """Returns the address of a screen that is no board."""
    return f"screen/{name}" + (f"/{json.dumps(about)}" if about else "")


def room(number: int) -> str:
    """Returns the address of a match of the library."""
    return f"room/{number}"


def lesson(where: str) -> str:
    """Returns the address of a lesson; *where* is its game, its id and its page."""
    return f"lesson/{where}"


BEGUN = "#screen form button.primary"

SCENES = (
    Scene("Launcher", "", sheet={PHONE: False, WIDE: False}),
    Scene("Set-up", screen("setup", game="zertz")),
    Scene("Set-up, options", screen("setup", game="gipf"), (OPENED,), {SMALL: False}),
    Scene("Settings", screen("settings"), sheet={PHONE: True}),
    Scene("Library", screen("library"), sheet={SMALL: True}),
    Scene("Statistics", screen("statistics")),
    Scene("Rules", screen("rules", game="gipf"), sheet={PHONE: False}),
    Scene("Help", screen("help")),
    Scene("Lessons", screen("lessons", game="gipf")),
    Scene("A lesson begins", lesson("zertz/first")),
    Scene("A lesson asks", lesson("zertz/first/2"), (type_move("Wd4"), TOLD), {PHONE: False}),
    Scene("A lesson in a duel", lesson("gipf/challenge/9")),
    Scene("A lesson with sand", lesson("tamsk/sand/4"), sheet={SMALL: False}),
    Scene("A lesson is over", lesson("tamsk/first/9")),
    Scene("ZERTZ, the first turn", screen("setup", game="zertz"), (click(BEGUN), BOARD)),
    Scene("ZERTZ, a first click", room(MIDDLE), (click("#trays .item.lit"),), {PHONE: False}),
    Scene("ZERTZ, a hint", room(MIDDLE), (press("H"), SAID), {WIDE: True}),
    Scene("Best lines", room(MIDDLE), (press("A"), wait("document.querySelector('#lines b')"))),
    Scene("ZERTZ, a capture is due", room(CAPTURE), sheet={SMALL: False}),
    Scene("Menu", room(CAPTURE), (press("m"), DIALOG), {PHONE: True}),
    Scene("Resign", room(MIDDLE), (press("R"), DIALOG)),
    Scene("GIPF 3+3", room(GIPF), sheet={WIDE: False, PHONE: True}),
    Scene("Replay", room(GIPF), (press("V"), wait("document.querySelector('#moment').textContent"),
          press("End", "ArrowLeft", "ArrowLeft")), {SMALL: True}),
    Scene("Allow or challenge", room(ZERTZ_POWER), sheet={PHONE: False}),
    Scene("A duel in ZERTZ", room(ZERTZ_POWER), (click("[data-word='challenge']"), IN_DUEL),
          {SMALL: False, WIDE: False, PHONE: True}),
    Scene("GIPF goes on", room(ZERTZ_POWER), (*RESIGNED, OUT_OF_DUEL), {SMALL: True}),
    Scene("An extra move is announced", room(TAMSK_POWER)),
    Scene("A duel in TAMSK is announced", room(TAMSK_POWER), (click("[data-word='challenge']"),
          DIALOG)),
    Scene("A duel in TAMSK", room(TAMSK_POWER), (answer(), NO_DIALOG), {WIDE: True}),
    Scene("Ready?", room(SAND), (DIALOG,)),
    Scene("TAMSK with sand", room(SAND), (answer(), NO_DIALOG), {PHONE: False, SMALL: True}),
    Scene("Zatre, four players", room(ZATRE), sheet={WIDE: False, PHONE: True}),
    Scene("Score pad", room(PAD), sheet={SMALL: False}),
    Scene("Another plugin", screen("setup", game=OUTSIDE), (click(BEGUN),
          BOARD), {PHONE: False}),
    Scene("Result", room(SHORT), (*RESIGNED, END), {PHONE: True}),
    Scene("After the result", room(SHORT), (press("Escape"), NO_DIALOG)),
    Scene("A review", room(SHORT), (press("Escape"), NO_DIALOG,
          press("G"), REVIEWED, press("V", "Home"))),
    Scene("A mistake is explained", room(MIDDLE), (type_move("Wz9"), TOLD)),
    Scene("The line is cut", room(MIDDLE), (cut,), {PHONE: False}),
    Scene("High contrast, launcher", "", theme="high-contrast"),
    Scene("High contrast, GIPF", room(GIPF), theme="high-contrast", sheet={SMALL: False}),
    Scene("Colour-blind, ZERTZ", room(CAPTURE), theme="colour-blind", sheet={SMALL: True}),
    Scene("Forced colours, launcher", "", forced_colors=True),
    Scene("Forced colours, GIPF", room(GIPF), forced_colors=True),
    Scene("Czech, launcher", "", language="cs"),
    Scene("Czech, set-up", screen("setup", game="gipf"), (OPENED,), language="cs"),
    Scene("Czech, settings", screen("settings"), language="cs"),
    Scene("Czech, library", screen("library"), language="cs"),
    Scene("Czech, help", screen("help"), language="cs"),
    Scene("Czech, Zatre", room(ZATRE), language="cs"),
    Scene("Czech, GIPF", room(GIPF), language="cs"),
    Scene("Czech, lesson", lesson("zatre/first/4"), language="cs"),
    Scene("Czech, lessons", screen("lessons", game="gipf"), language="cs"),
    Scene("Czech, menu", room(GIPF), (press("m"), DIALOG), language="cs"),
    Scene("Open a saved match", screen("open_match")),
    Scene("A match from a link", screen("shared_match", match=LINK), sheet={SMALL: True}),
    Scene("Czech, open a saved match", screen("open_match"), language="cs"),
    Scene("Czech, a match from a link", screen("shared_match", match=LINK), language="cs"),
)  # fmt: skip


def take_pictures(driver: Driver, home: Path, scenes: Iterable[Scene], sizes: Sequence[Size]) -> (
    Iterable[tuple[Scene, Size, bool, Page]]
):  # fmt: skip
    """Opens each of *scenes* in each size, light and dark; yields it while the page shows it."""
    for n, size in enumerate(sizes):
        for language in ("en", "cs"):
            spoken = [scene for scene in scenes if scene.language == language]
            folder = home / f"{n}{language}"
            if spoken:
                folder.mkdir()
                keep_matches(folder)
                with serving(folder, language=language) as served:
                    browser = Browser(driver, "chromium")
                    yield from _visit(browser, served, spoken, size)
                    browser.close()


def keep_matches(folder: Path) -> None:
    """Plays the matches into the library of the server in *folder*."""
    library = folder / "DATA" / "gipf-meta" / "library.sqlite"
    library.parent.mkdir(parents=True)
    play(library, MATCHES)


def _visit(
    browser: Browser, served: Serving, scenes: Sequence[Scene], size: Size
) -> Iterable[tuple[Scene, Size, bool, Page]]:
    page = browser.new_page()
    page.resize(*size)
    page.pretend(reduced_motion=True)
    page.run_before_page(KEEP_SOCKET)
    page.go(served.told)
    page.wait_until("document.body.dataset.screen === 'launcher'")
    for scene in scenes:
        page.pretend(reduced_motion=True, forced_colors=scene.forced_colors)
        _open(page, scene)
        page.evaluate(
            "(name) => { document.documentElement.dataset.theme = name }", scene.theme or "system"
        )
        for step in scene.steps:
            step(page)
        for dark in (False, True):
            page.pretend(reduced_motion=True, dark=dark, forced_colors=scene.forced_colors)
            yield scene, size, dark, page
        page.set_offline(False)
    page.close()


def _open(page: Page, scene: Scene) -> None:
    """Goes to the address of *scene*, unless the page is there already."""
    here = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    if here != scene.address:
        page.evaluate(
            """() => {
                document.activeElement.blur();
                document.querySelector("#prompt").textContent = "";
                location.hash = "screen/help";
            }"""
        )
        page.wait_until("document.body.dataset.screen === 'help'")
        page.evaluate("(to) => { location.hash = to }", scene.address)
    name = scene.address.split("/")[1] if scene.address.startswith("screen") else "launcher"
    if scene.address.startswith("lesson"):
        page.wait_until("document.querySelector('#lesson .row button')")
    elif scene.address.startswith("room"):
        page.wait_until("document.querySelector('#prompt').textContent")
    else:
        page.wait_until("(name) => document.body.dataset.screen === name", name)


def draw_sheet(page: Page, pictures: Sequence[tuple[Scene, Path]], file: Path) -> None:
    """Draws all *pictures* on one sheet, row by row, each below the title of its scene."""
    shown = [
        f"<figure><figcaption>{escape(scene.title)}</figcaption>"
        f"<img src='data:image/png;base64,{b64encode(picture.read_bytes()).decode()}'>"
        "</figure>"
        for scene, picture in pictures
    ]
    page.resize(SHEET, 1000)
    page.pretend()
    page.evaluate("(html) => { document.body.innerHTML = html }", STYLE + "".join(shown))
    page.wait_until("() => [...document.images].every((one) => one.complete)")
    page.screenshot(file, full=True)


def main(folder: str = "", *titles: str) -> None:
    """Draws the sheet, or each screen into *folder*."""
    missing = find_missing()
    if missing:
        sys.exit(missing)
    speak(ENGLISH)
    driver = Driver()
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ):
        os.environ["PYTHONPATH"] = installed(Path(home))
        wanted = [scene for scene in SCENES if scene.title.startswith(titles or ("",))]
        pictures = list[tuple[Scene, Path]]()
        for scene, size, dark, page in take_pictures(driver, Path(home), wanted, SIZES):
            name = f"{SCENES.index(scene):02} {scene.title} {size.width}{' dark' if dark else ''}"
            picture = Path(folder or home, name.replace(" ", "-") + ".png")
            if folder or scene.sheet.get(size) == dark:
                page.screenshot(picture)
                pictures.append((scene, picture))
        if not folder:
            pictures.sort(key=lambda each: each[1].name)
            browser = Browser(driver, "chromium")
            draw_sheet(browser.new_page(), pictures, PICTURE)
            browser.close()
    driver.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
