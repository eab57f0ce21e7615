"""The players' clocks in words: the time that each player has, and the time control of the
match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.match.clock_readings import Clocks, clocks_of
from gipf_meta.match.clock_texts import (
    UNITS_MS,
    TimeControlError,
    exact_words,
    has_bare_number,
    words_of_two,
)
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import DAY_MS, NO_CLOCK, TimeControl, minutes, span_words
from gipf_meta.narration import story
from gipf_meta.narration.hour_words import hour_words
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.render.whole_seconds import round_times

_SPAN: Final = re.compile(r"(\d{1,5})\s*([smhd])", re.ASCII | re.IGNORECASE)
_LEAST_IN_WORDS_MS: Final = 2 * 3_600_000
NO_PAUSE: Final = N_("A pause lasts from a second to a day: pause 90s, pause 15m or pause 2h.")


def time_left(ms: int) -> str:
    """The time left on a clock: ``2 days 4 hours``, ``4 hours 12 minutes``; below two hours in
    digits, ``4:58.2``."""
    return words_of_two(ms) if ms >= _LEAST_IN_WORDS_MS else minutes(ms)


def clock_line(match: Match, names: Sequence[str], flag_ms: int | None = None) -> str:
    """The time that each player has left on the clock of the game on top, in a sentence, and when
    the flag of the player on turn falls, if *flag_ms* is given, in milliseconds since 1970; ``""``
    where that game has no clock."""
    clocks = clocks_of(match)
    if clocks is None or not clocks.runs:
        return ""
    times = [f"{name} {time_left(ms)}" for name, ms in _by_seat(match, names, clocks)]
    status = match.top.status
    if flag_ms is not None and isinstance(status, Turn):
        until = _("until {date}").format(date=hour_words(flag_ms))
        times[status.seat] = f"{times[status.seat]} ({until})"
    return _("Clock: {told}.").format(told=", ".join(times))


def clock_lines(match: Match, names: Sequence[str], flag_ms: int | None = None) -> list[str]:
    """The same as ``clock_line``, a line for each player and one for the date, with times that
    change once a second."""
    clocks = clocks_of(match)
    if clocks is None or not clocks.runs:
        return []
    lines = [f"{name} {round_times(time_left(ms))}" for name, ms in _by_seat(match, names, clocks)]
    status = match.top.status
    if flag_ms is not None and isinstance(status, Turn):
        until = _("until {date}").format(date=hour_words(flag_ms))
        lines.insert(status.seat + 1, f"  {until}")
    return [*lines, *filter(None, [standing_clock(match, names)])]


def standing_clock(match: Match, names: Sequence[str]) -> str:
    """The time that each player has left on the clock of *match* while it stands and the clock of a
    duel runs; ``""`` where no such clock stands."""
    clocks = clocks_of(match)
    if clocks is None or clocks.standing_ms is None:
        return ""
    times = ", ".join(
        f"{names[player]} {round_times(time_left(ms))}" for player, ms in clocks.standing_ms.items()
    )
    return _("The clock of the match is stopped: {told}.").format(told=times)


def _by_seat(match: Match, names: Sequence[str], clocks: Clocks) -> Sequence[tuple[str, int]]:
    """The players of the game on top, by their names there, each with the time left."""
    left_ms: Mapping[int, int] = clocks.left_ms
    called = story.players_by_seat(match.top, names)
    return [(name, left_ms[player]) for name, player in zip(called, match.top.players, strict=True)]


def time_for_duel(match: Match, duel: AnyGame) -> str:
    """The time of each player for *duel* in *match*, in a sentence; ``""``: the duel has no clock
    of its own."""
    control = None if match.control is None else match.control.in_duel(duel)
    if control is None:
        return ""
    words = _("Each has {time} for this duel; the clock of the match is stopped meanwhile.")
    if control.turn_ms:
        words = _("Each has {time} for a turn of this duel; the clock of the match is stopped.")
    return words.format(time=_time_words(control))


def time_to_begin(match: Match) -> str:
    """The time of each player for the duel on top of *match*, while nobody has decided anything in
    it."""
    top = match.top
    if len(match.sessions) == 1 or any(step.seat is not None for step in top.steps):
        return ""
    return time_for_duel(match, top.game)


def _time_words(control: TimeControl) -> str:
    """The time of *control*: ``10 minutes``, ``10 minutes + 5 seconds a turn``."""
    if not control.increment_ms:
        return exact_words(control.turn_ms or control.total_ms)
    return _("{time} + {more} a turn").format(
        time=exact_words(control.total_ms), more=exact_words(control.increment_ms)
    )


def agreed_words(control: str | None, duel_control: str | None, away_ms: int | None) -> str:
    """The time control that a match begins with, in sentences: its clock, the clock of its duels,
    and after how long an absence a player may lose; ``""`` where nothing is agreed."""
    sentences = list[str]()
    if control is not None:
        sentences.append(_("Clock: {told}.").format(told=words_of_control(control)))
        if duel_control == NO_CLOCK:
            sentences.append(_("It stops during duels."))
        elif duel_control == control:
            sentences.append(_("Each duel has a clock of its own."))
        elif duel_control is not None:
            words = _("Each duel has a clock of its own: {told}.")
            sentences.append(words.format(told=words_of_control(duel_control)))
    if away_ms:
        words = _("Who leaves, or is away for {time} while the match waits for him, may lose it.")
        sentences.append(words.format(time=span_words(away_ms)))
    elif away_ms == 0:
        sentences.append(_("Nobody loses the match by being away."))
    return " ".join(sentences)


def understood_clock(control: str | None, duel_control: str | None) -> str:
    """The meaning of two texts of time controls, those of the match and of each duel, where a
    number in them has no unit; ``""`` where each has one."""
    sentences = list[str]()
    if has_bare_number(control or ""):
        time = words_of_control(control or "")
        if not re.search(r"[+/]", control or ""):
            time = _("{time} each").format(time=time)
        sentences.append(_("Clock: {told}.").format(told=time))
    if has_bare_number(duel_control or ""):
        words = _("Each duel has a clock of its own: {told}.")
        sentences.append(words.format(told=words_of_control(duel_control or "")))
    if sentences:
        sentences.append(_("A number without a unit counts seconds; 5m are minutes."))
    return " ".join(sentences)


def words_of_control(text: str) -> str:
    """The time control that *text* writes, in words; as it is, where it writes none."""
    try:
        control = TimeControl.read(text)
    except TimeControlError:
        return text
    if control.turn_ms:
        return _("{time} a turn").format(time=exact_words(control.turn_ms))
    return _time_words(control)


def read_pause(text: str) -> int | None:
    """The milliseconds of a pause that *text* writes, as ``15m``; ``None`` if it is none, or too
    long."""
    said = _SPAN.fullmatch(text)
    ms = int(said[1]) * UNITS_MS[said[2].lower()] if said else 0
    return ms if 0 < ms <= DAY_MS else None
