"""An engine on trial: it gets games line by line, and a log of all lines can show a fault again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import Clock
from gipf_meta.base.sentences import one_line
from gipf_meta.bots import engine_lines
from gipf_meta.bots.bot import Request
from gipf_meta.bots.engine_process import EngineFailed, EngineProcess, EngineRefused
from gipf_meta.bots.levels import make_bot
from gipf_meta.match.match import GameFinder
from gipf_meta.match.session import Session
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Turn
from gipf_meta.testing.trial.findings import Broken, need

LONGEST: Final = 150
"""The most steps of a walk."""
PAUSE_MS: Final = 1_000
"""The time of a decision where time acts."""
PAGE: Final = "See docs/engines.md."


@dataclass(frozen=True)
class Anything(engine_lines.HostCommand):
    """A *line* that may be none of the protocol."""

    form = "anything"
    text: str = ""

    @property
    def line(self) -> str:
        """The text as it is."""
        return self.text


@dataclass(frozen=True)
class WalkStep:
    """A *state* of a walk, and the *command* that leads on from it; ``None``: the walk ends."""

    state: Any
    command: engine_lines.HostCommand | None


class EngineTrial:
    """An engine on trial: started when it is needed, anew after whatever has ended it.

    *recorded* are sessions that were played elsewhere, which it also gets.
    """

    def __init__(
        self,
        command: str,
        finder: GameFinder,
        games: int,
        seed: int,
        clock: Clock | None,
        recorded: Sequence[Session] = (),
    ):
        self.command, self.finder, self.games, self.seed = command, finder, games, seed
        self.recorded: Final = recorded
        self._clock = clock
        self._process: EngineProcess | None = None
        self.lines: list[str] = []
        self.is_in_duel = False
        """Whether the engine plays a duel now, and must still know the game below."""
        self.greeting = engine_lines.EngineAnswer()
        """The engine's last introduction."""

    def start_anew(self) -> engine_lines.EngineAnswer:
        """Starts the engine, and returns how it introduces itself. Raises ``Broken``."""
        self.close()
        self.lines = []
        try:
            self._process = EngineProcess(self.command, clock=self._clock)
        except EngineFailed as error:
            raise Broken(str(error), "Try the command in a shell.") from None
        self.greeting = self.ask(engine_lines.Hello())
        return self.greeting

    def close(self) -> None:
        """Ends the engine."""
        if self._process is not None:
            self._process.close()

    def ask(self, *commands: engine_lines.HostCommand, **limits: Any) -> engine_lines.EngineAnswer:
        """The answer to the last of *commands*. Raises ``Broken`` unless that ends with ``ok``."""
        try:
            return self.try_to_ask(*commands, **limits)
        except EngineRefused as error:
            raise Broken(str(error), f"Take the command: it is right here. {PAGE}") from None

    def try_to_ask(
        self, *commands: engine_lines.HostCommand, **limits: Any
    ) -> engine_lines.EngineAnswer:
        """As ``ask``, but raises ``EngineRefused`` where the engine refuses."""
        if self._process is None or not self._process.is_alive:
            self.start_anew()
        assert self._process is not None
        answer = engine_lines.EngineAnswer()
        for command in commands:
            self._note(command)
            try:
                answer = self._process.ask(command, **limits)
            except EngineRefused:
                raise
            except EngineFailed as error:
                raise Broken(
                    str(error), f"Each command has an answer that ends with ok or error. {PAGE}"
                ) from None
        return answer

    def _note(self, command: engine_lines.HostCommand) -> None:
        if isinstance(command, engine_lines.ChooseGame) and not self.is_in_duel:
            self.lines = self.lines[:1]  # what was before does not matter any more
        self.lines.append(command.line)

    def tell(self, command: engine_lines.HostCommand) -> None:
        """Sends a *command* that has no answer."""
        assert self._process is not None
        self._note(command)
        self._process.tell(command)

    def has_ended(self) -> bool:
        """Whether the engine ends by itself within ``GRACE_MS``."""
        assert self._process is not None
        return self._process.has_ended()

    def close_input(self) -> None:
        """Lets the input of the engine end."""
        assert self._process is not None
        self._process.close_input()

    @property
    def was_stopped(self) -> bool:
        """Whether the engine was told to stop before it gave its last answer."""
        return self._process is not None and self._process.was_stopped

    def legal(self) -> list[str]:
        """The decisions that the engine lists as legal."""
        return list(self.ask(engine_lines.ListLegal()).all(engine_lines.LEGAL))

    def must_refuse(self, command: engine_lines.HostCommand, why: str) -> None:
        """Raises ``Broken`` unless the engine refuses *command* in a sentence."""
        try:
            self.try_to_ask(command)
        except EngineRefused as error:
            need(error.sentence, f"It refuses {command.line!r} without a word.", "Say why.")
            return
        raise Broken(f"It takes {one_line(command.line, 80)!r}: {why}.", "Answer error and why.")

    @property
    def last_decision(self) -> str:
        """The decision that the engine was told last; ``""``: none."""
        decisions = (line for line in reversed(self.lines) if line.startswith("play "))
        return next(decisions, "").partition(" ")[2].partition(" ")[2]

    @property
    def repeat(self) -> str:
        """The command that shows the finding again."""
        return f"printf '%s\\n' {shlex.join(self.lines)} | {self.command}"


# ---- walks -------------------------------------------------------------------------------------


def walk(game: AnyGame, seats: int, number: int, seed: int) -> Iterator[WalkStep]:
    """The states of a game from its start; every second *number* is played by a bot."""
    rng, clock, at_ms = Random(f"{seed}/{number}"), timed(game), 0
    bot = make_bot("beginner" if number % 2 else "random")
    state = game.start(seats)
    for _step in range(LONGEST):
        now = game.status(state)
        if isinstance(now, Over):
            break
        command: engine_lines.HostCommand
        if isinstance(now, Turn):
            move = bot.choose(Request(game, state, now.seat, seats, rng))
            command = engine_lines.HasDecided(now.seat, game.format(state, move))
        elif isinstance(now, Chance):
            outcomes, weights = zip(*now.outcomes, strict=True)
            move = rng.choices(outcomes, weights)[0]
            command = engine_lines.HasDrawn(game.format(state, move))
        else:
            assert isinstance(now, Duel)
            winner = rng.choice([*now.seats, None])
            move = game.settle(state, winner, now.game)
            command = engine_lines.HasEndedDuel(winner, now.game)
        yield WalkStep(state, command)
        state = game.apply(state, move)
        if clock is not None and not isinstance(game.status(state), Over):
            at_ms += PAUSE_MS
            yield WalkStep(state, engine_lines.HasPassed(at_ms))
            state = clock.advance(state, PAUSE_MS)
    yield WalkStep(state, None)
