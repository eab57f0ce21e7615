# mypyc: compile
"""Potentials that jump: their names, and the jumps of the DVONN- and the PÜNCT-potential,
onto a piece beside them, or along a line."""

from __future__ import annotations

from functools import partial
from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import BoardView, Kind, KindOption, translate

jumping_kind: Final = partial(
    Kind,
    a_power=N_("a jump"),
    the_power=N_("the jump"),
    verb=N_("jump"),
    word="jump",
    say=translate,
)
"""Makes a kind of potentials whose power is a jump."""
JUMP_RANGE: Final = KindOption(
    "jump_range",
    ("adjacent", "line"),
    N_(
        "How far DVONN- and PÜNCT-potentials jump: to a neighbour, or over vacant spots onto the"
        " first piece."
    ),
    N_("jumps (DVONN, PÜNCT)"),
    (N_("to a neighbour"), N_("along a line")),
)


def reached(view: BoardView, spot: int) -> list[int]:
    """The opponent's spots that a potential on *spot* reaches, by direction."""
    found: list[int] = []
    along = view.options["jump_range"] == "line"
    for ray in view.rays(spot):
        for at in ray:
            if view.occupied >> at & 1:
                if view.enemy >> at & 1:
                    found.append(at)
                break
            if not along:
                break
    return found
