"""GIPF for gipf_meta, with potentials, challenges and duels. Unofficial.

These are the public names: those of the game, and all that the author of a kind of potentials
imports (docs/write-a-potential.md). The class of the game is made when it is first used: it has
the options of all kinds that are installed, and these kinds import the names of this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from gipf_meta import AnyGame, SgfReader, Showcase, boardspace_reader, hookimpl
from gipf_meta_gipf.board import BOARD, ENTRY_NAME, SPOTS
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import (
    ENTRY,
    BoardView,
    Change,
    Element,
    Kind,
    KindOption,
    capture_top,
    cover,
    mark_gipf,
    push_in,
    put_on,
    take_off,
)
from gipf_meta_gipf.texts import _, translate

if TYPE_CHECKING:
    from gipf_meta_gipf.game import Gipf

__all__ = [
    "BOARD",
    "ENTRY",
    "ENTRY_NAME",
    "SPOTS",
    "BoardView",
    "Change",
    "Element",
    "Gipf",
    "Kind",
    "KindError",
    "KindOption",
    "capture_top",
    "cover",
    "games",
    "mark_gipf",
    "push_in",
    "put_on",
    "showcase",
    "take_off",
    "translate",
]


SHOWN = (
    "w 6,10 T2Z0D2P3Y0,T3Z0D3P2Y0 W:Dc2,Zd3,Yd4,Ge4,Ye5,Zf4,Gf6,Th5"
    " B:Zd6,Ze6,Yf5,Gg4,Yg5,Yh3,Ph4 G:- L:T0Z1D0P0Y1,T0Z1D0P0Y0 C:T1Z1D1P1Y1,T1Z1D1P1Y1"
)
"""A position with the potentials of all kinds, for a picture."""


def __getattr__(name: str) -> Any:
    """The class ``Gipf``, imported when it is first used."""
    if name == "Gipf":
        from gipf_meta_gipf.game import Gipf

        return Gipf
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@hookimpl
def games() -> Sequence[type[AnyGame]]:
    """The game of this plugin."""
    from gipf_meta_gipf.game import Gipf

    return [Gipf]


@hookimpl
def readers() -> list[SgfReader]:
    """The readers of records of GIPF from elsewhere."""
    from gipf_meta_gipf.game import Gipf

    return [boardspace_reader(Gipf)]


@hookimpl
def showcase() -> Showcase:
    """A whole match with potentials and challenges, between two bots."""
    from gipf_meta_gipf.game import Gipf

    game = Gipf.model_validate(
        {
            "variant": "tournament",
            **{f"{kind.key}_potentials": (3, 3) for kind in Gipf.kinds},
            "challenges_enabled": True,
        }
    )
    title = _("GIPF with potentials and challenges")
    tagline = _(
        "Your pieces carry the powers of the other games. Whoever doubts a power asks for a duel:"
        " GIPF stops, that game is played for it, and GIPF goes on with what was won."
    )
    first_duel = files(__package__).joinpath("first_duel.json").read_text("utf-8")
    return Showcase(title, game, ("greedy", "greedy"), True, tagline, SHOWN, first_duel)
