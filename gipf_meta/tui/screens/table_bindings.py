"""The keys of the screen of a match, beside those for deciding, each with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from textual.binding import Binding, BindingType

from gipf_meta.base.texts import _
from gipf_meta.tui.screens.base_screens import KEYS_BINDING
from gipf_meta.tui.screens.decision_screen import JUMP_BINDING

UNSEEN: Final = {
    "H": ("hint", _("a hint: what to play, and why")),
    "A": ("analyse", _("the best lines of the position, and the chances")),
    "U": ("redo", _("redo what was undone")),
    "R": ("resign", _("resign")),
    "D": ("draw", _("offer a draw")),
    "P": ("pause", _("pause the clock, or let it run")),
    "E": ("plan", _("moves in advance: try on the board what may come, and plan your answers")),
    "V": ("replay", _("replay the match")),
    "S": ("save", _("save the match, or a picture")),
    "C": ("copy", _("copy the position, the game, a link")),
    "M": ("begin_here", _("a new match from this position")),
    "O": ("open_call", _("go to what others have asked or caused; it waits above the board")),
    "I": ("people", _("at a host: who sits where, links, free seats")),
    "Q": ("give_up", _("at a host: give up the seat")),
    "W": ("study", _("a study of the match: walk in it, try other moves")),
    "comma": ("back", _("in a study: a turn back")),
    "full_stop": ("on", _("in a study: a turn on")),
    "less_than_sign": ("first", _("in a study: the beginning")),
    "greater_than_sign": ("last", _("in a study: the end")),
    "left_square_bracket": ("up", _("in a study: the line above")),
    "right_square_bracket": ("down", _("in a study: the line below")),
    "Z": ("restore", _("in a study: take back what was deleted, promoted or written last")),
}
"""The actions whose keys have no room in the footer, each with its words."""


TABLE_BINDINGS: Final[Sequence[BindingType]] = (
    Binding("u", "table('undo')", _("undo"), tooltip=_("undo the last decision")),
    Binding("m", "table('menu')", _("menu"), tooltip=_("a menu of what can be done")),
    Binding(
        "f1", "table('rules')", _("rules"),
        tooltip=_("the rules of the game; there, l opens its lessons"),
    ),
    Binding(
        "f2", "table('news')", _("news"),
        tooltip=_("what happened: all that was said of the match, turn by turn"),
    ),
    replace(KEYS_BINDING, action="table('keys')"),
    JUMP_BINDING,
    Binding(
        "ctrl+l", "table('leave')", _("leave"),
        tooltip=_("leave; the match is kept, and waits in the list"),
    ),
    Binding(  # before all others: keys right after it are meant for no board
        "ctrl+n", "table('next_match')", show=False, priority=True,
        tooltip=_("at a host: the next match that waits for you, here or elsewhere"),
    ),
    *(Binding(key, f"table('{do}')", show=False, tooltip=words)
      for key, (do, words) in UNSEEN.items()),
    Binding("pageup", "scroll_side(-1)", show=False,
            tooltip=_("up in what stands beside the board")),
    Binding("pagedown", "scroll_side(1)", show=False,
            tooltip=_("down in what stands beside the board")),
)  # fmt: skip
"""The keys of the screen."""
