"""The commands to type in a study: walking in the tree, writing beside turns, shaping it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.typed_words import Action
from gipf_meta.narration.typed_answers import STUDY_WORDS, WordMisused, listed_tree, study_command


class StudyCommands:
    """The words to type in the study that is *played*, each with its *actions*; *tell* shows lines
    to the person who types."""

    def __init__(self, played: PlayedMatch, tell: Callable[[list[str]], object]) -> None:
        self._played, self._tell = played, tell
        self.actions: dict[str, Action] = {
            "tree": lambda _words: self.show_tree(),
            **{name: partial(self._do, name) for name in STUDY_WORDS},
        }

    def show_tree(self) -> None:
        """Lists all turns, variations indented, with a mark where one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        self._tell(listed_tree(study))

    def _do(self, name: str, argument: str) -> None:
        """Carries the word *name* out, or shows why that is impossible."""
        study = self._played.study
        assert study is not None, "it is a study"
        try:
            fields: dict[str, Any] = {**study_command(study, self._played.match, name, argument)}
        except WordMisused as error:
            self._tell(str(error).split("\n"))
        else:
            self._played.do(fields.pop("do"), **fields)


def file_notice(played: PlayedMatch) -> str:
    """The sentence that the study *played* is stored in the file from which it was opened; ``""``:
    it is stored elsewhere, or is no study."""
    keeper = None if played.local_room is None else played.local_room.kept_match.keeper
    if played.study is None or not isinstance(keeper, FileKeeper):
        return ""
    words = _("This study is kept in {file}: every change is written into that file.")
    return words.format(file=keeper.place)
