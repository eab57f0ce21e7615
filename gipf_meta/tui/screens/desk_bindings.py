"""The keys of the screens of the desk, each with its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.binding import Binding, BindingType

from gipf_meta.base.texts import _
from gipf_meta.tui.screens.base_screens import KEYS_BINDING, QUITS

DESK_BINDINGS: Final[Sequence[BindingType]] = (
    Binding("escape", "back", _("back"), tooltip=_("back")),
    Binding("ctrl+s", "submit", _("play"), tooltip=_("begin, from every field")),
    Binding(
        "ctrl+o", "options", _("options"),
        tooltip=_("the options of the game; once more folds them"),
    ),
    Binding(
        "c", "change", _("change"),
        tooltip=_("the game that is chosen next is set up first: opponent, clock, options"),
    ),
    Binding("g", "deed('go_on')", _("go on"), tooltip=_("play on")),
    Binding("r", "deed('replay')", _("replay"), tooltip=_("replay the match")),
    Binding("S", "deed('record')", _("save"), tooltip=_("save the match, or a picture")),
    Binding(
        "ctrl+w", "deed('table')", _("watch"),
        tooltip=_("watch at a table where a seat is free, without taking it"),
    ),
    Binding("delete", "deed('delete')", _("delete"), tooltip=_("delete the match; asks first")),
    Binding(
        "slash", "find", _("find"),
        tooltip=_("type words, and only matches with these words stay in the list"),
    ),
    Binding("l", "deed('lessons')", _("lessons"), tooltip=_("the lessons of the game")),
    Binding("f1", "rules", _("rules"), tooltip=_("the rules of the game")),
    Binding(
        "ctrl+n", "app.next_match", _("next"), show=False, priority=True,
        tooltip=_("at a host: the next match that waits for you, here or elsewhere"),
    ),
    Binding(  # before all others: keys right after the colon must not go to the lists
        "colon", "type", show=False, priority=True,
        tooltip=_("type a game, a match, a word or a file"),
    ),
    KEYS_BINDING,
    Binding("ctrl+q", "app.quit", _("quit"), priority=True, tooltip=QUITS),
)  # fmt: skip
"""The keys of the screen."""
