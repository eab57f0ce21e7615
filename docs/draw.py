"""Draws the pictures of the documentation: ``python -m docs.draw``, or ``make pictures``.

Each position is reached by playing, so no picture can show what the rules forbid.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from gipf_meta import AnyGame, View
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.render.svg import svg
from tests.specimens import Picture, of_all

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
TIME = re.compile(r"@(\d+) (\w):(.+)")
EXAMPLES = ("tictactoe", "pig", "cairn")


PICTURES = (
    Picture("tictactoe", "tictactoe", "Tic-tac-toe", ("b2", "a1", "c1")),
    Picture(
        "pig",
        "pig",
        "Pig",
        ("roll", "roll", "hold", "roll"),
        ("4", "6", "5"),
        options={"goal": "30"},
    ),
    *of_all(lambda _game, said: said.pictures),
)
"""The pictures of the examples, and those that each game lists in its
``tests/GAME/specimens.py``."""


def find_games() -> Callable[[str], type[AnyGame]]:
    """Returns a function that finds a game by id, among examples (also uninstalled) and installed
    games."""
    installed = load_plugins()
    examples: dict[str, type[AnyGame]] = {}
    for name in EXAMPLES:
        sys.path.insert(0, str(ROOT / "examples" / name))
        module = import_module(f"gipf_meta_{name}")
        sys.path.pop(0)
        examples |= {game.id: game for game in module.games()}
    return lambda game: examples.get(game) or installed.find(game)


def draw_pictures() -> Iterator[tuple[str, str]]:
    """Draws each picture, and yields the name of its file and its content."""
    find = find_games()
    for picture in PICTURES:
        view = match_of(picture, find).top.view(None)
        drawn = svg(_select(picture, view), title=picture.title)
        yield f"{picture.name}.svg", _scale(drawn, picture.scale)


def match_of(picture: Picture, find: Callable[[str], type[AnyGame]]) -> Match:
    """Returns the match that leads to the position of *picture*."""
    game: AnyGame = configure(find(picture.game), picture.options)
    match = Match.begin(game, game.seat_counts[0], find, known_luck=picture.luck)
    for text in picture.turns:
        if at := TIME.match(text):
            match = match.advance(int(at[1]) - match.top.time_ms)
            match = match.play(at[3], [name[0] for name in game.seat_names].index(at[2]))
        else:
            match = match.play(text)
    return match


def _select(picture: Picture, view: View) -> View:
    """Returns the parts of *view* that *picture* shows."""
    if not picture.sides:
        view = replace(view, trays=(), sheets=())
    if not picture.hints:
        marks = tuple(mark for mark in view.marks if mark.kind != "legal")
        view = replace(view, marks=marks, prompt="")
    return view


def _scale(drawn: str, scale: float) -> str:
    """Returns the SVG *drawn* with *scale* times its width and height."""
    size = re.compile(r'(?<= )(width|height)="([\d.]+)"')
    head, end, rest = drawn.partition(">")
    return size.sub(lambda m: f'{m[1]}="{round(scale * float(m[2]))}"', head) + end + rest


def main() -> None:
    """Draws all pictures, and deletes the files of pictures that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    drawn = dict(draw_pictures())
    for old in FOLDER.glob("*.svg"):
        if old.name not in drawn:
            old.unlink()
    for name, content in drawn.items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
