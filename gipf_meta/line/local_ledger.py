"""The ledger of the rooms of this process: in memory, and a library or a file that stores the
matches."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_meta.library.saved_drafts import BoardKeeper, board_file
from gipf_meta.library.store import Keeper, Library, LibraryError, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.records.models import Record
from gipf_meta.rooms.events import Event, Opened
from gipf_meta.rooms.ledger import Batch, MemoryLedger, RoomSummary
from gipf_meta.table.history import have_same_decisions


@dataclass
class KeptMatch:
    """A *match* of this process and the *keeper* that stores it; ``None``: nothing does.

    *error* tells why it could not be stored the last time; ``""``: it was. *written* is the match
    as it was stored last, as far as that is known. *study* is stored instead of the match if the
    room is one.
    """

    match: Match
    keeper: Keeper | None
    error: str = ""
    written: Match | None = None
    study: Record | None = None

    @property
    def place(self) -> str:
        """The match's number in the library, or its file; ``""`` if it is not stored."""
        return "" if self.keeper is None or self.error else self.keeper.place

    @property
    def notice(self) -> str:
        """The trouble with the place that stores the match, in a sentence; ``""``: there is
        none."""
        return self.keeper.notice if self.keeper is not None else ""

    def keep(self) -> None:
        """Stores the match in its present state. If that fails, *error* tells why: play goes on."""
        if self.keeper is None:
            return
        try:
            self.keeper.keep(self.match, self.study)
            self.error, self.written = "", self.match
        except LibraryError as error:
            self.error = str(error)


class LocalLedger(MemoryLedger):
    """A ledger in memory that also stores the match of each room in *library*, from its first
    decision on; a board that is set up in a file beside it, if it *keeps_boards*.

    A write that fails refuses no decision: it is tried again with the next one.
    """

    def __init__(self, library: Library | None) -> None:
        super().__init__()
        self._library, self.keeps_boards = library, True
        self._expected: dict[str, Keeper] = {}
        self._kept: dict[str, KeptMatch] = {}

    def expect(self, room: str, keeper: Keeper) -> None:
        """Lets *keeper* store the match of *room*, which is about to be opened."""
        self._expected[room] = keeper

    def kept_match(self, room: str) -> KeptMatch:
        """The match of *room*, which is open, with its keeper."""
        return self._kept[room]

    def append(self, batch: Batch) -> None:
        """Appends the events of *batch*, all or none, and stores the match. Raises ``Conflict``."""
        super().append(batch)
        room, summary = batch.room, batch.summary
        kept_match = self._kept.get(room)
        if kept_match is None:
            self._begin(room, summary, batch.events[0])
            return
        if summary.study is None:
            is_same = have_same_decisions(kept_match.match, summary.match)
        else:
            is_same = summary.study is kept_match.study
        kept_match.study = summary.study
        kept_match.match = summary.match
        if kept_match.keeper is not None and kept_match.keeper.people != summary.people:
            kept_match.keeper.people, is_same = summary.people, False
        if not is_same or kept_match.error:
            kept_match.keep()

    def _begin(self, room: str, summary: RoomSummary, opened: Event) -> None:
        """Adds the match of *room*, which is new here, and stores it if it branches off another."""
        kept_match = KeptMatch(summary.match, self._expected.pop(room, None), study=summary.study)
        self._kept[room] = kept_match
        goes_on = isinstance(opened, Opened) and opened.opening.record is not None
        if kept_match.keeper is not None:
            kept_match.keeper.people = summary.people
            kept_match.written = summary.match if goes_on else None
            return
        if self._library is None:
            return
        game = summary.match.sessions[0].game
        if isinstance(game, SettingUp) and self.keeps_boards:
            path = board_file(self._library, game.game)
            kept_match.keeper = BoardKeeper(path, summary.people, is_kept=goes_on)
        else:
            kept_match.keeper = keeper = LibraryKeeper(self._library, summary.people)
            keeper.notes = summary.notes
            if goes_on:
                kept_match.keep()  # a match that branches off another has begun

    def keep(self, room: str, match: Match) -> None:
        """Stores the *match* of *room* in its present state."""
        self._kept[room].match = match
        self._kept[room].keep()

    def release(self, room: str) -> None:
        """Stores the match with its time, and lets other processes play it."""
        super().release(room)
        if (kept_match := self._kept.pop(room, None)) is not None:
            if kept_match.match is not kept_match.written or kept_match.error:
                kept_match.keep()
            if kept_match.keeper is not None:
                kept_match.keeper.close()
        self._entries.pop(room, None)
