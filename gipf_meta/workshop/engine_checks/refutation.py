"""Tries to refute an engine by the rules of the host, over games of chance, of a bot and of people.

Each finding names the fault, and the lines that show it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.bots.engine_lines import PLAYS
from gipf_meta.match.match import GameFinder
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.testing.trial.findings import Broken, Finding, NotAsked
from gipf_meta.workshop.engine_checks.laws import GAME_LAWS, LAWS, greets, knows_what_is_legal
from gipf_meta.workshop.engine_checks.match_laws import match_laws
from gipf_meta.workshop.engine_checks.trial import EngineTrial

GAMES: Final = 4
"""The number of games of each kind that are walked through; a bot plays every other one."""


@dataclass(frozen=True)
class EngineFinding(Finding):
    """A finding on an engine in a *game*, ``""`` if it is about none; *repeat* shows it again."""

    game: str = ""
    repeat: str = ""


def check_engine(
    command: str,
    finder: GameFinder,
    games: Sequence[str] = (),
    *,
    count: int = GAMES,
    seed: int = 1,
    clock: Clock | None = None,
    recorded: Sequence[Session] = (),
) -> Iterator[EngineFinding]:
    """Yields the findings on the engine that *command* starts, law by law.

    The laws are tried on *games* (ids; none: those that the engine names), in *count* walks through
    each, and on the *recorded* sessions.
    """
    trial = EngineTrial(command, finder, count, seed, clock, recorded)
    try:
        names: Sequence[str] = games
        for law in LAWS:
            finding = _judge(trial, law.__name__, str(law.__doc__), lambda: law(trial))  # noqa: B023
            yield finding
            if law is greets:
                if not finding.ok:
                    return
                names = names or trial.greeting.all(PLAYS)
        for name in names:
            yield from _check_game(trial, name)
    finally:
        trial.close()


def _check_game(trial: EngineTrial, name: str) -> Iterator[EngineFinding]:
    try:
        game: AnyGame = configure(trial.finder(name), {})
    except LookupError as error:
        yield EngineFinding(
            knows_what_is_legal.__name__, "", what=str(error), asked=False, game=name
        )
        return
    if game.needs_people:
        return
    for law in (*GAME_LAWS, *match_laws(trial, game)):
        yield _judge(trial, law.__name__, str(law.__doc__), lambda: law(trial, game), name)  # noqa: B023


def _judge(
    trial: EngineTrial, law: str, says: str, ask: Callable[[], None], game: str = ""
) -> EngineFinding:
    """Whether a *law* holds, which *ask* tries."""
    try:
        ask()
    except Broken as broken:
        repeat = trial.repeat
        trial.close()
        return EngineFinding(
            law, says, ok=False, what=broken.what, advice=broken.advice, game=game, repeat=repeat
        )
    except NotAsked as reason:
        return EngineFinding(law, says, what=str(reason), asked=False, game=game)
    return EngineFinding(law, says, game=game)
