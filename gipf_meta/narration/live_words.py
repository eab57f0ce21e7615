"""Duels that are played live at an hour, in words: offers, agreements, the beginning."""

from __future__ import annotations

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.timecontrol import NO_CLOCK
from gipf_meta.narration.clock_words import words_of_control
from gipf_meta.narration.hour_words import hour_words


def offered_hour(player: int, name: str, at_ms: int | None, clock: str | None) -> str:
    """The sentence on the offer of *player*, who has that *name*, to play the duel live at *at_ms*
    by *clock*, ``none`` with sand; without *at_ms*: not to play it live."""
    is_own = is_reader(player)
    if at_ms is None:
        words = _("{name} asks to play this duel by the clock of days, and not live.")
        if is_own:
            words = _("You ask to play this duel by the clock of days, and not live.")
    elif clock in (None, NO_CLOCK):
        words = _("{name} offers to play this duel on {hour}.")
        if is_own:
            words = _("You offer to play this duel on {hour}.")
    else:
        words = _("{name} offers to play this duel live on {hour}; {clock}.")
        if is_own:
            words = _("You offer to play this duel live on {hour}; {clock}.")
    hour = "" if at_ms is None else hour_words(at_ms)
    return words.format(name=name, hour=hour, clock=words_of_control(clock or ""))


def agreed_hour(at_ms: int, clock: str) -> str:
    """The sentence that the duel is played at *at_ms* by *clock*, ``none`` with sand."""
    if clock == NO_CLOCK:
        words = _("Sand runs in this duel: it begins on {hour}, or as soon as all are ready.")
    else:
        words = _("This duel is played live on {hour}, or as soon as all are ready; {clock}.")
    return words.format(hour=hour_words(at_ms), clock=words_of_control(clock))


def begun_live(clock: str, time_acts: bool) -> str:
    """The sentence that the duel begins by *clock*; ``none``: with sand if *time_acts*, else it is
    not played live."""
    if clock != NO_CLOCK:
        return _("The duel is played live now; {clock}.").format(clock=words_of_control(clock))
    if time_acts:
        return _("The duel begins now: sand runs.")
    return _("This duel is not played live: its clock of days goes on.")
