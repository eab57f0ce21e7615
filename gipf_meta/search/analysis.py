"""What a search says about a position, in words: the best lines, and a hint."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from gipf_meta.game import AnyGame
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch, options
from gipf_meta.texts import _


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
        return round(50 * (1 + self.value))


def analysed(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> list[Line]:
    """The *most* best decisions in *state*, in which a seat is on turn, and what follows them."""
    root = TreeSearch(game, seats).run(state, budget, rng)
    return [
        Line(tuple(_texts(game, state, option.line)), option.value, option.visits, option.sure)
        for option in options(root)[:most]
    ]


def _texts(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> list[str]:
    return [text for text, _state in game.texts(state, moves)]


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
    else:
        told = _("{move} seems best ({best} %), before {other} ({less} %).").format(
            move=move, best=best.chances, other=others[0].decisions[0], less=others[0].chances
        )
    return told + (" " + _("What may follow: {line}.").format(line=then) if then else "")
