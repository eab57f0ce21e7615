"""The names of bots: five levels, ``random`` and ``greedy``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.dueling import may_challenge
from gipf_meta.bots.greedy import GreedyBot, RandomBot, best_beside
from gipf_meta.protocol.capabilities import timed
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import SearchMemory, search_board_of, search_moves

CONTESTED = 6
"""The factor by which a bot looks at more positions where a decision can ask for a duel: such
decisions are rare and weigh much."""


EAGER: Final = 0.42
"""The part of the time granted for a decision that an eager bot uses: two seconds where people wait
eight for a turn."""


class SearchingBot:
    """Looks at *nodes* positions, or as many as it can in *ms* milliseconds, or in the time that
    people wait for it.

    Where time acts it thinks for half its reaction time at most. *guess* is the weight of random
    playouts, from 0 to 1, against the game's own judgement; ``None``: the game's
    ``playouts_tell``. *blur* is the standard deviation of the errors in that judgement.

    *eager*: where somebody waits for a decision, and the game has boards for searches, the bot
    looks at as many positions as it can in ``EAGER`` of the time that is granted. It remembers
    what it has found from decision to decision.
    """

    def __init__(
        self,
        nodes: int,
        ms: int | None = None,
        guess: float | None = None,
        blur: float = 0.0,
        reaction_ms: int = 1500,
        eager: bool = False,
    ) -> None:
        self.nodes, self.ms, self.guess, self.blur = nodes, ms, guess, blur
        self.eager = eager
        self._memory: Final = SearchMemory()
        self.reaction_ms = reaction_ms

    def choose(self, request: Request) -> Any:
        """The decision that a search finds best."""
        game, state, rng = request.game, request.state, request.rng
        moves = game.turn_moves(state, request.seat)
        if len(moves) == 1:
            return moves[0]
        ms = self.ms
        if timed(game):
            ms = min(self.reaction_ms // 2, ms or self.reaction_ms)
        nodes = self.nodes
        if may_challenge(game, state, moves):
            nodes *= CONTESTED
        found = search_moves(
            game,
            state,
            request.seats,
            self._granted(request) or request.budget(nodes, ms),
            rng,
            pace_ms=self.reaction_ms,
            guess=self.guess,
            odds=request.odds,
            blur=self.blur,
            memory=self._memory,
        )
        return found[0].move

    def _granted(self, request: Request) -> Budget | None:
        """The time that an eager bot uses for *request*; ``None``: it counts positions."""
        if not self.eager or request.limit_ms is None or request.seats != 2:
            return None
        if search_board_of(request.game, request.state) is None:
            return None
        # it is no search that time has cut short: it never meant to end otherwise
        return Budget(ms=round(EAGER * request.limit_ms), cancelled=request.cancelled)

    def beside(self, request: Request) -> Any | None:
        """The decision beside the turn that looks better than waiting, if any does."""
        return best_beside(request.game, request.state, request.seat)


LEVELS: dict[str, Callable[..., Bot]] = {
    "beginner": partial(SearchingBot, nodes=5, blur=0.1),
    "easy": partial(SearchingBot, nodes=25, blur=0.055),
    "medium": partial(SearchingBot, nodes=150, blur=0.03),
    "hard": partial(SearchingBot, nodes=500, ms=10_000, blur=0.02),
    "expert": partial(SearchingBot, nodes=6000, ms=20_000, eager=True),
}
"""The levels, the weakest first, with the same names in every game. Weak levels err like people:
they look only a few moves ahead, and misjudge positions a little.

The levels are measured in positions, so a slow machine makes no weaker players. The strongest two
have a time limit as well, so nobody waits long for them. Where somebody waits, ``expert`` uses time
instead, if the game has boards for searches.
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
