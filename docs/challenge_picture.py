"""Draws a challenge as an animated picture, light and dark, for README.md:
``make challenge-picture``.

The page is played in Chromium as people play it: a jump was announced, it is challenged, the duel
is played, and GIPF goes on. ``python -m docs.challenge_picture FOLDER`` writes into that folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.moving_picture import Frame, moving_picture
from docs.page_screens import (
    SCENES,
    ZERTZ_POWER,
    Size,
    Step,
    click,
    keep_matches,
    room,
    type_move,
    wait,
)
from tests.web.browsers import Browser, Driver, Page, find_missing
from tests.web.serving import serving

FOLDER: Final = Path(__file__).parent / "pictures"
SIZE: Final = Size(1000, 640)
TURN_MS, READING_MS = 1200, 2800

PICTURES = {theme: f"challenge-{theme}.webp" for theme in ("light", "dark")}
"""The names of the pictures, by theme."""


def steps_of(title: str) -> tuple[Step, ...]:
    """Returns the steps that lead from the scene before to the one with that *title*."""
    return next(scene.steps for scene in SCENES if scene.title == title)


def turn(text: str, pieces: int) -> tuple[Step, ...]:
    """Returns the steps of a turn of the duel, after which *pieces* are on the board."""
    there = f"document.querySelectorAll('#board .pieces > g').length === {pieces}"
    return type_move(text), wait(there)


JUMPED: Final[tuple[Step, ...]] = (
    click("[data-place=d5] .hit"),
    wait("!document.querySelector('#prompt').textContent.includes('must jump')"),
)
STORY: Final[tuple[tuple[tuple[Step, ...], int], ...]] = (
    (steps_of("Allow or challenge"), READING_MS),
    (steps_of("A duel in ZERTZ"), TURN_MS),
    (turn("Bd4,a1", 1), TURN_MS),
    (turn("Bd5,g4", 2), TURN_MS),
    (turn("x d4Bd6", 1), TURN_MS),
    (turn("Wc3,g1", 2), TURN_MS),
    (steps_of("GIPF goes on"), READING_MS),
    (JUMPED, READING_MS),
)
"""The scenes of the story, and how long each is shown, ms."""


def draw(driver: Driver, home: Path, dark: bool) -> bytes:
    """Returns the picture as WebP, of a page that is light or *dark*."""
    home.mkdir()
    keep_matches(home)
    with serving(home, language="en") as served:
        browser = Browser(driver, "chromium")
        page = browser.new_page()
        page.resize(*SIZE)
        page.pretend(reduced_motion=True, dark=dark)
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        page.evaluate("(to) => { location.hash = to }", room(ZERTZ_POWER))
        page.wait_until("document.querySelector('#prompt').textContent")
        picture = moving_picture([*frames(page, home / "frame.webp")], *SIZE)
        browser.close()
    return picture


def frames(page: Page, file: Path) -> Iterator[Frame]:
    """Yields a frame of the page for each scene of the story; *file* is overwritten by each."""
    for steps, ms in STORY:
        for step in steps:
            step(page)
        page.screenshot(file)
        yield Frame(file.read_bytes(), ms)


def main() -> None:
    """Writes both pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    if missing := find_missing():
        sys.exit(missing)
    folder.mkdir(parents=True, exist_ok=True)
    driver = Driver()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            for theme, name in PICTURES.items():
                picture = draw(driver, Path(scratch) / theme, dark=theme == "dark")
                (folder / name).write_bytes(picture)
                print(f"{name}: {len(picture) / 1000:.0f} kB")
    finally:
        driver.stop()


if __name__ == "__main__":
    main()
