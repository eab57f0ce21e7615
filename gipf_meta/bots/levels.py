"""The names of bots: five levels, ``random``, ``greedy``, and engines: ``engine:COMMAND``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import ProcessorClock, RealClock
from gipf_meta.base.engine_names import PREFIX, command_of, is_engine
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_id
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import did_you_mean
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.duel_odds import Contests, contests
from gipf_meta.bots.engine_bot import LONGEST_COMMAND, EngineBot
from gipf_meta.bots.greedy import GreedyBot, RandomBot, best_beside
from gipf_meta.protocol.capabilities import Sensible, Varied, timed
from gipf_meta.protocol.game import Turn
from gipf_meta.search.budget import Budget
from gipf_meta.search.dispatch import SearchMemory, search_moves
from gipf_meta.search.mcts import judge_of
from gipf_meta.search.search_tree import SearchedDecision

CONTESTED = 6
"""The factor by which a bot looks at more positions where a decision can ask for a duel: such
decisions are rare and weigh much."""
ALIKE: Final = 0.01
"""Decisions whose worth differs by no more look equally good."""
MOST_ALIKE: Final = 6
"""The number of equally good decisions among which a bot chooses in varied openings of a game."""
NAIVE: Final = 0.05
"""The blur from which on a bot keeps to the rules of thumb that a game knows."""


@dataclass(frozen=True)
class Temper:
    """The liking of a bot for duels: the worth that it gives up for one, from -1 to 1.

    *announces*: for a decision that lets another seat ask for a duel in the same turn, such as the
    use of a power. A bot gives nothing up to ask for a duel itself: the worth of a challenge
    decides.
    """

    announces: float = 0.0


COOL: Final = Temper()
"""A temper without a liking: duels have their worth, and no more."""


class SearchingBot:
    """A bot that searches *nodes* positions (``None``: as many as a second bears in the game), or
    as many as it can in *ms* milliseconds, or in the time that a request grants.

    Where time acts it thinks for half its reaction time at most. *guess* is the weight of random
    playouts, from 0 to 1, against the game's own judgement; ``None``: the game's ``playouts_tell``.
    *blur* is the standard deviation of the errors in that judgement. A game can say itself how bots
    of this *level* play it. *temper* is the bot's liking for duels.

    *eager*: the bot searches as many positions as it can in the time that a request grants, if it
    grants any. *thread_ms*: it does so for that many milliseconds in which its thread works. Where
    time ends its searches it remembers, in games with boards for them, their findings from decision
    to decision.

    *found* are the decisions that the last search has found, the best one first.
    """

    def __init__(
        self,
        nodes: int | None = None,
        ms: int | None = None,
        guess: float | None = None,
        blur: float = 0.0,
        reaction_ms: int = 1500,
        level: str = "",
        temper: Temper = COOL,
        eager: bool = False,
        thread_ms: int | None = None,
    ) -> None:
        self.nodes, self.ms, self.guess, self.blur = nodes, ms, guess, blur
        self.reaction_ms, self.level, self.temper = reaction_ms, level, temper
        self.eager, self.thread_ms = eager, thread_ms
        self.found: Sequence[SearchedDecision] = ()
        self._memory: Final = SearchMemory()

    def choose(self, request: Request) -> Any:
        """The decision that a search finds best."""
        game, state, rng = request.game, request.state, request.rng
        moves = game.turn_moves(state, request.seat)
        self.found = ()
        if len(moves) == 1:
            return moves[0]
        ms = self.ms
        if timed(game):
            ms = min(self.reaction_ms // 2, ms or self.reaction_ms)
        nodes, blur = game.levels.get(
            self.level, (self.nodes or game.positions_a_second, self.blur)
        )
        varies = isinstance(game, Varied) and _turn_number(request) <= game.varied_turns
        contested = contests(game, state, moves)
        if contested.challenges:
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
            blur=blur,
            most=MOST_ALIKE if varies else 1,
            memory=self._memory,
        )
        if varies:
            found = _varied(found, rng)
        if blur >= NAIVE and isinstance(game, Sensible):
            sensible = game.sensible_moves(state, request.seat, moves)
            found = [each for each in found if each.move in sensible]
        self.found = found
        return self._tempered(request, found, contested)

    def _granted(self, request: Request) -> Budget | None:
        """The time that ends the search for *request*; ``None``: positions do."""
        own = self.thread_ms
        ms = own if own is not None else request.granted_ms if self.eager else None
        if ms is None:
            return None
        if request.limit_ms is not None:
            ms = min(ms, request.limit_ms)
        if timed(request.game):
            ms = min(ms, self.reaction_ms // 2)
        clock = RealClock() if own is None else ProcessorClock()
        # it is no search that time has cut short: it never meant to end otherwise
        return Budget(ms=max(1, ms), cancelled=request.cancelled, clock=clock)

    def _tempered(
        self, request: Request, found: Sequence[SearchedDecision], contested: Contests
    ) -> Any:
        """The best decision that was *found*, or one that lets others ask for a duel and is worth
        nearly as much.

        These are compared as the game judges them at once: a search that looks for the best
        decision leaves open how good the others are.
        """
        best = found[0]
        if best.sure or best.move in contested.announcements:
            return best.move
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


def _turn_number(request: Request) -> int:
    """The number of the turn that a request is about."""
    now = request.game.status(request.state)
    return now.number if isinstance(now, Turn) else 0


def _varied(found: list[SearchedDecision], rng: Random) -> list[SearchedDecision]:
    """*found* with one of the decisions first that look as good as the best: *rng* chooses."""
    best = found[0]
    alike = [each for each in found[:MOST_ALIKE] if each.value >= best.value - ALIKE]
    first = best if best.sure else rng.choice(alike)
    return [first, *(each for each in found if each is not first)]


LEVELS: dict[str, Callable[..., SearchingBot]] = {
    "beginner": partial(
        SearchingBot, level="beginner", nodes=5, blur=0.1, temper=Temper(announces=0.3)
    ),
    "easy": partial(SearchingBot, level="easy", nodes=25, blur=0.055, temper=Temper(announces=0.2)),
    "medium": partial(SearchingBot, level="medium", nodes=150, blur=0.03),
    "hard": partial(SearchingBot, level="hard", nodes=500, ms=10_000, blur=0.02),
    "expert": partial(SearchingBot, level="expert", ms=20_000, eager=True),
}
"""The levels, the weakest first, with the same names in every game. Weak levels err like people:
they look only a few moves ahead, and misjudge positions a little.

They differ in temper, too: ``beginner`` and ``easy`` risk duels for the fun of it, the others do
what pays.

The levels are measured in positions, so a slow machine makes no weaker players: ``expert`` in as
many as a second bears. The strongest two have a time limit as well, so nobody waits long for them.
Where somebody waits, ``expert`` uses time instead.
"""
BOTS: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}
"""All bots by name."""
REACTIONS = range(1, 60_001)
"""The reaction times that a bot can have, in milliseconds."""
THREAD_MS = range(1, 20_001)
"""The milliseconds of its thread that a bot can think about a decision."""
OWN_MS: Final = "ms="
"""The beginning of that number in the name of a bot."""


class UnknownBot(GipfMetaError, ValueError):
    """No bot has that name; one sentence."""


def is_bot(words: str) -> bool:
    """Whether *words* begin with the name of a bot, whatever stands after the colon."""
    return is_engine(words) or match_id(words.partition(":")[0], BOTS) in BOTS


def name_of_bot(words: str) -> str:
    """The name of a bot in records; in that of an engine its command keeps its case."""
    return PREFIX + command_of(words) if is_engine(words) else words.lower()


def make_bot(words: str, may_run: bool | None = None) -> Bot:
    """The bot that *words* name. Raises ``UnknownBot``.

    ``greedy``; ``greedy:500`` for one that reacts in 500 ms; ``expert:ms=200`` for one whose thread
    works 200 ms for a decision; or an engine: ``engine:COMMAND``. An engine fails at its first
    request unless it *may_run*; ``None``: if it was allowed to.
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
            + did_you_mean(name, BOTS)
        )
    if not colon:
        return BOTS[name]()
    if reaction.lower().startswith(OWN_MS):
        return _make_measured(words, name, reaction[len(OWN_MS) :])
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


def _make_measured(words: str, name: str, number: str) -> Bot:
    """The level called *name* that thinks for so many milliseconds of its thread, in place of
    positions. Raises ``UnknownBot``."""
    if name not in LEVELS:
        raise UnknownBot(
            _("{words!r}: only levels think for so many ms; the levels are: {known}.").format(
                words=words, known=", ".join(LEVELS)
            )
        )
    ms = read_whole(number)
    if ms not in THREAD_MS:
        raise UnknownBot(
            _("{words!r}: a level thinks for 1 to {most} ms, as in {name}:ms=200.").format(
                words=words, most=THREAD_MS[-1], name=name
            )
        )
    return LEVELS[name](thread_ms=ms)
