"""From the end of a match to where it turned: its replay with a review, which leads to the turn
that gave most away as soon as all turns have a verdict."""

from __future__ import annotations

from typing import Any

from textual.app import App

from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.search.verdict import Verdict
from gipf_meta.tui.parts.thought_panels import ReviewPanel
from gipf_meta.tui.screens.replay import Replay


def open_turning(app: App[Any], played: PlayedMatch) -> None:
    """Opens the replay of the match *played* at its end, and leads to where it turned."""
    own, notes = OwnTurns.of_played(played), played.room.opening.notes
    replay = Replay(played.match, tuple(played.seats), notes, at_end=True, own=own)
    app.push_screen(replay)
    replay.call_after_refresh(_seek, replay)


def _seek(replay: Replay) -> None:
    """Begins the review, and shows the turn once it is known, unless the reader has gone elsewhere
    meanwhile."""
    panel, begun_at = replay.query_one(ReviewPanel), replay.at

    def lead(turned: Verdict) -> None:
        if replay.at == begun_at:
            replay.go_to(turned.last)

    panel.on_whole = lead
    replay.action_review()
