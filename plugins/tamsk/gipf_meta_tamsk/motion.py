"""The motions of glasses and rings by a decision of TAMSK."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_tamsk.board import NAMES
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import NONE, Move, State
from gipf_meta_tamsk.view import rings_of


def moved(rules: Rules, before: State, move: Move, after: State) -> Sequence[Motion]:
    """The motions of a glass that goes to another space and is turned (§5), and of the ring dropped
    around it (§4). Lifting a glass or turning the 15-second glass moves nothing."""
    ways = tuple(
        Way(NAMES[start] if start != NONE else "", NAMES[end])
        for start, end in zip(before.spaces, after.spaces, strict=True)
        if start != end
    )
    turned = tuple(way.end for way in ways) if rules.level > 1 else ()
    laid = tuple(
        Way(rings_of(move.seat), NAMES[space])
        for space, (old, new) in enumerate(zip(before.rings, after.rings, strict=True))
        if old != new
    )
    return (Motion(ways, turned=turned, laid=laid),) if ways or laid else ()
