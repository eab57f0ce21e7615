"""The names of bots: five levels, ``random`` and ``greedy``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.ids import match_id
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.bots.random import RandomBot
from gipf_meta.bots.searching import SearchingBot

LEVELS: dict[str, Callable[..., Bot]] = {
    "beginner": partial(SearchingBot, nodes=5, blur=0.1),
    "easy": partial(SearchingBot, nodes=25, blur=0.055),
    "medium": partial(SearchingBot, nodes=150, blur=0.03),
    "hard": partial(SearchingBot, nodes=500, ms=10_000, blur=0.02),
    "expert": partial(SearchingBot, nodes=6000, ms=20_000),
}
"""The levels, the weakest first, with the same names in every game. Weak levels err like people:
they look only a few moves ahead, and misjudge positions a little.

The levels are measured in positions, so a slow machine makes no weaker players. The strongest two
have a time limit as well, so nobody waits long for them.
"""
BOTS: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}
"""All bots by name."""
REACTIONS = range(1, 60_001)
"""The reaction times that a bot can have, in milliseconds."""


class UnknownBot(GipfMetaError, ValueError):
    """No bot has that name; one sentence."""


def is_bot(words: str) -> bool:
    """Whether *words* begin with the name of a bot, whatever stands after the colon."""
    return match_id(words.partition(":")[0], BOTS) in BOTS


def make_bot(words: str) -> Bot:
    """The bot that *words* name: ``greedy``, or ``greedy:500`` for one that reacts in 500 ms.

    Raises ``UnknownBot``.
    """
    typed, colon, reaction = words.partition(":")
    name = match_id(typed, BOTS)
    if name not in BOTS:
        known = ", ".join(BOTS)
        raise UnknownBot(
            _("There is no bot {words!r}; the bots are: {known}.").format(words=words, known=known)
        )
    if not colon:
        return BOTS[name]()
    ms = read_whole(reaction)
    if ms is None:
        raise UnknownBot(
            _("{words!r}: after the colon stands a time in ms, as in {name}:500.").format(
                words=words, name=name
            )
        )
    if ms not in REACTIONS:
        raise UnknownBot(
            _("{words!r}: a bot reacts in 1 to {reaction} ms.").format(
                words=words, reaction=REACTIONS[-1]
            )
        )
    return BOTS[name](reaction_ms=ms)
