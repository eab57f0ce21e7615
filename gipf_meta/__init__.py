"""gipf_meta: the GIPF project's combined game, and a host for games. Unofficial.

These are the public names: all that a plugin author imports.
"""

from gipf_meta.game import (
    Adaptable,
    AnyGame,
    BadNotation,
    Chance,
    Duel,
    Evaluated,
    Eventful,
    Game,
    IllegalMove,
    MoveError,
    Over,
    Positions,
    Status,
    Timed,
    Turn,
    turn,
)
from gipf_meta.hookspecs import Showcase, hookimpl
from gipf_meta.lattice import DIRECTIONS, HexLattice
from gipf_meta.options import Counts, OnOff, PerSide, Whole
from gipf_meta.tags import Tag, check_tag, read_tag
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
    "SQUARE_PITCH",
    "Adaptable",
    "AnyGame",
    "BadNotation",
    "Chance",
    "Choice",
    "Counts",
    "Duel",
    "Edge",
    "Evaluated",
    "Eventful",
    "Game",
    "HexLattice",
    "IllegalMove",
    "Label",
    "Mark",
    "MoveError",
    "OnOff",
    "Over",
    "PerSide",
    "Piece",
    "Point",
    "Positions",
    "Showcase",
    "Status",
    "Table",
    "Tag",
    "Timed",
    "Tray",
    "TrayItem",
    "Turn",
    "View",
    "Whole",
    "check_tag",
    "hookimpl",
    "minutes",
    "read_tag",
    "turn",
]
