# mypyc: compile
"""The YINSH-potential: a run along a line (`docs/reference/gipf-more-potentials.md` §3)."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import BoardView, Change, Kind, put_on, take_off, translate


def targets(view: BoardView, spot: int) -> list[int]:
    """The vacant spots in each direction, up to the first piece."""
    found: list[int] = []
    for ray in view.rays(spot):
        for at in ray:
            if view.occupied >> at & 1:
                break
            found.append(at)
    return found


def usable(view: BoardView, spot: int) -> bool:
    """Whether a spot beside it is vacant."""
    return view.neighbours(spot) & view.vacant != 0


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential runs to the target."""
    return [take_off(spot), put_on(target)]


KIND: Final = Kind(
    letter="Y", key="yinsh", name="YINSH", duel="yinsh", emblem="ring", targets=targets,
    usable=usable, effect=effect, a_power=N_("a run"), the_power=N_("the run"), verb=N_("run"),
    word="run",
    needs=N_("it needs a vacant spot beside it"),
    help=N_("YINSH-potentials per player: one run along a line each."),
    worth=0.55, deny=0.1, say=translate,
)  # fmt: skip
