"""Transcripts of random games, for a comparison with another process."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

from gipf_meta.base.stops import stops
from gipf_meta.protocol.game import Chance, MoveError
from gipf_meta.protocol.options import configure
from gipf_meta.testing.laws.questions import questions, snapshot
from gipf_meta.testing.trial.findings import Broken
from gipf_meta.testing.trial.guarded import GuardedGame
from gipf_meta.testing.trial.walks import Moment

MOST: Final = 12
"""The moves of a moment that a transcript names; the random games depend on the order of all."""
MOST_ANSWERED: Final = 12
"""Moments of a game whose answers a transcript contains."""
CANNOT_IMPORT: Final = 3
"""The exit status if the game's module cannot be imported."""
FEW: Final = 12
"""Decisions of the games that are played before, under other options."""


def event_texts(game: GuardedGame, moment: Moment) -> list[str]:
    """The event of *moment*, then its possible moves in the game's order, as texts."""
    moves = [move for offered in moment.offers for move in offered]
    if isinstance(moment.now, Chance):
        moves += [outcome for outcome, _ in moment.now.outcomes]
    texts = [moment.event]
    for move in moves[:MOST]:
        try:
            texts.append(str(game.format(moment.state, move)))
        except (Broken, MoveError):
            texts.append("")
    return texts


def answers(game: GuardedGame, moment: Moment, seats: int) -> list[tuple[str, str]]:
    """The method's name and a digest of its answer, for every question about *moment*."""
    return [
        (name, sha256(_canonical(snapshot(ask())).encode()).hexdigest()[:16])
        for name, ask in questions(game, moment, seats, moment.state)
    ]


def _canonical(held: object) -> str:
    """A snapshot as text, independent of the order of sets and mappings."""
    if isinstance(held, frozenset):
        return f"{{{' '.join(sorted(map(_canonical, held)))}}}"
    if isinstance(held, tuple):
        parts = [_canonical(part) for part in held]
        return f"({' '.join(sorted(parts) if held[:1] == ('mapping',) else parts)})"
    return repr(held)


def write_transcript() -> None:
    """Plays the games that standard input names; writes them to standard output as JSON."""
    from gipf_meta.testing.laws.option_values import other_games
    from gipf_meta.testing.trial.case import Case

    asked: dict[str, Any] = json.loads(sys.stdin.read())
    try:
        found: Any = import_module(asked["module"])
    except stops():
        raise
    except BaseException:
        sys.exit(CANNOT_IMPORT)
    for part in asked["name"].split("."):
        found = getattr(found, part)
    game = configure(found, asked["options"])
    case = Case(game, 0, asked["seed"], asked["most"], asked["ms"], None)
    first = asked["walks"][:1]
    for other in other_games(game) if first else ():
        Case(other, 0, asked["seed"], FEW, asked["ms"], None).walk(*first[0])
    out = []
    for seats, number in asked["walks"]:
        walk = case.walk(seats, number)
        moments = walk.moments if walk else ()
        every = 1 + len(moments) // MOST_ANSWERED
        out.append(
            [
                (
                    event_texts(case.ask, moment),
                    [] if n % every else answers(case.ask, moment, seats),
                )
                for n, moment in enumerate(moments)
            ]
        )
    print(json.dumps(out))
