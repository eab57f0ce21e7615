"""What is typed in a study: walking in the tree, writing beside turns, shaping it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.line.played import PlayedMatch
from gipf_meta.narration.noted import tree_lines
from gipf_meta.records import tree
from gipf_meta.records.study import STEPS
from gipf_meta.rooms.others import not_in_study

HELP_IN_STUDY: Final = N_("""\
This is a study: play a move to try it; what stands there already is not doubled.
  tree    all turns and variations      go TURN      go 12, go 12.1.3
  back    to the turn before            on           to the next turn
  undo    a decision back               redo         a decision on
  first   to the beginning              last         to the end of this line
  up, down  to the other lines that begin instead of this turn
  comment WORDS  write beside the turn  sign !?      what the turn is worth
  promote [TURN]  let this line change places with the one it varies
  delete [TURN]   delete the turn and what follows
  moves   what can be played now        board        the board again
  hint    what to play, and why         analyse      the best lines
  begin   a new match from this position
  save [FILE]  save the study           quit         save it and leave
Or ask about the board; `?` alone says what can be asked.""")

HELP_ON_REVIEW: Final = N_("  review  what each turn of this line was worth")

WITH_WORDS: Final = ("go", "comment", "sign", "promote", "delete")
"""The commands of a study behind which something may stand."""
NOT_IN_STUDY: Final = (
    "resign", "draw", "pause", "next", "ready", "continue", "study",
)  # fmt: skip
"""The commands of a match that a study has not."""


class StudyCommands:
    """What can be typed in the study that is *played*; *tell* says lines to who has typed it.

    *review* tells what each turn was worth, where that can be typed.
    """

    def __init__(
        self,
        played: PlayedMatch,
        tell: Callable[[list[str]], object],
        review: Callable[[], None] | None = None,
    ) -> None:
        self._played, self._tell, self._review = played, tell, review
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _words: self._help(),
            "tree": lambda _words: self.show_tree(),
            "go": lambda words: played.do("walk", at=words),
            "comment": lambda words: played.do("write_beside", at=self._here, comment=words),
            "sign": lambda words: played.do("write_beside", at=self._here, signs=words),
            "promote": lambda words: played.do("promote", at=words or self._here),
            "delete": lambda words: played.do("delete_turn", at=words or self._here),
            **dict.fromkeys(NOT_IN_STUDY, lambda _words: self._say(not_in_study())),
            **{step: partial(self._walk, step) for step in STEPS},
        }
        if review is not None:
            self.commands["review"] = lambda _words: review()

    def find(self, typed: str) -> str:
        """The command that *typed* is, without what stands behind it; empty if it is none."""
        word, blank, _words = typed.partition(" ")
        name = word.lower()
        return name if name in self.commands and (not blank or name in WITH_WORDS) else ""

    def run(self, typed: str) -> None:
        """Does the command that *typed* is."""
        word, _blank, words = typed.partition(" ")
        self.commands[word.lower()](words.strip())

    def _help(self) -> None:
        *lines, last = _(HELP_IN_STUDY).split("\n")
        self._tell([*lines, *([_(HELP_ON_REVIEW)] if self._review else ()), last])

    def _walk(self, step: str, _words: str) -> None:
        self._played.do("walk", at=step)

    @property
    def _here(self) -> str:
        """The name of the turn at which one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        return tree.name_of(study.node)

    def show_tree(self) -> None:
        """Lists all turns, variations indented, with a mark where one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        self._tell([*tree_lines(study)] or [_("Nothing was played yet.")])

    def _say(self, words: str) -> None:
        self._tell(words.split("\n"))
