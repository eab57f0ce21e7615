"""A bot of ours as an engine: it takes the lines of a host, and returns those of an engine.

``docs/engines.md`` describes the protocol. Nothing here reads or writes: ``gipf-meta engine`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.duel_odds import duel_odds
from gipf_meta.bots.engine_lines import (
    BEST,
    ENGINE,
    ERROR,
    LEGAL,
    OK,
    OPTION,
    PLAYS,
    VERSION,
    WAIT,
    BeginAt,
    ChooseGame,
    EngineLineError,
    HasDecided,
    HasDrawn,
    HasEndedDuel,
    HasPassed,
    Hello,
    HostCommand,
    ListLegal,
    SearchInfo,
    SetOption,
    Think,
    read_command,
)
from gipf_meta.bots.levels import BOTS, make_bot
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import read_position, timed
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.game import AnyGame, Chance, Duel, IllegalMove, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure, require_seats, start_state
from gipf_meta.search.analysis import Line, deepen_analysis, nobody_decides
from gipf_meta.search.budget import MOST_NODES, Budget, Flag, TimeFlag
from gipf_meta.search.search_tree import SearchedDecision

USED: Final = 0.9
"""The part of a limit of time that a bot uses which plays as well as time allows."""
BOT: Final = "bot"
"""The option for the bot that answers."""
LEAST: Final = 0.1
"""The least chances in percent of a seat that may still win."""


class AnsweringEngine:
    """The bot called *bot* as an engine, for the *games* that *finder* finds by their ids."""

    def __init__(self, bot: str, games: Iterable[str], finder: GameFinder, version: str) -> None:
        """Raises ``UnknownBot``."""
        self._games, self._finder, self._version = tuple(games), finder, version
        self._name = bot
        self._bot: Bot = make_bot(bot)
        self._game: AnyGame | None = None
        self._seats = self._at_ms = 0
        self._state: Any = None

    def answer(self, line: str, cancelled: Flag) -> Iterator[str]:
        """The lines that answer a *line* of a host, which sets *cancelled* to end a search.

        The last one is ``ok``, or an error that has changed nothing.
        """
        lines, last = Gate(self._name).each(self._read(line, cancelled)), ""
        while last != OK:
            try:
                last = next(lines, OK)
            except GipfMetaError as error:
                yield f"{ERROR} {one_line(reason(error))}"
                return
            yield last

    def _read(self, line: str, cancelled: Flag) -> Iterator[str]:
        yield from self._answer(read_command(line), cancelled)

    def _answer(self, command: HostCommand, cancelled: Flag) -> Iterator[str]:
        if isinstance(command, Hello):
            yield from self._introduce(command)
        elif isinstance(command, SetOption):
            self._set(command)
        elif isinstance(command, ChooseGame):
            self._choose_game(command)
        elif isinstance(command, BeginAt):
            self._begin(command.position)
        elif isinstance(command, ListLegal):
            game, state, seat = self._on_turn()
            yield from (f"{LEGAL} {game.format(state, m)}" for m in game.turn_moves(state, seat))
        elif isinstance(command, Think):
            yield from self._think(command, cancelled)
        else:
            self._go_on(command)

    def _introduce(self, hello: Hello) -> Iterator[str]:
        if hello.version < VERSION:
            raise EngineLineError(_("This engine speaks version {n}.").format(n=VERSION))
        yield f"{ENGINE} gipf_meta {self._version}, {self._name}"
        yield from (f"{PLAYS} {game}" for game in self._games)
        yield f"{OPTION} {BOT} choice {self._name} {' '.join(BOTS)}"

    def _set(self, command: SetOption) -> None:
        if command.name != BOT:
            raise EngineLineError(
                _("There is no option {name!r}; the options are: {known}.").format(
                    name=command.name, known=BOT
                )
            )
        self._name, self._bot = command.value, make_bot(command.value)

    # ---- the game ------------------------------------------------------------------------------

    def _choose_game(self, command: ChooseGame) -> None:
        game = configure(self._finder(command.game), command.options)
        require_seats(game, command.seats)
        self._state = start_state(game, command.seats)
        self._game, self._seats, self._at_ms = game, command.seats, 0
        self._bot = make_bot(self._name)  # it remembers no other game

    def _begin(self, position: str) -> None:
        game = self._chosen_game()
        if position:
            self._state = read_position(game, position, self._seats)[0]
        else:
            self._state = start_state(game, self._seats)
        self._at_ms = 0

    def _go_on(self, command: HostCommand) -> None:
        """Carries out *command* in the game. Raises ``GipfMetaError`` if that is impossible."""
        game = self._chosen_game()
        now = game.status(self._state)
        if isinstance(command, HasDecided):
            self._require_seat(command.seat)
            move = game.parse(self._state, command.seat, command.decision)
        elif isinstance(command, HasDrawn) and isinstance(now, Chance):
            texts = {game.format(self._state, each): each for each, _weight in now.outcomes}
            if command.outcome not in texts:
                some = ", ".join([*texts][:8])
                raise IllegalMove(_("Luck can draw here: {some}.").format(some=some))
            move = texts[command.outcome]
        elif isinstance(command, HasEndedDuel) and isinstance(now, Duel):
            if command.winner is not None and command.winner not in now.seats:
                raise IllegalMove(_("That seat does not play the duel."))
            move = game.settle(self._state, command.winner, command.game)
        elif isinstance(command, HasPassed):
            self._pass_time(game, command.at_ms)
            return
        else:
            raise IllegalMove(_("This cannot happen here."))
        self._state = game.apply(self._state, move)

    def _pass_time(self, game: AnyGame, at_ms: int) -> None:
        clock = timed(game)
        if clock is None:
            raise EngineLineError(_("Time does not act in this game."))
        if at_ms < self._at_ms:
            raise EngineLineError(_("It is {ms} ms already.").format(ms=self._at_ms))
        self._state = clock.advance(self._state, at_ms - self._at_ms)
        self._at_ms = at_ms

    def _require_seat(self, seat: int) -> None:
        """Raises ``IllegalMove`` unless the game has that *seat*."""
        if seat >= self._seats:
            raise IllegalMove(
                _("There is no seat {seat}; the seats are 0 to {last}.").format(
                    seat=seat, last=self._seats - 1
                )
            )

    def _chosen_game(self) -> AnyGame:
        if self._game is None:
            raise EngineLineError(_("Say first which game it is, as in: game zertz 2."))
        return self._game

    def _on_turn(self) -> tuple[AnyGame, Any, int]:
        """The game, its state and the seat on turn. Raises ``EngineLineError`` if none is."""
        game = self._chosen_game()
        now = game.status(self._state)
        if not isinstance(now, Turn):
            raise EngineLineError(nobody_decides(now))
        return game, self._state, now.seat

    # ---- deciding -------------------------------------------------------------------------------

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
        odds = duel_odds([self._name] * self._seats, self._finder)
        rng = Random(limits.seed) if limits.seed else Random()
        return Request(
            self._chosen_game(),
            self._state,
            seat,
            self._seats,
            rng,
            odds,
            cancelled,
            limits.ms,
            None if limits.ms is None else max(1, int(USED * limits.ms)),
        )

    def _infos(self, found: Iterable[SearchedDecision]) -> Iterator[str]:
        game = self._chosen_game()
        for rank, each in enumerate(found, 1):
            texts = tuple(text for text, _state in game.texts(self._state, each.line))
            chances = _chances(each.value, each.sure)
            yield SearchInfo(chances, texts, rank=rank, is_sure=each.sure).line

    def _analyse(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        """Tells better and better lines, and at last the decision with which the best begins."""
        game, state, _seat = self._on_turn()
        lines: tuple[Line, ...] = ()
        enough = cancelled if limits.ms is None else TimeFlag(cancelled, limits.ms)
        for found in deepen_analysis(
            game,
            state,
            self._seats,
            Budget(min(limits.positions or MOST_NODES, MOST_NODES), cancelled=enough),
            Random(limits.seed or "0"),
            limits.lines,
        ):
            lines = found.lines
            for rank, each in enumerate(lines, 1):
                chances = _chances(each.value, each.sure)
                yield SearchInfo(chances, each.decisions, found.positions, rank, each.sure).line
        if not lines:  # it was to stop before anything was found
            move = self._bot.choose(self._request(limits, _seat, enough))
            yield f"{BEST} {game.format(state, move)}"
        else:
            yield f"{BEST} {lines[0].decisions[0]}"


def _chances(value: float, is_sure: bool) -> float:
    """The chances in percent of a *value*; one that is not proven is neither 0 nor 100."""
    chances = round(50 * (1 + value), 1)
    return chances if is_sure else max(LEAST, min(100 - LEAST, chances))
