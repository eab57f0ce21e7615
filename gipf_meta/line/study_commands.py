"""The commands to type in a study: walking in the tree, writing beside turns, shaping it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import did_you_mean
from gipf_meta.base.texts import N_, _
from gipf_meta.deeds.table_elements import not_in_study
from gipf_meta.library.store import FileKeeper
from gipf_meta.line.people_actions import PEOPLE_WORDS
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.note_lines import tree_lines, why_no_further
from gipf_meta.records import tree
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.records.study import STEPS, StudyStep, why_not_written
from gipf_meta.records.tree import NoSuchTurn

HELP_IN_STUDY: Final = N_("""\
This is a study: play a move to try it; what stands there already is not doubled.
  tree    all turns and variations      go TURN      go 12, go 12.1.3
  back    to the turn before            on           to the next turn; on 3
  undo    a decision back               redo         a decision on
  first   to the beginning              last         to the end of this line
  up, down  to the other lines that begin instead of this turn
  comment WORDS  write beside the turn  sign !?      what the turn is worth
  promote [TURN]  let this line change places with the one it varies
  delete [TURN]   delete the turn and what follows
  restore  take back what was deleted, promoted or written last
  again    make that change again after all
  hint    what to play, and why         analyse      the best lines
  begin   a new match from this position
  save [FILE]  save the study           quit         save it and leave
  copy    what can be copied: the position, the game, a link; copy sheet: that
Or ask about the board; `?` alone says what can be asked.""")

HELP_IN_LINES: Final = N_("""\
  moves   what can be played now        board        the board again
  review  what each turn of this line was worth""")
"""The help on the commands of a study that exist only line by line."""

NOT_IN_STUDY: Final = (
    "resign", "draw", "pause", "next", "ready", "continue", "study",
)  # fmt: skip
"""The commands of a match that a study does not have."""
WITH_WORDS: Final = (
    *("go", "comment", "sign", "promote", "delete"), *("save", "moves", "board", "news", "copy"),
    *PEOPLE_WORDS,
)  # fmt: skip
"""The commands that words may follow, besides steps."""
COUNTED: Final = ("back", "on")
"""The steps that a number of turns may follow."""
LIKE_A_COMMAND: Final = 0.78
"""The least likeness to a command, as ``difflib`` counts it, of a word that may be one mistyped:
words that begin questions have less."""
SHORTEST_MISTYPED: Final = 3
"""The fewest letters of a word that may be a command mistyped."""


class StudyCommands:
    """The commands to type in the study that is *played*; *tell* shows lines to the person who
    types.

    *others* are commands of the face, each with a function of the words behind it. *review* shows
    the worth of each turn, where a study is read line by line.
    """

    def __init__(
        self,
        played: PlayedMatch,
        tell: Callable[[list[str]], object],
        others: Mapping[str, Callable[[str], object]],
        review: Callable[[], None] | None = None,
    ) -> None:
        self._played, self._tell, self._review = played, tell, review
        self.commands: dict[str, Callable[[str], object]] = {
            **{
                name: do if name in WITH_WORDS else self._alone(name, partial(do, ""))
                for name, do in others.items()
            },
            "help": self._alone("help", self._help),
            "tree": self._alone("tree", self.show_tree),
            "go": lambda words: self._at("walk", words or "?"),
            "comment": lambda words: self._write(comment=words),
            "sign": lambda words: self._write(signs=words),
            "promote": lambda words: self._at("promote", words),
            "delete": lambda words: self._at("delete_turn", words),
            "restore": self._alone("restore", lambda: played.do("restore")),
            "again": self._alone("again", lambda: played.do("change_again")),
            **dict.fromkeys(NOT_IN_STUDY, lambda _words: self._say(not_in_study())),
            **{step: partial(self._walk, step) for step in STEPS},
        }
        if review is not None:
            self.commands["review"] = self._alone("review", review)

    def find(self, typed: str) -> str:
        """The command that *typed* begins with, perhaps mistyped; ``""``: it is none."""
        name = typed.partition(" ")[0].lower()
        if typed.rstrip().endswith("?") and name not in (*WITH_WORDS, *STEPS):
            return ""  # a question
        return name if name in self.commands or self._command_near(name) else ""

    def run(self, typed: str) -> None:
        """Carries out the command *typed*; suggests a similar one if it is mistyped."""
        word, _blank, words = typed.partition(" ")
        name = word.lower()
        if name in self.commands:
            self.commands[name](words.strip())
        else:
            no_command = _("{word} is no command of a study.").format(word=word)
            self._say(no_command + self._command_near(name))

    def _command_near(self, word: str) -> str:
        """The sentence with the command most like *word*; ``""``: the word belongs to a question or
        a decision, or is like no command."""
        if len(word) < SHORTEST_MISTYPED or not (word.isascii() and word.isalpha()):
            return ""
        if any(each.notation.lower().startswith(word) for each in self._played.choices()):
            return ""
        return did_you_mean(word, get_close_matches(word, self.commands, 1, LIKE_A_COMMAND))

    def show_tree(self) -> None:
        """Lists all turns, variations indented, with a mark where one stands."""
        study = self._played.study
        assert study is not None, "it is a study"
        self._tell([*tree_lines(study)] or [_("Nothing was played yet.")])

    def _help(self) -> None:
        first, *lines, last = _(HELP_IN_STUDY).split("\n")
        more = _(HELP_IN_LINES).split("\n") if self._review else []
        self._tell([first, *lines, *more, last])

    def _alone(self, name: str, do: Callable[[], object]) -> Callable[[str], object]:
        """Returns *do* for the command *name*, with a complaint if words follow it."""
        return lambda words: self._stands_alone(name) if words else do()

    def _stands_alone(self, name: str) -> None:
        self._say(_("Type {command} alone, with nothing behind it.").format(command=name))

    def _walk(self, step: StudyStep, words: str) -> None:
        """Goes a step in the tree, or the number of steps in *words*; or shows why there is
        none."""
        study = self._played.study
        assert study is not None, "it is a study"
        count = read_whole(words or "1", 1, MOST_DECISIONS)
        if step not in COUNTED and words:
            self._stands_alone(step)
        elif count is None:
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
