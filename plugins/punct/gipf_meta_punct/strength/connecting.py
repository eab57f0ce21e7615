# mypyc: compile
"""Turns that connect: whether the seat on turn has one, and whether it can stop all of the other's.

A turn of the other seat stays possible unless a dot of its way or of its piece is covered or
lifted. So only turns that touch all known ways are tried, and the positions after them examined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from gipf_meta_punct.board import (
    DOT,
    EVEN_SIDES,
    IS_CENTRAL,
    KIND,
    MINOR,
    NEIGHBOURS,
    OTHER,
    PLACEMENTS,
    RAYS,
    SIDES,
    SPACES,
)
from gipf_meta_punct.rules import Rules, is_free, is_room
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    LIFT,
    PLACEMENT_MASK,
    State,
    count_pieces,
    lay_out,
)
from gipf_meta_punct.strength.outlook import find_prices, price_both
from gipf_meta_punct.strength.ways import ENEMY, find_dots

if TYPE_CHECKING:
    from mypy_extensions import i64

MOST_JOINED: Final = 2 * ENEMY
"""The most that the dots joined by one turn cost on a way: the PÜNCT of a moved piece lies on an
own dot, …"""
MOST_JOINED_FREELY: Final = 3 * ENEMY
"""… or on any dot where bridges may lie freely."""
ADDED_DOTS: Final = 3
"""The most that the dots of a new piece cost: it may not lie where a space costs more."""
WAYS: Final = 12
"""The most turns of the other seat that are collected before turns against them are tried."""
TRIED: Final = 300
"""The most turns that are tried against them; beyond that nothing is certain."""
ADDED: Final = -1
"""The value of *lifted* where the piece is a new one from the reserve."""


def solve(rules: Rules, state: State) -> float | None:
    """Solves *state* where it can: 1 if the seat on turn connects, -1 if the other then always
    does.

    ``None`` where neither is seen at once.
    """
    if state.kind >= 0 or state.ending is not None or rules.both_connected != "mover":
        return None
    seat, others_reserve = state.seat, state.white if state.seat else state.black
    mine, theirs = price_both(state.tops, seat, rules.basic)
    most = _most_joined(rules)
    if mine.least <= most:
        for _turn in _find_connections(
            rules, state.pieces, state.tops, state.reserve, seat, mine.least
        ):
            return 1.0
    if theirs.least > most:
        return None
    ways: list[int] = []
    for lifted, placement in _find_connections(
        rules, state.pieces, state.tops, others_reserve, 1 - seat, theirs.least
    ):
        way = _find_way(state.pieces, lifted, placement, 1 - seat)
        if way not in ways:
            ways.append(way)
            if len(ways) == WAYS:
                break
    if not ways or _may_end_unconnected(rules, state):
        return None
    for tried, (lifted, placement) in enumerate(_find_stops(rules, state, ways)):
        if tried == TRIED or _stops(rules, state, lifted, placement, others_reserve):
            return None
    return -1.0


def _most_joined(rules: Rules) -> int:
    """The most that the dots joined by one turn cost on a way."""
    return MOST_JOINED_FREELY if rules.frees_middle else MOST_JOINED


def _may_end_unconnected(rules: Rules, state: State) -> bool:
    """Whether a turn may end the game by a last piece, by repetition or by the number of turns."""
    return rules.max_turns > 0 or count_pieces(state.reserve) == 1 or rules.may_repeat(state)


def _find_touches(tops: list[int], seat: int) -> bytes:
    """The sides, as bits, to which a dot of *seat* on each space would be joined over dots of
    its own."""
    touches = SIDES.copy()
    reached = bytearray(SPACES)
    for start in range(SPACES):
        top: i64 = tops[start]
        if top < 0 or top & 1 != seat or reached[start]:
            continue
        reached[start] = 1
        group = [start]
        edge: list[int] = []
        sides: i64 = 0
        for space in group:
            sides |= SIDES[space]
            for beside in NEIGHBOURS[space]:
                other: i64 = tops[beside]
                if other < 0 or other & 1 != seat:
                    edge.append(beside)
                elif not reached[beside]:
                    reached[beside] = 1
                    group.append(beside)
        if sides:
            for space in group:
                touches[space] |= sides
            for space in edge:
                touches[space] |= sides
    return bytes(touches)


def _joins(touches: bytes, placement: int) -> bool:
    """Whether a piece that lies as *placement* is joined to opposite sides."""
    sides: i64 = touches[DOT[placement]]
    more: i64 = touches[MINOR[placement]]
    sides |= more
    more = touches[OTHER[placement]]
    sides |= more
    return sides & sides >> 1 & EVEN_SIDES != 0


def _list_joining_new(
    touches: bytes, tops: list[int], space: int, kinds: list[int], keeps_out: bool
) -> list[int]:
    """The placements of a new piece of one of *kinds*, with its PÜNCT on *space*, that join
    sides."""
    if tops[space] >= 0 or (keeps_out and IS_CENTRAL[space]):
        return []
    return [
        placement
        for kind in kinds
        for placement in PLACEMENTS[6 * space + kind]
        if _joins(touches, placement) and is_room(tops, placement, keeps_out)
    ]


def _list_joining(touches: bytes, at: int) -> list[int]:
    """The other placements of the piece that lies as *at* that join sides; they may be illegal."""
    return [
        placement
        for space in RAYS[DOT[at]]
        for placement in PLACEMENTS[6 * space + KIND[at]]
        if placement != at and _joins(touches, placement)
    ]


def _find_connections(
    rules: Rules, pieces: tuple[int, ...], tops: list[int], reserve: int, seat: int, least: int
) -> Iterator[tuple[int, int]]:
    """Yields the turns by which *seat* connects: the piece moved, or ``ADDED``, and its placement.

    *least* is the price of the seat's cheapest way.
    """
    touches = _find_touches(tops, seat)
    kinds: list[int] = []
    if least <= ADDED_DOTS:
        kinds = [kind for kind in range(6) if reserve >> COUNT_BITS * kind & COUNT_MASK]
    keeps_out = rules.keeps_new_out(seat, reserve)
    for space in range(SPACES if kinds else 0):
        for placement in _list_joining_new(touches, tops, space, kinds, keeps_out):
            yield ADDED, placement
    for one in pieces:
        if one & 1 == seat and is_free(tops, one):
            # lifting it joins nothing, so what does not join before does not join then
            found = _list_joining(touches, one >> 1 & PLACEMENT_MASK)
            if found:
                below = lay_out(pieces, one)
                touches_then = _find_touches(below, seat)
                for placement in found:
                    if (
                        _joins(touches_then, placement)
                        and rules.level_on(below, placement, seat) >= 0
                    ):
                        yield one, placement


def _find_way(pieces: tuple[int, ...], lifted: int, placement: int, seat: int) -> int:
    """The spaces, as bits, on which a connecting turn of *seat* depends.

    They are the spaces of its piece, before and after, and of a way from side to side.
    """
    tops = lay_out(pieces, lifted)
    laid = [DOT[placement], MINOR[placement], OTHER[placement]]
    before = [-1] * SPACES
    queue = laid.copy()
    for space in laid:
        before[space] = space
    #: the space where the way first meets each side
    met = [-1] * 6
    for space in queue:
        for side in range(6):
            if met[side] < 0 and SIDES[space] >> side & 1:
                met[side] = space
        for beside in NEIGHBOURS[space]:
            top = tops[beside]
            if before[beside] < 0 and top >= 0 and top & 1 == seat:
                before[beside] = space
                queue.append(beside)
    way = 0
    for space in laid:
        way |= 1 << space
    if lifted >= 0:
        at = lifted >> 1 & PLACEMENT_MASK
        way |= 1 << DOT[at] | 1 << MINOR[at] | 1 << OTHER[at]
    for side in (0, 2, 4):
        if met[side] >= 0 and met[side + 1] >= 0:
            for space in (met[side], met[side + 1]):
                while before[space] != space:
                    way |= 1 << space
                    space = before[space]
            break
    return way


def _find_stops(rules: Rules, state: State, ways: list[int]) -> Iterator[tuple[int, int]]:
    """Yields the turns of the seat on turn that touch all *ways*; of equal new pieces only one."""
    hits = [0] * SPACES
    for number, way in enumerate(ways):
        for space in range(SPACES):
            if way >> space & 1:
                hits[space] |= 1 << number
    every = (1 << len(ways)) - 1
    seat, tops = state.seat, state.tops
    for one in state.pieces:
        if one & 1 == seat and is_free(tops, one):
            at = one >> 1 & PLACEMENT_MASK
            lifted = hits[DOT[at]] | hits[MINOR[at]] | hits[OTHER[at]]
            below = lay_out(state.pieces, one)
            for space in RAYS[DOT[at]]:
                for placement in PLACEMENTS[6 * space + KIND[at]]:
                    found = lifted | hits[DOT[placement]]
                    found |= hits[MINOR[placement]] | hits[OTHER[placement]]
                    if (
                        found == every
                        and placement != at
                        and rules.level_on(below, placement, seat) >= 0
                    ):
                        yield one, placement
    keeps_out = rules.keeps_new_out(seat, state.white)
    known: set[tuple[int, ...]] = set()
    for kind in range(6):
        if not state.reserve >> COUNT_BITS * kind & COUNT_MASK:
            continue
        for space in range(SPACES):
            if tops[space] >= 0:
                continue
            for placement in PLACEMENTS[6 * space + kind]:
                found = hits[space] | hits[MINOR[placement]] | hits[OTHER[placement]]
                if found == every and is_room(tops, placement, keeps_out):
                    spaces = tuple(sorted([space, MINOR[placement], OTHER[placement]]))
                    if spaces not in known:
                        known.add(spaces)
                        yield ADDED, placement


def _stops(rules: Rules, state: State, lifted: int, placement: int, others_reserve: int) -> bool:
    """Whether the other seat is not connected after the turn, and cannot connect by the next
    one."""
    choice = KIND[placement] if lifted == ADDED else LIFT + DOT[lifted >> 1 & PLACEMENT_MASK]
    after = rules.lay(rules.apply(state, choice), placement)
    if after.ending is not None:
        return state.seat in after.ending.winners or not after.ending.winners
    dots = find_dots(after.tops)
    least = find_prices(dots[after.seat], dots[state.seat], rules.basic).least
    if least > _most_joined(rules):
        return True
    for _turn in _find_connections(
        rules, after.pieces, after.tops, others_reserve, after.seat, least
    ):
        return False
    return True
