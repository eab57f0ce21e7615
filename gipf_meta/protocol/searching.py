# mypyc: compile
"""``SearchBoard``: a position on which a search makes moves and takes them back.

A game that offers such boards (``Searchable``) is searched many times as fast as by its states, for
a move makes only those parts anew that it changes. Compiled, an ``i64`` is a register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta.base.compiling import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64

WON: Final = 1_000_000
"""The least worth of a won game; judgements before the end stay below a half of it."""
MOST_CLEAR: Final = 999
"""The most by which a win may be worth more than ``WON``, where it can be clearer or narrower."""
UTILITIES: Final[tuple[tuple[float, ...], ...]] = ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0))
"""The results of a ``playout`` for two, by the seat that has won; 2 or -1: nobody."""
_WORD: Final = 0xFFFFFFFF
_FACTOR: Final = 698769069


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBoard:
    """A position of a game for two without luck and duels, changed in place.

    Moves are the game's decisions, whole numbers below 2**62: those of ``turn_moves``. *seat*
    decides, or would be next after the end; *over* says that the game has ended. *swing* is by how
    much one decision seldom changes ``worth``: where a search has little depth left and is further
    off it looks no further. 0, the default: every position is searched.
    """

    seat: i64
    over: bool
    swing: i64

    def __init__(self) -> None:
        self.seat = 0
        self.over = False
        self.swing = 0
        self.by_turns = False

    def key(self) -> i64:
        """A number of the position, with the seat and the decision to make, from 0 to 2**62 - 1.

        Equal positions have equal keys on every machine; others hardly ever (``random_words``).
        """
        raise NotImplementedError

    def moves(self) -> list[int]:
        """All decisions of *seat*; not called after the end."""
        raise NotImplementedError

    def loud_moves(self) -> list[int]:
        """The decisions after which a judgement here is worth little: captures, rows, threats.

        None of them has to be made: the seat may be content with the judgement.
        """
        return []

    def make(self, move: i64) -> None:
        """Plays *move*, which is one of ``moves``."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Takes the last move back: everything is as before it."""
        raise NotImplementedError

    def worth(self) -> i64:
        """The worth of the position to *seat*, in thousandths of the logarithm of the odds.

        At the end it is 0 for a draw, else ``WON`` for a win and ``-WON`` for a loss: or up to
        ``MOST_CLEAR`` beyond them, where one win is clearer than another.
        """
        raise NotImplementedError

    def orders(self, moves: list[int]) -> list[int]:
        """How good each of *moves* looks at a glance, in thousandths; the best are tried first."""
        return [0] * len(moves)


def random_words(count: int, seed: int) -> list[int]:
    """*count* numbers below 2**62 for keys: the same for a *seed* on every machine."""
    state: i64 = (seed & _WORD) * 2 + 1
    found: list[int] = []
    for _each in range(count + 4):
        word: i64 = 0
        for _part in range(2):
            state = (state & _WORD) * _FACTOR + (state >> 32)
            word = word << 31 | (state & 0x7FFFFFFF)
        found.append(word)
    return found[4:]
