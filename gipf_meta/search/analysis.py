"""What a search says about a position, in words: the best lines, and a hint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    Over,
    Status,
)
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.choice import considered
from gipf_meta.search.mcts import Option, TreeSearch, options

ENOUGH = 20_000
"""So many positions a search looks at that goes on until it is ended: the tree takes memory."""
STEP = 100
"""So many positions are looked at between two words on what has been found."""


@dataclass(frozen=True)
class Line:
    """Decisions in the game's notation, the one advised first, and what they are worth to whoever
    decides it, from -1 (lost) to 1 (won); *sure* if that is proven."""

    decisions: tuple[str, ...]
    value: float
    visits: int
    sure: bool

    @property
    def chances(self) -> int:
        """Of a hundred such games, so many are won."""
        return percent(self.value)

    @property
    def worth(self) -> str:
        """The same in a word: what is proven, or the chances."""
        if not self.sure:
            return _("{n} %").format(n=self.chances)
        return _("a win") if self.value == 1 else _("a loss") if self.value == -1 else _("a draw")

    def __str__(self) -> str:
        return f"{self.worth:>6}  {' '.join(self.decisions)}"


@dataclass(frozen=True)
class Analysis:
    """The best *lines* for whoever is on turn, the best first, after so many *positions*; *sure* if
    nothing can change what the best is worth."""

    lines: tuple[Line, ...]
    positions: int
    sure: bool

    @property
    def chances(self) -> int:
        """Of a hundred such games, how many are won by whoever is on turn and plays the best line;
        a draw counts as half of one."""
        return self.lines[0].chances

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    def headline(self, name: str) -> str:
        """How the position stands for *name*, who is on turn."""
        best = self.lines[0]
        if not self.sure:
            told = _("{name} is on turn, chances {best} %.").format(name=name, best=best.chances)
        elif best.value == 1:
            told = _("{name} is on turn, and wins for sure.").format(name=name)
        elif best.value == -1:
            told = _("{name} is on turn, and loses for sure.").format(name=name)
        else:
            told = _("{name} is on turn: a draw for sure.").format(name=name)
        looked = _.many(
            "{count} position looked at.", "{count} positions looked at.", self.positions
        )
        return f"{told} {looked.format(count=self.positions)}"


def percent(value: float) -> int:
    """A value from -1 to 1 as chances: of a hundred such games, so many are won."""
    return round(50 * (1 + value))


def analysed(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> list[Line]:
    """The *most* best decisions in *state*, in which a seat is on turn, and what follows them."""
    found = considered(game, state, seats, budget, rng, most=most)
    return _lines(game, state, found[:most])


def growing(
    game: AnyGame,
    state: Any,
    seats: int,
    rng: Random,
    nodes: int = ENOUGH,
    cancelled: Flag | None = None,
    most: int = 3,
) -> Iterator[Analysis]:
    """What is known about *state*, in which a seat is on turn, more and more of it: until *nodes*
    positions were looked at, all is proven, or *cancelled* is set."""
    cancelled = cancelled or Event()
    search, looked = TreeSearch(game, seats, keeps=True), 0
    while looked < nodes:
        root = search.run(state, Budget(min(STEP, nodes - looked), cancelled=cancelled), rng)
        if cancelled.is_set():
            return
        looked += search.nodes
        sure = root.proven is not None
        yield Analysis(tuple(_lines(game, state, options(root)[:most])), looked, sure)
        if sure:
            return


def _lines(game: AnyGame, state: Any, found: list[Option]) -> list[Line]:
    return [
        Line(tuple(_texts(game, state, option.line)), option.value, option.visits, option.sure)
        for option in found
    ]


def _texts(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> list[str]:
    return [text for text, _state in game.texts(state, moves)]


def nobody_decides(now: Status[Any]) -> str:
    """One sentence on why there is nothing to analyse; empty where a seat is on turn."""
    if isinstance(now, Chance):
        return _("Luck decides here: there is nothing to analyse.")
    if isinstance(now, Duel):
        return _("A duel decides here: its own moves can be analysed.")
    return _("The game is over here: there is nothing to analyse.") if isinstance(now, Over) else ""


def hint(lines: list[Line]) -> str:
    """One or two sentences: what to do, and why."""
    best, *others = lines
    move, then = best.decisions[0], ", ".join(best.decisions[1:6])
    if best.sure and best.value == 1:
        told = _("{move} wins.").format(move=move)
    elif best.sure and best.value == -1:
        told = _("Everything loses; {move} is as good as the rest.").format(move=move)
    elif not others:
        told = _("{move} is all that is possible ({best} %).").format(move=move, best=best.chances)
    elif others[0].chances > best.chances:
        # a tree prefers what it has looked at often to what looked better a few times
        told = _("{move} seems best ({best} %); {other} may be as good.").format(
            move=move, best=best.chances, other=others[0].decisions[0]
        )
    else:
        told = _("{move} seems best ({best} %), before {other} ({less} %).").format(
            move=move, best=best.chances, other=others[0].decisions[0], less=others[0].chances
        )
    return told + (" " + _("What may follow: {line}.").format(line=then) if then else "")
