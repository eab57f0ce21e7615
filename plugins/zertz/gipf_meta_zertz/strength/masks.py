# mypyc: compile
"""Sets of rings and of marbles in machine words, for boards that fit them.

Compiled, an ``i64`` is a register instead of an object. A left shift may lose bits beyond the board
(compiled) or keep them (interpreted), so a mask of rings or marbles follows every shift. *up* is
the step of a column, ``Rules.up``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import bit_count
from gipf_meta_zertz.rules import Rules

if TYPE_CHECKING:
    from mypy_extensions import i64

_WORD: Final = 63
"""The bits of the largest board that fits a machine word; the next bit is the sign."""


def fits_words(rules: Rules) -> bool:
    """Whether the board fits a machine word, and no option leaves a turn's end to the players."""
    return (
        rules.board.lattice.full.bit_length() <= _WORD
        and not rules.on_demand
        and not rules.optional_claim
        and not rules.spare_largest
    )


def rings_with_one_neighbour(rings: i64, up: i64) -> i64:
    """The *rings* that a single ring holds to the board."""
    across: i64 = up + 1
    ones: i64 = rings >> 1
    beside: i64 = rings << 1
    twos: i64 = ones & beside
    ones |= beside
    beside = rings >> up
    twos |= ones & beside
    ones |= beside
    beside = rings << up
    twos |= ones & beside
    ones |= beside
    beside = rings >> across
    twos |= ones & beside
    ones |= beside
    beside = rings << across
    twos |= ones & beside
    ones |= beside
    return rings & ones & ~twos


def marbles_cut_off(rings: i64, occupied: i64, free: i64, up: i64) -> i64:
    """``bot.marbles_cut_off`` in machine words."""
    held: i64 = occupied & rings_with_one_neighbour(rings, up)
    if held:
        right: i64 = free | free << 1
        left: i64 = free | free >> 1
        held &= right | right << up | left | left >> up
    return held


def can_jump(occupied: i64, vacant: i64, who: i64, up: i64) -> bool:
    """Whether a marble of *who* can jump over one of the *occupied* rings onto a *vacant* one."""
    across: i64 = up + 1
    rows: i64 = occupied & occupied >> 1
    columns: i64 = occupied & occupied >> up
    slants: i64 = occupied & occupied >> across
    movers: i64 = rows & vacant >> 2 | columns & vacant >> 2 * up | slants & vacant >> 2 * across
    movers |= (rows & vacant << 1) << 1 | (columns & vacant << up) << up
    movers |= (slants & vacant << across) << across
    return movers & who != 0


def landings_of_jumps(occupied: i64, vacant: i64, up: i64) -> i64:
    """The *vacant* rings on which a marble can land that jumps over one of the *occupied* rings."""
    across: i64 = up + 1
    rows: i64 = occupied & occupied >> 1
    columns: i64 = occupied & occupied >> up
    slants: i64 = occupied & occupied >> across
    landings: i64 = rows << 2 | columns << 2 * up | slants << 2 * across
    landings |= rows >> 1 | columns >> up | slants >> across
    return landings & vacant


def rings_that_matter(rings: i64, occupied: i64, free: i64, up: i64) -> i64:
    """``bot.rings_that_matter`` in machine words."""
    matter: i64 = landings_of_jumps(occupied, rings & ~occupied, up)
    cut: i64 = marbles_cut_off(rings, occupied, free, up)
    if cut:
        right: i64 = cut | cut << 1
        left: i64 = cut | cut >> 1
        matter |= right | right << up | left | left >> up
    return matter & free


def places_with_jumps(rings: i64, occupied: i64, up: i64) -> i64:
    """The vacant *rings* on which a marble could jump over another one, or be jumped over.

    No marble can jump before.
    """
    vacant: i64 = rings & ~occupied
    return (
        _places_along(vacant, occupied, 1)
        | _places_along(vacant, occupied, up)
        | _places_along(vacant, occupied, up + 1)
    )


def _places_along(vacant: i64, occupied: i64, step: i64) -> i64:
    """The *vacant* rings with a marble beside them on a line of *step*, and room behind that marble
    or on the other side."""
    below: i64 = vacant & occupied << step
    above: i64 = vacant & occupied >> step
    room: i64 = below & (vacant >> step | vacant << 2 * step)
    return room | above & (vacant << step | vacant >> 2 * step)


def free_rings(rings: i64, occupied: i64, up: i64) -> i64:
    """``Rules.free_rings`` in machine words."""
    a: i64 = rings >> up
    b: i64 = rings >> up + 1
    c: i64 = rings >> 1
    d: i64 = rings << up
    e: i64 = rings << up + 1
    f: i64 = rings << 1
    return rings & ~occupied & ~((b | a & c) & (d | c & e) & (f | e & a))


def has_enclosed(occupied: i64, vacant: i64, up: i64) -> bool:
    """``Rules.has_enclosed`` in machine words."""
    right: i64 = vacant | vacant << 1
    left: i64 = vacant | vacant >> 1
    return occupied & ~(right | right << up | left | left >> up) != 0


def count_few(mask: i64) -> i64:
    """``bit_count``, faster for masks with no bit or one."""
    rest: i64 = mask & mask - 1
    if not rest:
        return 1 if mask else 0
    return bit_count(mask)
