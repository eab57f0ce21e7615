"""Themes of puzzles of TAMSK (docs/reference/tamsk.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_tamsk.board import CAPACITY, NEIGHBOURS, SPACE, occupied, spaces
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import CLAIM, GLASSES, MOVE, NONE, Move, State

Turns: TypeAlias = PlayedSolution[State, Move]
OneTurn: TypeAlias = SolutionTurn[State, Move]

CENTRE: Final = 1 << SPACE["d4"]
LATE: Final = 4
"""The part of the sand, one in so many, below which a glass is turned in time."""

THEMES: Final = {
    # two glasses of the other side lose their last way in one turn
    "two_shut_in": Theme(N_("two glasses shut in"), N_("shuts two glasses in")),
    # full spaces are all around a glass of the other side: it never moves again
    "isolation": Theme(N_("a glass shut in for good"), N_("shuts a glass in for good")),
    # a ring is claimed that the other side has forgotten
    "claim": Theme(N_("a forgotten ring"), N_("claims a forgotten ring")),
    # a glass is turned with little sand left above
    "glass_race": Theme(N_("the race against the sand"), N_("turns a glass in time")),
    # the sand of one's own glass runs longest at the end
    "last_running": Theme(N_("the sand that runs longest"), N_("wins by the longest sand")),
    # the other side has no turn: one's own follow each other
    "no_turn": Theme(N_("no turn left"), N_("leaves no turn")),
    # a glass with one way left is led out
    "escape": Theme(N_("a way out"), N_("leads a glass out")),
    # the last ring of a player is dropped
    "all_rings": Theme(N_("the last ring"), N_("drops the last ring")),
    # a glass of the other side has no way for now
    "shut_in": Theme(N_("a glass shut in"), N_("shuts a glass in")),
    # the space in the centre, or one beside it, takes its last ring
    "inner_space": Theme(N_("an inner space filled"), N_("fills an inner space")),
    # a glass of the other side has one way left
    "one_way": Theme(N_("one way left"), N_("leaves a glass one way")),
    # a glass moves and no ring is dropped
    "no_ring": Theme(N_("a turn without a ring"), N_("keeps a ring")),
}


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    own = solution.own
    made = [move for turn in own for move in turn.moves]
    return solution.themes(
        {
            "two_shut_in": lambda turns: any(_shut_in(turn).bit_count() > 1 for turn in own),
            "isolation": lambda turns: any(map(_isolates, own)),
            "claim": lambda turns: any(move.kind == CLAIM for move in made),
            "glass_race": lambda turns: any(_is_late(rules, turn) for turn in own),
            "last_running": lambda turns: _has_won(turns, "last_running"),
            "no_turn": _goes_twice,
            "escape": lambda turns: any(map(_escapes, own)),
            "all_rings": _drops_last,
            "shut_in": lambda turns: any(map(_shut_in, own)),
            "inner_space": lambda turns: any(_filled(turn) for turn in own),
            "one_way": lambda turns: any(map(_leaves_one_way, own)),
            "no_ring": lambda turns: any(move.kind == MOVE and not move.ring for move in made),
        }
    )


def _goes_twice(turns: Turns) -> bool:
    """Whether two turns of the solver follow each other."""
    return any(one.seat == turns.solver == two.seat for one, two in pairwise(turns.turns))


def _drops_last(turns: Turns) -> bool:
    """Whether the solver drops its last ring."""
    return turns.own[0].before.left[turns.solver] > 0 == turns.after.left[turns.solver]


def _ways(state: State, glass: int) -> int:
    """The spaces to which *glass* may go, if it lives."""
    at = state.spaces[glass]
    if at == NONE or state.dead >> glass & 1:
        return 0
    return NEIGHBOURS[at] & ~(occupied(state.spaces) | state.full)


def _shut_in(turn: OneTurn) -> int:
    """The glasses of the other side that have lost their last way by *turn*, as bits."""
    lost = [
        glass
        for glass in GLASSES[1 - turn.seat]
        if _ways(turn.before, glass) and not _ways(turn.after, glass)
    ]
    return sum(1 << glass for glass in lost)


def _leaves_one_way(turn: OneTurn) -> bool:
    """Whether a glass of the other side had several ways, and has one left."""
    return any(
        _ways(turn.before, glass).bit_count() > 1 == _ways(turn.after, glass).bit_count()
        for glass in GLASSES[1 - turn.seat]
    )


def _isolates(turn: OneTurn) -> bool:
    """Whether *turn* shuts a glass in by full spaces alone, which stay full."""
    return any(
        _shut_in(turn) >> glass & 1 and not NEIGHBOURS[turn.after.spaces[glass]] & ~turn.after.full
        for glass in GLASSES[1 - turn.seat]
    )


def _moved_glass(turn: OneTurn) -> int:
    """The glass that *turn* moves; ``NONE`` if it moves none."""
    pairs = zip(turn.before.spaces, turn.after.spaces, strict=True)
    moved = [n for n, (was, now) in enumerate(pairs) if was not in (now, NONE)]
    return moved[0] if moved and moved[0] in GLASSES[turn.seat] else NONE


def _escapes(turn: OneTurn) -> bool:
    """Whether the glass that *turn* moves had one way left, and has more now."""
    glass = _moved_glass(turn)
    if glass == NONE:
        return False
    return _ways(turn.before, glass).bit_count() == 1 < _ways(turn.after, glass).bit_count()


def _is_late(rules: Rules, turn: OneTurn) -> bool:
    """Whether *turn* turns a glass that would soon have run out (§5.2)."""
    glass = _moved_glass(turn)
    if rules.level == 1 or glass == NONE or turn.before.empty_at[glass] == NONE:
        return False
    return (turn.before.empty_at[glass] - turn.before.t) * LATE < rules.sand_ms


def _filled(turn: OneTurn) -> int:
    """The inner spaces that *turn* fills, as a mask."""
    filled = turn.after.full & ~turn.before.full
    inner = CENTRE | NEIGHBOURS[SPACE["d4"]]
    return sum(1 << space for space in spaces(filled & inner) if CAPACITY[space] > 1)


def _has_won(turns: Turns, reason: str) -> bool:
    """Whether the solver has won for that *reason* (§7.7)."""
    end = turns.after.ending
    return end is not None and end.reason == reason and end.winner == turns.solver
