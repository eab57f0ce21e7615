"""A match that changes: each change is checked, kept in the library, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.library.store import Keeper, LibraryError
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.session import Session, valid_status
from gipf_meta.protocol.game import MoveError, Over
from gipf_meta.protocol.view import View
from gipf_meta.records.writer import session_record
from gipf_meta.render.text import page
from gipf_meta.table.history import History, match_before_last_decision
from gipf_meta.table.pilots import ANSWER_MS
from gipf_meta.table.players import GameFailed


class LiveMatch:
    """A *match* as it is being played.

    *trouble* says why the duel that is due cannot be played, if it cannot: then ``choose_duel`` is
    asked for. *keeper* writes every decision into the library before anybody sees it; *unkept* says
    why it could not.
    """

    def __init__(self, match: Match, trouble: str = "", keeper: Keeper | None = None) -> None:
        self.match = match
        self.trouble = trouble
        self.keeper = keeper
        self.unkept = ""
        self._history = History()

    @property
    def over(self) -> Over | None:
        """How the match ended, ``None`` while it goes on."""
        return self.match.result

    def view(self, player: int | None = None) -> View:
        """The game on top as *player* may see it; ``None``: as whoever decides next.

        Raises ``GameFailed`` if the match's own game cannot show itself. A duel that cannot becomes
        *trouble*, and the game below is shown.
        """
        top = self.match.top
        try:
            return top.view(player)
        except (Exception, SystemExit) as error:
            self._take_fault_of(self.match, error)
            return self.match.sessions[-2].view(player)

    def _change(self, change: Callable[[], Match]) -> None:
        """Takes over the match that *change* makes; a duel that fails becomes trouble instead.

        Fails, too, if what the game says of its new state is nothing that can be shown or saved.
        Where nothing but time has passed, nothing is drawn or written.
        """
        match = before = self.match
        try:
            with time_limit(ANSWER_MS, _("Its answer")):
                match = change()
                if is_decided_alike(before, match):
                    check_status(match.top)
                else:
                    check_shown(match)
            self.match = match
        except MoveError:
            raise
        except DuelUnavailable as error:
            self.match, self.trouble = error.match, str(error)
        except (Exception, SystemExit) as error:
            self._take_fault_of(match, error)
        if not is_decided_alike(before, self.match):
            self._history.forget()
            self._note_decision()
            self.keep()

    def _note_decision(self) -> None:
        """Is called when something was decided, before that is kept."""

    def _take_fault_of(self, match: Match, error: BaseException) -> None:
        """Makes *error* of the duel on top of *match* a trouble. Raises ``GameFailed`` where the
        game is no duel.
        """
        failed = GameFailed.of(match.top.game, error)
        if len(match.sessions) > len(self.match.sessions):
            # the duel that has just begun cannot even be shown
            self.match = match
        if len(self.match.sessions) == 1:
            raise failed from error
        self.trouble = str(failed)

    def choose_duel(self, game: str) -> None:
        """Plays the duel in *game* instead; if that cannot be either, *trouble* says why."""
        self.trouble = ""
        self._change(lambda: self.match.with_duel(game))

    def _take_back(self, people: Collection[int]) -> None:
        """Goes back to the last decision of one of *people*. Raises ``CannotUndo``."""
        match = match_before_last_decision(self.match, people)
        self._history.remember(self.match)
        self._go_to(match)

    def _play_again(self) -> None:
        """Goes to what was taken back last. Raises ``CannotUndo``."""
        self._go_to(self._history.restore())

    def _go_to(self, match: Match) -> None:
        self.match, self.trouble = match, ""
        self.keep()

    def keep(self) -> None:
        """Writes the match into the library; *unkept* says why, if that fails."""
        if self.keeper is None:
            return
        try:
            self.keeper.keep(self.match)
            self.unkept = ""
        except LibraryError as error:
            self.unkept = str(error)

    def close(self) -> None:
        """Lets other processes play the match."""
        if self.keeper is not None:
            self.keeper.close()


def is_decided_alike(one: Match, other: Match) -> bool:
    """Whether the same was decided in both matches, whatever the time."""
    if len(one.sessions) != len(other.sessions) or one.result != other.result:
        return False
    return all(
        a.steps == b.steps and a.ended == b.ended and a.game == b.game
        for a, b in zip(one.sessions, other.sessions, strict=True)
    )


def check_status(session: Session) -> None:
    """Raises ``TypeError`` if what the game says of its state is no status."""
    if session.ended is None:
        valid_status(session.game, session.state, len(session.players))


def check_shown(match: Match) -> None:
    """Raises whatever a game raises that cannot be shown or saved as it stands in *match*."""
    top = match.top
    check_status(top)
    page(top.view(None))
    if top.steps:
        session_record(replace(top, steps=top.steps[-1:]))
