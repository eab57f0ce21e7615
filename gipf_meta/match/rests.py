"""Vacations of the people at a match: while one lasts, no slow clock of it runs.

A vacation is a span of time of the person at a seat. A seat rests at most ``MOST_MS`` in any
``YEAR_MS``, whoever holds it: passing it on from friend to friend stops no clock for longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gipf_meta.match.timecontrol import DAY_MS

MOST_MS: Final = 30 * DAY_MS
"""The most vacation in any ``YEAR_MS``, in milliseconds."""
YEAR_MS: Final = 365 * DAY_MS
"""The span in which vacations are added up, in milliseconds. No calendar and no zone matters."""

NOTICE_MS: Final = DAY_MS
"""The least time from the announcement to the beginning of a vacation, in milliseconds, and from
the moment at which somebody takes over a seat."""

Rest: TypeAlias = tuple[int, int]
"""A vacation: from and until, in milliseconds since 1970."""


def within(spans: Iterable[Rest], from_ms: int, to_ms: int) -> int:
    """The milliseconds of *spans* that lie between *from_ms* and *to_ms*."""
    return sum(max(0, min(until, to_ms) - max(begin, from_ms)) for begin, until in spans)


def most_within_year(spans: Sequence[Rest]) -> int:
    """The most milliseconds of *spans* that lie in any span of ``YEAR_MS``."""
    ends = (until for _begin, until in spans)
    return max((within(spans, end_ms - YEAR_MS, end_ms) for end_ms in ends), default=0)


def cut(spans: Iterable[Rest], from_ms: int, to_ms: int | None = None) -> tuple[Rest, ...]:
    """The parts of *spans* after *from_ms*, and before *to_ms* if that is given."""
    parts = (
        (max(begin, from_ms), until if to_ms is None else min(until, to_ms))
        for begin, until in spans
    )
    return tuple(part for part in parts if part[0] < part[1])


def allowed(past: Sequence[Rest], spans: Iterable[Rest]) -> tuple[Rest, ...]:
    """The beginning of each of *spans*, in order, that a seat may still rest that rested in
    *past*."""
    taken, found = [*past], list[Rest]()
    for begin, until in sorted(spans):
        end_ms = _last_allowed(taken, begin, until)
        if end_ms > begin:
            found.append((begin, end_ms))
            taken.append((begin, end_ms))
    return tuple(found)


def _last_allowed(taken: Sequence[Rest], begin: int, until: int) -> int:
    """The latest end, at most *until*, of a span from *begin* on beside those *taken* before.

    What lies in a year before an end never shrinks while the end moves on inside the new span.
    """
    least, most = begin, until
    while least < most:
        middle = (least + most + 1) // 2
        used_ms = within(taken, middle - YEAR_MS, middle) + middle - begin
        least, most = (middle, most) if used_ms <= MOST_MS else (least, middle - 1)
    return least


@dataclass
class Rests:
    """The vacations of the people at a match, by player: *ahead* are those that have not ended, in
    order, *past* those that have, also of people who held the seat before.

    *left_out* are the spans that have passed since the last event, and in which no clock ran: they
    become events before the next one. *since_ms* is the time at which the holder of a seat took it
    over from another one; long ago where nobody held it before him.
    """

    ahead: dict[int, tuple[Rest, ...]] = field(default_factory=dict)
    past: dict[int, tuple[Rest, ...]] = field(default_factory=dict)
    left_out: list[Rest] = field(default_factory=list)
    since_ms: dict[int, int] = field(default_factory=dict)

    def note(self, player: int, spans: Sequence[Rest], at_ms: int) -> None:
        """Notes at *at_ms* that the person of *player* is on vacation in *spans*; an end of what he
        had announced otherwise."""
        gone = cut(self.ahead.pop(player, ()), 0, at_ms)
        if gone:
            self.past[player] = (*self.past.get(player, ()), *gone)
        if coming := cut(sorted(spans), at_ms):
            self.ahead[player] = coming

    def hand_over(self, player: int, at_ms: int, *, is_given: bool) -> None:
        """Ends at *at_ms* the vacations of *player*: another person gets his seat, or nobody where
        it is not given to anybody."""
        if player in self.ahead:
            self.note(player, (), at_ms)
        if is_given:
            self.since_ms[player] = at_ms if player in self.since_ms else -NOTICE_MS

    def may_rest(self, player: int, spans: Sequence[Rest], at_ms: int) -> tuple[Rest, ...]:
        """The parts of *spans* after *at_ms* in which the seat of *player* may rest: whoever took
        it over waits for ``NOTICE_MS``, as after an announcement."""
        past = (*self.past.get(player, ()), *cut(self.ahead.get(player, ()), 0, at_ms))
        first_ms = max(at_ms, self.since_ms.get(player, -NOTICE_MS) + NOTICE_MS)
        return allowed(past, cut(sorted(spans), first_ms))

    def coming(self, player: int, at_ms: int) -> tuple[Rest, ...]:
        """The vacations of *player* that have not ended at *at_ms*."""
        return cut(self.ahead.get(player, ()), at_ms)

    def first(self, at_ms: int) -> Mapping[int, Rest]:
        """The vacation of each player that runs at *at_ms* or comes next, from its beginning."""
        if not self.ahead:
            return {}
        found = {
            player: next((span for span in spans if span[1] > at_ms), None)
            for player, spans in self.ahead.items()
        }
        return {player: span for player, span in found.items() if span is not None}

    def until_ms(self, player: int, at_ms: int) -> int | None:
        """The end of the vacation of *player* that runs at *at_ms*; ``None``: none runs."""
        spans = self.ahead.get(player, ())
        return next((until for begin, until in spans if begin <= at_ms < until), None)

    def ended_ms(self, player: int, at_ms: int) -> int:
        """The end of the last vacation of *player* before *at_ms*; 0: he had none."""
        known = (*self.past.get(player, ()), *self.ahead.get(player, ()))
        return max((until for _begin, until in known if until <= at_ms), default=0)

    def is_any(self, at_ms: int) -> bool:
        """Whether a vacation of anybody runs at *at_ms*."""
        return any(self.until_ms(player, at_ms) is not None for player in self.ahead)

    def next(self, from_ms: int, to_ms: int | None = None) -> Rest | None:
        """The first span after *from_ms* and before *to_ms* in which somebody is on vacation;
        ``None``: nobody is."""
        return next(self._joined(from_ms, to_ms), None)

    def later(self, at_ms: int, wait_ms: int) -> int:
        """The time after *at_ms* by which *wait_ms* have passed without the vacations."""
        for begin, until in self._joined(at_ms):
            if begin - at_ms >= wait_ms:
                break
            wait_ms -= begin - at_ms
            at_ms = until
        return at_ms + wait_ms

    def _joined(self, from_ms: int, to_ms: int | None = None) -> Iterator[Rest]:
        """The spans after *from_ms* in which anybody is on vacation, apart from each other."""
        known = (span for spans in self.ahead.values() for span in spans)
        joined: Rest | None = None
        for begin, until in sorted(cut(known, from_ms, to_ms)):
            if joined is not None and begin <= joined[1]:
                joined = joined[0], max(joined[1], until)
                continue
            if joined is not None:
                yield joined
            joined = begin, until
        if joined is not None:
            yield joined
