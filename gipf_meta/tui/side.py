"""What stands beside the board: clocks, trays, score sheets, the turns so far."""

from __future__ import annotations

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from gipf_meta import story
from gipf_meta.match import Match
from gipf_meta.render import text
from gipf_meta.texts import _
from gipf_meta.timecontrol import minutes
from gipf_meta.tui.pace import seconds
from gipf_meta.view import View

LAST_TURNS = 200


class Side(VerticalScroll, can_focus=False):
    """The panel beside the board."""

    def compose(self):  # type: ignore[no-untyped-def]
        yield Static(id="clocks")
        yield Static(id="trays")
        yield Static(id="turns")

    def show(self, match: Match, view: View, names: list[str]) -> None:
        """Shows what belongs to the game on top of *match*."""
        for name, lines in (
            ("clocks", _clocks(match, names)),
            ("trays", _things(view)),
            ("turns", _turns(match)),
        ):
            part = self.query_one(f"#{name}", Static)
            words = Text("\n".join(lines))
            if part.content != words:
                part.update(words)
            part.display = bool(lines)


def _clocks(match: Match, names: list[str]) -> list[str]:
    control, bottom = match.control, match.sessions[0]
    if control is None or match.top is not bottom:
        return []
    seated = story.seated(bottom, names)
    left = control.left(bottom)
    return [f"{name} {seconds(minutes(ms))}" for name, ms in zip(seated, left, strict=True)]


def _things(view: View) -> list[str]:
    lines: list[str] = []
    for tray in view.trays:
        lines += [text.tray(tray)]
    for sheet in view.tables:
        lines += ["", *text.table(sheet)]
    return lines


def _turns(match: Match) -> list[str]:
    turns = match.top.turns()
    if not turns:
        return []
    told = [f"{turn[0].number:>3}. {match.top.turn_text(turn)}" for turn in turns[-LAST_TURNS:]]
    return ["", _("Turns"), *reversed(told)]
