"""The commands to type in a study: walking in the tree, writing beside turns, shaping it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.library.store import FileKeeper
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.typed_words import Action
from gipf_meta.narration.note_lines import tree_lines, why_no_further
from gipf_meta.records import tree
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.records.study import STEPS, StudyStep, why_not_written
from gipf_meta.records.tree import NoSuchTurn

COUNTED: Final = ("back", "on")
"""The steps that a number of turns may follow."""


class StudyCommands:
    """The words to type in the study that is *played*, each with its *actions*; *tell* shows lines
    to the person who types."""

    def __init__(self, played: PlayedMatch, tell: Callable[[list[str]], object]) -> None:
        self._played, self._tell = played, tell
        self.actions: dict[str, Action] = {
            "tree": lambda _words: self.show_tree(),
            "go": lambda words: self._at("walk", words or "?"),
            "comment": lambda words: self._write(comment=words),
            "sign": lambda words: self._write(signs=words),
            "promote": lambda words: self._at("promote", words),
            "delete": lambda words: self._at("delete_turn", words),
            "restore": lambda _words: played.do("restore"),
            "again": lambda _words: played.do("change_again"),
            **{step: partial(self._walk, step) for step in STEPS},
        }

    def show_tree(self) -> None:
        """Lists all turns, variations indented, with a mark where one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        self._tell([*tree_lines(study)] or [_("Nothing was played yet.")])

    def _walk(self, step: StudyStep, words: str) -> None:
        """Goes a step in the tree, or the number of steps in *words*; or shows why there is
        none."""
        study = self._played.study
        assert study is not None, "it is a study"
        count = read_whole(words or "1", 1, MOST_DECISIONS)
        if count is None:
            example = _("Type {command}, or {command} 3 for three turns.")
            self._say(example.format(command=step))
        elif count > 1:
            for _turn in range(count):
                if (node := study.goal(step)) == study.node:
                    break
                study = study.step(node)
            self._played.do("walk", at=tree.name_of(study.node))
        elif why := why_no_further(study, self._played.match, step):
            self._say(why)
        else:
            self._played.do("walk", at=step)

    def _at(self, what: str, words: str) -> None:
        """Does *what* at the turn that *words* name; without words at the one where one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        try:
            if words:
                tree.require_node(study.turns, tree.named(words))
        except NoSuchTurn as error:
            self._say(str(error))
        else:
            self._played.do(what, at=words or self._here)

    def _write(self, **words: str) -> None:
        """Writes beside the turn at which one stands, or shows why that is impossible."""
        if why := why_not_written(words.get("comment"), words.get("signs")):
            self._say(why)
        else:
            self._played.do("write_beside", at=self._here, **words)

    @property
    def _here(self) -> str:
        """The name of the turn at which one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        return tree.name_of(study.node)

    def _say(self, words: str) -> None:
        self._tell(words.split("\n"))


def file_notice(played: PlayedMatch) -> str:
    """The sentence that the study *played* is stored in the file from which it was opened; ``""``:
    it is stored elsewhere, or is no study."""
    keeper = None if played.local_room is None else played.local_room.kept_match.keeper
    if played.study is None or not isinstance(keeper, FileKeeper):
        return ""
    words = _("This study is kept in {file}: every change is written into that file.")
    return words.format(file=keeper.place)
