"""The engine's side of a talk: it takes the lines of a host, and returns those of an engine.

``docs/engines.md`` describes the protocol. Nothing here reads or writes: ``host_lines`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_lines import (
    ENGINE,
    ERROR,
    LEGAL,
    OK,
    PLAYS,
    VERSION,
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
    SetOption,
    Think,
    read_command,
)
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import read_position, timed
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.game import AnyGame, Chance, Duel, IllegalMove, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure, options_in_duel, require_seats, start_state
from gipf_meta.search.analysis import nobody_decides
from gipf_meta.search.budget import Flag


class StandingGame(NamedTuple):
    """A *game* for so many *seats* that stands in a *state*."""

    game: AnyGame
    seats: int
    state: Any


class EngineTalk:
    """A talk of an engine with a host about the *games* that *finder* finds by their ids: what the
    game is and how it stands. Subclasses introduce themselves, and decide.
    """

    called = ""
    """The name of the engine in sentences, if it has one."""

    def __init__(self, games: Iterable[str], finder: GameFinder) -> None:
        self._games, self._finder = tuple(games), finder
        self._at_ms = 0
        self._now: StandingGame | None = None
        self._below: tuple[StandingGame, ...] = ()

    def answer(self, line: str, cancelled: Flag) -> Iterator[str]:
        """The lines that answer a *line* of a host, which sets *cancelled* to end a search.

        The last one is ``ok``, or an error that has changed nothing.
        """
        lines, last = Gate(self.called or _("The engine")).each(self._read(line, cancelled)), ""
        while last != OK:
            try:
                last = next(lines, OK)
            except GipfMetaError as error:
                yield f"{ERROR} {one_line(self._why(error))}"
                return
            yield last

    def _why(self, error: GipfMetaError) -> str:
        """The sentence of a refusal."""
        return reason(error)

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
        yield f"{ENGINE} {self._title()}"
        yield from (f"{PLAYS} {game}" for game in self._games)

    # ---- what engines say ----------------------------------------------------------------------

    def _title(self) -> str:
        """The name with which the engine introduces itself."""
        raise NotImplementedError

    def _set(self, command: SetOption) -> None:
        """Sets an option. Raises ``GipfMetaError``."""
        raise EngineLineError(_("This engine has no options."))

    def _prepare(self, game: AnyGame, seats: int, below: tuple[StandingGame, ...]) -> None:
        """Prepares to play *game*, a duel in the game *below* if there is one. Raises
        ``GipfMetaError`` to refuse it."""
        raise NotImplementedError

    def _think(self, limits: Think, cancelled: Flag) -> Iterator[str]:
        """The lines that answer ``go``."""
        raise NotImplementedError

    # ---- the game ------------------------------------------------------------------------------

    def _choose_game(self, command: ChooseGame) -> None:
        game = configure(self._finder(command.game), command.options)
        require_seats(game, command.seats)
        below = (*self._below, self._now) if self._now and _is_due(self._now, game) else ()
        self._prepare(game, command.seats, below)
        self._now = StandingGame(game, command.seats, start_state(game, command.seats))
        self._below, self._at_ms = below, 0

    def _begin(self, position: str) -> None:
        game, seats, _state = self._chosen_game()
        if position:
            state = read_position(game, position, seats)[0]
        else:
            state = start_state(game, seats)
        self._now, self._at_ms = StandingGame(game, seats, state), 0

    def _go_on(self, command: HostCommand) -> None:
        """Carries out *command* in the game. Raises ``GipfMetaError`` if that is impossible."""
        game, _seats, state = self._chosen_game()
        now = game.status(state)
        if isinstance(command, HasDecided):
            self._require_seat(command.seat)
            move = game.parse(state, command.seat, command.decision)
        elif isinstance(command, HasDrawn) and isinstance(now, Chance):
            texts = {game.format(state, each): each for each, _weight in now.outcomes}
            if command.outcome not in texts:
                some = ", ".join([*texts][:8])
                raise IllegalMove(_("Luck can draw here: {some}.").format(some=some))
            move = texts[command.outcome]
        elif isinstance(command, HasEndedDuel) and isinstance(now, Duel):
            if command.winner is not None and command.winner not in now.seats:
                raise IllegalMove(_("That seat does not play the duel."))
            move = game.settle(state, command.winner, command.game)
        elif isinstance(command, HasPassed):
            self._pass_time(command.at_ms)
            return
        else:
            raise IllegalMove(_("This cannot happen here."))
        self._stand(game.apply(state, move))

    def _pass_time(self, at_ms: int) -> None:
        game, _seats, state = self._chosen_game()
        clock = timed(game)
        if clock is None:
            raise EngineLineError(_("Time does not act in this game."))
        if at_ms < self._at_ms:
            raise EngineLineError(_("It is {ms} ms already.").format(ms=self._at_ms))
        self._stand(clock.advance(state, at_ms - self._at_ms))
        self._at_ms = at_ms

    def _stand(self, state: Any) -> None:
        """Notes that the game stands in *state* now."""
        self._now = self._chosen_game()._replace(state=state)

    def _require_seat(self, seat: int) -> None:
        """Raises ``IllegalMove`` unless the game has that *seat*."""
        seats = self._chosen_game().seats
        if seat >= seats:
            raise IllegalMove(
                _("There is no seat {seat}; the seats are 0 to {last}.").format(
                    seat=seat, last=seats - 1
                )
            )

    def _chosen_game(self) -> StandingGame:
        if self._now is None:
            raise EngineLineError(_("Say first which game it is, as in: game zertz 2."))
        return self._now

    def _on_turn(self) -> tuple[AnyGame, Any, int]:
        """The game, its state and the seat on turn. Raises ``EngineLineError`` if none is."""
        game, _seats, state = self._chosen_game()
        now = game.status(state)
        if not isinstance(now, Turn):
            raise EngineLineError(nobody_decides(now))
        return game, state, now.seat


def _is_due(below: StandingGame, game: AnyGame) -> bool:
    """Whether *game* is to decide the duel that is due in the game *below*."""
    now = below.game.status(below.state)
    if not isinstance(now, Duel) or now.game != game.id:
        return False
    kind = type(game)
    return bool(configure(kind, options_in_duel(kind, now.options, now)) == game)
