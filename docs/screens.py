"""The screens of the interface on one sheet: ``make screens`` writes docs/pictures/screens.png.

Every screen is reached as a user reaches it, by keys. ``python -m docs.screens NAME SIZE KEY …``
shows one of your own instead, as NAME.png.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.segment import Segment
from textual.pilot import Pilot

from docs.cells import svg
from gipf_meta.paint.cells import Cell
from gipf_meta.plugins import load_plugins
from gipf_meta.render.png import png
from gipf_meta.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.settings import Settings

PICTURE = Path(__file__).parent / "pictures" / "screens.png"
NAMES = {
    "^": "circumflex_accent", ",": "comma", "-": "minus", ";": "semicolon", " ": "space",
    "?": "question_mark", "/": "slash", "=": "equals_sign", "+": "plus",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A screen: its *title*, the *size* of the terminal, the *keys* that lead there.

    A key that begins with ``:`` is typed as a move, and one with ``@`` chooses from a list.
    """

    title: str
    size: tuple[int, int]
    keys: tuple[str, ...]
    settings: Settings = field(default_factory=lambda: Settings(motion=False, graphics="sextant"))


async def press(pilot: Pilot[None], keys: Sequence[str]) -> None:
    """Presses *keys*, each when the one before has been answered."""
    for key in keys:
        if len(key) > 1 and key[0] == ":":
            letters = [NAMES.get(letter, letter) for letter in key[1:]]
            await pilot.press("colon", *letters, "enter")
        elif len(key) > 1 and key[0] == "@":
            await _choose(pilot, key[1:])
        else:
            await pilot.press(key)
        await pilot.pause()


async def _choose(pilot: Pilot[None], wanted: str) -> None:
    from textual.widgets import OptionList

    things = pilot.app.screen.query_one(OptionList)
    for n in range(things.option_count):
        if str(things.get_option_at_index(n).prompt).startswith(wanted):
            things.highlighted = n
            await pilot.press("enter")
            return
    raise LookupError(f"There is no {wanted!r} in the list.")


async def shown(scene: Scene, library: Path) -> list[list[Cell]]:
    """The cells of a scene."""
    app = GipfApp(load_plugins(), Library(library), scene.settings)
    async with app.run_test(size=scene.size) as pilot:
        await pilot.pause()
        await press(pilot, scene.keys)
        await pilot.pause(0.2)
        return cells(app, *scene.size)


def cells(app: GipfApp, width: int, height: int) -> list[list[Cell]]:
    """What *app* shows now."""
    console = Console(
        width=width, height=height, file=StringIO(), force_terminal=True,
        color_system="truecolor", legacy_windows=False,
    )  # fmt: skip
    screen = app.screen
    update = screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    rows: list[list[Cell]] = [[]]
    for segment in console.render(update):
        if segment.control:
            continue
        for letter in segment.text:
            if letter == "\n":
                rows.append([])
            else:
                rows[-1].append(_cell(letter, segment))
    return [row for row in rows if row]


def _cell(letter: str, segment: Segment) -> Cell:
    style = segment.style
    ink, ground = "#e0e0e0", "#121212"
    if style is not None:
        if style.color is not None:
            ink = style.color.get_truecolor().hex
        if style.bgcolor is not None:
            ground = style.bgcolor.get_truecolor().hex
        if style.reverse:
            ink, ground = ground, ink
    return Cell(letter, ink, ground)


def main(*asked: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = folder
        library = Path(os.environ.get("GIPF_META_SHEET_LIBRARY", f"{folder}/library.sqlite"))
        name, size, *keys = asked
        settings = Settings(motion=False, graphics="sextant", theme=os.environ.get("THEME", ""))
        wide, tall = map(int, size.split("x"))
        scene = Scene(name, (wide, tall), tuple(keys), settings)
        Path(f"{name}.png").write_bytes(png(svg(asyncio.run(shown(scene, library)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
