"""The boards that are painted in tests: positions reached by playing, and odd views."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from docs.draw import PICTURES, Picture, find_games, match_of
from gipf_meta import Edge, Mark, Piece, Point, View
from gipf_meta.protocol.view import MarkKind, PointKind

SIZES: Final = ((52, 22), (88, 38), (168, 57))
"""The board's share of terminals of 80x24, 120x40 and 200x60."""
KINDS: Final[tuple[PointKind, ...]] = (
    "ring",
    "spot",
    "dot",
    "space",
    "cell",
    "special",
    "gone",
)
MARKS: Final[tuple[MarkKind, ...]] = ("legal", "selected", "last", "danger", "capture")
GAMES: Final = (
    "gipf", "tamsk", "zatre", "zertz",
    "dvonn",
    "yinsh",
)  # fmt: skip

_GIPF: Final = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2", "Ta1-b2", "Te1-e2")


@cache
def views() -> dict[str, View]:
    """Boards by name."""
    found = {
        "gipf": _played(
            "gipf",
            _GIPF,
            {"zertz_potentials": "3", "tamsk_potentials": "3", "challenges_enabled": "on"},
        ),
        "gipf-row": _picture("gipf-row"),
        "gipf-jump": _picture("gipf-jump"),
        "tamsk": _picture("tamsk-sand"),
        "tamsk-start": _picture("tamsk-start"),
        "zatre": _picture("zatre-exception"),
        "zatre-start": _picture("zatre-start"),
        "zertz": _picture("zertz-chain"),
        "zertz-isolation": _picture("zertz-isolation"),
        "zertz-48": _played("zertz", (), {"board": "48"}),
        "zertz-61": _played("zertz", (), {"board": "61"}),
        "zatre_pad": _played("zatre_pad", (), {}),
        "dvonn": _picture("dvonn-stacks"),
        "punct": _picture("punct-jump"),
        "yinsh": _picture("yinsh-jump"),
        "yinsh-row": _picture("yinsh-row"),
        "elsewhere": _played("elsewhere", (), {}),
        "die": _played("die", ("roll",), {}, ("4",)),
        "tictactoe": _picture("tictactoe"),
        "pig": _picture("pig"),
    }
    return found | _odd()


def _picture(name: str) -> View:
    picture = next(picture for picture in PICTURES if picture.name == name)
    return _view(picture)


def _played(
    game: str, turns: tuple[str, ...], options: dict[str, str], luck: tuple[str, ...] = ()
) -> View:
    return _view(Picture(game, game, "", turns, luck, options))


def _view(picture: Picture) -> View:
    return match_of(picture, find_games()).top.view(None)


def _odd() -> dict[str, View]:
    """Views that no bundled game has."""
    six = [Point(f"p{n}", n, n % 2, kind) for n, kind in enumerate(KINDS)]
    kinds = View(
        points=tuple(replace(p, level=3, load=2) if p.kind == "space" else p for p in six),
        pieces=(Piece("p0", "disc", "blue", "XY", stack=3), Piece("p4", "tile", "??", "Qu")),
        edges=(Edge("p0", "p1"), Edge("p1", "p2")),
        marks=tuple(Mark(f"p{n}", kind) for n, kind in enumerate(MARKS)),
    )
    return {
        "every-kind": kinds,
        "one-point": View((Point("only", 7, -3),)),
        "long": View(
            tuple(Point(f"x{n}", n, 0, "cell") for n in range(24)), tile="square", pitch=(1, 1)
        ),
        "hexagons": View(
            tuple(Point(f"h{x}{y}", x, 2 * y + x % 2, "cell") for x in range(5) for y in range(4)),
            pieces=(Piece("h11", "tile", "white", "12"), Piece("h22", "disc", "p1", "W")),
        ),
    }
