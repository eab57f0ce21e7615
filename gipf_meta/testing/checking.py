"""Checks a game against every law, for pytest and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from gipf_meta.base.sentences import describe_error, one_line
from gipf_meta.base.stops import stops
from gipf_meta.protocol.game import AnyGame
from gipf_meta.testing.laws import LAWS, Law
from gipf_meta.testing.trial.case import GAMES, Case
from gipf_meta.testing.trial.findings import Advised, Broken, Finding, NotAsked

SEED = 1
MOST_DECISIONS = 20_000
"""The most decisions of a random game, by default."""
PATIENCE_MS = 5_000
"""Milliseconds that an answer of the game may take, by default."""


def check(
    game: AnyGame,
    *,
    games: int = GAMES,
    seed: int = SEED,
    most_decisions: int = MOST_DECISIONS,
    patience_ms: int = PATIENCE_MS,
    laws: Collection[str] | None = None,
    invariant: Callable[[Any], None] | None = None,
    begins: Callable[[str], None] | None = None,
) -> Iterator[Finding]:
    """Checks *game* and yields one finding for each law; *laws* are names of laws, by default all.

    *games* random games are played for each count of seats that is examined, all from *seed*; none
    may take more than *most_decisions*. Every answer may take *patience_ms* milliseconds.
    *invariant* is called with every state, and raises an error if the state is wrong. *begins* is
    told what is checked as it begins: the sentence of a law, then the options it is asked with.
    Raises ``ValueError`` for a law that does not exist.
    """
    unknown = set(laws or ()) - {law.__name__ for law in LAWS}
    if unknown:
        raise ValueError(f"There is no law {', '.join(sorted(unknown))}.")
    case = Case(game, games, seed, most_decisions, patience_ms, invariant)
    if begins is not None:
        case.begins = begins
    return (ask(law, case) for law in LAWS if laws is None or law.__name__ in laws)


def ask(law: Law, case: Case) -> Finding:
    """Checks one law of *case*; returns the finding."""
    name, says = law.__name__, one_line(law.__doc__ or "")
    case.here = case.there = None
    case.begins(says)
    try:
        law(case)
    except Broken as broken:
        return Finding(name, says, False, _with_place(broken.what, case), broken.advice)
    except NotAsked as reason:
        return Finding(name, says, True, f"Not asked: {reason}", asked=False)
    except Advised as seen:
        return Finding(name, says, True, seen.what, seen.advice)
    except stops():
        raise
    except BaseException as error:
        what = f"The game stopped the kit with {describe_error(error)}"
        advice = f"Look at {_failing_method(error)}: nothing but a MoveError may leave a game."
        return Finding(name, says, False, _with_place(what, case), advice)
    return Finding(name, says)


def _with_place(what: str, case: Case) -> str:
    place = case.place()
    return f"{what.rstrip('.')} ({place})." if place else what


def _failing_method(error: BaseException) -> str:
    """The name of the function of the game, or of the host, that raised *error*."""
    found, at = "its methods", error.__traceback__
    while at is not None:
        if "gipf_meta/testing" not in at.tb_frame.f_code.co_filename:
            found = at.tb_frame.f_code.co_qualname
        at = at.tb_next
    return found
