"""The names of bots: five levels, ``random``, ``greedy``, and engines: ``engine:COMMAND``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gipf_meta.base.engine_names import PREFIX, command_of, is_engine
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.dueling import Contests, contests
from gipf_meta.bots.engine_bot import LONGEST_COMMAND, EngineBot
from gipf_meta.bots.greedy import GreedyBot, RandomBot, best_beside
from gipf_meta.protocol.capabilities import timed
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import SearchMemory, search_moves
from gipf_meta.search.mcts import judge_of
from gipf_meta.search.tree import SearchedDecision

CONTESTED = 6
"""The factor by which a bot looks at more positions where a decision can ask for a duel: such
decisions are rare and weigh much."""


@dataclass(frozen=True)
class Temper:
    """How much a bot likes duels: what it gives for one, as worth from -1 to 1.

    *announces*: for a decision that lets another seat ask for a duel in the same turn, such as the
    use of a power; *challenges*: for asking itself.
    """

    announces: float = 0.0
    challenges: float = 0.0


COOL: Final = Temper()
"""Duels are worth what they bring."""


class SearchingBot:
    """Looks at *nodes* positions, or as many as it can in *ms* milliseconds, or in the time that
    it is granted.

    Where time acts it thinks for half its reaction time at most. *guess* is the weight of random
    playouts, from 0 to 1, against the game's own judgement; ``None``: the game's
    ``playouts_tell``. *blur* is the standard deviation of the errors in that judgement. A game can
    say itself how bots of this *level* play it. *temper* says what the bot gives for a duel.

    *eager*: the bot looks at as many positions as it can in the time that a request grants, if it
    grants any. In games with boards for searches it remembers then what it has found from decision
    to decision.

    *found* is what the last search has found, the best decision first.
    """

    def __init__(
        self,
        nodes: int,
        ms: int | None = None,
        guess: float | None = None,
        blur: float = 0.0,
        reaction_ms: int = 1500,
        level: str = "",
        temper: Temper = COOL,
        eager: bool = False,
    ) -> None:
        self.nodes, self.ms, self.guess, self.blur = nodes, ms, guess, blur
        self.reaction_ms, self.level, self.temper = reaction_ms, level, temper
        self.eager = eager
        self.found: Sequence[SearchedDecision] = ()
        self._memory: Final = SearchMemory()

    def choose(self, request: Request) -> Any:
        """The decision that a search finds best."""
        game, state, rng = request.game, request.state, request.rng
        moves = game.turn_moves(state, request.seat)
        self.found = ()
        if len(moves) == 1:
            return moves[0]
        ms, granted_ms = self.ms, request.granted_ms if self.eager else None
        if timed(game):
            ms = min(self.reaction_ms // 2, ms or self.reaction_ms)
            granted_ms = granted_ms and min(granted_ms, ms)
        nodes, blur = game.levels.get(self.level, (self.nodes, self.blur))
        contested = contests(game, state, moves)
        if contested.challenges:
            nodes *= CONTESTED
        found = search_moves(
            game,
            state,
            request.seats,
            # where time was granted, no search is cut short: it never meant to end otherwise
            Budget(ms=granted_ms, cancelled=request.cancelled)
            if granted_ms
            else request.budget(nodes, ms),
            rng,
            pace_ms=self.reaction_ms,
            guess=self.guess,
            odds=request.odds,
            blur=blur,
            most=2 if contested.challenges and self.temper.challenges else 1,
            memory=self._memory,
        )
        self.found = found
        return self._tempered(request, found, contested)

    def _tempered(
        self, request: Request, found: Sequence[SearchedDecision], contested: Contests
    ) -> Any:
        """The best decision that was *found*, or a *contested* one that is worth nearly as much.

        What lets others ask for a duel is compared as the game judges it at once: a search that
        looks for the best decision leaves open how good the others are.
        """
        best = found[0]
        if best.sure or best.move in contested.challenges or best.move in contested.announcements:
            return best.move
        if contested.challenges and self.temper.challenges:
            asking = next(each for each in found if each.move in contested.challenges)
            if asking.value >= best.value - self.temper.challenges:
                return asking.move
        if not contested.announcements or not self.temper.announces:
            return best.move
        game, state, seat = request.game, request.state, request.seat
        judge = judge_of(game)

        def worth(move: Any) -> float:
            return judge(game.apply(state, move), seat) if judge else 0.0

        dared = max(contested.announcements, key=worth)
        return dared if worth(dared) >= worth(best.move) - self.temper.announces else best.move

    def beside(self, request: Request) -> Any | None:
        """The decision beside the turn that looks better than waiting, if any does."""
        return best_beside(request.game, request.state, request.seat)


LEVELS: dict[str, Callable[..., SearchingBot]] = {
    "beginner": partial(
        SearchingBot, level="beginner", nodes=5, blur=0.1, temper=Temper(announces=0.3)
    ),
    "easy": partial(SearchingBot, level="easy", nodes=25, blur=0.055, temper=Temper(announces=0.2)),
    "medium": partial(
        SearchingBot, level="medium", nodes=150, blur=0.03, temper=Temper(challenges=0.15)
    ),
    "hard": partial(
        SearchingBot, level="hard", nodes=500, ms=10_000, blur=0.02, temper=Temper(challenges=0.05)
    ),
    "expert": partial(
        SearchingBot,
        level="expert",
        nodes=6000,
        ms=20_000,
        temper=Temper(challenges=0.05),
        eager=True,
    ),
}
"""The levels, the weakest first, with the same names in every game. Weak levels err like people:
they look only a few moves ahead, and misjudge positions a little.

They differ in temper, too: ``beginner`` and ``easy`` risk duels for the fun of it, ``medium``
challenges what it fears, the others do what pays.

The levels are measured in positions, so a slow machine makes no weaker players. The strongest two
have a time limit as well, so nobody waits long for them. Where somebody waits, ``expert`` uses time
instead.
"""
BOTS: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}
"""All bots by name."""
REACTIONS = range(1, 60_001)
"""The reaction times that a bot can have, in milliseconds."""


class UnknownBot(GipfMetaError, ValueError):
    """No bot has that name; one sentence."""


def is_bot(words: str) -> bool:
    """Whether *words* begin with the name of a bot, whatever stands after the colon."""
    return is_engine(words) or match_id(words.partition(":")[0], BOTS) in BOTS


def name_of_bot(words: str) -> str:
    """What the bot that *words* name is called in records: commands of engines keep their case."""
    return PREFIX + command_of(words) if is_engine(words) else words.lower()


def make_bot(words: str, may_run: bool | None = None) -> Bot:
    """The bot that *words* name: ``greedy``, ``greedy:500`` for one that reacts in 500 ms, or an
    engine: ``engine:COMMAND``.

    An engine fails when it is asked unless it *may_run*; ``None``: if it was allowed to. Raises
    ``UnknownBot``.
    """
    if is_engine(words):
        command = command_of(words)
        if not (0 < len(command) <= LONGEST_COMMAND and command.isprintable()):
            raise UnknownBot(
                _(
                    "An engine has a command that starts it, of {most} printable letters at most."
                ).format(most=LONGEST_COMMAND)
            )
        return EngineBot(command, may_run)
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
