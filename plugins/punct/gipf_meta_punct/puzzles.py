"""Themes of puzzles of PÜNCT (docs/reference/punct.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import N_, PlayedSolution, SolutionTurn, Theme
from gipf_meta_punct.board import DOT, MIDDLE, MINOR, OTHER
from gipf_meta_punct.reasons import find_joining_turn, missing_dots
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State, lay_out, level_of, placement_of

Turns: TypeAlias = PlayedSolution[State, int]
OneTurn: TypeAlias = SolutionTurn[State, int]

HIGH: Final = 2
"""The level from which a piece lies high; 0 is on the board itself."""

THEMES: Final = {
    # a piece lies on two ends, and its middle hangs over a lower space
    "bridge": Theme(N_("a bridge"), N_("builds a bridge")),
    # a piece leaves, and dots of its side that it had covered are seen again
    "uncovered": Theme(N_("dots uncovered"), N_("uncovers dots")),
    # a piece is laid onto the third level or higher
    "high": Theme(N_("a high piece"), N_("climbs high")),
    # the other side could have joined two sides, and cannot any more
    "stopped": Theme(N_("a chain stopped"), N_("stops a chain")),
    # a piece is laid onto dots of the other side
    "cover": Theme(N_("dots covered"), N_("covers dots")),
    # nobody joins two sides, and the dots in the centre decide
    "centre": Theme(N_("dots in the centre"), N_("wins by the centre")),
    # a turn threatens to join two sides, and a later one does
    "prepared": Theme(N_("a chain prepared"), N_("prepares a chain")),
    # one's own side lacks two dots less than before, or three
    "nearer": Theme(N_("a way shortened"), N_("shortens its way")),
    # a piece on the board is moved
    "moved": Theme(N_("a piece moved"), N_("moves a piece")),
    # two opposite sides are joined
    "joined": Theme(N_("two sides joined"), N_("joins two sides")),
}


class Laid(NamedTuple):
    """A turn of the solver that lays a *piece*: a new one (*lifted* is -1), or one that has lain as
    *lifted*."""

    before: State
    after: State
    piece: int
    lifted: int


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    laid, seat = [*_laid(solution)], solution.solver
    return solution.themes(
        {
            "bridge": lambda turns: any(map(_is_bridge, laid)),
            "uncovered": lambda turns: any(_uncovers(each, seat) for each in laid),
            "high": lambda turns: any(level_of(each.piece) >= HIGH for each in laid),
            "stopped": lambda turns: any(_stops(rules, each, 1 - seat) for each in laid),
            "cover": lambda turns: any(_covers(each, 1 - seat) for each in laid),
            "centre": lambda turns: _has_won(turns, "last_piece", "no_turn"),
            "prepared": lambda turns: (
                _has_won(turns, "connection")
                and any(_threatens(rules, each, seat) for each in laid[:-1])
            ),
            "nearer": lambda turns: any(_lengthens(each, seat) < -1 for each in laid),
            "moved": lambda turns: any(each.lifted >= 0 for each in laid),
            "joined": lambda turns: _has_won(turns, "connection"),
        }
    )


def _laid(turns: Turns) -> Iterator[Laid]:
    """The pieces that the solver lays."""
    for turn in turns.own:
        new = {*turn.after.pieces} - {*turn.before.pieces}
        old = {*turn.before.pieces} - {*turn.after.pieces}
        for piece in sorted(new):
            yield Laid(turn.before, turn.after, piece, min(old, default=-1))


def _spaces(piece: int) -> tuple[int, int, int]:
    """The three spaces on which *piece* lies."""
    placement = placement_of(piece)
    return DOT[placement], MINOR[placement], OTHER[placement]


def _below(laid: Laid) -> list[int]:
    """The highest piece on every space, without the one that is laid."""
    return lay_out(laid.after.pieces, laid.piece)


def _is_bridge(laid: Laid) -> bool:
    """Whether the middle of the piece hangs over a space that is lower than its ends (§4.5)."""
    middle = MIDDLE[placement_of(laid.piece)]
    return level_of(_below(laid)[middle]) < level_of(laid.piece) - 1


def _covers(laid: Laid, other: int) -> bool:
    """Whether the piece lies on a dot of *other*."""
    tops = _below(laid)
    return any(tops[space] >= 0 and tops[space] & 1 == other for space in _spaces(laid.piece))


def _uncovers(laid: Laid, seat: int) -> bool:
    """Whether the lifted piece has lain on a dot of *seat* that is seen now."""
    if laid.lifted < 0:
        return False
    tops = laid.after.tops
    return any(
        tops[space] >= 0 and tops[space] != laid.piece and tops[space] & 1 == seat
        for space in _spaces(laid.lifted)
    )


def _stops(rules: Rules, laid: Laid, other: int) -> bool:
    """Whether *other* could have joined two sides by a turn, and can by none now."""
    if laid.after.ending is not None or not _threatens(rules, laid, other, before=True):
        return False
    return not _threatens(rules, laid, other)


def _threatens(rules: Rules, laid: Laid, seat: int, before: bool = False) -> bool:
    """Whether *seat*, if on turn after the piece was laid, or *before*, could join two sides."""
    state = laid.before if before else laid.after
    if state.ending is not None:
        return False
    begun = State(state.pieces, state.white, state.black, seat, state.number)
    return find_joining_turn(rules, begun) is not None


def _lengthens(laid: Laid, seat: int) -> int:
    """The number of dots that *seat* lacks more than before to join two sides."""
    before, after = laid.before.pieces, laid.after.pieces
    return missing_dots(after, seat) - missing_dots(before, seat)


def _has_won(turns: Turns, *reasons: str) -> bool:
    """Whether the solver has won for one of these *reasons* (§5)."""
    end = turns.after.ending
    return end is not None and end.reason in reasons and turns.solver in end.winners
