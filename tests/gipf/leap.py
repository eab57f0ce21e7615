"""The LEAP-potential of docs/write-a-potential.md, a kind that GIPF has never heard of."""

from __future__ import annotations

from gipf_meta_gipf import BoardView, Change, Kind, put_on, take_off


def two_steps(view: BoardView, spot: int) -> list[int]:
    """The vacant spots two steps away, by direction."""
    return [ray[1] for ray in view.rays(spot) if len(ray) > 1 and view.vacant >> ray[1] & 1]


def leap(view: BoardView, spot: int, target: int) -> list[Change]:
    """Takes the potential off its base, and puts it on *target*."""
    return [take_off(spot), put_on(target)]


LEAP = Kind(
    letter="L",
    key="leap",
    name="LEAP",
    targets=two_steps,
    effect=leap,
    a_power="a leap",
    the_power="the leap",
    verb="leap",
    word="leap",
    needs="it needs a vacant spot two steps away",
    help="LEAP-potentials per player: one leap each.",
)
