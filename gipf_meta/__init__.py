"""gipf_meta: the GIPF project's combined game, and a host for games. Unofficial.

These are the public names: all that a plugin author imports. Each is fetched when it is asked for,
so that those who only look (pytest, where a plugin is tested) wait for nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.base.dice import Dice
    from gipf_meta.base.errors import GipfMetaError
    from gipf_meta.base.texts import N_, catalogue, document
    from gipf_meta.base.version import __version__ as __version__
    from gipf_meta.match.timecontrol import minutes
    from gipf_meta.protocol.capabilities import (
        Adaptable,
        Evaluated,
        Eventful,
        Fast,
        Positions,
        Tallied,
        Taught,
        Timed,
    )
    from gipf_meta.protocol.game import (
        AnyGame,
        BadNotation,
        Chance,
        Duel,
        Game,
        IllegalMove,
        MoveError,
        Over,
        Status,
        Turn,
        turn,
    )
    from gipf_meta.protocol.hookspecs import Showcase, hookimpl
    from gipf_meta.protocol.lattice import DIRECTIONS, HexLattice
    from gipf_meta.protocol.lesson import Lesson, Page
    from gipf_meta.protocol.options import (
        Counts,
        OnOff,
        PerSide,
        Whole,
    )
    from gipf_meta.protocol.tags import Tag, check_tag, read_tag
    from gipf_meta.protocol.view import (
        HEX_PITCH,
        SQUARE_PITCH,
        Choice,
        Edge,
        Label,
        Mark,
        Piece,
        Point,
        ScoreSheet,
        Tray,
        TrayItem,
        View,
    )


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
    "GipfMetaError",
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
    "ScoreSheet",
    "Showcase",
    "Status",
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
    "base.dice",
    "base.errors",
    "base.texts",
    "base.version",
    "match.timecontrol",
    "protocol.capabilities",
    "protocol.game",
    "protocol.hookspecs",
    "protocol.lattice",
    "protocol.lesson",
    "protocol.options",
    "protocol.tags",
    "protocol.view",
)


def __getattr__(name: str) -> Any:
    for home in _HOMES if name in (*__all__, "__version__") else ():
        module = import_module(f"{__name__}.{home}")
        if name in vars(module):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
