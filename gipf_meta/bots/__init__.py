"""Players that know no game by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.random import RandomBot
from gipf_meta.bots.request import Request
from gipf_meta.bots.searching import SearchingBot

__all__ = ["BOTS", "Bot", "Request", "UnknownBot", "make_bot"]


class Bot(Protocol):
    """A player that knows no game by name.

    *reaction_ms* is how many milliseconds a bot takes to answer where time acts. It is asked with
    the state as it will be then if nobody else acts before, so it knows nothing that a person could
    not.
    """

    @property
    def reaction_ms(self) -> int: ...

    def choose(self, request: Request) -> Any:
        """One of ``game.turn_moves``, for the seat that is on turn."""
        ...

    def beside(self, request: Request) -> Any | None:
        """One of the legal decisions that make up no turn, or ``None`` to wait."""
        ...


LEVELS: dict[str, Callable[..., Bot]] = {
    "beginner": partial(SearchingBot, nodes=5, blur=0.1),
    "easy": partial(SearchingBot, nodes=25, blur=0.055),
    "medium": partial(SearchingBot, nodes=150, blur=0.03),
    "hard": partial(SearchingBot, nodes=500, ms=10_000, blur=0.02),
    "expert": partial(SearchingBot, nodes=6000, ms=20_000),
}
"""The same names in every game, the weakest first. Weak ones err like people: they do not look far,
and do not judge rightly between what is nearly as good.

What they are is counted in positions, so that a slow machine makes no weaker players; the strongest
two have a limit of time as well, so that it keeps nobody waiting.
"""
BOTS: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}


class UnknownBot(GipfMetaError, ValueError):
    """No bot of that name; one sentence."""


REACTIONS = range(1, 60_001)
"""Reaction times a bot can be given, in milliseconds."""


def make_bot(words: str) -> Bot:
    """The bot that *words* name: ``greedy``, or ``greedy:500`` for one that reacts in 500 ms.

    Raises ``UnknownBot``.
    """
    name, colon, reaction = words.partition(":")
    if name not in BOTS:
        known = ", ".join(BOTS)
        raise UnknownBot(
            _("There is no player {words!r}; a seat is human or one of: {known}.").format(
                words=words, known=known
            )
        )
    if not colon:
        return BOTS[name]()
    if not (reaction.isascii() and reaction.isdecimal() and len(reaction) < 6):
        raise UnknownBot(
            _("{words!r}: after the colon stands a time in ms, as in {name}:500.").format(
                words=words, name=name
            )
        )
    if int(reaction) not in REACTIONS:
        raise UnknownBot(
            _("{words!r}: a bot reacts in 1 to {reaction} ms.").format(
                words=words, reaction=REACTIONS[-1]
            )
        )
    return BOTS[name](reaction_ms=int(reaction))
