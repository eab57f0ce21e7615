"""The rings and arrows of a study on the board of its screen."""

from __future__ import annotations

from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.records import tree
from gipf_meta.records.own_marks import DrawnPlaces, read_marks
from gipf_meta.tui.parts.board_pen import BoardPen
from gipf_meta.tui.screens.base_screens import MatchScreen


def show_drawn(screen: MatchScreen, pen: BoardPen, played: PlayedMatch, match: Match) -> None:
    """Gives *pen* the marks at the current turn of the study that is *played*, of which *match*
    stands on *screen*; in a match, and inside a turn, people draw for themselves."""
    study = played.study
    if study is None or study.is_inside(match):
        pen.leave_study()
        return
    at = tree.name_of(study.node)
    beside = tree.turn_at(study.turns, study.node) if study.node else study.record

    def send(places: DrawnPlaces) -> None:
        if why := played.why_not("mark", at=at, places=places):
            screen.say(why)
        else:
            screen.act(lambda: played.do("mark", at=at, places=places))

    pen.study([mark.places for mark in read_marks(beside.comment).marks], send)
