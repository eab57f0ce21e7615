"""The screen of a study: the board of a match, with keys and commands to walk in the tree and
change it."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from gipf_meta.base.texts import _
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.tui.screens.dialogs import QuestionDialog
from gipf_meta.tui.screens.play_screen import PlayScreen

STEPS: Final[list[BindingType]] = [
    Binding("comma", "table('back')", _("back"), tooltip=_("in a study: a turn back")),
    Binding("full_stop", "table('on')", _("on"), tooltip=_("in a study: a turn on")),
]
"""The keys of the footer that a match does not have."""


class StudyScreen(PlayScreen):
    """The session at *depth* of the study that is *played*; its footer has the keys to walk."""

    BINDINGS: ClassVar[list[BindingType]] = STEPS

    def __init__(self, played: PlayedMatch, depth: int = 0) -> None:
        super().__init__(played, depth)
        self._commands = commands_on(self)

    def play_typed(self, text: str) -> bool:
        """Runs the study command *text*; plays or answers any other text as in a match."""
        if not self._commands.find(text):
            return super().play_typed(text)
        self.act(lambda: self._commands.run(text))
        return True


def commands_on(screen: StudyScreen) -> StudyCommands:
    """The commands that can be typed on *screen*."""
    keys = screen.keys
    others = {
        "undo": lambda _words: keys.undo(),
        "redo": lambda _words: keys.redo(),
        "hint": lambda _words: keys.hint(),
        "analyse": lambda _words: keys.analyse(),
        "begin": lambda _words: keys.begin_here(),
        "save": keys.save,
        "copy": keys.copy,
        "quit": lambda _words: keys.leave(),
    }

    def show(lines: list[str]) -> None:
        """Shows *lines* below the board if they have room there; else on a page."""
        if len(lines) > 1 or len(lines[0]) > screen.size.width - 2:
            screen.app.push_screen(QuestionDialog("", "\n".join(lines), {"on": _("Go on")}))
        else:
            screen.say(lines[0])

    return StudyCommands(screen.played, show, others)
