"""The fields of the form for time: clocks, and the longest absence of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import AWAY, CLOCK, DUEL_CLOCK, is_free
from gipf_meta.desk.parts import FieldValue, FormField
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.seat_form import kinds_in, says_each_seat
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.timecontrol import DAY_MS, NO_CLOCK, TimeControl, span_words
from gipf_meta.narration.clock_words import understood_clock, words_of_control
from gipf_meta.protocol.capabilities import asks_for_duels
from gipf_meta.protocol.game import AnyGame
from gipf_meta.table.openings import AWAY_MS, AWAY_WITHOUT_CLOCK_MS

LONGEST_CLOCK: Final = 40
SLOW_CLOCKS: Final = ("3d/turn", "7d/turn", "7d+1d")
"""The choices of clocks for matches with people elsewhere, who play for days or weeks."""
AWAYS_MS: Final = (600_000, 3_600_000, DAY_MS, 3 * DAY_MS, 7 * DAY_MS)
"""The choices for the longest absence of a player, in milliseconds."""


def usual_times(last: Mapping[str, Any]) -> dict[str, FieldValue]:
    """The values of the fields for time, filled in as the *last* time."""
    known = {"", "0", *map(str, AWAYS_MS)}
    away = str(last.get(AWAY, ""))
    return {
        CLOCK: shown_clock(str(last.get(CLOCK, ""))),
        DUEL_CLOCK: shown_clock(str(last.get(DUEL_CLOCK, ""))),
        AWAY: away if away in known else "",
    }


def time_fields(
    context: Context, game: AnyGame, values: Mapping[str, FieldValue]
) -> Iterator[FormField]:
    """The fields for time where *game* is played as *values* say."""
    clock = str(values[CLOCK]).strip()
    has_others = _has_others(context, type(game), values)
    slow = [(text, words_of_control(text)) for text in SLOW_CLOCKS if has_others]
    yield FormField(
        name=CLOCK, label=_("clock"), type="text", value=values[CLOCK], longest=LONGEST_CLOCK,
        choices=(
            ("", _("no clock")), ("5m", _("5 min")), ("10m+5s", _("10 min + 5 s")),
            ("30s/turn", _("30 s a turn")), *slow,
        ),
        note=_clock_note(clock, has_others),
        live=True,
    )  # fmt: skip
    if clock and asks_for_duels(game):
        yield _duel_clock(values, has_others)
    if has_others and not _is_slow(clock):
        yield _away(clock, values)


def read_times(fields: Mapping[str, FormField], values: Mapping[str, FieldValue]) -> dict[str, str]:
    """The choices for time in those *fields* that are shown. Raises ``DeskError``."""
    choices = dict[str, str]()
    for name in (CLOCK, DUEL_CLOCK):
        text = str(values[name]).strip() if name in fields else ""
        if not text:
            continue
        try:
            is_none = name == DUEL_CLOCK and text.lower() == NO_CLOCK
            choices[name] = NO_CLOCK if is_none else str(TimeControl.read(text))
        except TimeControlError as error:
            raise DeskError(str(error), field=name) from error
    if AWAY in fields and values[AWAY]:
        choices[AWAY] = str(values[AWAY])
    return choices


def shown_clock(text: str) -> str:
    """The *text* of a time control as people are shown it; as it is, where it is none."""
    with suppress(TimeControlError):
        return TimeControl.read(text).shown
    return text


def _clock_note(clock: str, has_others: bool) -> str:
    """The note at the field of the *clock* that is typed."""
    if understood := understood_clock(clock, None):
        return understood
    if has_others and _is_slow(clock):
        return _("Play when you like: time begins when every seat is taken, and nobody says ready.")
    return _("10m+5s, 30s/turn or 3d/turn; empty: no clock.")


def _has_others(context: Context, game: type[AnyGame], values: Mapping[str, FieldValue]) -> bool:
    """Whether some player is not at this screen."""
    if context.tables is None:
        return False
    kinds = kinds_in(game, values) if says_each_seat(game, values) else [values["opponent"]]
    return any(is_free(str(kind)) for kind in kinds)


def _is_slow(clock: str) -> bool:
    """Whether a turn may take a day or more by the *clock* that is typed."""
    with suppress(TimeControlError):
        return bool(clock) and TimeControl.read(clock).is_slow
    return False


def _duel_clock(values: Mapping[str, FieldValue], has_others: bool) -> FormField:
    usual = _("as that of the match") if has_others else _("it stops during duels")
    choices = [("", usual), ("3m", _("3 min")), ("5m", _("5 min")), ("10m", _("10 min"))]
    if has_others:
        choices.append((NO_CLOCK, _("it stops during duels")))
    return FormField(
        name=DUEL_CLOCK, label=_("clock in duels"), type="text", value=values[DUEL_CLOCK],
        longest=LONGEST_CLOCK, choices=tuple(choices), live=True,
        note=_("each duel begins with a full one; who runs out of time loses only the duel"),
    )  # fmt: skip


def _away(clock: str, values: Mapping[str, FieldValue]) -> FormField:
    usual_ms = AWAY_MS if clock else AWAY_WITHOUT_CLOCK_MS
    usual = _("as usual: {time}").format(time=span_words(usual_ms))
    times = [(str(ms), span_words(ms)) for ms in AWAYS_MS]
    return FormField(
        name=AWAY, label=_(
            "a player may be away for"
        ), type="choice", value=values[AWAY], live=True,
        choices=(("", usual), *times, ("0", _("as long as one likes"))),
        note=_("then, if the match waits for him, the others may claim the win or let a bot go on"),
    )  # fmt: skip
