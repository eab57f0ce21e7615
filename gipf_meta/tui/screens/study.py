"""The screen of a study: the same board, with keys and words that walk in the tree and shape it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from gipf_meta.base.texts import _
from gipf_meta.line.played import PlayedMatch
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.tui.screens.dialogs import QuestionDialog
from gipf_meta.tui.screens.play import PlayScreen


class StudyScreen(PlayScreen):
    """The session at *depth* of the study that is *played*; its footer has the steps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "table('back')", _("back")),
        Binding("full_stop", "table('on')", _("on")),
    ]

    def __init__(self, played: PlayedMatch, depth: int = 0) -> None:
        super().__init__(played, depth)
        keys = self.keys
        others = {
            "undo": lambda _words: keys.undo(),
            "redo": lambda _words: keys.redo(),
            "hint": lambda _words: keys.hint(),
            "analyse": lambda _words: keys.analyse(),
            "begin": lambda _words: keys.begin_here(),
            "save": keys.save,
            "quit": lambda _words: keys.leave(),
        }
        self._commands = StudyCommands(played, self._show_lines, others)

    def on_mount(self) -> None:
        """Says which file is written, if one is."""
        super().on_mount()
        if (notice := self.played.file_notice) and not self.depth:
            self.app.notify(notice, markup=False)

    def play_typed(self, text: str) -> bool:
        """Does what *text* says in a study, answers it if it is a question about the board, or
        plays it."""
        if self._commands.find(text):
            self.guarded(lambda: self._commands.run(text))
            if self.is_attached:
                self.hear_news()
            return True
        return super().play_typed(text)

    def play(self, text: str) -> bool:
        """Decides *text*; says why if that is refused at once, or is a command mistyped."""
        if why := self._commands.find_mistyped(text):
            self.say(why)
            return False
        return super().play(text)

    def _show_lines(self, lines: list[str]) -> None:
        """Shows *lines*: below the board if that has room for them."""
        if len(lines) > 1 or len(lines[0]) > self.size.width - 2:
            self.app.push_screen(QuestionDialog("", "\n".join(lines), {"on": _("Go on")}))
        else:
            self.say(lines[0])
