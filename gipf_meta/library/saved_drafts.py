"""Boards that are set up by hand: the last one of each game is saved in a file, to be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper, Library
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import load


class BoardKeeper(FileKeeper):
    """Saves a board in a file from its first edit on; always, if it *is_kept* there already.

    To take a piece in hand is no edit: the board that was saved before stays.
    """

    def __init__(self, path: Path, people: Sequence[Seat], *, is_kept: bool) -> None:
        super().__init__(path, people)
        self._is_kept = is_kept

    @property
    def place(self) -> str:
        """The path of the file; ``""`` while nothing is saved."""
        return super().place if self._is_kept else ""

    def keep(self, match: Match, study: Record | None = None) -> None:
        """Writes the board with the edits that have led to it. Raises ``LibraryError``."""
        if self._is_kept or match.sessions[0].state.edits:
            super().keep(match, study)
            self._is_kept = True


def board_file(library: Library, game: str) -> Path:
    """The file beside *library* for the board of *game*."""
    return _folder(library) / f"{quote(game, safe='')}.json"


def board_files(library: Library) -> list[Path]:
    """The files beside *library* with the boards of all games."""
    return sorted(_folder(library).glob("*.json"))


def _folder(library: Library) -> Path:
    return library.path.parent / "boards"


def kept_board(library: Library | None, board: SettingUp, find: GameFinder) -> Record | None:
    """The board that was set up last for the game and options of *board*; ``None`` if there is
    none that can be resumed, or it has no edits."""
    if library is None:
        return None
    try:
        record = load(board_file(library, board.game))
        session = read_match(record, find).sessions[0]
    except GipfMetaError:  # there is none, it is damaged, or a game fails
        return None
    game, wanted = session.game, (board.game, board.options)
    is_same = isinstance(game, SettingUp) and (game.game, game.options) == wanted
    return record if is_same and session.state.edits else None


def as_it_was_left() -> str:
    """The sentence for a board whose setup is resumed."""
    return _("The board is as you left it; start deals it anew.")
