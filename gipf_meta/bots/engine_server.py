"""A bot of ours as an engine: it takes the lines of a host, and returns those of an engine.

Nothing here reads or writes: ``gipf-meta engine`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.duel_odds import duel_odds
from gipf_meta.bots.engine_lines import (
    BEST,
    OPTION,
    WAIT,
    EngineLineError,
    Hello,
    SearchInfo,
    SetOption,
    Think,
)
from gipf_meta.bots.engine_talk import EngineTalk, StandingGame
from gipf_meta.bots.levels import BOTS, make_bot
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.analysis import Line, deepen_analysis
from gipf_meta.search.budget import MOST_NODES, Budget, Flag, TimeFlag
from gipf_meta.search.search_tree import SearchedDecision

USED: Final = 0.9
"""The part of a limit of time that a bot uses which plays as well as time allows."""
BOT: Final = "bot"
"""The option for the bot that answers."""
LEAST: Final = 0.1
"""The least chances in percent of a seat that may still win."""


class AnsweringEngine(EngineTalk):
    """The bot called *bot* as an engine, for the *games* that *finder* finds by their ids."""

    def __init__(self, bot: str, games: Iterable[str], finder: GameFinder, version: str) -> None:
        """Raises ``UnknownBot``."""
        super().__init__(games, finder)
        self._version = version
        self._bot: Bot = make_bot(bot)
        self._name = self.called = bot

    def _title(self) -> str:
        return f"gipf_meta {self._version}, {self._name}"

    def _introduce(self, hello: Hello) -> Iterator[str]:
        yield from super()._introduce(hello)
        yield f"{OPTION} {BOT} choice {self._name} {' '.join(BOTS)}"

    def _set(self, command: SetOption) -> None:
        if command.name != BOT:
            raise EngineLineError(
                _("There is no option {name!r}; the options are: {known}.").format(
                    name=command.name, known=BOT
                )
            )
        self._bot = make_bot(command.value)
        self._name = self.called = command.value

    def _prepare(self, game: AnyGame, seats: int, below: tuple[StandingGame, ...]) -> None:
        self._bot = make_bot(self._name)  # it remembers no other game

    def _think(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        game, state, seat = self._on_turn()
        if limits.beside is not None:
            self._require_seat(limits.beside)
            move = self._bot.beside(self._request(limits, limits.beside, cancelled))
            yield WAIT if move is None else f"{BEST} {game.format(state, move)}"
        elif limits.for_ever or limits.positions is not None:
            yield from self._analyse(limits, cancelled)
        else:
            move = self._bot.choose(self._request(limits, seat, cancelled))
            found = getattr(self._bot, "found", ())
            yield from self._infos(found[: limits.lines])
            yield f"{BEST} {game.format(state, move)}"

    def _request(self, limits: Think, seat: int, cancelled: Flag) -> Request:
        game, seats, state = self._chosen_game()
        odds = duel_odds([self._name] * seats, self._finder)
        rng = Random(limits.seed) if limits.seed else Random()
        return Request(
            game,
            state,
            seat,
            seats,
            rng,
            odds,
            cancelled,
            limits.ms,
            None if limits.ms is None else max(1, int(USED * limits.ms)),
        )

    def _infos(self, found: Iterable[SearchedDecision]) -> Iterator[str]:
        game, _seats, state = self._chosen_game()
        for rank, each in enumerate(found, 1):
            texts = tuple(text for text, _state in game.texts(state, each.line))
            chances = chances_of(each.value, each.sure)
            yield SearchInfo(chances, texts, rank=rank, is_sure=each.sure).line

    def _analyse(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        """Tells better and better lines, and at last the decision with which the best begins."""
        game, state, seat = self._on_turn()
        lines: tuple[Line, ...] = ()
        enough = cancelled if limits.ms is None else TimeFlag(cancelled, limits.ms)
        for found in deepen_analysis(
            game,
            state,
            self._chosen_game().seats,
            Budget(min(limits.positions or MOST_NODES, MOST_NODES), cancelled=enough),
            Random(limits.seed or "0"),
            limits.lines,
        ):
            lines = found.lines
            for rank, each in enumerate(lines, 1):
                chances = chances_of(each.value, each.sure)
                yield SearchInfo(chances, each.decisions, found.positions, rank, each.sure).line
        if not lines:  # it was to stop before anything was found
            move = self._bot.choose(self._request(limits, seat, enough))
            yield f"{BEST} {game.format(state, move)}"
        else:
            yield f"{BEST} {lines[0].decisions[0]}"


def chances_of(value: float, is_sure: bool) -> float:
    """The chances in percent of a *value*; one that is not proven is neither 0 nor 100."""
    chances = round(50 * (1 + value), 1)
    return chances if is_sure else max(LEAST, min(100 - LEAST, chances))
