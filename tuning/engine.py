"""The bot ``expert`` as an engine that answers lines of JSON: ``python -P tuning/engine.py``.

It plays as the gipf_meta does that this Python finds, of today or of version 0.1.0, and imports
nothing else of the repository. With an argument ``module:function`` that function decides, as
``choose`` does here. At first it says whether its search is compiled::

    {"compiled": true}

Each question is a position (``null``: the start of the game), what has happened since, and a
budget, *ms* of processor time or *nodes* positions; each answer is a decision in the notation of
the game, and the processor time that it took in milliseconds::

    {"ask": "choose", "game": "gipf", "options": {}, "position": null,
     "since": [{"seat": 0, "decision": "Zb2^"}, {"seat": 1, "decision": "challenge"},
               {"luck": "owner begins"}, {"winner": 0, "duel": "zertz"}],
     "seat": 0, "seats": 2, "pace_ms": 1500, "seed": 7, "ms": 200, "nodes": null}
    {"decision": "Wd4", "ms": 200.4}

A question for a decision ``beside`` the turn has no budget; its answer can be ``null``: to wait.

The question ``expert`` has none either: the level ``expert`` itself decides, as people meet it at a
table where they wait *patience_ms* for a turn, in versions from 0.2.0 on. What it measures is
processor time, so that nothing else that the machine does decides. The answer tells what the table
let it take (0.2.0 has no *granted_ms*) and the most memory that the process has used::

    {"ask": "expert", "game": "zertz", …, "seed": 7, "patience_ms": 8000}
    {"decision": "Wd4", "ms": 1999.2, "limit_ms": 4760, "granted_ms": 1999, "is_sure": false,
     "peak_mb": 231}

The question ``judge`` asks how the seat stands, from -1 (lost) to 1 (won), and what is to be said
for each decision that it may take now; of two decisions, the one with the greater list is better.
Without *ms* and *nodes* the game's own judgement answers, which does not search::

    {"value": 0.31, "decisions": [["Wd4", [0.0, 12, 0.33]], ["Gb2", [0.0, 3, 0.1]], …]}
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

PLACES = {
    "Budget": ("gipf_meta.search.budget:Budget",),
    "LEVELS": ("gipf_meta.bots.levels:LEVELS",),
    "Patience": ("gipf_meta.table.pilots:Patience",),
    "RealClock": ("gipf_meta.base.clock:RealClock",),
    "Request": ("gipf_meta.bots.bot:Request",),
    "best_beside": ("gipf_meta.bots.greedy:best_beside",),
    "configure": ("gipf_meta.protocol.options:configure", "gipf_meta.options:configure"),
    "cpu_ms": ("gipf_meta.base.clock:cpu_ms", "gipf_meta.clock:cpu_ms"),
    "duel_odds": ("gipf_meta.bots.duel_odds:duel_odds", "gipf_meta.bots.dueling:duel_odds"),
    "load_plugins": ("gipf_meta.plugins.loading:load_plugins", "gipf_meta.plugins:load_plugins"),
    "rank": (
        "gipf_meta.search.search_tree:rank",
        "gipf_meta.search.tree:rank",
        "gipf_meta.search.mcts:rank",
    ),
    "search": ("gipf_meta.search.dispatch:search_moves", "gipf_meta.search.choice:considered"),
    "timed": ("gipf_meta.protocol.capabilities:timed",),
}
"""The places of the objects that the engine needs in each version of gipf_meta, today's first."""
Decide = Callable[[Any, Any, Mapping[str, Any]], Any]
"""Decides in a game and a state, as a question asks."""
SEARCH = "gipf_meta.search.mcts"
"""A module that every version compiles."""


@cache
def part(name: str) -> Any:
    """The object of the installed gipf_meta that ``PLACES`` lists under *name*."""
    places = [place.partition(":") for place in PLACES[name]]
    for module, _, there in places[:-1]:
        try:
            return getattr(import_module(module), there)
        except ModuleNotFoundError as error:
            if not module.startswith(str(error.name)):
                raise  # the version has this place, but cannot import it
    module, _, there = places[-1]
    return getattr(import_module(module), there)


class ProcessorClock:
    """A clock of the processor time that this process uses."""

    def now_ms(self) -> int:
        """Milliseconds since the process began."""
        return int(part("cpu_ms")())


@cache
def installed() -> Any:
    """The plugins, loaded once."""
    return part("load_plugins")()


def move_of(game: Any, state: Any, step: Mapping[str, Any]) -> Any:
    """The move of *step*, by which *state* went on."""
    if "decision" in step:
        text = step["decision"]
        try:
            return game.parse(state, step["seat"], text)
        except ValueError:  # versions before 0.2.0 wrote each row of GIPF as one that is taken
            return game.parse(state, step["seat"], text.replace("row ", "x"))
    if "duel" in step:
        return game.settle(state, step["winner"], step["duel"])
    outcomes = [outcome for outcome, _weight in game.status(state).outcomes]
    return next(each for each in outcomes if game.format(state, each) == step["luck"])


class Reader:
    """Reads the games that questions tell, each from where the question before ended."""

    def __init__(self) -> None:
        self._begun: Any = None
        self._state: Any = None
        self._since: list[Any] = []

    def read(self, asked: Mapping[str, Any]) -> tuple[Any, Any]:
        """The game of the question that is *asked*, and its state."""
        begun = [asked[key] for key in ("game", "options", "position", "seats")]
        since, known = asked["since"], len(self._since)
        game = part("configure")(installed().find(asked["game"]), asked["options"])
        if begun != self._begun or since[:known] != self._since:
            position, known = asked["position"], 0
            self._begun = begun
            self._state = (
                game.start(asked["seats"]) if position is None else game.from_text(position)
            )
        for step in since[known:]:
            self._state = game.apply(self._state, move_of(game, self._state, step))
        self._since = since
        return game, self._state


@cache
def remembering() -> dict[str, Any]:
    """The keyword argument with a memory for the searches of this version, if it has one."""
    memory = getattr(import_module(part("search").__module__), "SearchMemory", None)
    return {} if memory is None else {"memory": memory()}


def search(game: Any, state: Any, asked: Mapping[str, Any], most: int = 1) -> Any:
    """The decisions with what the search of ``expert`` finds within the budget that is *asked*, the
    best first; the best *most* are told apart."""
    rng = Random(asked["seed"])
    return part("search")(
        game,
        state,
        asked["seats"],
        part("Budget")(asked["nodes"], asked["ms"], clock=ProcessorClock()),
        rng,
        pace_ms=asked["pace_ms"],
        odds=part("duel_odds")(["expert"] * asked["seats"], installed().find),
        most=most,
        **remembering(),
    )


def choose(game: Any, state: Any, asked: Mapping[str, Any]) -> Any:
    """The decision that the search of ``expert`` finds best within the budget that is *asked*."""
    moves = game.turn_moves(state, asked["seat"])
    return moves[0] if len(moves) == 1 else search(game, state, asked)[0].move


class AtHome:
    """The level ``expert`` at a table where people wait *patience_ms* for a turn."""

    def __init__(self, patience_ms: int) -> None:
        """Sets the clock by which bots think to the processor time of this process."""
        part("RealClock").now_ms = ProcessorClock.now_ms
        self._bot = part("LEVELS")["expert"]()
        self._patience = part("Patience")(ProcessorClock(), patience_ms)

    def choose(self, game: Any, state: Any, asked: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The decision in *game* and *state* as *asked*, and what is told beside it."""
        limits = self._limits(game, state, asked)
        seats = asked["seats"]
        odds = part("duel_odds")(["expert"] * seats, installed().find)
        rng = Random(asked["seed"])
        request = part("Request")(game, state, asked["seat"], seats, rng, odds)
        move = self._bot.choose(replace(request, **limits))
        self._patience.end()
        is_sure = bool(self._bot.found and self._bot.found[0].sure)
        return move, {**limits, "is_sure": is_sure, "peak_mb": peak_mb()}

    def _limits(self, game: Any, state: Any, asked: Mapping[str, Any]) -> dict[str, int | None]:
        """The limits of a request as this version's table sets them for the decision *asked*."""
        top = SimpleNamespace(status=game.status(state), steps=asked["since"])
        match = SimpleNamespace(top=top, sessions=[top], ms_to_spend=lambda: None, thinking="time")
        if part("timed")(game) is None:
            granted = self._patience.begin(match)
        else:  # there 0.2.0 has no limits, for bots know how soon they react
            to_react = getattr(self._patience, "to_react", None)
            granted = to_react(match, self._bot) if to_react else None
        limits = granted if isinstance(granted, tuple) else (granted,)
        return dict(zip(("limit_ms", "granted_ms"), limits, strict=False))


at_home = cache(AtHome)
"""The bot that this process is, which remembers from decision to decision."""


def peak_mb() -> int:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def judge(game: Any, state: Any, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The chances of the seat in question, and the judgement of each of its decisions."""
    if asked["nodes"] or asked["ms"]:
        found = search(game, state, asked, most=3)
        value = found[0].value
        said = [(option.move, part("rank")(option)) for option in found]
    else:
        seat = asked["seat"]
        value = game.evaluate(state, seat)
        moves = game.turn_moves(state, seat)
        said = [(move, (game.evaluate(game.apply(state, move), seat),)) for move in moves]
    decisions = [[game.format(state, move), list(worth)] for move, worth in said]
    return {"value": value, "decisions": decisions}


def answer(
    asked: Mapping[str, Any], reader: Reader | None = None, decide: Decide = choose
) -> dict[str, Any]:
    """The answer to a question; *reader* has read those before, *decide* decides."""
    game, state = (reader or Reader()).read(asked)
    if asked["ask"] == "judge":
        return judge(game, state, asked)
    begun, beside_it = part("cpu_ms")(), {}
    if asked["ask"] == "beside":
        move = part("best_beside")(game, state, asked["seat"])
    elif asked["ask"] == "expert":
        move, beside_it = at_home(asked["patience_ms"]).choose(game, state, asked)
    else:
        move = decide(game, state, asked)
    taken = part("cpu_ms")() - begun
    decision = None if move is None else game.format(state, move)
    return {"decision": decision, "ms": taken, **beside_it}


def answers(lines: Iterator[str], player: str = "") -> Iterator[dict[str, Any]]:
    """The lines of the engine: at first its introduction, then an answer to each of *lines*.

    *player* is the ``module:function`` that decides, if not ``choose``.
    """
    module, _, function = player.partition(":")
    decide = getattr(import_module(module), function) if player else choose
    files = [import_module(name).__file__ or "" for name in (SEARCH, module) if name]
    installed()
    yield {"compiled": not any(file.endswith(".py") for file in files)}
    reader = Reader()
    for line in lines:
        yield answer(json.loads(line), reader, decide)


if __name__ == "__main__":
    gc.set_threshold(20_000)  # as gipf_meta/base/garbage.py does, which older versions lack
    with suppress(BrokenPipeError):  # nobody listens any more
        for said in answers(iter(sys.stdin.readline, ""), *sys.argv[1:]):
            print(json.dumps(said), flush=True)
