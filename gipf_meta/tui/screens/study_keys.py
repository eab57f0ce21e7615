"""The actions of the keys for studies, opening one, walking in its tree, changing it; and to save
them and matches."""

from __future__ import annotations

from functools import partialmethod

from gipf_meta.base.texts import _
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.note_lines import why_no_further
from gipf_meta.records import tree
from gipf_meta.records.study import StudyStep
from gipf_meta.tui.screens.base_screens import MatchScreen
from gipf_meta.tui.screens.dialogs import MatchFile, QuestionDialog, SaveDialog


class StudyKeys:
    """The actions of the keys in the match or study that is *played*; *screen* shows it."""

    def __init__(self, screen: MatchScreen, played: PlayedMatch) -> None:
        self.screen, self.played = screen, played

    def study(self) -> None:
        """Opens a study of the match; while the match goes on, asks first."""
        if self.played.over is not None or self.played.why_not("study"):
            self._study("study")
            return

        def open_study(answer: str | None) -> None:
            if answer == "yes":
                self._study("study")

        words = _("There you try other moves, alone. The match is kept, and waits in the list.")
        answers = {"no": _("Cancel"), "yes": _("Yes, study it")}
        question = QuestionDialog(_("Leave the match, and study it?"), words, answers)
        self.screen.push_paused(question, open_study)

    def _walk(self, step: StudyStep) -> None:
        """Goes a step in the tree, or shows why there is none."""
        study, match = self.played.study, self.played.match
        if study is not None and (why := why_no_further(study, match, step)):
            self.screen.say(why)
        else:
            self._study("walk", at=step)

    back, on = partialmethod(_walk, "back"), partialmethod(_walk, "on")
    first, last = partialmethod(_walk, "first"), partialmethod(_walk, "last")
    up, down = partialmethod(_walk, "up"), partialmethod(_walk, "down")

    def promote(self) -> None:
        """Promotes the variation of the current turn: swaps it with the line it varies."""
        self._study("promote", at=self._here)

    def delete_turn(self) -> None:
        """Deletes the current turn of the tree, and all turns after it."""
        self._study("delete_turn", at=self._here)

    def restore(self) -> None:
        """Undoes the last change of the tree."""
        self._study("restore")

    def change_again(self) -> None:
        """Redoes the change of the tree that was undone last."""
        self._study("change_again")

    @property
    def _here(self) -> str:
        """The name of the current turn of the study."""
        study = self.played.study
        return "" if study is None else tree.name_of(study.node)

    def _study(self, what: str, **fields: str) -> None:
        """Sends the study command *what* if the room allows it; else shows why not."""
        if why := self.played.why_not(what, **fields):
            self.screen.say(why)
        else:
            self.screen.act(lambda: self.played.do(what, **fields))

    @property
    def file(self) -> MatchFile:
        """The match, or the study, as it stands, to be written into a file."""
        played, study = self.played, self.played.study
        record = None if study is None else study.record
        return MatchFile(played.match, played.seats, played.room.opening.notes, record)

    def save(self) -> None:
        """Asks for the name of a file, and saves the match there."""
        self.screen.push_paused(SaveDialog(self.file), self.screen.interface.report_saved)

    @property
    def study_things(self) -> list[tuple[str, str]]:
        """The actions for studies, each with its words in the menu."""
        if self.played.study is None:
            return [("study", _("Study"))]
        return [
            ("back", _("To the turn before")), ("on", _("To the next turn")),
            ("first", _("To the beginning")), ("last", _("To the end")),
            ("up", _("To the line above")), ("down", _("To the line below")),
            ("promote", _("Promote this line")), ("delete_turn", _("Delete from here")),
            ("restore", _("Take the last change back")),
            ("change_again", _("Make that change again")),
        ]  # fmt: skip
