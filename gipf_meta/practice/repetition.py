"""When a mistake comes back: spaced repetition by the scheduler FSRS, in whole days.

Who finds the turn at once sees it again after a time that grows with each success; who needs hints,
sooner; who misses it, on the next day.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from gipf_meta.base.clock import utc_moment

if TYPE_CHECKING:
    from datetime import datetime  # noqa: TID251 - a type

    from fsrs import Scheduler

DAY_MS: Final = 86_400_000
"""Milliseconds of a day."""
LONGEST_DAYS: Final = 365
"""The most days after which a mistake comes back."""

Recall: TypeAlias = Literal["missed", "hinted", "solved"]
"""How a mistake was answered: wrongly; rightly, with hints; or rightly at once."""
GRADES: Final[dict[Recall, int]] = {"missed": 1, "hinted": 2, "solved": 3}
"""The grades of answers in FSRS: Again, Hard and Good."""


def utc_day(at_ms: int) -> int:
    """The day of a moment in UTC, counted from 1970; *at_ms* are milliseconds since then."""
    return at_ms // DAY_MS


@lru_cache(maxsize=2048)
def day_of_return(answers: tuple[tuple[int, Recall], ...]) -> int:
    """The UTC day, as ``utc_day`` counts, on which a mistake comes back after those *answers*, each
    with its moment in milliseconds since 1970, the earliest first."""
    from fsrs import Card, Rating  # a person without mistakes waits for no scheduler

    first, last = _morning(answers[0][0]), _morning(answers[-1][0])
    card = Card(card_id=0, due=first)
    for at_ms, answer in answers:
        card, _log = _scheduler().review_card(card, Rating(GRADES[answer]), _morning(at_ms))
    return utc_day(answers[-1][0]) + max((card.due - last).days, 1)


def _morning(at_ms: int) -> datetime:
    """The beginning of the UTC day of a moment: FSRS counts days of 24 hours, which would take the
    next morning for the same day."""
    return utc_moment(utc_day(at_ms) * DAY_MS)


@lru_cache(maxsize=1)
def _scheduler() -> Scheduler:
    """The scheduler: without steps of minutes, and without chance."""
    from fsrs import Scheduler

    return Scheduler(
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,
    )
