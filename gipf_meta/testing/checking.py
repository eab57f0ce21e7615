"""Asking a game about every law: one function for pytest and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from gipf_meta.base.sentences import describe_error, one_line
from gipf_meta.protocol.game import AnyGame
from gipf_meta.testing.case import GAMES, Case
from gipf_meta.testing.findings import Broken, Finding, NotAsked
from gipf_meta.testing.laws import LAWS, Law

SEED = 1
MOST_DECISIONS = 20_000
PATIENCE_MS = 5_000


def check(
    game: AnyGame,
    *,
    games: int = GAMES,
    seed: int = SEED,
    most_decisions: int = MOST_DECISIONS,
    patience_ms: int = PATIENCE_MS,
    laws: Collection[str] | None = None,
    invariant: Callable[[Any], None] | None = None,
) -> Iterator[Finding]:
    """One finding a law, as they come; *laws* are the names of those to ask about, or all.

    *games* are played at random for each count of seats that is tried, all from *seed*; none may
    take more than *most_decisions*. Every answer may take *patience_ms*. *invariant* is called
    with every state and raises an error where something is wrong. Raises ``ValueError`` for a law
    that does not exist.
    """
    unknown = set(laws or ()) - {law.__name__ for law in LAWS}
    if unknown:
        raise ValueError(f"There is no law {', '.join(sorted(unknown))}.")
    case = Case(game, games, seed, most_decisions, patience_ms, invariant)
    return (ask(law, case) for law in LAWS if laws is None or law.__name__ in laws)


def ask(law: Law, case: Case) -> Finding:
    """What comes of asking one law."""
    name, says = law.__name__, one_line(law.__doc__ or "")
    case.here = case.there = None
    try:
        law(case)
    except Broken as broken:
        return Finding(name, says, False, _with_place(broken.what, case), broken.advice)
    except NotAsked as reason:
        return Finding(name, says, True, f"Not asked: {reason}", asked=False)
    except (Exception, SystemExit) as error:
        what = f"The game stopped the kit with {describe_error(error)}"
        advice = f"Look at {_method(error)}: nothing but a MoveError may leave a game."
        return Finding(name, says, False, _with_place(what, case), advice)
    return Finding(name, says)


def _with_place(what: str, case: Case) -> str:
    place = case.place()
    return f"{what.rstrip('.')} ({place})." if place else what


def _method(error: BaseException) -> str:
    """The function of the game, or else of the host, in which *error* was raised."""
    found, at = "its methods", error.__traceback__
    while at is not None:
        if "gipf_meta/testing" not in at.tb_frame.f_code.co_filename:
            found = at.tb_frame.f_code.co_qualname
        at = at.tb_next
    return found
