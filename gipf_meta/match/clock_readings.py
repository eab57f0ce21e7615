"""Readings of the players' clocks: in a duel that has a clock of its own, that one runs, and the
clock of the match stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.match.timecontrol import TimeControl


class Clocks(NamedTuple):
    """The time that each player has left, *left_ms*: in a duel with a clock of its own on that,
    else on the clock of the match. *runs*: the clock is that of the game on top; else it stands
    during a duel.

    *standing_ms* is the time left on the clock of the match while that of a duel is shown.
    """

    left_ms: Mapping[int, int]
    runs: bool
    standing_ms: Mapping[int, int] | None = None


def clocks_of(match: Match) -> Clocks | None:
    """The readings of the clocks of *match* at this moment; ``None``: it has none."""
    if match.control is None:
        return None
    bottom, top = match.sessions[0], match.top
    of_match = _left_ms(match.control, bottom)
    if top is bottom:
        return Clocks(of_match, True)
    if (control := match.running_control) is None:
        return Clocks(of_match, False)
    return Clocks({**of_match, **_left_ms(control, top)}, True, of_match)


def _left_ms(control: TimeControl, session: Session) -> dict[int, int]:
    """The ms that each player of *session* has left by *control*, at least 0.

    Where it was ended in the middle of a turn, by a flag or by people, that turn took its time.
    """
    if session.ended is not None:
        session = replace(session, ended=None)
    left_ms = (max(0, ms) for ms in control.left_ms(session))
    return dict(zip(session.players, left_ms, strict=True))
