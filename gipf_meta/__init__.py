"""gipf_meta: the GIPF project's combined game, and a host for games. Unofficial.

These are the public names: all that a plugin author imports. Each is fetched when it is asked for,
so that those who only look (pytest, where a plugin is tested) wait for nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.dice import Dice
    from gipf_meta.game import (
        Adaptable,
        AnyGame,
        BadNotation,
        Chance,
        Duel,
        Evaluated,
        Eventful,
        Fast,
        Game,
        IllegalMove,
        MoveError,
        Over,
        Positions,
        Status,
        Tallied,
        Taught,
        Timed,
        Turn,
        turn,
    )
    from gipf_meta.hookspecs import Showcase, hookimpl
    from gipf_meta.lattice import DIRECTIONS, HexLattice
    from gipf_meta.lesson import Lesson, Page
    from gipf_meta.options import Counts, OnOff, PerSide, Whole
    from gipf_meta.tags import Tag, check_tag, read_tag
    from gipf_meta.texts import N_, catalogue, document
    from gipf_meta.timecontrol import minutes
    from gipf_meta.view import (
        HEX_PITCH,
        SQUARE_PITCH,
        Choice,
        Edge,
        Label,
        Mark,
        Piece,
        Point,
        Table,
        Tray,
        TrayItem,
        View,
    )

__version__ = "0.1.0"

__all__ = [
    "DIRECTIONS",
    "HEX_PITCH",
    "N_",
    "SQUARE_PITCH",
    "Adaptable",
    "AnyGame",
    "BadNotation",
    "Chance",
    "Choice",
    "Counts",
    "Dice",
    "Duel",
    "Edge",
    "Evaluated",
    "Eventful",
    "Fast",
    "Game",
    "HexLattice",
    "IllegalMove",
    "Label",
    "Lesson",
    "Mark",
    "MoveError",
    "OnOff",
    "Over",
    "Page",
    "PerSide",
    "Piece",
    "Point",
    "Positions",
    "Showcase",
    "Status",
    "Table",
    "Tag",
    "Tallied",
    "Taught",
    "Timed",
    "Tray",
    "TrayItem",
    "Turn",
    "View",
    "Whole",
    "catalogue",
    "check_tag",
    "document",
    "hookimpl",
    "minutes",
    "read_tag",
    "turn",
]

_HOMES = (
    "dice",
    "game",
    "hookspecs",
    "lattice",
    "lesson",
    "options",
    "tags",
    "texts",
    "timecontrol",
    "view",
)


def __getattr__(name: str) -> Any:
    for home in _HOMES if name in __all__ else ():
        module = import_module(f"{__name__}.{home}")
        if name in vars(module):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
