# mypyc: compile
"""The ZÈRTZ-potential: a jump over a run of pieces (`docs/reference/gipf.md` §9.5)."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import SPOTS, BoardView, Change, KindOption, put_on, take_off
from gipf_meta_gipf.kinds.jumps import jumping_kind

CENTRE: Final = SPOTS.bit_of["e5"]
STEPS: Final = SPOTS.shifts
BOARD: Final = SPOTS.full


def landing(occupied: int, spot: int, step: int) -> int:
    """The spot where a jump from *spot* lands: the first vacant one behind a run without a gap;
    -1 if there is none. *step* is the change of number in its direction."""
    at = spot + step
    if at < 0 or not occupied >> at & 1:
        return -1
    while at >= 0 and occupied >> at & 1:
        at += step
    return at if at >= 0 and BOARD >> at & 1 else -1


def targets(view: BoardView, spot: int) -> list[int]:
    """The spots on which the potential can land, by direction."""
    found: list[int] = []
    occupied = view.occupied
    for step in STEPS:
        at = landing(occupied, spot, step)
        if at >= 0:
            found.append(at)
    return found


def usable(view: BoardView, spot: int) -> bool:
    """Whether a direction has a run of pieces and a vacant spot behind it."""
    occupied = view.occupied
    found = False
    for step in STEPS:  # a generator would cost more than the search
        if landing(occupied, spot, step) >= 0:
            found = True
            break
    return found


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential jumps onto the target; the pieces that it jumps over stay."""
    return [take_off(spot), put_on(target)]


def may_challenge(view: BoardView, spot: int) -> bool:
    """Whether a jump may be challenged: from anywhere, or by option from e5 only (R1)."""
    return view.options["zertz_challenge"] != "centre" or spot == CENTRE


KIND: Final = jumping_kind(
    letter="Z", key="zertz", name="ZÈRTZ", duel="zertz", emblem="marble", targets=targets,
    usable=usable, effect=effect, may_challenge=may_challenge,
    why_unchallenged=N_("a ZÈRTZ-potential can be challenged on e5 only"),
    needs=N_("it needs pieces beside it and a vacant spot behind them"),
    help=N_("ZÈRTZ-potentials per player: one jump each."),
    options=(
        KindOption(
            "zertz_challenge",
            ("anywhere", "centre"),
            N_("Where a ZÈRTZ-potential can be challenged: anywhere, or in the centre, e5."),
            N_("where (ZÈRTZ)"),
            (N_("anywhere"), N_("in the centre")),
        ),
    ),
    worth=0.5, deny=0.1,
)  # fmt: skip
