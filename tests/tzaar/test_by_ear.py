"""TZAAR read aloud: its three kinds, which decide, are told."""

from __future__ import annotations

from gipf_meta.match.match import Match
from gipf_meta.plain.play_loop import PlainMatch
from tests.line.rooms_here import FOUND, game_of
from tests.plain.lines import ROOM, begin, open_line, pipe, said_at


def test_score_tells_all_at_any_time() -> None:
    line, terminal = open_line(), pipe("quit")
    begin(line, Match.begin(game_of("tzaar"), 2, FOUND.find, seed=3), ("human", "human"))
    match = PlainMatch(line, ROOM, line.installed, terminal)
    match.run()
    before = len(said_at(terminal))
    match.announcer.tell_score()
    assert said_at(terminal)[before:].splitlines() == [
        "Stacks of each kind:",
        "Tzaars, White 6, Black 6.",
        "Tzarras, White 9, Black 9.",
        "Totts, White 15, Black 15.",
        "Turn 1, White.",
    ]
