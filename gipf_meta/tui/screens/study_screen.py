"""The screen of a study: the board of a match, with keys and commands to walk in the tree and
change it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from gipf_meta.base.texts import _
from gipf_meta.tui.screens.decision_screen import JUMP_BINDING
from gipf_meta.tui.screens.play_screen import PlayScreen

STEPS: Final[list[BindingType]] = [
    Binding("comma", "table('back')", _("back"), tooltip=_("in a study: a turn back")),
    Binding("full_stop", "table('on')", _("on"), tooltip=_("in a study: a turn on")),
    replace(JUMP_BINDING, show=False),  # these two have its room
]
"""The keys of the footer that a match does not have."""


class StudyScreen(PlayScreen):
    """The session at *depth* of the study that is *played*; its footer has the keys to walk."""

    BINDINGS: ClassVar[list[BindingType]] = STEPS
