"""Matches that people bring are told again elsewhere: whatever is in one, nobody else waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from gipf_meta.base.texts import _, language, spoken
from gipf_meta.desk.brought import Brought, BroughtMatch, read_brought
from gipf_meta.desk.messages import DeskError
from gipf_meta.match.match import GameFinder
from gipf_meta.rooms.thoughts import Run
from gipf_meta.web.driver import MakeThinkers
from gipf_meta.web.worker_thinkers import WorkerCrashed

LONGEST_REPLAY_MS: Final = 5_000
"""For how many milliseconds a match is told again; then its process is killed."""
AT_A_TIME: Final = 2
"""In how many processes matches are told again; the others wait."""

Replayed: TypeAlias = Callable[[], BroughtMatch]
"""Returns the match, or raises what its reading has raised."""


@dataclass(frozen=True, eq=False)
class _Replay:
    """The work of reading what was *brought*, in the *language* of who brought it.

    It may have *most* decisions of games that *finder* finds. *then* is called with the answer.
    """

    can_wait: ClassVar[bool] = True
    is_cancelled: ClassVar[bool] = False
    brought: Brought
    language: str
    most: int
    finder: GameFinder
    then: Callable[[Replayed], object]

    @property
    def run(self) -> Run:
        """What reads the match. Raises ``GipfMetaError``, and whatever a game raises."""
        return partial(_read, self.language, self.brought, self.most, self.finder)

    def cancel(self) -> None:
        """Does nothing: it ends by itself, or is ended."""


class Replays:
    """Reads matches of at most *most* decisions, of games that *finder* finds, elsewhere.

    *make_thinkers* makes what runs that work, and ends what takes too long.
    """

    def __init__(self, make_thinkers: MakeThinkers, finder: GameFinder, most: int) -> None:
        self._thinkers = make_thinkers(self._end, lambda thought, part: None)
        self._finder, self._most = finder, most

    def read(self, brought: Brought, then: Callable[[Replayed], object]) -> None:
        """Reads what was *brought*, and calls *then* in the loop with the answer."""
        self._thinkers.think(_Replay(brought, language(), self._most, self._finder, then))

    def close(self) -> None:
        """Ends all reading; nothing more is answered."""
        self._thinkers.cancel_all()

    def _end(self, replay: _Replay, answer: Callable[[], Any]) -> None:
        replay.then(partial(_in_time, answer))


def _read(
    language: str,
    brought: Brought,
    most: int,
    finder: GameFinder,
    tell: Callable[[Any], object],
) -> BroughtMatch:
    with spoken(language):
        return read_brought(brought, most, finder)


def _in_time(answer: Callable[[], Any]) -> BroughtMatch:
    """The *answer*. Raises ``DeskError`` if none has come, and what the reading has raised."""
    try:
        found: BroughtMatch = answer()
    except TimeoutError:
        raise DeskError(_("This match takes too long to be told again here.")) from None
    except WorkerCrashed:
        words = _("The part of the server that tells this match again has crashed over it.")
        raise DeskError(words) from None
    return found
