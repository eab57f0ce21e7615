"""Draws the pictures of the documentation: ``python -m docs.draw``, or ``make pictures``.

Each position is reached by playing, so no picture can show what the rules forbid.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path

from gipf_meta import AnyGame, View
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.render.svg import svg

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
TIME = re.compile(r"@(\d+) (\w):(.+)")
EXAMPLES = ("tictactoe", "pig", "cairn")


@dataclass(frozen=True)
class Picture:
    """A position of *game*: *turns* or decisions of its notation are played, and *luck* is drawn.

    ``@15200`` before one of them is its time in ms, with the letter of who decides. The picture is
    shown *scale* times as wide as it is drawn. Without *sides* it has no trays and score sheets,
    without *hints* no marks on legal moves.
    """

    name: str
    game: str
    title: str
    turns: tuple[str, ...] = ()
    luck: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    scale: float = 0.6
    sides: bool = True
    hints: bool = True


CHAIN = ("Wb2,a1", "Wd5,g1", "Ge2,f1", "Bg4,d7", "Bd3,d1")
ROW = ("a5-b5", "i1-h2", "a5-b5", "i1-h2")
SAND = (
    *("@1000 R:a1-b2", "@5000 B:d1-d2", "@9000 R:d7-d6", "@12000 B:a4-b4"),
    *("@20000 R:g1-f2", "@25000 B:g4-f4", "@61000 R:b2-c3"),
)
LINED_UP = (
    *("f5", "a2", "f6", "a5", "f7", "e1", "f8", "k7", "f9", "k10"),
    *("f5-e5", "a2-a3", "f6-e6", "a3-a4", "f7-e7", "k7-k8", "f8-e8", "k8-k9"),
)
BESIDE = (
    *("f3", "f6", "b3", "f7", "b5", "f8", "j7", "a4", "j8", "k9"),
    *("b3-b4", "f6-e6", "b5-b6", "f7-e7", "j7-j6", "f8-e8"),
)
PUNCT_JUMP = ("Te5:e6,f6", "Ef10:f11,f12", "Ee9:e10,e11", "Tm13:m14,n14", "e5-e9:e10,f10")
PUNCT_BRIDGE = ("Te5:d4,d5", "Te7:e8,f8", "Ee2:c2,d2", "Tm13:m14,n14", "e2-e5:e6,e7")
THREE_TURNS = ("h8=4 h9=6 i9=5", "i8=6", "i10=1 j10=4!")
DRAWN = ("+4", "+6", "+5", "+5", "+6", "+1", "+4")

STACKING = """
b1 h4 e4 h5 i5 g4 h3 d4 f5 f4 d3 i4 g3 c2 c1 b2 a1 e5 e3 f1 f3 d2 g5 d1 a2 a3 e1 d5 e2 c3 j5 c5
c4 b4 b3 g2 k5 i3 h2 f2 j4 k4 j3 h1 g1 j2 i2 i1 k3 g5-f4 e5-f5 e1-f2 h5-i5 j5-i4 g4-h4 f2-h4
c5-c4 e2-d2 g2-g3 h2-i3 c4-e4 e3-e4 d4-e4 d3-e4 b4-b3 e4-k4 f5-f3 f4-h4 f1-g1 a2-b3 f3-c3 a1-b2
g1-i3 i2-i3
"""
"""A game of DVONN between two people, from boardspace.net."""

FIXED = {"start": "fixed"}
ROLLS = ("roll", "roll", "hold", "roll")

PICTURES = (
    Picture(
        "gipf-challenge",
        "gipf",
        "White announces a jump, and Black may challenge it",
        ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2", "Zb2^"),
        options={"zertz_potentials": "3", "challenges_enabled": "on"},
        scale=0.8,
    ),
    Picture("zertz-start", "zertz", "The start", hints=False),
    Picture("zertz-chain", "zertz", "The grey marble on e2 must jump", CHAIN, sides=False),
    Picture(
        "zertz-answer",
        "zertz",
        "Two marbles for one",
        (*CHAIN, "x e2Bc3", "x b2Gd4Wd6"),
        hints=False,
    ),
    Picture(
        "zertz-isolation",
        "zertz",
        "Only a2 holds a1 to the board",
        ("Gd7,b1", "Wa1,c1", "Bg4,c2", "Gd4,b2", "Gf3"),
        sides=False,
    ),
    Picture(
        "gipf-start",
        "gipf",
        "The start of the standard game",
        options={"variant": "standard"},
        hints=False,
    ),
    Picture(
        "gipf-row",
        "gipf",
        "White has four in a row",
        (*ROW, "a5-b5"),
        options={"variant": "standard"},
        sides=False,
    ),
    Picture(
        "gipf-jump",
        "gipf",
        "A jump from b2 lands on d4",
        ("Za1-b2", "e9-e8", "Zb2^"),
        options={"variant": "basic", "zertz_potentials": "1/0"},
        sides=False,
    ),
    Picture("tamsk-start", "tamsk", "The start", options={"level": "1"}, hints=False),
    Picture("tamsk-sand", "tamsk", "One minute of sand on c3", SAND, options={"level": "2"}),
    Picture("tamsk-timer", "tamsk", "Black hurries Red", ("@2000 B:F",)),
    Picture("punct-start", "punct", "The start", hints=False),
    Picture("punct-jump", "punct", "A triangle on two pieces", PUNCT_JUMP, hints=False),
    Picture("punct-bridge", "punct", "A bridge above e6", PUNCT_BRIDGE, sides=False, hints=False),
    Picture("zatre-start", "zatre", "The start", options=FIXED),
    Picture("zatre-cross", "zatre", "An 11, and a cross", THREE_TURNS[:1], DRAWN, FIXED),
    Picture("zatre-exception", "zatre", "After three turns", THREE_TURNS, DRAWN, FIXED),
    Picture("dvonn-start", "dvonn", "The start", hints=False),
    Picture(
        "dvonn-stacks", "dvonn", "In the middle of a game", tuple(STACKING.split()), hints=False
    ),
    Picture("tictactoe", "tictactoe", "Tic-tac-toe", ("b2", "a1", "c1")),
    Picture(
        "pig",
        "pig",
        "Pig",
        ("roll", "roll", "hold", "roll"),
        ("4", "6", "5"),
        options={"goal": "30"},
    ),
    Picture("yinsh-start", "yinsh", "The start", hints=False),
    Picture("yinsh-jump", "yinsh", "The ring on f3 can jump to f9", BESIDE, sides=False),
    Picture("yinsh-row", "yinsh", "White has a row", (*LINED_UP, "f9-e9"), sides=False),
)


def find_games() -> Callable[[str], type[AnyGame]]:
    """A function that finds a game by id: an example, installed or not, or an installed game."""
    installed = load_plugins()
    examples: dict[str, type[AnyGame]] = {}
    for name in EXAMPLES:
        sys.path.insert(0, str(ROOT / "examples" / name))
        module = import_module(f"gipf_meta_{name}")
        sys.path.pop(0)
        examples |= {game.id: game for game in module.games()}
    return lambda game: examples.get(game) or installed.find(game)


def draw_pictures() -> Iterator[tuple[str, str]]:
    """Draws every picture: the name of its file, and its content."""
    find = find_games()
    for picture in PICTURES:
        view = match_of(picture, find).top.view(None)
        drawn = svg(_select(picture, view), title=picture.title)
        yield f"{picture.name}.svg", _scale(drawn, picture.scale)


def match_of(picture: Picture, find: Callable[[str], type[AnyGame]]) -> Match:
    """The match that leads to the position of *picture*."""
    game: AnyGame = configure(find(picture.game), picture.options)
    match = Match.begin(game, game.seat_counts[0], find, told=picture.luck)
    for text in picture.turns:
        if at := TIME.match(text):
            match = match.advance(int(at[1]) - match.top.time_ms)
            match = match.play(at[3], [name[0] for name in game.seat_names].index(at[2]))
        else:
            match = match.play(text)
    return match


def _select(picture: Picture, view: View) -> View:
    """The parts of *view* that *picture* shows."""
    if not picture.sides:
        view = replace(view, trays=(), sheets=())
    if not picture.hints:
        marks = tuple(mark for mark in view.marks if mark.kind != "legal")
        view = replace(view, marks=marks, prompt="")
    return view


def _scale(drawn: str, scale: float) -> str:
    """Changes the size at which the SVG *drawn* is shown: *scale* times as wide and high."""
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
