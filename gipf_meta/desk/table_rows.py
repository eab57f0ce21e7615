"""The rows of lists of tables: who plays there, what the table waits for, and the time left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import moment_of
from gipf_meta.base.texts import N_, _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context, ListedRoom, Tables
from gipf_meta.desk.invitation_rows import taking_back, waiting_words
from gipf_meta.desk.match_actions import reviewing
from gipf_meta.desk.match_boards import opponent_face, with_face
from gipf_meta.desk.match_cards import UNSEEN, MatchInList, move_of, words_of_standing
from gipf_meta.desk.parts import submitting
from gipf_meta.library.outcome_words import moves_words, result_sentence
from gipf_meta.match.clock_texts import count_words, words_of_two
from gipf_meta.match.starting_point import from_a_position
from gipf_meta.records.player_names import PERSON, call_players, name_sides

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 3_600_000
QUESTIONS: Final[Mapping[str, str]] = {
    "draw": N_("answer the offer of a draw"),
    "take_back": N_("answer whether a turn is taken back"),
    "pause": N_("answer whether there is a pause"),
    "live": N_("answer whether the duel is played live"),
    "ready": N_("say that you are ready"),
}
"""The words for an answer that a match waits for, by what is in ``MatchInList.question``."""


def unfinished(context: Context, tables: Sequence[ListedRoom]) -> list[ListedRoom]:
    """The unfinished ones of *tables*: first those where it is the person's turn; of each kind the
    one with the least time left comes first."""
    waiting = [table for table in tables if not table.is_over]
    return sorted(waiting, key=partial(_urgency, context))


def _urgency(context: Context, table: ListedRoom) -> tuple[bool, float]:
    until_ms = table.flag_ms if table.hour_ms is None else table.hour_ms
    is_slow = table.is_slow and until_ms is not None
    return not is_own_turn(context, table), until_ms if is_slow and until_ms else inf


def as_boards(
    context: Context, tables: Tables, own: Sequence[ListedRoom], at_ms: int
) -> parts.Rows:
    """The tables *own* of the person with their boards, as they are at *at_ms*."""
    stand = [tables.standing(table, context.person) for table in own]
    rows = (own_table(context, table, at_ms, at) for table, at in zip(own, stand, strict=True))
    return parts.Rows(rows=tuple(rows), look="boards")


def own_table(
    context: Context, table: ListedRoom, at_ms: int, stands: MatchInList = UNSEEN
) -> parts.ListRow:
    """The row of a *table* of the person, as it is at *at_ms*."""
    words = _("Look at it") if table.is_over else _("Go on")
    go_on = parts.Button(
        text=words,
        do=submitting("table", {"room": table.room}),
        primary=waits_for(context, table),
    )
    cells = (name_of_table(context, table), how_it_stands(context, table, at_ms, stands))
    buttons = (go_on, *taking_back(context, table))
    return parts.ListRow(cells=cells, buttons=buttons, picture=stands.picture)


def finished(context: Context, table: ListedRoom, stands: MatchInList) -> parts.ListRow:
    """The row of a *table* that is over: its result, where its board is known, and its review."""
    going = submitting("table", {"room": table.room})
    review = parts.Button(text=_("Review"), do=reviewing(going))
    look = parts.Button(text=_("Look at it"), do=going)
    if stands.winners is None or context.installed.games.get(table.game) is None:
        cells: tuple[str, ...] = (name_of_table(context, table), how_it_stands(context, table, 0))
        return parts.ListRow(cells=cells, buttons=(look,), picture=stands.picture)
    kinds = tuple("" if seat.person == context.person else seat.kind for seat in table.seats)
    own = kinds.index("") if "" in kinds else None
    since = time_ago(moment_of(table.changed_ms), context.now())
    title = context.installed.title(table.game)
    words = words_of_standing("", title, moves_words(table.turns), since)
    return parts.ListRow(
        cells=(result_sentence(_called_at(context, table), own, stands.winners), words),
        buttons=(review, look),
        picture=with_face(stands.picture, opponent_face(kinds, own, stands.winners)),
    )


def name_of_table(context: Context, table: ListedRoom) -> str:
    """The game and its players: ``ZÈRTZ: Ann against somebody``."""
    if table.is_study:
        return _("{title}: a study").format(title=context.installed.title(table.game))
    called = _called_at(context, table)
    own = (context.person in (seat.person, seat.invited) for seat in table.seats)
    kinds = [PERSON if is_own else "" for is_own in own]
    title = context.installed.title(table.game)
    if table.is_from_position:
        title = f"{title} ({from_a_position()})"
    return f"{title}: {name_sides(called, kinds)}"


def _called_at(context: Context, table: ListedRoom) -> list[str]:
    """The players of *table*, as lists call them."""
    names, kinds = [seat.name for seat in table.seats], [seat.kind for seat in table.seats]
    called = call_players(names, kinds, context.installed.games.get(table.game))
    for n, seat in enumerate(table.seats):
        if context.person in (seat.person, seat.invited):
            called[n] = _("You")
        elif seat.is_free:
            called[n] = _("a free seat")
    return called


def how_it_stands(
    context: Context, table: ListedRoom, at_ms: int, stands: MatchInList = UNSEEN
) -> str:
    """The line under a table: whose move it is, or what the table waits for; until when, as seen at
    *at_ms*, and since when."""
    since = time_ago(moment_of(table.changed_ms), context.now())
    turn = _("turn {turns}").format(turns=table.turns)
    if table.is_over:
        return words_of_standing("", _("over after {turns}").format(turns=turn), since)
    if table.is_study:
        return words_of_standing("", turn, since)
    if any(seat.is_free for seat in table.seats):
        waits = waiting_words(context, table) or _("waits for somebody to sit down")
        return words_of_standing("", waits, *_begun(table, turn), since)
    time = time_words(table, at_ms)
    return words_of_standing(stands.duel, _what_is_to_do(context, table, stands), *time, since)


def _begun(table: ListedRoom, turn: str) -> tuple[str, ...]:
    return (turn,) if table.turns else ()


def _what_is_to_do(context: Context, table: ListedRoom, stands: MatchInList) -> str:
    """The words for whose move it is, or for the answer that the person has to give."""
    if waits_for(context, table) and (question := QUESTIONS.get(stands.question)):
        return _(question)
    decides = next((seat for seat in table.seats if seat.player == table.player), None)
    if decides is None or table.hour_ms is not None:
        return ""
    return move_of(decides.name, is_own=is_own_turn(context, table))


def time_words(table: ListedRoom, at_ms: int) -> tuple[str, ...]:
    """The words for the time that is left at *at_ms* until the flag falls in a match of days, or
    until the hour of a live duel; ``()``: neither comes."""
    left_ms = ms_left(table, at_ms)
    if table.hour_ms is not None:
        time = span_words(table.hour_ms - at_ms)
        return (_("the duel is played live in {time}").format(time=time),)
    if not table.is_slow or left_ms is None:
        return ()
    left = _("{time} left").format(time=span_words(left_ms))
    if any(from_ms <= at_ms < until_ms for from_ms, until_ms in _rests(table)):
        return (_("vacation: the clock stands"), left)
    return (left,)


def ms_left(table: ListedRoom, at_ms: int) -> int | None:
    """The milliseconds left at *at_ms* until the flag falls at *table*, without those of
    vacations, or until the hour of a live duel; ``None``: neither comes."""
    if table.hour_ms is not None:
        return max(0, table.hour_ms - at_ms)
    if table.flag_ms is None:
        return None
    return _ms_without(_rests(table), at_ms, table.flag_ms)


def _rests(table: ListedRoom) -> list[tuple[int, int]]:
    """The beginning and the end of each vacation of the players."""
    return [
        (seat.rest_from_ms, seat.rest_until_ms)
        for seat in table.seats
        if seat.rest_from_ms is not None and seat.rest_until_ms is not None
    ]


def _ms_without(rests: Sequence[tuple[int, int]], from_ms: int, until_ms: int) -> int:
    """The milliseconds between two moments that lie in none of *rests*, which may overlap."""
    left_ms, seen_ms = until_ms - from_ms, from_ms
    for begin_ms, end_ms in sorted(rests):
        begin_ms, end_ms = max(begin_ms, seen_ms), min(end_ms, until_ms)
        if end_ms > begin_ms:
            left_ms -= end_ms - begin_ms
            seen_ms = end_ms
    return max(0, left_ms)


def span_words(ms: int) -> str:
    """A time that changes only now and then, in words: ``2 days 4 hours``, ``12 minutes``."""
    if ms >= HOUR_MS:
        return words_of_two(ms)
    if ms >= MINUTE_MS:
        return count_words("m", ms // MINUTE_MS)
    return _("less than a minute")


def is_own_turn(context: Context, table: ListedRoom) -> bool:
    """Whether it is the turn of the person for whom the screen is made."""
    return not table.is_over and any(
        seat.player == table.player and seat.person == context.person for seat in table.seats
    )


def waits_for(context: Context, table: ListedRoom) -> bool:
    """Whether the match waits for the person for whom the screen is made."""
    return not table.is_over and any(
        seat.waits and seat.person == context.person for seat in table.seats
    )
