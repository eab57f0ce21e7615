"""Matches of random decisions that are played to their end, and how this is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from gipf_meta.match.match import Match
from gipf_meta.narration.endings import ending
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import View

INSTALLED = load_plugins()
NAMES = ("Ann", "Mia", "Eva", "Tom", "Ida", "Jan")


def ended_match(game: str, seed: int, seats: int = 2, **options: Any) -> Match:
    """A match of random decisions, at its end."""
    rng = Random(seed)
    configured = configure(INSTALLED.find(game), options)
    match = Match.begin(configured, seats, INSTALLED.find, seed).resolve()
    while isinstance(match.top.status, Turn):
        seat = match.top.status.seat
        move = rng.choice(match.top.game.turn_moves(match.top.state, seat))
        match = match.play_move(seat, move)
    return match


def why(match: Match, reader: int | None = None) -> str:
    """The reason that is told to *reader* at the end of *match*, after checking who is said to
    have won."""
    bottom, end = match.sessions[0], match.result
    assert isinstance(end, Over)
    told = ending(bottom, NAMES, reader)
    head, colon, reason = told.partition(": ")
    assert colon
    assert reason.endswith(".")
    won = [bottom.players[seat] for seat in end.winners]
    if not won:
        assert head == "It is a draw"
    elif reader in won:
        assert head == "You won"
    else:
        assert head == f"{' and '.join(NAMES[player] for player in won)} won"
    return reason.removesuffix(".")


def numbers(sentence: str) -> list[int]:
    """The numbers in *sentence*, in order."""
    return [int(found) for found in re.findall(r"\d+", sentence)]


def last_view(match: Match) -> View:
    """The picture at the end of *match*."""
    return match.sessions[0].view(None)


def held(view: View) -> list[Mapping[str, int]]:
    """The things in the trays of each seat, counted by their roles."""
    return [
        {item.role: item.count for item in tray.items}
        for tray in sorted(view.trays, key=lambda each: each.seat or 0)
        if tray.seat is not None
    ]
