"""The panel beside the board: clocks, trays, score sheets, the turns so far."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import minutes
from gipf_meta.narration import story
from gipf_meta.protocol.view import View
from gipf_meta.render import text
from gipf_meta.tui.parts.clock_display import round_times

LAST_TURNS = 200
"""How many turns are listed."""
WIDE_SCREEN = 110
"""The columns of a screen from which on the panel is ``WIDE``."""
NARROW, WIDE = 26, 34
"""The columns of the panel."""


class SidePanel(VerticalScroll, can_focus=False):
    """The panel beside the board."""

    shown: tuple[Match, View, list[str]] | None = None

    def compose(self) -> ComposeResult:
        """Clocks, trays, turns."""
        yield Static(id="clocks", markup=False)
        yield Static(id="trays", markup=False)
        yield Static(id="turns", markup=False)

    def show(self, match: Match, view: View, names: list[str]) -> None:
        """Shows the game on top of *match*, whose *view* is given; redraws only what changed."""
        self.shown = match, view, names
        for name, lines in (
            ("clocks", _clock_lines(match, names)),
            ("trays", tray_lines(view, self.app.size.width)),
            ("turns", _turn_lines(match)),
        ):
            part = self.query_one(f"#{name}", Static)
            words = Text("\n".join(lines))
            if part.content != words:
                part.update(words)
            part.display = bool(lines)

    def on_resize(self) -> None:
        """Fits the lines to the new width."""
        if self.shown is not None:
            self.show(*self.shown)


def tray_lines(view: View, columns: int) -> list[str]:
    """The trays and score sheets of *view*, for the panel on a screen *columns* wide."""
    is_wide = columns >= WIDE_SCREEN
    lines = [text.tray(tray, WIDE if is_wide else NARROW) for tray in view.trays]
    for sheet in view.sheets:
        lines += ["", *text.score_sheet(sheet, "  " if is_wide else " ")]
    return lines


def _clock_lines(match: Match, names: list[str]) -> list[str]:
    control, bottom = match.control, match.sessions[0]
    if control is None or match.top is not bottom:
        return []
    seated = story.players_by_seat(bottom, names)
    left = control.left_ms(bottom)
    return [f"{name} {round_times(minutes(ms))}" for name, ms in zip(seated, left, strict=True)]


def _turn_lines(match: Match) -> list[str]:
    turns = match.top.turns()
    if not turns:
        return []
    lines = [f"{turn[0].number:>3}. {match.top.list_text(turn)}" for turn in turns[-LAST_TURNS:]]
    return ["", _("Turns"), *reversed(lines)]
