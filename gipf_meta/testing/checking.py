"""Checks a game against every law, for pytest and for the command line."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import describe_error, did_you_mean, one_line
from gipf_meta.protocol.failures import GameFailed, failing_place, origin_of
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.testing.laws import LAWS, Law
from gipf_meta.testing.trial.case import GAMES, Case
from gipf_meta.testing.trial.findings import Advised, Broken, Finding, NotAsked

SEED = 1
MOST_DECISIONS = 20_000
"""The most decisions of a random game, by default."""
MOST_NEAR = 5
"""The most laws that are named to who wrote the name of none."""
PATIENCE_MS = 5_000
"""Milliseconds that an answer of the game may take, by default."""
_ADVICE = "Nothing but a MoveError may leave a game: catch it there, or see that it does not arise."


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
    called as a check begins: with the sentence of a law, then with the options it is checked with.
    Raises ``ValueError`` for a law that does not exist.
    """
    known = {law.__name__ for law in LAWS}
    unknown = sorted(set(laws or ()) - known)
    if unknown:
        hint = did_you_mean(unknown[0], sorted(known)) or _nearest(unknown[0], known)
        raise ValueError(
            f"There is no law {', '.join(unknown)}.{hint} If none is named all are asked."
        )
    case = Case(game, games, seed, most_decisions, patience_ms, invariant)
    if begins is not None:
        case.begins = begins
    return (ask(law, case) for law in LAWS if laws is None or law.__name__ in laws)


def _nearest(word: str, known: Collection[str]) -> str:
    """The sentence that names the laws of *known* that hold *word*, or else those most like it."""
    near = sorted(name for name in known if word.rstrip("s") in name)[:MOST_NEAR]
    near = near or difflib.get_close_matches(word, sorted(known), MOST_NEAR, 0)
    return f" The nearest are {', '.join(near)}."


def ask(law: Law, case: Case) -> Finding:
    """Checks one law of *case*; returns the finding."""
    name, says = law.__name__, one_line(law.__doc__ or "")
    case.here = case.there = None
    case.begins(says)
    try:
        with Gate(case.game, Broken, NotAsked, Advised):
            law(case)
    except Broken as broken:
        case.broken.add(name)
        return Finding(name, says, False, _with_place(broken.what, case), broken.advice)
    except NotAsked as reason:
        return Finding(name, says, True, f"Not asked: {reason}", asked=False)
    except Advised as seen:
        return Finding(name, says, True, seen.what, seen.advice)
    except GipfMetaError as error:
        case.broken.add(name)
        return Finding(name, says, False, _with_place(_crash(case.game, error), case), _ADVICE)
    return Finding(name, says)


def _crash(game: AnyGame, error: GipfMetaError) -> str:
    """The sentence on an *error* that left *game*, or the host, while a law was checked."""
    what = one_line(describe_error(origin_of(error)), 200).rstrip(".")
    place = error.place if isinstance(error, GameFailed) else failing_place(type(game), error)
    if place is None:
        return f"The game stopped the kit with {what}."
    method = f"{type(game).__name__}.{place.method}" if place.method else type(game).__name__
    return f"{method} failed at {Path(place.file).name}:{place.line} ({what})."


def _with_place(what: str, case: Case) -> str:
    place = case.place()
    return f"{what.rstrip('.')} ({place})." if place else what


def add_test(kit: type, law: Callable[..., None], test: Any) -> None:
    """Gives the class *kit* the *test* of *law*, called and described as the law."""
    test.__name__ = f"test_{law.__name__}"
    test.__qualname__ = f"{kit.__name__}.{test.__name__}"
    test.__doc__ = law.__doc__
    setattr(kit, test.__name__, test)


def report(finding: Finding) -> None:
    """Lets the test that is running fail, be skipped or warn, as *finding* says."""
    import pytest

    if not finding.ok:
        pytest.fail(f"{finding.what}\n{finding.advice}", pytrace=False)
    if not finding.asked:
        pytest.skip(finding.what)
    if finding.advice:
        warnings.warn(f"{finding.what} {finding.advice}", stacklevel=2)


class GameConformance:
    """Tests a *game*, or several *games*, against every law: subclass it as ``TestMyGame``.

    The numbers are those of ``check``; the options ``--gipf-games`` and ``--gipf-seed`` of pytest
    override them. ``test_… = None`` leaves out a law that the game breaks for a good reason.
    """

    game: ClassVar[AnyGame | None] = None
    games: ClassVar[Sequence[AnyGame]] = ()

    random_games: ClassVar[int] = GAMES
    seed: ClassVar[int] = SEED
    most_decisions: ClassVar[int] = MOST_DECISIONS
    patience_ms: ClassVar[int] = PATIENCE_MS

    _cases: ClassVar[dict[int, Case]]

    def __init_subclass__(cls) -> None:
        cls._cases = {}

    def invariant(self, state: Any) -> None:
        """Raises an error if *state* breaks a rule that the author knows; does nothing by default.

        It is called with every state.
        """

    @classmethod
    def examined(cls) -> list[AnyGame]:
        """The games that are tested."""
        return [*(() if cls.game is None else (cls.game,)), *cls.games]

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Makes one test of every law for every game."""
        if "examined_game" in metafunc.fixturenames:
            games = self.examined()
            names = [f"{game.id}-{n}" if n else game.id for n, game in enumerate(games)]
            metafunc.parametrize("examined_game", range(len(games)), ids=names)

    def _case(self, number: int, config: Any) -> Case:
        """The case of a game, which is made once for all laws."""
        if number not in self._cases:
            self._cases[number] = Case(
                self.examined()[number],
                config.getoption("gipf_games", None) or self.random_games,
                self.seed if (s := config.getoption("gipf_seed", None)) is None else s,
                self.most_decisions,
                self.patience_ms,
                type(self)().invariant,
            )
        return self._cases[number]


def _test_of(law: Law) -> Any:
    def test(self: GameConformance, examined_game: int, request: Any) -> None:
        report(ask(law, self._case(examined_game, request.config)))

    return test


for _law in LAWS:
    add_test(GameConformance, _law, _test_of(_law))
