# mypyc: compile
"""The TAMSK-potential: one extra move from the centre (`docs/reference/gipf.md` §9.4)."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import (
    ENTRY,
    SPOTS,
    BoardView,
    Change,
    Kind,
    KindOption,
    push_in,
    take_off,
    translate,
)

CENTRE: Final = SPOTS.bit_of["e5"]


def due(view: BoardView) -> tuple[int, ...]:
    """The centre, if an own TAMSK-loaded piece stands there."""
    return (CENTRE,) if view.own & view.loaded("T") & 1 << CENTRE else ()


def targets(view: BoardView, spot: int) -> list[int]:
    """All entries whose line has a vacant spot."""
    return [ENTRY + entry for entry in view.entries()]


def usable(view: BoardView, spot: int) -> bool:
    """Whether a line has a vacant spot."""
    return view.vacant != 0


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential leaves the centre and enters anew."""
    return [take_off(spot), push_in(target - ENTRY)]


KIND: Final = Kind(
    letter="T", key="tamsk", name="TAMSK", duel="tamsk", emblem="hourglass", timing="due",
    due=due, due_on=("e5",), targets=targets, usable=usable, effect=effect,
    a_power=N_("an extra move"), the_power=N_("the extra move"), verb=N_("move"),
    needs=N_("it needs a line with a vacant spot"),
    help=N_("TAMSK-potentials per player: one extra move from the centre each."),
    replaces_move="tamsk_extra_counts_as_move",
    options=(
        KindOption(
            "tamsk_extra_counts_as_move",
            ("off", "on"),
            N_("With an empty reserve an extra move replaces the normal move owed after it."),
            N_("extra move counts"),
        ),
    ),
    worth=0.6, deny=0.15, say=translate,
)  # fmt: skip
