"""The screens of the interface on one sheet: ``make screens`` writes docs/pictures/screens.png.

Every screen is reached by keys, as a user reaches it. ``python -m docs.screens FOLDER`` writes a
picture of each screen instead.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from html import escape
from io import StringIO
from pathlib import Path
from sqlite3 import connect
from unittest.mock import patch

from rich.console import Console
from rich.segment import Segment
from textual.pilot import Pilot
from textual.widgets import OptionList

from docs.cells import TALL, WIDE, svg
from gipf_meta.base.clock import RealClock, StillClock
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.bots.duel_odds import contests
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.paint.cells import Cell
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.render.svg import png
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.tui.app import GipfApp

PICTURE = Path(__file__).parent / "pictures" / "screens.png"
WIDTH = 1400
"""The width of the sheet in pixels."""
GAP, TITLE, SCREEN, ACROSS = 24, 30, 720, 3
"""The gap between screens, the height of a title, the width of the widest screen, in pixels; and
the number of screens in a row."""
STILL = Settings(motion=False, graphics="sextant")
COMBINED = {"zertz_potentials": "3", "tamsk_potentials": "3", "challenges_enabled": "on"}
SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)


@dataclass(frozen=True)
class Scene:
    """A screen: its *title*, the *size* of the terminal, the *keys* that lead there, and the
    *seconds* until it is drawn.

    A key that begins with ``:`` types a move; one that begins with ``@`` chooses from a list.
    """

    title: str
    size: tuple[int, int]
    keys: tuple[str, ...]
    settings: Settings = STILL
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.2


@dataclass(frozen=True)
class KeptMatch:
    """A match in the library: bots make *decisions*, then people go on.

    The bots stop earlier at the end, and where a player may challenge.
    """

    game: str
    names: tuple[str, ...]
    decisions: int
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0


MATCHES = (
    KeptMatch("zertz", ("Anna", "Ben"), 18),
    KeptMatch("tamsk", ("Anna", "Ben"), 30),
    KeptMatch("zatre", ("Anna", "Ben", "Cyril", "Dora"), 40),
    KeptMatch("gipf", ("Anna", "Ben"), 1000, {"variant": "tournament", **COMBINED}, seed=7),
    KeptMatch("zertz", ("Anna", "Ben"), 1000, {"variant": "blitz"}),
    KeptMatch("gipf", ("Dora", "Ben"), 1000, {"variant": "basic"}),
)
"""The fourth match waits for an answer to an announced potential."""
ZERTZ, TAMSK, ZATRE, GIPF = "@1  ", "@2  ", "@3  ", "@4  "
DUEL = (GIPF, ":challenge", "enter")

SCENES = (
    Scene("The games", SMALL, ("down",)),
    Scene("A match that waits", SMALL, ("end", "down", "down")),
    Scene("Set-up", SMALL, ("@GIPF with",)),
    Scene("Set-up, its options", SMALL, ("@GIPF with", "ctrl+o")),
    Scene("ZÈRTZ", SMALL, (ZERTZ, "n", "n")),
    Scene("TAMSK", SMALL, (TAMSK, "enter")),
    Scene("Zatre, four players", SMALL, (ZATRE,)),
    Scene("Allow or challenge", SMALL, (GIPF,)),
    Scene("The duel is announced", SMALL, (GIPF, ":challenge")),
    Scene("The duel", SMALL, DUEL),
    Scene("The duel is over", SMALL, (*DUEL, "R", "tab", "enter")),
    Scene("GIPF goes on", SMALL, (*DUEL, "R", "tab", "enter")),
    Scene("A move is typed", SMALL, (ZERTZ, "colon", "W")),
    Scene("A mistake is explained", SMALL, (ZERTZ, ":Wz9,a1")),
    Scene("A question is asked", SMALL, (ZERTZ, ":what can I do")),
    Scene("A hint", SMALL, (GIPF, "H"), seconds=5),
    Scene("The best lines", SMALL, (ZERTZ, "A"), seconds=20),
    Scene("The end", SMALL, (GIPF, "R", "tab", "enter")),
    Scene("All matches", SMALL, ("@All matches",)),
    Scene("Replay", SMALL, ("@All matches", "down", "down", "down", "down", "r", "end")),
    Scene("Save a match or a picture", SMALL, (ZERTZ, "S")),
    Scene("Statistics", SMALL, ("@Statistics",)),
    Scene("Settings", SMALL, ("@Settings",)),
    Scene("Lessons", SMALL, ("down", "down", "l")),
    Scene("A lesson", SMALL, ("down", "l", "enter", "enter", "enter")),
    Scene("Rules", SMALL, ("down", "f1", "pagedown", "pagedown")),
    Scene("The launcher, explained", SMALL, ("question_mark",)),
    Scene("Keys", SMALL, (ZERTZ, "question_mark")),
    Scene("Commands", SMALL, ("ctrl+p",)),
    Scene("Light", SMALL, (ZERTZ,), replace(STILL, theme="light")),
    Scene("High contrast", SMALL, (GIPF,), replace(STILL, theme="high-contrast")),
    Scene("For the colour-blind", SMALL, (TAMSK, "enter"), replace(STILL, theme="colour-blind")),
    Scene("NO_COLOR", SMALL, (GIPF,), environment={"NO_COLOR": "1"}),
    Scene("Quadrants", SMALL, (ZERTZ,), replace(STILL, graphics="quadrant")),
    Scene("Plain glyphs", SMALL, (GIPF,), replace(STILL, graphics="glyphs")),
    Scene("A small window", (60, 22), (GIPF,)),
    Scene("Too small a window", (24, 8), (ZERTZ,)),
    Scene("ZÈRTZ, 120x40", LARGE, (ZERTZ,)),
    Scene("TAMSK, 120x40", LARGE, (TAMSK, "enter")),
    Scene("Zatre, 120x40", LARGE, (ZATRE,)),
    Scene("GIPF, 120x40", LARGE, (GIPF,)),
    Scene("GIPF, 200x60", HUGE, (GIPF,)),
)


def play(library: Path, matches: Sequence[KeptMatch] = MATCHES) -> None:
    """Plays *matches*, by default those that the scenes show, into *library*."""
    for played in matches:
        people = players_of(["human"] * len(played.names), played.names)
        keeper = LibraryKeeper(Library(library), seats_of(people))
        keeper.keep(begin_match(played))
        keeper.close()


def begin_match(played: KeptMatch) -> Match:
    """Returns the match after the decisions of its bots."""
    installed = load_plugins()
    game = configure(installed.find(played.game), played.options)
    bots = players_of(["greedy"] * len(played.names), played.names)
    table = begin_table(game, bots, installed.find, StillClock(), seed=played.seed)
    for _decision in range(played.decisions):
        if table.over is not None or is_challenge_due(table.match.top):
            break
        table.play_bot()
    return table.match


def is_challenge_due(session: Session) -> bool:
    """Returns whether the seat on turn may challenge."""
    game, state, now = session.game, session.state, session.status
    if not isinstance(now, Turn):
        return False
    return bool(contests(game, state, game.turn_moves(state, now.seat)).challenges)


async def press(pilot: Pilot[None], keys: Sequence[str]) -> None:
    """Presses *keys*, each after the app has handled the one before."""
    for key in keys:
        if len(key) > 1 and key[0] == ":":
            await pilot.press("colon", *key[1:], "enter")
        elif len(key) > 1 and key[0] == "@":
            await _choose(pilot, key[1:])
        else:
            await pilot.press(key)
        await pilot.pause()


async def _choose(pilot: Pilot[None], wanted: str) -> None:
    for things in pilot.app.screen.query(OptionList):
        for n in range(things.option_count):
            if str(things.get_option_at_index(n).prompt).startswith(wanted):
                things.focus()
                things.highlighted = n
                await pilot.press("enter")
                return
    raise LookupError(f"There is no {wanted!r} in the list.")


async def draw_scene(scene: Scene, library: Path) -> list[list[Cell]]:
    """Runs the app through *scene*, and returns the cells of its screen."""
    with patch.dict(os.environ, scene.environment):
        installed, ms = load_plugins(), scene.settings.patience_ms
        kept = Library(library)
        line = LocalLine(
            installed, kept, scene.settings, RealClock(), patience_ms=ms, plans_elsewhere=True
        )
        app = GipfApp(installed, line, scene.settings)
        async with app.run_test(size=scene.size) as pilot:
            await pilot.pause()
            await press(pilot, scene.keys)
            await pilot.pause(scene.seconds)
            return read_cells(app, *scene.size)


def read_cells(app: GipfApp, width: int, height: int) -> list[list[Cell]]:
    """Returns the cells that *app* shows now."""
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


def _copy(kept: Path, library: Path) -> None:
    with closing(connect(kept)) as old, closing(connect(library)) as new:
        old.backup(new)


def draw_sheet(pictures: Sequence[tuple[Scene, str]]) -> str:
    """Returns one SVG with all *pictures*, SVGs too, row by row, each below its title."""
    placed, y = list[str](), GAP
    for start in range(0, len(pictures), ACROSS):
        tallest = 0.0
        for n, (scene, picture) in enumerate(pictures[start : start + ACROSS]):
            scale = min(1, SCREEN / (scene.size[0] * WIDE))
            tallest = max(tallest, scale * scene.size[1] * TALL)
            placed.append(
                f'<g transform="translate({GAP + n * (SCREEN + GAP)} {y})"><text y="20"'
                f' fill="#dddddd" font-size="20" font-family="DejaVu Sans">{escape(scene.title)}'
                f'</text><g transform="translate(0 {TITLE}) scale({scale})">{picture}</g></g>'
            )
        y += round(tallest) + TITLE + GAP
    size = f'width="{GAP + ACROSS * (SCREEN + GAP)}" height="{y}"'
    ground = f'<rect {size} fill="#2b2b2b"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(placed)}</svg>'


def main(folder: str = "") -> None:
    """Draws the sheet, or each screen into *folder*."""
    speak(ENGLISH)
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = home
        kept = Path(home) / "kept.sqlite"
        play(kept)
        pictures = []
        for n, scene in enumerate(SCENES, 1):
            library = Path(home) / f"{n}.sqlite"
            _copy(kept, library)
            picture = svg(asyncio.run(draw_scene(scene, library)))
            if folder:
                name = f"{n:02} {scene.title}.png".replace(" ", "-")
                Path(folder, name).write_bytes(png(picture))
            pictures.append((scene, picture))
        if not folder:
            PICTURE.write_bytes(png(draw_sheet(pictures), WIDTH))


if __name__ == "__main__":
    main(*sys.argv[1:])
