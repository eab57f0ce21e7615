"""A match that changes. Each change is checked, kept in the library, and can be undone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from gipf_meta.base.sentences import error_text
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.library.store import Keeper, LibraryError
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.session import Session, valid_status
from gipf_meta.protocol.game import MoveError, Over
from gipf_meta.protocol.view import View
from gipf_meta.records.writer import session_record, turn_records
from gipf_meta.render.text import page
from gipf_meta.table.history import History, match_before_last_decision
from gipf_meta.table.pilots import ANSWER_MS
from gipf_meta.table.players import GameFailed


class LiveMatch:
    """A *match* that is being played.

    *trouble* is empty, or a sentence on why the duel that is due cannot be played; then
    ``choose_duel`` must follow. *keeper* writes every decision into the library before anybody
    sees it. *keep_error* is empty, or a sentence on why the keeper failed.

    While a match *is_retold*, what once happened to it happens again: nothing is drawn to see
    whether it can be shown, and no bot is asked.
    """

    def __init__(self, match: Match, trouble: str = "", keeper: Keeper | None = None) -> None:
        self.match = match
        self.trouble = trouble
        self.keeper = keeper
        self.keep_error = ""
        self.is_retold = False
        self._history = History()

    @property
    def taken_back(self) -> tuple[Match, ...]:
        """The matches that were taken back and can be played again, the last one last."""
        return self._history.taken_back

    @property
    def over(self) -> Over | None:
        """How the match ended; ``None`` while it goes on."""
        return self.match.result

    def view(self, player: int | None = None) -> View:
        """The game on top as *player* may see it; ``None``: as whoever decides next.

        Raises ``GameFailed`` if the match's own game cannot make a view. If a duel cannot, that
        becomes *trouble*, and the view is that of the game below.
        """
        top = self.match.top
        try:
            return top.view(player)
        except stops():
            raise
        except BaseException as error:
            self._take_fault_of(self.match, error)
            return self.match.sessions[-2].view(player)

    def _change(self, change: Callable[[], Match]) -> None:
        """Replaces the match by the one that *change* returns, and keeps it.

        If only time has passed, draws and writes nothing. Raises ``MoveError``, and ``GameFailed``
        if the game fails or if the new match cannot be shown or saved. If a duel fails, its
        error becomes *trouble*.
        """
        match = before = self.match
        try:
            with time_limit(ANSWER_MS, _("Its answer")):
                match = change()
                if self.is_retold:
                    pass
                elif have_same_decisions(before, match):
                    check_status(match.top)
                else:
                    self._check_can_be_shown(match)
            if not have_same_decisions(before, match):
                self.trouble = ""  # the duel that could not be played is over
            self.match = match
        except MoveError as error:
            if error_text(error):
                raise
            self._take_fault_of(match, error)  # a refusal that says nothing
        except DuelUnavailable as error:
            self.match, self.trouble = error.match, str(error)
        except stops():
            raise
        except BaseException as error:
            self._take_fault_of(match, error)
        if not have_same_decisions(before, self.match):
            self._history.forget()
            self._note_decision()
            self.keep()

    def _check_can_be_shown(self, match: Match) -> None:
        """Raises whatever the game on top of *match* raises when it is drawn."""
        check_can_be_shown(match)

    def _note_decision(self) -> None:
        """Follows every new decision, before the match is kept."""

    def _take_fault_of(self, match: Match, error: BaseException) -> None:
        """Turns *error* of the duel on top of *match* into *trouble*.

        Raises ``GameFailed`` if the game on top is no duel.
        """
        failure = GameFailed.of(match.top.game, error)
        if len(match.sessions) > len(self.match.sessions):
            # the duel that has just begun cannot even be shown
            self.match = match
        if len(self.match.sessions) == 1:
            raise failure from error
        self.trouble = str(failure)

    def choose_duel(self, game: str) -> None:
        """Moves the duel to *game*. If that cannot be played either, *trouble* says why."""
        self.trouble = ""
        self._change(lambda: self.match.with_duel(game))

    def _take_back(self, people: Collection[int]) -> None:
        """Returns to before the last decision of one of *people*. Raises ``CannotUndo``."""
        match = match_before_last_decision(self.match, people)
        self._history.remember(self.match)
        self._go_to(match)

    def _play_again(self) -> None:
        """Returns to the match that was taken back last. Raises ``CannotUndo``."""
        self._go_to(self._history.restore())

    def _go_to(self, match: Match) -> None:
        """Replaces the match by another one of its history, and keeps it."""
        self.match, self.trouble = match, ""
        self.keep()

    def keep(self) -> None:
        """Writes the match into the library. If that fails, *keep_error* says why."""
        if self.keeper is None:
            return
        try:
            self.keeper.keep(self.match)
            self.keep_error = ""
        except LibraryError as error:
            self.keep_error = str(error)

    def close(self) -> None:
        """Releases the match in the library, so that other processes can play it."""
        if self.keeper is not None:
            self.keeper.close()


def have_same_decisions(one: Match, other: Match) -> bool:
    """Whether two matches differ in nothing but time."""
    if len(one.sessions) != len(other.sessions) or one.result != other.result:
        return False
    return all(
        a.steps == b.steps and a.ended == b.ended and a.game == b.game
        for a, b in zip(one.sessions, other.sessions, strict=True)
    )


def check_status(session: Session) -> None:
    """Raises ``TypeError`` if the status of the session's state is no status."""
    if session.ended is None:
        valid_status(session.game, session.state, len(session.players))


def check_can_be_shown(match: Match, player: int | None = None) -> None:
    """Draws and records the game on top of *match*, as *player* sees it; ``None``: as who decides.

    Raises whatever the game raises.
    """
    top = match.top
    check_status(top)
    page(top.view(player))
    if top.steps:
        last = replace(top, steps=top.steps[-1:])
        if len(top.steps) == 1 or isinstance(top.status, Over):
            session_record(last)
        else:  # the rest is what it was
            turn_records(last, [last.steps])
