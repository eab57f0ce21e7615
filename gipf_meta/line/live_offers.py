"""Offers to play a duel live, as they are typed or chosen in terminal and line mode."""

from __future__ import annotations

from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.deeds.weeks import USUAL_CLOCK
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.narration.hour_words import NoHour, hour_from_now, read_hour
from gipf_meta.narration.prompts import Question

PROPOSED: Final = ("in 1 hour", "today 20:00", "tomorrow 10:00", "tomorrow 20:00")
"""The hours that are proposed, as they are typed."""


def offer_live(played: PlayedMatch, typed: str) -> str:
    """Offers to play the duel of the match that is *played* live at the hour that was *typed*;
    returns why not, ``""`` where the offer is sent."""
    with telling(played):
        try:
            hour = read_hour(typed, played.room.reached_ms)
        except NoHour as error:
            return str(error)
        fields: dict[str, object] = {"at_ms": hour.at_ms}
        if hour.clock:
            fields["clock"] = hour.clock
        if why := played.why_not("live", **{"clock": USUAL_CLOCK, **fields}):
            return why
    played.do("live", **fields)
    return ""


def why_no_offer(played: PlayedMatch) -> str:
    """Why not: no hour can be offered now for the duel of the match that is *played*."""
    at_ms = played.room.reached_ms + DAY_MS
    return played.why_not("live", at_ms=at_ms, clock=USUAL_CLOCK)


def hours_to_offer(played: PlayedMatch) -> Question:
    """The question at which hour the duel is to be played live; its answers are typed hours."""
    now_ms, hours = played.room.reached_ms, {"": _("Cancel")}
    with telling(played):
        for typed in PROPOSED:
            try:
                at_ms = read_hour(typed, now_ms).at_ms
            except NoHour:
                continue
            if at_ms is not None and not played.why_not("live", at_ms=at_ms, clock=USUAL_CLOCK):
                hours[typed] = hour_from_now(at_ms, now_ms)
        if not played.why_not("live", at_ms=None, clock=USUAL_CLOCK):
            hours["off"] = _("By the clock of days instead")
        words = _(
            "The others are asked. Each has 10 minutes + 5 seconds a turn. Type another hour, or"
            " another clock: live sat 20:00 5m+3s."
        )
        return Question(_("Play this duel live?"), words, hours)
