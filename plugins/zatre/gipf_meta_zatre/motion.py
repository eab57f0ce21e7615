"""The motions of tiles by a decision or a draw of Zatre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_zatre.board import NAME
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.state import PLACE, Move, State
from gipf_meta_zatre.view import held_id


def moved(rules: Rules, before: State, move: Move, after: State) -> Sequence[Motion]:
    """The motion of a tile from a hand to a cell (§5), or from the bag to a hand (§3, §4); bag and
    lottery are out of sight."""
    if move.kind == PLACE:
        return (Motion((Way(held_id(move.player, move.value), NAME[move.cell]),)),)
    drawn = tuple(
        Way("", held_id(player, value))
        for player, (had, has) in enumerate(zip(before.hands, after.hands, strict=True))
        for value in (Counter(has) - Counter(had)).elements()
    )
    return (Motion(drawn),) if drawn else ()
