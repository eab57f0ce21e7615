"""The analysis of a position in words: the best lines, and a hint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Status
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.dispatch import search_moves
from gipf_meta.search.mcts import Option, TreeSearch, options

MOST_POSITIONS = 20_000
"""The most positions of an analysis that nobody ends: its tree takes memory."""
POSITIONS_A_STEP = 100
"""How many positions are searched between two reports."""


@dataclass(frozen=True)
class Line:
    """A line of decisions in the game's notation, the advised one first.

    *value* is what it is worth to the seat that decides, from -1 (lost) to 1 (won); *sure* says
    that this is proven. *visits* counts how often the search tried the first decision.
    """

    decisions: tuple[str, ...]
    value: float
    visits: int
    sure: bool

    @property
    def chances(self) -> int:
        """The chances to win, in percent."""
        return percent(self.value)

    @property
    def worth(self) -> str:
        """The value in words: a proven result, or the chances."""
        if not self.sure:
            return _("{n} %").format(n=self.chances)
        return _("a win") if self.value == 1 else _("a loss") if self.value == -1 else _("a draw")

    def __str__(self) -> str:
        return f"{self.worth:>6}  {' '.join(self.decisions)}"


@dataclass(frozen=True)
class Analysis:
    """The best *lines* for the seat that is on turn, the best first, after *positions* positions.

    *sure* says that the value of the best line is proven.
    """

    lines: tuple[Line, ...]
    positions: int
    sure: bool

    @property
    def chances(self) -> int:
        """The chances of the seat on turn with the best line, in percent; a draw counts half."""
        return self.lines[0].chances

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    def headline(self, name: str) -> str:
        """The chances of *name*, who is on turn, and how many positions were searched."""
        best = self.lines[0]
        if not self.sure:
            outlook = _("{name} is on turn, chances {best} %.").format(name=name, best=best.chances)
        elif best.value == 1:
            outlook = _("{name} is on turn, and wins for sure.").format(name=name)
        elif best.value == -1:
            outlook = _("{name} is on turn, and loses for sure.").format(name=name)
        else:
            outlook = _("{name} is on turn: a draw for sure.").format(name=name)
        looked = _.many(
            "{count} position looked at.", "{count} positions looked at.", self.positions
        )
        return f"{outlook} {looked.format(count=self.positions)}"


def percent(value: float) -> int:
    """*value*, from -1 to 1, as chances in percent."""
    return round(50 * (1 + value))


def analyse(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> list[Line]:
    """The best *most* lines from *state*, in which a seat is on turn."""
    found = search_moves(game, state, seats, budget, rng, most=most)
    return _lines(game, state, found[:most])


def deepen_analysis(
    game: AnyGame,
    state: Any,
    seats: int,
    rng: Random,
    nodes: int = MOST_POSITIONS,
    cancelled: Flag | None = None,
    most: int = 3,
) -> Iterator[Analysis]:
    """Analyses *state*, in which a seat is on turn, and yields a better analysis at every step.

    Ends after *nodes* positions, with a proof, or when *cancelled* is set.
    """
    cancelled = cancelled or Event()
    search, looked = TreeSearch(game, seats, keeps=True), 0
    while looked < nodes:
        root = search.run(
            state, Budget(min(POSITIONS_A_STEP, nodes - looked), cancelled=cancelled), rng
        )
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
    """A sentence that says why *now* cannot be analysed; empty if a seat is on turn."""
    if isinstance(now, Chance):
        return _("Luck decides here: there is nothing to analyse.")
    if isinstance(now, Duel):
        return _("A duel decides here: its own moves can be analysed.")
    return _("The game is over here: there is nothing to analyse.") if isinstance(now, Over) else ""


def hint(lines: list[Line]) -> str:
    """One or two sentences: the best decision of *lines*, and why."""
    best, *others = lines
    move, then = best.decisions[0], ", ".join(best.decisions[1:6])
    if best.sure and best.value == 1:
        advice = _("{move} wins.").format(move=move)
    elif best.sure and best.value == -1:
        advice = _("Everything loses; {move} is as good as the rest.").format(move=move)
    elif not others:
        advice = _("{move} is all that is possible ({best} %).").format(
            move=move, best=best.chances
        )
    elif others[0].chances > best.chances:
        # a tree prefers a move with many visits to one that looked better in a few
        advice = _("{move} seems best ({best} %); {other} may be as good.").format(
            move=move, best=best.chances, other=others[0].decisions[0]
        )
    else:
        advice = _("{move} seems best ({best} %), before {other} ({less} %).").format(
            move=move, best=best.chances, other=others[0].decisions[0], less=others[0].chances
        )
    return advice + (" " + _("What may follow: {line}.").format(line=then) if then else "")
