"""Players that know no game by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any, Protocol

from gipf_meta.base.texts import _
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.random import RandomBot
from gipf_meta.bots.searching import SearchingBot
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.mcts import Odds

__all__ = ["BOTS", "Bot", "UnknownBot", "make_bot"]


class Bot(Protocol):
    """A player that knows no game by name. Only *rng* may make two calls differ.

    *reaction_ms* is how long it takes to answer where time acts. It is asked with the state as it
    will be then if nobody else acts before, so it knows nothing that a person could not.

    Whoever asks it from another thread puts an ``Event`` at *cancelled* before, and sets it when
    the answer is not wanted any more: then any answer will do, but soon.

    *odds* say how likely each seat of a duel is to win it, for those that look ahead; whoever knows
    the players puts them there.
    """

    reaction_ms: int
    cancelled: Event
    odds: Odds | None

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Random, seats: int) -> Any:
        """One of ``game.turn_moves``: *seat* is on turn, in a game of so many *seats*."""
        ...

    def beside(self, game: AnyGame, state: Any, seat: int, rng: Random) -> Any | None:
        """One of the legal decisions that make up no turn, or ``None`` to wait."""
        ...


LEVELS: dict[str, Callable[[], Bot]] = {
    "beginner": lambda: SearchingBot(nodes=5, blur=0.1),
    "easy": lambda: SearchingBot(nodes=25, blur=0.055),
    "medium": lambda: SearchingBot(nodes=150, blur=0.03),
    "hard": lambda: SearchingBot(nodes=500, ms=10_000, blur=0.02),
    "expert": lambda: SearchingBot(nodes=6000, ms=20_000),
}
"""The same names in every game, the weakest first. Weak ones err like people: they do not look far,
and do not judge rightly between what is nearly as good.

What they are is counted in positions, so that a slow machine makes no weaker players; the strongest
two have a limit of time as well, so that it keeps nobody waiting.
"""
BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}


class UnknownBot(ValueError):
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
    bot = BOTS[name]()
    if colon:
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
        bot.reaction_ms = int(reaction)
    return bot
