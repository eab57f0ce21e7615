"""A game that is what its first state says, by states and as a board; how it ends in truth."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from gipf_meta.protocol.game import AnyGame, Game, Over, Turn
from gipf_meta.protocol.searching import WON, SearchBoard


class Node(NamedTuple):
    """A state: the *seat* that decides in turn *number*, the states *kids* that can follow, and its
    value *looks* for seat 0; without *kids*, the seats that have *won*."""

    seat: int = 0
    number: int = 0
    kids: tuple[Node, ...] = ()
    looks: float = 0.0
    won: tuple[int, ...] = ()


class Written(Game[Node, int]):
    """A game that is what its first state says."""

    id: ClassVar[str] = "written"

    def status(self, state: Node) -> Turn | Over:
        return Turn(state.seat, state.number) if state.kids else Over(state.won, "end")

    def turn_moves(self, state: Node, seat: int) -> range:
        return range(len(state.kids))

    def apply(self, state: Node, move: int) -> Node:
        return state.kids[move]

    def evaluate(self, state: Node, seat: int) -> float:
        looks = 1.0 if state.won == (0,) else -1.0 if state.won == (1,) else state.looks
        return looks if seat == 0 else -looks


END = [Node(won=(0,)), Node(won=(1,)), Node()]


def grown(rng: Random, height: int, seat: int = 0, number: int = 1) -> Node:
    """A tree at random: seats come in any order, turns have any length, branches any height."""
    if height == 0 or (height < 4 and rng.random() < 0.2):
        return rng.choice(END)
    goes_on = rng.random() < 0.4
    kids = [
        grown(
            rng,
            height - rng.choice((1, 1, 2)) if height > 1 else 0,
            seat if goes_on else rng.choice((seat, 1 - seat, 1 - seat)),
            number + (not goes_on),
        )
        for _kid in range(rng.choice((1, 2, 2, 3)))
    ]
    return Node(seat, number, tuple(kids), rng.uniform(-0.9, 0.9))


def way(game: AnyGame) -> Any:
    """The function that tells how a state ends, and in how many decisions: who wins hurries, who
    loses does not."""

    @cache
    def told(state: Any) -> tuple[float, int]:
        now = game.status(state)
        if isinstance(now, Over):
            return (0.0 if not now.winners else 1.0 if 0 in now.winners else -1.0), 0
        assert isinstance(now, Turn)
        sign = 1 if now.seat == 0 else -1
        ways = [told(game.apply(state, move)) for move in game.turn_moves(state, now.seat)]
        worth, left = max(ways, key=lambda way: (sign * way[0], -way[1] * sign * way[0]))
        return worth, left + 1

    return told


class WrittenBoard(SearchBoard):
    """A board of ``Written``: the way from its first node."""

    def __init__(self, root: Node, clear: int = 0) -> None:
        super().__init__()
        self.way, self.clear = [root], clear
        self.seat = root.seat

    def key(self) -> int:
        return crc32(repr(self.way[-1]).encode())

    def moves(self) -> list[int]:
        return [*range(len(self.way[-1].kids))]

    def make(self, move: int) -> None:
        self.way.append(self.way[-1].kids[move])
        self._look()

    def take_back(self) -> None:
        self.way.pop()
        self._look()

    def _look(self) -> None:
        self.over = not self.way[-1].kids
        self.seat = self.way[-1].seat

    def worth(self) -> int:
        node = self.way[-1]
        if self.over:
            # how clear an end is stands in its number
            won = WON + node.number if node.won else 0
            return won if node.won == (self.seat,) else -won
        looks = round(2000 * node.looks)
        return looks if self.seat == 0 else -looks
