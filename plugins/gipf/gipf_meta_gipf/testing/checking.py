"""Checks a kind of potentials against every law, for pytest and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from gipf_meta.testing import Advised, Broken, Finding, NotAsked
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import Kind
from gipf_meta_gipf.testing import courses, laws
from gipf_meta_gipf.testing.trial import Trial
from gipf_meta_gipf.testing.watched import PATIENCE_MS

Law: TypeAlias = Callable[[Trial], None]

GAMES: Final = 6
"""Random games for each value of the kind's options, by default."""
SEED: Final = 1


def gipf_takes_it(trial: Trial) -> None:
    """GIPF can use the kind beside all kinds that are installed."""
    assert trial.games


LAWS: Final[tuple[Law, ...]] = (
    gipf_takes_it,
    laws.signs_are_short,
    laws.functions_answer,
    laws.targets_are_spots,
    laws.answers_stay_the_same,
    laws.short_cuts_agree,
    laws.targets_are_read_as_written,
    laws.effects_are_possible,
    laws.pieces_are_conserved,
    laws.boards_may_be_turned,
    laws.colours_may_be_swapped,
    laws.what_is_forbidden_has_a_reason,
    laws.options_have_an_effect,
    courses.games_end_and_use_it,
    courses.games_are_replayed,
    courses.a_denied_use_leaves_the_base,
    courses.rows_with_the_used_form_end,
)


def check(
    kind: Kind,
    *,
    games: int = GAMES,
    seed: int = SEED,
    patience_ms: int = PATIENCE_MS,
    names: Collection[str] | None = None,
) -> Iterator[Finding]:
    """Checks *kind* and yields one finding for each law; *names* are names of laws, by default all.

    *games* random games are played for each value of its options, all from *seed*. Each answer of
    the kind may take *patience_ms* milliseconds. Raises ``ValueError`` for a law that does not
    exist.
    """
    unknown = set(names or ()) - {law.__name__ for law in LAWS}
    if unknown:
        raise ValueError(f"There is no law {', '.join(sorted(unknown))}.")
    trial = try_kind(kind, games, seed, patience_ms)
    return (ask(law, trial) for law in LAWS if names is None or law.__name__ in names)


def try_kind(
    kind: Kind, games: int, seed: int, patience_ms: int = PATIENCE_MS
) -> Trial | KindError:
    """The *kind* on trial, or the error with which GIPF refuses it."""
    try:
        return Trial(kind, games, seed, patience_ms)
    except KindError as error:
        return error


def ask(law: Law, trial: Trial | KindError) -> Finding:
    """Checks one law; returns the finding."""
    name, says = law.__name__, " ".join((law.__doc__ or "").split())
    if isinstance(trial, KindError):
        if law is gipf_takes_it:
            return Finding(name, says, False, str(trial), "Change these data of the Kind.")
        return Finding(name, says, True, "Not asked: GIPF does not take the kind.", asked=False)
    try:
        law(trial)
    except NotAsked as reason:
        return Finding(name, says, True, f"Not asked: {reason}", asked=False)
    except Advised as seen:
        return Finding(name, says, True, seen.what, seen.advice)
    except Broken as broken:
        return Finding(name, says, False, broken.what, broken.advice)
    except Exception as error:
        told = str(error).rstrip(".")
        what = f"A function of the kind stopped the kit with {type(error).__name__}: {told}."
        advice = f"Look at {_failing_function(error)}: it has to answer for every board."
        return Finding(name, says, False, what, advice)
    return Finding(name, says)


def _failing_function(error: Exception) -> str:
    """The function of the kind, or of GIPF, that raised *error*."""
    found, at = "its functions", error.__traceback__
    while at is not None:
        if "gipf_meta_gipf/testing" not in at.tb_frame.f_code.co_filename:
            found = at.tb_frame.f_code.co_name
        at = at.tb_next
    return found
