# mypyc: compile
"""The lines of the board as patterns: which of their spots are taken, and by whom.

Lines of the same length are alike, and so are the two ways to walk one. The value of each
pattern was learned by ``gipf-meta train`` (docs/train.md) and stands in ``worths.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from gipf_meta import read_worths
from gipf_meta_gipf.board import LINE_BITS

if TYPE_CHECKING:
    from mypy_extensions import i64

LENGTHS: Final = (4, 5, 6, 7)
"""The numbers of spots that lines have."""
_OFFSETS: Final = {4: 0, 5: 2048, 6: 6144, 7: 14336}
"""The first place of the lines of each length: a place has a bit for each spot that one player
has taken, from the first spot on, and the same bits of the other player seven bits higher."""
_PLACES: Final = 30720
NO_WORTHS: Final = [0] * _PLACES
"""The worths by place of lines that are worth nothing."""
_FOLD_N: Final = 0x40810204081
"""Brings each eighth of 49 bits together, 42 bits higher, by a product."""
_FOLD_NE: Final = 0x1010101010101
"""Brings each ninth of 55 bits together, 48 bits higher."""


def _patterns() -> list[tuple[int, ...]]:
    """All patterns of lines: 0 for a vacant spot, 1 and 2 for the players; of two mirror images the
    one that comes first."""
    lines = (line for n in LENGTHS for line in product((0, 1, 2), repeat=n))
    return [line for line in lines if line <= line[::-1]]


PATTERNS: Final = tuple(_patterns())
"""The patterns by their numbers."""
_NUMBERS: Final = {pattern: number for number, pattern in enumerate(PATTERNS)}


WORTHS: Final = read_worths("gipf_meta_gipf.strength")
"""The learned value of each pattern for the player on turn, in thousandths of a logit."""


def patterns_of_lines(own: int, other: int) -> list[int]:
    """The number of each line's pattern, as seen by the player who has *own*."""
    found = []
    for bits in LINE_BITS:
        line = tuple((own >> bit & 1) + 2 * (other >> bit & 1) for bit in bits)
        found.append(_NUMBERS[min(line, line[::-1])])
    return found


def worths_by_place(worths: Sequence[int]) -> list[int]:
    """The *worths* of patterns, by the places where ``worth_of_lines`` looks."""
    found = [0] * _PLACES
    for pattern, worth in zip(PATTERNS, worths, strict=True):
        for line in (pattern, pattern[::-1]):
            own = sum(1 << at for at, whose in enumerate(line) if whose == 1)
            other = sum(1 << at for at, whose in enumerate(line) if whose == 2)
            found[_OFFSETS[len(line)] + (own | other << 7)] = worth
    return found


def worth_of_lines(own: i64, other: i64, worths: list[int]) -> int:
    """The sum of the *worths*, by place, of all lines' patterns for the player who has *own*."""
    # from 4 to 7 spots, each of them in the lowest bit of its rank
    n4: i64 = 0x01010101
    n5: i64 = 0x0101010101
    n6: i64 = 0x010101010101
    n7: i64 = 0x01010101010101
    total: i64 = worths[_north(own, other, n4)]
    total += worths[2048 + _north(own >> 1, other >> 1, n5)]
    total += worths[6144 + _north(own >> 2, other >> 2, n6)]
    total += worths[14336 + _north(own >> 3, other >> 3, n7)]
    total += worths[6144 + _north(own >> 12, other >> 12, n6)]
    total += worths[2048 + _north(own >> 21, other >> 21, n5)]
    total += worths[_north(own >> 30, other >> 30, n4)]
    n4 = 0x08040201
    n5 = 0x1008040201
    n6 = 0x201008040201
    n7 = 0x40201008040201
    total += worths[14336 + _north_east(own, other, n7)]
    total += worths[6144 + _north_east(own >> 8, other >> 8, n6)]
    total += worths[2048 + _north_east(own >> 16, other >> 16, n5)]
    total += worths[_north_east(own >> 24, other >> 24, n4)]
    total += worths[6144 + _north_east(own >> 1, other >> 1, n6)]
    total += worths[2048 + _north_east(own >> 2, other >> 2, n5)]
    total += worths[_north_east(own >> 3, other >> 3, n4)]
    total += worths[own & 15 | (other & 15) << 7]
    total += worths[2048 + (own >> 8 & 31 | (other >> 8 & 31) << 7)]
    total += worths[6144 + (own >> 16 & 63 | (other >> 16 & 63) << 7)]
    total += worths[14336 + (own >> 24 & 127 | (other >> 24 & 127) << 7)]
    total += worths[6144 + (own >> 33 & 63 | (other >> 33 & 63) << 7)]
    total += worths[2048 + (own >> 42 & 31 | (other >> 42 & 31) << 7)]
    total += worths[own >> 51 & 15 | (other >> 51 & 15) << 7]
    return total


def _north(own: i64, other: i64, spots: i64) -> i64:
    """The place of a line whose *spots* are eight bits apart, without its offset."""
    place: i64 = (own & spots) * _FOLD_N >> 42 & 127
    return place | ((other & spots) * _FOLD_N >> 42 & 127) << 7


def _north_east(own: i64, other: i64, spots: i64) -> i64:
    """The place of a line whose *spots* are nine bits apart, without its offset."""
    place: i64 = (own & spots) * _FOLD_NE >> 48 & 127
    return place | ((other & spots) * _FOLD_NE >> 48 & 127) << 7
